"""Judgements of pairs (exact, partial, irrelevant), their operations, and the inverses of these."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.domain.judgement import Judgement, JudgementOperation, Judgements, Pair, PairJudgement, PairKind, decision_of, graded, judgement_of
from app.domain.review import Decision

PAIRS = [Pair(kind=PairKind.CLAIM, query=f"claim {number}", item="fc") for number in range(4)]


def act(judgements: Judgements, pairs: list[Pair], judgement: Judgement) -> JudgementOperation:
    return JudgementOperation(label="judged", who="ada", at="2026-11-23T08:00:00", changes=judgements.toggled(pairs, judgement))


def test_every_decision_about_a_match_has_its_judgement() -> None:
    assert [judgement_of(decision) for decision in Decision] == [Judgement.EXACT, Judgement.PARTIAL, Judgement.IRRELEVANT, None]
    assert judgement_of(None) is None
    assert all(judgement_of(decision_of(judgement)) is judgement for judgement in Judgement)


def test_grades_and_judgements_convert_both_ways() -> None:
    assert [judgement.grade for judgement in Judgement] == [2, 1, 0]
    assert all(graded(judgement.grade) is judgement for judgement in Judgement)
    assert graded(3) is Judgement.EXACT
    assert graded(-1) is Judgement.IRRELEVANT
    assert [judgement.holds for judgement in Judgement] == [True, True, False]


def test_only_one_reviewers_judgements_are_taken() -> None:
    stored = [
        PairJudgement(pair=PAIRS[0], judgement=Judgement.EXACT, who="ada"),
        PairJudgement(pair=PAIRS[0], judgement=Judgement.PARTIAL, who="bo"),
    ]
    assert Judgements.of(stored, "bo").get(PAIRS[0]) is Judgement.PARTIAL
    assert Judgements.of(stored, "cy").all() == {}


def test_repeating_a_judgement_removes_it() -> None:
    judgements = Judgements()
    judgements.apply(act(judgements, PAIRS[:2], Judgement.EXACT))
    assert len(judgements.toggled(PAIRS[:3], Judgement.EXACT)) == 1
    judgements.apply(act(judgements, PAIRS[:2], Judgement.EXACT))
    assert judgements.all() == {}


@given(st.lists(st.tuples(st.lists(st.sampled_from(PAIRS), min_size=1), st.sampled_from(list(Judgement))), max_size=12))
def test_inverse_operations_restore_the_earlier_state(steps: list[tuple[list[Pair], Judgement]]) -> None:
    judgements = Judgements()
    history: list[tuple[dict[Pair, Judgement], JudgementOperation]] = []
    for pairs, judgement in steps:
        operation = act(judgements, pairs, judgement)
        history.append((dict(judgements.all()), operation))
        judgements.apply(operation)
    for before, operation in reversed(history):
        judgements.apply(operation.inverse())
        assert judgements.all() == before
