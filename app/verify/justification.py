"""The justification: what the deciding answers say and what follows from it, each sentence with the answers that it rests on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.domain.verification import EvidenceQuestion, Judgement, Veracity
from app.verify.premises import answers_nothing, premise

_MOST_REASONS = 3
_MOST_WORDS = 30
_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
_FOLLOWS = {
    Veracity.SUPPORTED: "The answers confirm this, therefore the claim that {claim} is supported",
    Veracity.REFUTED: "The answers show that this is not true, therefore the claim that {claim} is refuted",
    Veracity.CONFLICTING: "Some answers support and others refute this, so the evidence on the claim that {claim} is conflicting",
    Veracity.NOT_ENOUGH: "There is not enough evidence to support or refute the claim that {claim}",
}


def justification(claim: str, questions: Sequence[EvidenceQuestion], judgement: Judgement, label: Veracity) -> str:
    """A few sentences; [2] refers to the second question (with several answers [2.1], [2.2]). Nothing is said that no answer says."""
    places = resting_on(questions, judgement)
    reasons = [f"{_reason(questions, place)} {reference(questions, place)}" for place in places[:_MOST_REASONS]]
    empty = [
        place for place, question in enumerate(questions, start=1) if not question.answers or all(map(answers_nothing, question.answers))
    ]
    if label is Veracity.NOT_ENOUGH and empty:
        listed = ", ".join(f"[{place}]" for place in empty)
        reasons = [*reasons[:2], f"No answer could be found to {len(empty)} of {len(questions)} questions {listed}."]
    return " ".join((*reasons, conclusion(claim, questions, places[:_MOST_REASONS], label)))


def resting_on(questions: Sequence[EvidenceQuestion], judgement: Judgement) -> list[tuple[int, int]]:
    """The places of the answers that a justification rests on: those that decide, or else all that say something and count."""
    return list(judgement.deciding) or _told(questions)


def conclusion(claim: str, questions: Sequence[EvidenceQuestion], places: Sequence[tuple[int, int]], label: Veracity) -> str:
    """The last sentence: what follows from the answers at these places."""
    rests = "".join(f" {reference(questions, place)}" for place in places)
    claimed = " ".join(claim.split()).rstrip(".!… ")
    return _FOLLOWS[label].format(claim=claimed) + rests + "."


def _told(questions: Sequence[EvidenceQuestion]) -> list[tuple[int, int]]:
    """All answers that say something and count."""
    return [
        (number, place)
        for number, question in enumerate(questions)
        for place, answer in enumerate(question.answers)
        if not answer.context_only and not answers_nothing(answer)
    ]


def _reason(questions: Sequence[EvidenceQuestion], place: tuple[int, int]) -> str:
    """The first sentence of an answer, cut after thirty words: a short one after its question, yes and no as a statement."""
    question = questions[place[0]]
    answer = question.answers[place[1]]
    text = premise(question.text, answer)
    words = text.split() if text.startswith(question.text) else _SENTENCE.split(" ".join(text.split()), maxsplit=1)[0].split()
    return " ".join(words) if len(words) <= _MOST_WORDS else " ".join(words[:_MOST_WORDS]) + " …"


def reference(questions: Sequence[EvidenceQuestion], place: tuple[int, int]) -> str:
    """How an answer is referred to."""
    number, answer = place
    several = len(questions[number].answers) > 1
    return f"[{number + 1}.{answer + 1}]" if several else f"[{number + 1}]"
