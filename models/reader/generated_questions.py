"""Questions generated from checked claims by rule, with short posts that answer them, unlike SQuAD's long paragraphs.

A claim is cut after its subject, before its agent ("by …"), its cause ("because of …"), its place ("in …"), or after its number.
The cut part is the answer; the remainder, sometimes shortened, becomes the question. The post is the claim itself or a rewording
(asserted, denied, quoted), alone or next to another claim. The answer is the same whether the post asserts or denies, since another
head decides the side. A post with another claim about the same topic has no answer. The questions are as stiff as rules make them.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from app.domain.wordlists import FUNCTION_WORDS
from models.examples.alter import ASSERTIONS, DENIALS
from models.examples.factchecks import read_factchecks
from models.examples.reword import QUOTED_DENIALS, WRAPPERS
from models.reader.spans import AnnotatedQuestion

_AUX = r"(?:is|are|was|were|has|have|had|will|would|can|could|should|does|do|did|may|might|must)"
_VERBS = (
    r"(?:causes?|caused|killed|kills|costs?|created|creates|founded|invented|signed|voted|banned|bans|owns|owned|paid|pays|won|lost|made|makes"
    r"|built|started|spreads?|prevents?|cures?|raised|cut|cuts|supports?|opposed|opposes|wants|said|says|gave|gives|took|takes|sold|sells)"
)
_START, _END = r"^(?P<subject>[^,;:.!?]{3,60}?) ", r"(?P<answer>[^,;:.!?]{3,70})[.!]?$"
_SUBJECT = re.compile(rf"^(?P<answer>[^,;:.!?]{{2,60}}?) (?P<rest>(?:{_AUX}|{_VERBS})\b [^.!?]{{8,140}})[.!]?$")
_AGENT = re.compile(rf"{_START}(?P<aux>was|were|is|are) (?P<verb>\w+(?:ed|en|un|t)) by {_END}")
_MIDDLE = rf"(?P<aux>{_AUX}) (?P<rest>[^.!?]{{4,100}}?)"
_CAUSE = re.compile(rf"{_START}{_MIDDLE} (?:because of|because|due to|thanks to) {_END}")
_PLACE = re.compile(rf"{_START}{_MIDDLE} (?:in|at|near|from) (?P<answer>[A-Z]\w+(?: [A-Z]\w+){{0,3}})[.!]?$")
_LEAD = r"^(?:(?:More than|Nearly|About|Over|Almost|Some|At least) )?"
_NUMBER = re.compile(rf"{_LEAD}(?P<answer>\d[\d,.]*(?: (?:million|billion|thousand|percent))?) (?P<rest>[a-z]+ [^.!?]{{8,120}})[.!]?$")
_PERSONAL = re.compile(r"^(?:(?:Sen\.|Rep\.|Gov\.|President|Mayor|Dr\.|Mr\.|Mrs\.) )?[A-Z][a-z]+ (?:[A-Z]\. )?[A-Z][a-z]+$")
_ODD = re.compile(r"[\"“”()\[\]]|^Says?\b")
_SHORTER = re.compile(r" (?:in|for|by|to|and|that|with|since|from|on|because|while|after|before|during) ")
_LONGEST = 9
"""Words of an answer at most."""
_HOLLOW = frozenset("he she it they we i you this that these those there who what everyone nobody says".split())
_NEAR, _ALONE = 12, 0.55
_UNANSWERED_SHARE = 0.3


def generated_questions(data: Path, *, count: int, seed: int) -> list[AnnotatedQuestion]:
    """Return `count` questions with posts, three in ten of them without the answer."""
    chooser = random.Random(seed)
    claims = plain_claims(data)
    chooser.shuffle(claims)
    related_claims = _RelatedClaims(claims)
    result: list[AnnotatedQuestion] = []
    for claim in claims:
        for question, answer in _questions(claim, chooser):
            result.append(_annotated(question, answer, claim, related_claims, chooser))
        if len(result) >= count:
            break
    return result[:count]


def plain_claims(data: Path) -> list[str]:
    """Return the claims of PolitiFact and Snopes that are one plain sentence of a post's length, sorted."""
    claims = [factcheck.claim for name in ("politifact", "snopes") for factcheck in read_factchecks(data / name / "factchecks.jsonl.gz")]
    return sorted({claim for claim in claims if 5 <= len(claim.split()) <= 32 and not _ODD.search(claim)})


