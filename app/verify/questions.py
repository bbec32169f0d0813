"""Questions that a claim raises, by its type and words. None asks whether the claim is true: they ask for what would settle it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.domain.verification import ClaimForm, EvidenceQuestion, QuestionOrigin
from app.domain.wordlists import FUNCTION_WORDS
from app.verify.claim_types import CAUSAL, NUMERICAL, POSITION, QUOTE, claim_types
from app.verify.clause import Clause, taken_apart
from app.verify.names import Name, names_in
from app.verify.yes_no import how_many, number_of_subject, question_of, when, yes_no

_SENTENCE = re.compile(r"(?<=[.!?…])[”\"’']?\s+(?=[A-ZÀ-Þ“\"])")
_JOINT = re.compile(
    r",?\s+(?:and|but|while|whereas|although|even though|because|after|so)\s+|[;—]\s*|,\s+(?=(?:and|but|he|she|it|they|we|who|which)\b)",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"\b(?:said|says|claimed|claims|tweeted|announced|stated|admitted|warned|told \w+|posted|wrote)\s+(?:that\s+|in \w+ that\s+)?",
    re.IGNORECASE,
)
_FEWEST = 3
_ABOUT = re.compile(
    r"\b(?:is it|are these|was it) (?:really )?(?:true|correct|accurate|a fact|false|fake)\b|\bclaim (?:is )?(?:true|false|correct)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")


def template_questions(claim: ClaimForm) -> tuple[EvidenceQuestion, ...]:
    """Questions by template, the most to the point first, no two with nearly the same words; () for a claim without words."""
    kept: list[str] = []
    for question in _proposed(claim):
        if question and not asks_for_truth(question) and not any(alike(question, other) for other in kept):
            kept.append(question)
    return tuple(EvidenceQuestion(text=text, origin=QuestionOrigin.TEMPLATE) for text in kept)


def asks_for_truth(question: str) -> bool:
    """Whether a question asks for the verdict and not for evidence ("Is it true that …?")."""
    return _ABOUT.search(question) is not None


def alike(one: str, other: str) -> bool:
    """Whether two questions have nearly the same words (Jaccard from 0.75), small ones left out."""
    first, second = _content(one), _content(other)
    return len(first & second) >= 0.75 * len(first | second) if first | second else one == other


def _content(text: str) -> frozenset[str]:
    words = [word for word in _WORD.findall(text.casefold()) if word not in FUNCTION_WORDS]
    asking = [word for word in ("who", "when", "where", "how", "why", "what") if text.casefold().startswith(word)]
    return frozenset((*words, *asking))


def _proposed(claim: ClaimForm) -> Iterator[str]:
    text = " ".join(claim.text.split())
    if not any(map(str.isalnum, text)):
        return
    types = claim.types or claim_types(text)
    sentences = [part for part in _SENTENCE.split(text) if part.strip()] or [text]
    first = taken_apart(sentences[0])
    if first is not None:
        yield yes_no(first)
    yield from _by_type(claim, text, types, first)
    for clause in _further(sentences, first):
        yield yes_no(clause)
        yield how_many(clause) or ""
    yield from _circumstances(claim, text, first)


def _by_type(claim: ClaimForm, text: str, types: tuple[str, ...], clause: Clause | None) -> Iterator[str]:
    """What this type of claim is settled by."""
    topic = _topic(text)
    if clause is not None and (NUMERICAL in types or how_many(clause)):
        yield how_many(clause) or ""
        yield number_of_subject(clause) or ""
    if QUOTE in types:
        speaker, said = _quoted(text, claim.speaker)
        if speaker:
            yield f"What did {speaker} say about {_topic(said) or topic}?" if topic else f"What did {speaker} say?"
        inner = taken_apart(said) if said and said != text else None
        if inner is not None:
            yield yes_no(inner)
    if CAUSAL in types and topic:
        yield f"What evidence is there about {topic}?"
    if POSITION in types:
        name = next((one.text for one in names_in(text) if one.person), claim.speaker)
        if name and topic:
            yield f"What is {name}'s position on {_topic(text.replace(name, '')) or topic}?"


def _further(sentences: list[str], first: Clause | None) -> Iterator[Clause]:
    """The clauses behind the first one; one without a subject of its own gets the first one's."""
    for place, sentence in enumerate(sentences):
        parts = [part for part in _JOINT.split(sentence) if len(part.split()) >= _FEWEST]
        for part in parts[1:] if place == 0 else parts:
            clause = taken_apart(part) or (taken_apart(" ".join((*first.subject, part))) if first is not None else None)
            if clause is not None:
                yield clause


def _circumstances(claim: ClaimForm, text: str, clause: Clause | None) -> Iterator[str]:
    """When, who and what it is about, and where the claim comes from."""
    yield (when(clause) or "") if clause is not None else ""
    for name in [name for name in names_in(text) if _worth_asking(name)][:2]:
        yield f"Who is {name.text}?" if name.person else f"What is {_article(name)}{name.text}?"
    topic = _topic(text)
    yield "Where was the claim published?" if not claim.reporting_source else f"Where did the claim about {topic or 'this'} come from?"
    yield "When was the claim made?" if claim.made is None else ""
    if topic:
        yield question_of(["What", "is", "known", "about", topic])


def _worth_asking(name: Name) -> bool:
    """Whether a reader may not know what a name stands for: a person's, one of several words, a longer abbreviation."""
    return name.person or " " in name.text or (len(name.text) > 3 and name.text.isupper())


def _article(name: Name) -> str:
    return "the " if len(name.text.split()) > 2 else ""


def _quoted(text: str, speaker: str) -> tuple[str, str]:
    """Who says, and what."""
    said = _SAID.search(text)
    if said is None:
        return speaker, text
    before = text[: said.start()].strip(" ,")
    return (before if 0 < len(before.split()) <= 8 else speaker), text[said.end() :].strip('“”" ')


def _topic(text: str) -> str:
    """What a claim is about, in a few words: its names, or else its first nouns."""
    names = [name.text for name in names_in(text)]
    if names:
        return " and ".join(names[:2])
    words = [word for word in re.findall(r"[\w’'-]+", text) if word.casefold() not in FUNCTION_WORDS]
    return " ".join(words[:4])
