"""The paper's rule: the verdict from the stance of each answer (AVeriTeC, section 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from app.domain.stance import Stance
from app.domain.verification import EvidenceAnswer, EvidenceQuestion, Veracity
from app.verify.premises import answers_nothing

SUREST = 3
"""Found answers that a verdict rests on."""


def by_rule(stances: Iterable[Stance]) -> Veracity:
    """Support and refute: conflicting; only one of them: that one; neither: not enough evidence."""
    sides = set(stances)
    if {Stance.AGREE, Stance.DISAGREE} <= sides:
        return Veracity.CONFLICTING
    if Stance.AGREE in sides:
        return Veracity.SUPPORTED
    return Veracity.REFUTED if Stance.DISAGREE in sides else Veracity.NOT_ENOUGH


def deciding(questions: Sequence[EvidenceQuestion], label: Veracity) -> tuple[tuple[int, int], ...]:
    """(question, answer) places of the answers that speak for this label, the weightiest first.

    For supported those that support, for refuted those that refute, for conflicting both; where there is not enough evidence, none does.
    """
    weights = [(_weight(questions[question].answers[place], label), question, place) for question, place in weighed(questions)]
    found = sorted(((weight, question, place) for weight, question, place in weights if weight > 0), key=lambda one: (-one[0], one[1:]))
    return tuple((question, place) for _, question, place in found)


def counted(questions: Sequence[EvidenceQuestion]) -> Iterator[tuple[int, int, EvidenceAnswer]]:
    """(question's place, answer's place, answer) of every answer that is not there for context only."""
    for number, question in enumerate(questions):
        for place, answer in enumerate(question.answers):
            if not answer.context_only:
                yield number, place, answer


def weighed(questions: Sequence[EvidenceQuestion]) -> list[tuple[int, int]]:
    """The (question, answer) places that a verdict rests on: every answer that somebody gave, and of those that the program found the three
    surest. So many has a claim of AVeriTeC, and what comes behind them is mostly beside the point. That something was not found counts
    only where nothing was."""
    places = list(counted(questions))
    found = sorted((-answer.score, number, place) for number, place, answer in places if answer.passage)[:SUREST]
    if not found:
        return [(number, place) for number, place, _ in places]
    given = [(number, place) for number, place, answer in places if not answer.passage and not answers_nothing(answer)]
    return sorted(given + [(number, place) for _, number, place in found])


def _weight(answer: EvidenceAnswer, label: Veracity) -> float:
    """How strongly an answer speaks for a label: the probability of its side where that is more probable than the other."""
    stance = answer.stance
    if stance is None or not stance.judged:
        return 0.0
    support = stance.support if stance.support > max(stance.refute, 0.2) else 0.0
    refute = stance.refute if stance.refute > max(stance.support, 0.2) else 0.0
    if label is Veracity.SUPPORTED:
        return support
    if label is Veracity.REFUTED:
        return refute
    return max(support, refute) if label is Veracity.CONFLICTING else 0.0
