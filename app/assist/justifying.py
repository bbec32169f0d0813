"""Writes a justification from questions and answers only. Each sentence names the answers behind it and is checked against them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.assist.asking import NUMBER, TEXT, Asker, Assisted, Question, list_form, object_form
from app.assist.grounding import share, source_terms, unsupported_terms
from app.assist.prompt_delimiters import Block
from app.assist.reading import numbers_of, rows_of, text_of
from app.domain.assisted import Dropped, DropReason
from app.ranking.text import is_question
from app.stance import negation_mismatch

MOST = 4
"""Sentences of a justification at most, without the one that says what follows."""
_REFERENCES = 4
_GIVEN = 0.6
"""Of a sentence's content words, how many must stand in the answers that it names, their questions or the claim."""
_SAME_WORDS = 0.9
"""Of a sentence's content words, from how many in the claim on it says nothing else."""
_EACH = 80
_WORDS = 60
_VERDICT = re.compile(
    r"\b(?:claim|statement|assertion|all|this|that|it)\b(?:\s\w+){0,3}?\s(?:is|are|was|were|seems?|appears?)(?:\s\w+){0,3}?\s"
    r"(?:true|false|correct|incorrect|wrong|right|accurate|inaccurate|supported|refuted|confirmed|debunked|misleading)\b",
    re.IGNORECASE,
)
"""A sentence that says what follows: that is for the verdict to say."""
_MARKED = re.compile(r"\s*\[[\d.,\s]*\]")
_TASK = (
    "Write up to {most} sentences that say what the numbered answers tell about the claim in <claim>, in its language: the facts, with who "
    "says them and when where an answer tells it, those for and those against. With each sentence give as “answers” the numbers of the "
    "answers that it rests on. Say nothing that these answers do not say. Do not say whether the claim is true: that follows from them "
    "and is added afterwards."
)


@dataclass(frozen=True, slots=True)
class CitedAnswer:
    """An answer as shown to the model: its reference (“[2.1]”), its question, and its text."""

    reference: str
    question: str
    text: str


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence, and the indexes (from 0) of the answers behind it."""

    text: str
    answers: tuple[int, ...]


def reason(claim: str, answers: Sequence[CitedAnswer], *, asker: Asker) -> Assisted[tuple[Reason, ...]]:
    """Return the sentences that pass the checks; none where there are no answers. Raises as the model does."""
    if not answers:
        return Assisted(value=())
    blocks = [Block("claim", claim)]
    blocks += [Block(f"answer-{index}", f"{answer.question}\n{answer.text}") for index, answer in enumerate(answers, start=1)]
    sentence_form = object_form(sentence=TEXT, answers=list_form(NUMBER, max_items=_REFERENCES))
    question = Question(
        words=_TASK.format(most=MOST),
        blocks=tuple(blocks),
        schema=object_form(sentences=list_form(sentence_form, max_items=MOST)),
        max_tokens=32 + _EACH * MOST,
    )
    reply, usage = asker.ask(question)
    reasons: list[Reason] = []
    for row in rows_of(reply, "sentences")[: 2 * MOST]:
        text = _MARKED.sub("", text_of(row, "sentence")).strip()
        indexes = tuple(dict.fromkeys(number - 1 for number in numbers_of(row, "answers") if 0 < number <= len(answers)))[:_REFERENCES]
        fault = _fault(claim, text, [answers[index] for index in indexes])
        if fault is not None:
            usage = usage.without(fault)
        elif any(text.casefold() == other.text.casefold() for other in reasons):
            usage = usage.without(Dropped(text, DropReason.REPEATED))
        elif len(reasons) < MOST:
            reasons.append(Reason(text, indexes))
    return Assisted(value=tuple(reasons), usage=usage)


def _fault(claim: str, text: str, rests_on: Sequence[CitedAnswer]) -> Dropped | None:
    """Return the fault of a sentence: names and numbers that neither its answers nor the claim have, or nothing taken from the
    answers. None where it passes."""
    if not any(map(str.isalnum, text)) or len(text.split()) > _WORDS or _VERDICT.search(text) or _asks(text):
        return Dropped(text, DropReason.SHAPE)
    if _restates(text, claim):
        return Dropped(text, DropReason.REPEATED)
    if not rests_on:
        return Dropped(text, DropReason.NO_REFERENCE)
    answer_texts = [part for answer in rests_on for part in (answer.question, answer.text)]
    stray = unsupported_terms(text, source_terms([claim, *answer_texts]))
    if stray:
        return Dropped(text, DropReason.STRAY, ", ".join(stray))
    if (
        share(text, source_terms([claim, *answer_texts])) < _GIVEN
        or share(text, source_terms([answer.text for answer in rests_on])) < _GIVEN / 2
    ):
        return Dropped(text, DropReason.FOREIGN)
    return None


def _asks(text: str) -> bool:
    """Return True if a sentence is a question."""
    return is_question(text.rstrip(" ."))


def _restates(text: str, claim: str) -> bool:
    """Return True if a sentence affirms the claim in its own words and adds nothing."""
    return share(text, source_terms([claim])) >= _SAME_WORDS and not negation_mismatch(text, claim)
