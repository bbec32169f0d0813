"""Extracts statements from a fact-check that somebody may have made.

These are its claim without the framing, its title as a statement, sentences and quotes of its body that are about the claim, and a
clause of one of them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import regex

from app.domain.factcheck import FactCheck
from app.services.adapting.texts import content_words, names, numbers, one_line

# Characters of a body that are looked at: what was claimed stands near the beginning.
_READ = 4_000
# Quick rather than exact: a sentence cut in two teaches as well as a whole one.
_SENTENCE_END = regex.compile(r"(?<=[.!?][\"')\]]?)\s+(?=[\"'(\[]?[\p{Lu}\p{N}])|\n+|(?<=[。！？।])")
# Words of a statement taken from a body.
_FEWEST, _MOST = 5, 60
# The least share of the claim's telling words in a body's sentence about it.
_SHARED = 0.25
_KEPT = 8

_MARKS = str.maketrans("“”„«»", '"""""')
_QUOTED = regex.compile(r'"([^"\n]{20,400})"')
_FRAME = regex.compile(
    r"^(?:(?:rumou?r|claim|fact[- ]?check|q|verdict)\s*:\s*|says?\s+(?:that\s+)?|"
    r"(?:an?|the|this|these)?\s*(?:\w+\s+){0,2}?(?:photo(?:graph)?s?|videos?|images?|pictures?|memes?|clips?|posts?|screenshots?|e-?mails?|articles?)"
    r"\s+(?:\w+\s+){0,2}?(?:shows?|depicts?|captures?|documents?|describes?|claims?|says?|proves?)\s+(?:that\s+)?)",
    regex.IGNORECASE,
)
_ATTRIBUTED = regex.compile(
    r"^(?P<who>(?:[\p{Lu}][\p{L}.’'-]*\s+){1,6}?)(?:once\s+|recently\s+|has\s+|have\s+|had\s+)?"
    r"(?:said|says|claimed|claims|tweeted|posted|wrote|stated|announced|argued|declared)\s*(?:,|:|that\b)?\s+(?P<what>.+)$",
    regex.DOTALL,
)
_ASKED = regex.compile(
    r"^(?:did|does|do|is|are|was|were|has|have|had|can|could|will|would|should)\s+(?:(?:this|these|that|it|they)\s+(?:really\s+)?)?(?P<what>.+?)\?+$",
    regex.IGNORECASE | regex.DOTALL,
)
_TITLE_FRAME = regex.compile(r"^(?:fact[- ]?check(?:ed)?|no|yes|false|true|misleading|viral\s+\w+)\s*[:,–-]\s*", regex.IGNORECASE)
_CLAUSE = regex.compile(
    r"(?:,|;|:|—|–)\s+(?:and |but |so |because |while |which |who |that )?|\s(?:and|but|because|while|although)\s", regex.IGNORECASE
)


class Origin(StrEnum):
    """The part of the fact-check from which a statement comes."""

    CLAIM = "claim"
    TITLE = "title"
    BODY = "body"
    QUOTE = "quote"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A text that somebody may have said, its origin, and its supposed author ("" where nobody is named)."""

    text: str
    origin: Origin
    author: str = ""


def claim_statement(factcheck: FactCheck) -> Statement:
    """Return the claim without "Says", "X said that", "A photograph shows"; whole where nothing would be left."""
    return _unframed(factcheck.claim, Origin.CLAIM, factcheck.claimant)


def title_statement(factcheck: FactCheck) -> Statement | None:
    """Return the title, a question as the statement it asks about; None where the title is missing or too short."""
    title = _TITLE_FRAME.sub("", one_line(factcheck.title))
    match = _ASKED.match(title)
    text = match["what"] if match else title.rstrip("?")
    if len(text.split()) < 3:
        return None
    return Statement(text=text, origin=Origin.TITLE, author=factcheck.claimant)


def body_statements(factcheck: FactCheck, weight: dict[str, float]) -> list[Statement]:
    """Return the body's sentences and quotes that are about the claim, the nearest first.

    Nearness is the share of the weight of the claim's words (`weight`: rarer words in the library weigh more) that the sentence
    has.
    """
    about = content_words(f"{factcheck.claim} {factcheck.title}")
    if not about or not factcheck.body:
        return []
    claim_words = content_words(factcheck.claim)
    scored = []
    for index, statement in enumerate(_sentences(factcheck)):
        sentence_words = content_words(statement.text)
        if sentence_words == claim_words:
            continue  # the claim itself teaches nothing
        overlap = _weighed(about & sentence_words, weight) / _weighed(about, weight)
        if overlap >= _SHARED:
            scored.append((-overlap, index, statement))
    return [statement for _, _, statement in sorted(scored, key=lambda entry: entry[:2])[:_KEPT]]


def clause(text: str, claim: str, rng: random.Random) -> str:
    """Return one clause of a longer text that still has words of the claim; the whole text where there is none."""
    about = content_words(claim)
    parts = [part.strip(" ,.;:") for part in _CLAUSE.split(text)]
    candidates = [part for part in parts if len(part.split()) >= _FEWEST - 1 and len(content_words(part) & about) >= 2]
    return rng.choice(candidates) if candidates else text


def remembered_words(factcheck: FactCheck) -> str:
    """Return what a reader remembers when the wording is forgotten: speaker, names, numbers, and content words, in their order."""
    specifics = [*names(factcheck.claim), *numbers(factcheck.claim)]
    telling_words = [word for word in one_line(factcheck.claim).split() if content_words(word)]
    other_words = [part for part in telling_words if not any(part.strip('.,"') in phrase.split() for phrase in specifics)]
    return one_line(" ".join([factcheck.claimant, *specifics, *other_words])).strip()


def _unframed(text: str, origin: Origin, claimant: str) -> Statement:
    text = one_line(text.translate(_MARKS)).strip('" ')
    plain = _FRAME.sub("", text)
    attributed = _ATTRIBUTED.match(plain)
    author = claimant
    if attributed and len(attributed["what"].split()) >= 4:
        plain, author = attributed["what"], attributed["who"].strip()
    return Statement(text=plain if len(plain.split()) >= 3 else text, origin=origin, author=author)


def _sentences(factcheck: FactCheck) -> Sequence[Statement]:
    """Return the first sentences of the body, and its quotations."""
    body = factcheck.body[:_READ].translate(_MARKS)
    statements = []
    for part in _SENTENCE_END.split(body):
        sentence = one_line(part or "")
        if _FEWEST <= len(sentence.split()) <= _MOST and "http" not in sentence:
            statements.append(_unframed(sentence, Origin.BODY, factcheck.claimant))
    for quoted in _QUOTED.findall(body):
        if _FEWEST <= len(quoted.split()) <= _MOST:
            statements.append(Statement(text=one_line(quoted).rstrip(","), origin=Origin.QUOTE, author=factcheck.claimant))
    return statements


def _weighed(words: frozenset[str], weight: dict[str, float]) -> float:
    return sum(weight.get(word, 1.0) for word in words) or 1.0
