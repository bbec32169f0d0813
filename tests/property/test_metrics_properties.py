"""Our average precision equals an independent implementation on random rankings; its variants keep their order."""

from __future__ import annotations

import ir_measures
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.research.intervals import average_precision_of_counts
from models.research.metrics import average_precision, reciprocal_rank, verified_average_precision


@st.composite
def rankings(draw: st.DrawFn) -> tuple[list[int], set[int]]:
    items = draw(st.permutations(range(draw(st.integers(1, 30)))))
    relevant = draw(st.sets(st.sampled_from(items), min_size=1))
    return list(items), relevant


def reference_measures(ranking: list[int], relevant: set[int]) -> dict[ir_measures.Measure, float]:
    run = [ir_measures.ScoredDoc("q", str(item), float(-rank)) for rank, item in enumerate(ranking)]
    qrels = [ir_measures.Qrel("q", str(item), 1) for item in relevant]
    measures: dict[ir_measures.Measure, float] = ir_measures.calc_aggregate([ir_measures.AP, ir_measures.RR], qrels, run)
    return measures


@settings(max_examples=60, deadline=None)
@given(rankings())
def test_average_precision_is_that_of_ir_measures(case: tuple[list[int], set[int]]) -> None:
    ranking, relevant = case
    expected = reference_measures(ranking, relevant)
    assert average_precision(ranking, relevant) == pytest.approx(expected[ir_measures.AP])
    names = [str(item) for item in ranking]
    assert reciprocal_rank(names, {str(item) for item in relevant}) == pytest.approx(expected[ir_measures.RR])


@settings(max_examples=60, deadline=None)
@given(rankings(), st.data())
def test_verified_measures_never_exceed_plain_ones(case: tuple[list[int], set[int]], data: st.DataObject) -> None:
    """MAP_H ≤ MAP_0 ≤ MAP_0.5 ≤ MAP; MAP_0.5 is the mean of its neighbours, and all equal MAP if everything is verified."""
    ranking, relevant = case
    verified = data.draw(st.sets(st.sampled_from(sorted(relevant))))
    plain = average_precision(ranking, relevant)
    none, half = (verified_average_precision(ranking, relevant, verified, credit=credit) for credit in (0.0, 0.5))
    harsh = verified_average_precision(ranking, relevant, verified, harsh=True)
    assert -1e-12 <= harsh <= none + 1e-12
    assert none <= half + 1e-12
    assert half <= plain + 1e-12
    assert half == pytest.approx((plain + none) / 2)
    for harshness in (False, True):
        assert verified_average_precision(ranking, relevant, relevant, harsh=harshness) == pytest.approx(plain)


@settings(max_examples=60, deadline=None)
@given(rankings(), st.data())
def test_resampled_average_precision_is_that_of_ir_measures_on_the_copies(case: tuple[list[int], set[int]], data: st.DataObject) -> None:
    ranking, relevant = case
    counts = data.draw(st.lists(st.integers(0, 3), min_size=len(ranking), max_size=len(ranking)))
    copies = [100 * item + copy for item, count in zip(ranking, counts, strict=True) for copy in range(count)]
    relevant_copies = {copy for copy in copies if copy // 100 in relevant}
    flags = np.array([item in relevant for item in ranking])
    value = average_precision_of_counts(np.array([counts], np.int32), flags, np.zeros(1, np.int32))[0]
    if relevant_copies:
        assert value == pytest.approx(reference_measures(copies, relevant_copies)[ir_measures.AP])
    else:
        assert np.isnan(value)


def test_relevant_item_that_was_not_ranked_counts_as_missed() -> None:
    assert average_precision([1, 2], {1, 9}) == pytest.approx(0.5)
    assert average_precision([], {1}) == 0.0
    assert average_precision([1], set()) == 0.0
