"""Fusion of ranked lists: cases worked by hand, and properties of any lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.ports import FloatMatrix, Hits, IntMatrix
from app.retrieval import borda_count, comb_sum, reciprocal_rank_fusion

Fuse = Callable[..., tuple[IntMatrix, FloatMatrix]]
EVERY: Sequence[Fuse] = (reciprocal_rank_fusion, comb_sum, borda_count)


def hits(*lists: Sequence[tuple[int, float]]) -> Hits:
    """One query a list of (row, score)."""
    width = max(map(len, lists))
    rows, scores = np.full((len(lists), width), -1, np.int32), np.zeros((len(lists), width), np.float32)
    for query, scored in enumerate(lists):
        for rank, (row, score) in enumerate(scored):
            rows[query, rank], scores[query, rank] = row, score
    return Hits(rows, scores)


@st.composite
def ranked_lists(draw: st.DrawFn) -> list[list[tuple[int, float]]]:
    """Draw two or three lists for one query, scores descending."""
    lists = []
    for _ in range(draw(st.integers(2, 3))):
        rows = draw(st.lists(st.integers(0, 12), unique=True, max_size=8))
        scores = sorted(draw(st.lists(st.floats(-50, 50, width=32), min_size=len(rows), max_size=len(rows))), reverse=True)
        lists.append(list(zip(rows, scores, strict=True)))
    return lists


def test_comb_sum_adds_scores_on_one_scale() -> None:
    rows, scores = comb_sum([hits([(1, 30.0), (2, 20.0), (3, 10.0)]), hits([(2, 0.9), (4, 0.5)])], weights=[0.1, 0.9], keep=5)
    assert rows.tolist() == [[2, 1, 3, 4, -1]]
    assert scores[0].tolist() == pytest.approx([0.95, 0.1, 0.0, 0.0, 0.0])


def test_equal_scores_all_get_the_maximum() -> None:
    _, scores = comb_sum([hits([(1, 3.0), (2, 3.0)])], weights=[0.5], keep=2)
    assert scores[0].tolist() == [0.5, 0.5]


def test_borda_splits_remaining_points_among_absent_rows() -> None:
    # Of four rows, the first list gives 4, 3, 2, 1; the second 4 to row 4, and (3 + 2 + 1) / 3 = 2 to each that it lacks.
    rows, scores = borda_count([hits([(1, 9.0), (2, 8.0), (3, 7.0), (4, 6.0)]), hits([(4, 1.0)])], weights=[1.0, 1.0], keep=4)
    assert rows.tolist() == [[1, 2, 4, 3]]  # 6, 5, 5 and 4 points; equals by row
    assert np.diff(scores[0]).tolist() == pytest.approx([-1.0, 0.0, -1.0])


@settings(max_examples=80, deadline=None)
@given(ranked_lists(), st.sampled_from(EVERY), st.data())
def test_properties_of_every_fusion(lists: list[list[tuple[int, float]]], fuse: Fuse, data: st.DataObject) -> None:
    weights = data.draw(st.lists(st.floats(0.1, 2.0), min_size=len(lists), max_size=len(lists)))
    every = {row for scored in lists for row, _ in scored}
    rows, scores = fuse([hits(scored) for scored in lists], weights=weights, keep=15)
    ranked = rows[0][rows[0] >= 0].tolist()
    assert sorted(ranked) == sorted(every)  # nothing is lost, nothing stands twice
    assert (np.diff(scores[0][: len(ranked)]) <= 1e-6).all()
    order = data.draw(st.permutations(range(len(lists))))
    again, _ = fuse([hits(lists[index]) for index in order], weights=[weights[index] for index in order], keep=15)
    assert set(again[0].tolist()) == set(rows[0].tolist())
    short, _ = fuse([hits(scored) for scored in lists], weights=weights, keep=3)
    assert short[0].tolist() == (rows[0].tolist() + [-1] * 3)[:3]


@settings(max_examples=80, deadline=None)
@given(ranked_lists(), st.sampled_from(EVERY))
def test_an_item_first_in_every_list_is_first(lists: list[list[tuple[int, float]]], fuse: Fuse) -> None:
    led = [[(99, max([score for _, score in scored], default=0.0) + 1.0), *scored] for scored in lists]
    rows, _ = fuse([hits(scored) for scored in led], weights=[1.0] * len(led), keep=1)
    assert rows[0, 0] == 99


@settings(max_examples=60, deadline=None)
@given(ranked_lists(), st.floats(0.5, 20.0), st.floats(-100.0, 100.0))
def test_comb_sum_is_scale_invariant(lists: list[list[tuple[int, float]]], factor: float, shift: float) -> None:
    rounded = [[(row, round(score)) for row, score in ranking] for ranking in lists]
    moved = [[(row, float(np.float32(score * round(factor) + round(shift)))) for row, score in rounded[0]], *rounded[1:]]
    if round(factor) < 1:
        return
    original, rescaled = (
        comb_sum([hits(ranking) for ranking in rankings], weights=[1.0] * len(lists), keep=15) for rankings in (rounded, moved)
    )
    assert original[1] == pytest.approx(rescaled[1], abs=1e-6)


def test_one_weight_for_each_list() -> None:
    for fuse in EVERY:
        with pytest.raises(ValueError, match="weight"):
            fuse([hits([(1, 1.0)])], weights=[], keep=1)
