"""A language model's suggestions for a verification, until the reader accepts or drops them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from app.domain.assisted import StandAlone, Use
from app.domain.verification import ClaimForm, EvidenceQuestion, Verification
from app.gui.model.labels import inert
from app.gui.model.llm_words import LlmText, effort_of, lost_words, nothing_held
from app.translation import mark, tr
from app.worker.protocol import ClaimSuggested

_WORD = re.compile(r"[\w'’-]+")
_HEADINGS = {
    Use.CLAIM: mark("The language model’s wording of the claim"),
    Use.QUESTIONS: mark("The language model asks"),
    Use.JUSTIFICATION: mark("The language model’s justification"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """One thing that can be taken, of the three the one that is there; none is where nothing held, and `text` says so."""

    text: LlmText
    claim: str = ""
    question: EvidenceQuestion | None = None
    justification: str = ""

    @property
    def takeable(self) -> bool:
        """Return whether there is anything to accept."""
        return bool(self.claim or self.question or self.justification)


def suggestions_of(result: ClaimSuggested, asked_of: Verification) -> tuple[Suggestion, ...]:
    """Return the suggestions in a result, at least one."""
    record = result.record
    heading = tr(_HEADINGS[record.use])
    if result.claim is not None:
        return (_claim(result.claim, asked_of.claim, heading, effort_of(record)),)
    if result.justification:
        note = tr("Each sentence was held against the answers that it refers to; the last one follows from the verdict.")
        notes = " ".join(part for part in (note, lost_words(record), effort_of(record)) if part)
        text = LlmText(heading=heading, parts=((inert(result.justification), ""),), note=notes)
        return (Suggestion(text=text, justification=result.justification),)
    if result.questions:
        return tuple(
            Suggestion(text=LlmText(heading=heading, parts=((inert(question.text), ""),)), question=question)
            for question in result.questions
        )
    return (Suggestion(text=LlmText(heading=heading, note=nothing_held(record))),)


def _claim(stand_alone: StandAlone, asked_of: ClaimForm, heading: str, effort: str) -> Suggestion:
    if " ".join(stand_alone.text.split()) == " ".join(asked_of.text.split()):
        note = tr("It would leave the claim as it is.")
        return Suggestion(text=LlmText(heading=heading, note=f"{note} {effort}".strip()))
    text = LlmText(heading=heading, parts=((inert(stand_alone.text), "\n".join(_sources(stand_alone))),), note=effort)
    return Suggestion(text=text, claim=stand_alone.text)


def _sources(stand_alone: StandAlone) -> list[str]:
    """A line for each text that new words come from, with these words as the claim writes them."""
    written_words = {word.casefold(): word for word in _WORD.findall(stand_alone.text)}
    words: dict[str, list[str]] = {}
    for addition in stand_alone.additions:
        if addition.source:
            words.setdefault(addition.source, []).append(written_words.get(addition.word, addition.word))
    # Translators: {words} are words that the language model put into a claim, {text} is where they were said.
    return [tr("{words}, from “{text}”", words=inert(", ".join(added)), text=inert(source)) for source, added in words.items()]


def with_wording(claim: ClaimForm, text: str) -> ClaimForm:
    """The claim in these words; what it was before is kept as its original sentence."""
    return replace(claim, text=text, original=claim.original or claim.text)


def rests_on(verification: Verification, use: Use) -> tuple[object, ...]:
    """Return the inputs of a suggestion; it is outdated when they change."""
    claim = verification.claim
    if use is Use.CLAIM:
        return claim.text, claim.original, claim.context
    if use is Use.QUESTIONS:
        return (claim.text,)
    return claim.text, verification.questions, verification.judgement, verification.label


class Suggestions:
    """Those that wait for the reader, by verification and use."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, Use], tuple[tuple[object, ...], tuple[Suggestion, ...]]] = {}

    def put(self, name: str, asked_of: Verification, result: ClaimSuggested) -> tuple[Suggestion, ...]:
        """Replace the waiting suggestions of a verification by those of a result."""
        suggestions = suggestions_of(result, asked_of)
        self._waiting[name, result.record.use] = rests_on(asked_of, result.record.use), suggestions
        return suggestions

    def of(self, name: str, verification: Verification, use: Use) -> tuple[Suggestion, ...]:
        """Return the waiting suggestions for the current state of a verification, and drop outdated ones."""
        made_from, suggestions = self._waiting.get((name, use), ((), ()))
        if suggestions and made_from != rests_on(verification, use):
            del self._waiting[name, use]
            return ()
        return suggestions

    def drop(self, name: str, use: Use, *dropped: Suggestion) -> None:
        """These are taken or not wanted; none given: all."""
        made_from, suggestions = self._waiting.pop((name, use), ((), ()))
        remaining = tuple(suggestion for suggestion in suggestions if dropped and suggestion not in dropped)
        if remaining:
            self._waiting[name, use] = made_from, remaining

    def clear(self) -> None:
        """Another library."""
        self._waiting.clear()
