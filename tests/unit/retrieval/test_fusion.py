"""Reciprocal rank fusion on cases worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from app.ports import Hits
from app.retrieval import reciprocal_rank_fusion


def _hits(*rows: list[int]) -> Hits:
    array = np.array(rows, dtype=np.int32)
    return Hits(array, np.zeros(array.shape, dtype=np.float32))


def test_row_in_both_lists_wins() -> None:
    rows, scores = reciprocal_rank_fusion([_hits([7, 3]), _hits([3, 9])], weights=[1.0, 1.0], keep=3)
    assert rows.tolist() == [[3, 7, 9]]
    assert scores[0].tolist() == pytest.approx([1 / 62 + 1 / 61, 1 / 61, 1 / 62])


def test_weights_change_the_order() -> None:
    rows, _ = reciprocal_rank_fusion([_hits([1]), _hits([2])], weights=[1.0, 2.0], keep=2)
    assert rows.tolist() == [[2, 1]]


def test_equal_scores_are_in_row_order_and_gaps_are_padded() -> None:
    rows, scores = reciprocal_rank_fusion([_hits([5, -1]), _hits([4, -1])], weights=[1.0, 1.0], keep=4)
    assert rows.tolist() == [[4, 5, -1, -1]]
    assert scores[0, 2:].tolist() == [0.0, 0.0]


def test_each_query_is_fused_on_its_own() -> None:
    both, _ = reciprocal_rank_fusion([_hits([1, 2], [3, 4]), _hits([2, 1], [4, 5])], weights=[1.0, 1.0], keep=3)
    alone, _ = reciprocal_rank_fusion([_hits([3, 4]), _hits([4, 5])], weights=[1.0, 1.0], keep=3)
    assert both[1].tolist() == alone[0].tolist()


def test_one_weight_for_each_list() -> None:
    with pytest.raises(ValueError, match="weight"):
        reciprocal_rank_fusion([_hits([1])], weights=[], keep=1)
