"""The verdict: what the combiner makes of the answers, spoken only where the answers carry it.

A rule may turn a label into Not Enough Evidence, never into its opposite. The one exception are figures that were compared in code: an
answer that counts the same thing at the same time decides the claim where no other answer says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.domain.verification import EvidenceAnswer, EvidenceQuestion, Undecided, Veracity
from app.verify.bearing import WEAK, Side
from app.verify.figures import Comparison, compare
from app.verify.premises import answers_nothing, premise
from app.verify.rule import by_rule, deciding, stance_of

_SPOKEN = (Veracity.SUPPORTED, Veracity.REFUTED)
SURE = 0.65
"""How probable the combiner has to find Supported or Refuted where somebody gave the answers. Chosen with AVeriTeC's claims before the
tested ones so that at least 85 in 100 verdicts are right (models/veracity/CARD.md)."""
Sides = Mapping[tuple[int, int], Side]


def verdict(
    combined: Veracity, share: float, claim: str, questions: Sequence[EvidenceQuestion], sides: Sides
) -> tuple[Veracity, Undecided | None]:
    """The label that holds, and why it is not enough evidence where the combiner says otherwise; `share` is how probable it finds its
    label."""
    rule = by_rule(map(stance_of, sides.values()))
    if rule in _SPOKEN and _by_figures(rule, claim, questions, sides):
        return rule, None
    if combined is Veracity.NOT_ENOUGH or not sides:
        return combined, None
    undecided = _undecided(combined, share, rule, questions, sides)
    return (combined, None) if undecided is None else (Veracity.NOT_ENOUGH, undecided)


def _undecided(label: Veracity, share: float, rule: Veracity, questions: Sequence[EvidenceQuestion], sides: Sides) -> Undecided | None:
    """Why a label is not spoken; None where it is."""
    found_answers = _found(questions, sides)
    if found_answers and max(answer.score for answer in found_answers) < WEAK and not _given(questions, sides):
        return Undecided.WEAK
    if label in _SPOKEN and rule in _SPOKEN and rule is not label:
        return Undecided.OPPOSED
    if found_answers and not _carried(label, rule, sides):
        return Undecided.OPPOSED if rule is Veracity.CONFLICTING else Undecided.NOTHING_DECIDES
    return Undecided.UNSURE if not found_answers and label in _SPOKEN and share < SURE else None


def _carried(label: Veracity, rule: Veracity, sides: Sides) -> bool:
    """Return True if the answers carry the label: one side only, or both for conflicting evidence."""
    return rule is label and bool(deciding(sides, label))


def _by_figures(label: Veracity, claim: str, questions: Sequence[EvidenceQuestion], sides: Sides) -> bool:
    expected = Comparison.SAME if label is Veracity.SUPPORTED else Comparison.OTHER
    for number, at in deciding(sides, label):
        answer = questions[number].answers[at]
        if compare(claim, premise(questions[number].text, answer), around=f"{answer.source} {answer.title}") is expected:
            return True
    return False


def _answers(questions: Sequence[EvidenceQuestion], sides: Sides) -> list[EvidenceAnswer]:
    return [questions[number].answers[at] for number, at in sides]


def _found(questions: Sequence[EvidenceQuestion], sides: Sides) -> list[EvidenceAnswer]:
    """The answers that the program found itself."""
    return [answer for answer in _answers(questions, sides) if answer.passage]


def _given(questions: Sequence[EvidenceQuestion], sides: Sides) -> bool:
    """Return True if a person gave an answer that says something."""
    return any(not answer.passage and not answers_nothing(answer) for answer in _answers(questions, sides))
