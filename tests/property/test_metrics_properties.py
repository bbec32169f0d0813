"""Our average precision agrees with an independent implementation on random rankings."""

from __future__ import annotations

import ir_measures
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.evaluation.metrics import average_precision, reciprocal_rank


@st.composite
def rankings(draw: st.DrawFn) -> tuple[list[int], set[int]]:
    items = draw(st.permutations(range(draw(st.integers(1, 30)))))
    relevant = draw(st.sets(st.sampled_from(items), min_size=1))
    return list(items), relevant


@settings(max_examples=60, deadline=None)
@given(rankings())
def test_average_precision_is_that_of_ir_measures(case: tuple[list[int], set[int]]) -> None:
    ranking, relevant = case
    run = [ir_measures.ScoredDoc("q", str(item), float(-place)) for place, item in enumerate(ranking)]
    qrels = [ir_measures.Qrel("q", str(item), 1) for item in relevant]
    theirs = ir_measures.calc_aggregate([ir_measures.AP, ir_measures.RR], qrels, run)
    assert average_precision(ranking, relevant) == pytest.approx(theirs[ir_measures.AP])
    names = [str(item) for item in ranking]
    assert reciprocal_rank(names, {str(item) for item in relevant}) == pytest.approx(theirs[ir_measures.RR])


def test_relevant_item_that_was_not_ranked_counts_as_missed() -> None:
    assert average_precision([1, 2], {1, 9}) == pytest.approx(0.5)
    assert average_precision([], {1}) == 0.0
    assert average_precision([1], set()) == 0.0
