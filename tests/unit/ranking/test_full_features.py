"""Features after the full comparison: counted and skipped candidates; rows are independent."""

from __future__ import annotations

import numpy as np
import pytest

from app.ranking import FULL_FEATURES, OF_CANDIDATES, ComparedTable, full_features
from app.ranking.features import shifted_log_odds
from app.ranking.full_features import OF_SENTENCE


def _table(pair: list[list[float]], compared: list[list[int]], settling: list[list[int]], **measures: list[list[float]]) -> ComparedTable:
    shape = np.array(pair).shape
    values = {name: np.zeros(shape, np.float32) for name in OF_CANDIDATES}
    values |= {name: np.array(value, np.float32) for name, value in (measures | {"pair": pair}).items()}
    return ComparedTable(
        compared=np.array(compared, bool),
        settling=np.array(settling, bool),
        false=np.zeros(shape, bool),
        measures=values,
        of_sentence={name: np.zeros(shape[0], np.float32) for name in OF_SENTENCE},
    )


def _row(table: ComparedTable, index: int = 0) -> dict[str, float]:
    return dict(zip(FULL_FEATURES, full_features(table)[index].tolist(), strict=True))


def _odds(value: float) -> float:
    return float(shifted_log_odds(np.array([value], np.float32))[0])


def test_features_of_the_best_and_second_pair() -> None:
    row = _row(
        _table(
            [[0.2, 0.9, 0.5]], [[1, 1, 1]], [[1, 1, 1]], support=[[0.9, 0.4, 0.1]], refute=[[0, 0.5, 0.8]], dense_claim=[[0.1, 0.7, 0.9]]
        )
    )
    assert row["pair"] == pytest.approx(_odds(0.9), abs=1e-3)
    assert row["pair_second"] == pytest.approx(_odds(0.5), abs=1e-3)
    assert row["agreed"] == pytest.approx(_odds(0.36), abs=1e-3)
    assert row["denied"] == pytest.approx(_odds(0.45), abs=1e-3)
    assert (row["of_best_support"], row["of_best_dense_claim"]) == pytest.approx((0.4, 0.7))


def test_ambiguous_candidates_give_only_their_lead() -> None:
    row = _row(_table([[0.9, 0.3]], [[1, 1]], [[0, 1]]))
    assert row["pair"] == pytest.approx(_odds(0.3), abs=1e-3)
    assert row["ambiguous_lead"] == pytest.approx(_odds(0.9) - _odds(0.3), abs=1e-3)


def test_a_sentence_that_was_not_compared_has_no_pair_features() -> None:
    table = _table([[0.9, 0.3]], [[0, 0]], [[1, 1]], dense_claim=[[0.8, 0.1]])
    assert set(_row(table).values()) == {0.0}


def test_a_row_depends_on_itself_alone() -> None:
    chooser = np.random.default_rng(3)
    pair, support = chooser.random((6, 4)), chooser.random((6, 4))
    compared, settling = chooser.random((6, 4)) < 0.6, chooser.random((6, 4)) < 0.6
    full = full_features(_table(pair.tolist(), compared.tolist(), settling.tolist(), support=support.tolist()))
    for index in range(6):
        only = slice(index, index + 1)
        alone = _table(pair[only].tolist(), compared[only].tolist(), settling[only].tolist(), support=support[only].tolist())
        assert full_features(alone)[0].tolist() == full[index].tolist()


def test_a_single_candidate_is_compared_with_a_baseline() -> None:
    low, high = _table([[0.0005]], [[1]], [[1]]), _table([[0.9, 0.0]], [[1, 0]], [[1, 1]])
    for table, least in ((low, 0.0), (high, 6.5)):
        row = dict(zip(FULL_FEATURES, full_features(table, single_probability=0.001)[0].tolist(), strict=True))
        assert row["pair_margin"] >= least and row["pair_second"] > 6
        assert row["pair_second"] == pytest.approx(row["pair"] - row["pair_margin"], abs=1e-5)
    two = _table([[0.9, 0.2]], [[1, 1]], [[1, 1]])
    assert full_features(two, single_probability=0.001).tolist() == full_features(two).tolist()