def _questions(claim: str, chooser: random.Random) -> Iterator[tuple[str, str]]:
    """Yield all questions that a rule can make of a claim, with their answers."""
    if (match := _SUBJECT.match(claim)) and _is_informative(match["answer"]):
        question_word = "Who" if _PERSONAL.match(match["answer"]) else chooser.choice(("What", "What", "Which", "Who"))
        yield f"{question_word} {_shorter(match['rest'], chooser)}?", match["answer"]
    if (match := _AGENT.match(claim)) and _is_informative(match["answer"]):
        yield (
            chooser.choice(
                (f"Who {match['verb']} {_lower(match['subject'])}?", f"By whom {match['aux']} {_lower(match['subject'])} {match['verb']}?")
            ),
            match["answer"],
        )
    if match := _CAUSE.match(claim):
        yield f"Why {match['aux']} {_lower(match['subject'])} {_shorter(match['rest'], chooser)}?", match["answer"]
    if match := _PLACE.match(claim):
        yield f"Where {match['aux']} {_lower(match['subject'])} {_shorter(match['rest'], chooser)}?", match["answer"]
    if match := _NUMBER.match(claim):
        yield f"How many {_shorter(match['rest'], chooser)}?", match["answer"]


def _shorter(remainder: str, chooser: random.Random) -> str:
    """Return the text, half of the time cut before a word that begins a phrase."""
    cuts = [match.start() for match in _SHORTER.finditer(remainder) if len(remainder[: match.start()].split()) >= 3]
    return remainder[: chooser.choice(cuts)] if cuts and chooser.random() < 0.5 else remainder


def _is_informative(answer: str) -> bool:
    if len(answer.split()) > _LONGEST:
        return False
    return not set(re.findall(r"\w+", answer.casefold())) <= _HOLLOW | FUNCTION_WORDS


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:] if not _PERSONAL.match(text) else text


class _RelatedClaims:
    """Index of claims by their words, for claims that share a rare word with another."""

    def __init__(self, claims: list[str]) -> None:
        self._claims = claims
        self._of: dict[str, list[int]] = defaultdict(list)
        for index, claim in enumerate(claims):
            for word in _content(claim):
                self._of[word].append(index)

    def draw(self, claim: str, chooser: random.Random) -> str:
        """Return a random claim that shares a rare word with this one, or any claim."""
        rare = sorted((len(self._of[word]), word) for word in _content(claim) if 1 < len(self._of[word]) <= 400)
        pool = self._of[rare[min(len(rare) - 1, chooser.randint(0, 2))][1]] if rare else range(len(self._claims))
        for _ in range(_NEAR):
            other = self._claims[chooser.choice(pool)]
            if other != claim:
                return other
        return self._claims[chooser.randrange(len(self._claims))]


def _content(claim: str) -> set[str]:
    return {word for word in re.findall(r"\w+", claim.casefold()) if word not in FUNCTION_WORDS and len(word) > 3}


def _annotated(question: str, answer: str, claim: str, related_claims: _RelatedClaims, chooser: random.Random) -> AnnotatedQuestion:
    other = related_claims.draw(claim, chooser)
    if chooser.random() < _UNANSWERED_SHARE:
        return AnnotatedQuestion("", "made", question, _reworded(other, chooser), ())
    post = _reworded(claim, chooser)
    if chooser.random() > _ALONE:
        parts = [post, other] if chooser.random() < 0.5 else [other, post]
        post = " ".join(parts)
    start = post.casefold().find(answer.casefold())
    return AnnotatedQuestion("", "made", question, post, ((start, post[start : start + len(answer)]),) if start >= 0 else ())


def _reworded(claim: str, chooser: random.Random) -> str:
    draw = chooser.random()
    if draw < 0.5:
        return claim
    return chooser.choice(ASSERTIONS if draw < 0.65 else WRAPPERS if draw < 0.8 else DENIALS if draw < 0.92 else QUOTED_DENIALS)(claim)
