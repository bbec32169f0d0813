"""The paper's rule: the verdict from the stance of each answer (AVeriTeC, section 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from app.domain.stance import Stance
from app.domain.verification import EvidenceAnswer, EvidenceQuestion, Veracity
from app.verify.bearing import Side
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


def deciding(sides: Mapping[tuple[int, int], Side], label: Veracity) -> tuple[tuple[int, int], ...]:
    """The places of the answers that speak for this label, the weightiest first.

    For supported those that support, for refuted those that refute, for conflicting both; where there is not enough evidence, none does.
    """
    signs = {Veracity.SUPPORTED: (1,), Veracity.REFUTED: (-1,), Veracity.CONFLICTING: (1, -1), Veracity.NOT_ENOUGH: ()}[label]
    matching = [position for position, side in sides.items() if any(side * sign > 0 for sign in signs)]
    return tuple(sorted(matching, key=lambda position: (-abs(sides[position]), position)))


def stance_of(side: Side) -> Stance:
    """A side as the stance that the rule counts."""
    return Stance.AGREE if side > 0 else Stance.DISAGREE if side < 0 else Stance.UNRELATED


def counted_answers(questions: Sequence[EvidenceQuestion]) -> Iterator[tuple[int, int, EvidenceAnswer]]:
    """(question's place, answer's place, answer) of every answer that is not there for context only."""
    for number, question in enumerate(questions):
        for answer_number, answer in enumerate(question.answers):
            if not answer.context_only:
                yield number, answer_number, answer


def top_answers(questions: Sequence[EvidenceQuestion]) -> list[tuple[int, int]]:
    """The (question, answer) places that a verdict rests on: every answer that somebody gave, and of those that the program found the three
    surest. So many has a claim of AVeriTeC, and what comes behind them is mostly beside the point. That something was not found counts
    only where nothing was."""
    answers_in_order = list(counted_answers(questions))
    best_answers = sorted((-answer.score, number, answer_number) for number, answer_number, answer in answers_in_order if answer.passage)[
        :SUREST
    ]
    if not best_answers:
        return [(number, answer_number) for number, answer_number, _ in answers_in_order]
    given_positions = [
        (number, answer_number) for number, answer_number, answer in answers_in_order if not answer.passage and not answers_nothing(answer)
    ]
    return sorted(given_positions + [(number, answer_number) for _, number, answer_number in best_answers])
