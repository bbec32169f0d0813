"""The ranker file: reading, refusal of files that do not fit, monotone calibration, row-wise scores."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from app.domain.document import Sentence
from app.domain.ranked import Outcome, RankedSentence
from app.domain.verdict import SentenceVerdict
from app.errors import ModelError
from app.ranking import FEATURES, load_ranker, rank_sentences, sentence_features
from tests.unit.ranking.test_verdict import THRESHOLDS


def _write(path: Path, **changes: object) -> Path:
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(THRESHOLDS, **changes)))
    return path


def test_scores_and_probabilities(tmp_path: Path) -> None:
    weights = tuple(float(index) for index in range(len(FEATURES)))
    knots = ((-1.0, 0.0), (1.0, 0.5), (3.0, 0.9))
    ranker = load_ranker(_write(tmp_path / "r.json", coefficients=weights, calibration=knots), FEATURES)
    rows = np.random.default_rng(5).normal(size=(40, len(FEATURES))).astype(np.float32)
    scores = ranker.score(rows)
    assert scores == pytest.approx((rows.astype(float) * weights).sum(axis=1))
    assert [float(ranker.score(rows[index : index + 1])[0]) for index in range(40)] == scores.tolist()
    assert ranker.probability(np.array([-5.0, 0.0, 2.0, 9.0])).tolist() == pytest.approx([0.0, 0.25, 0.7, 0.9])


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"name": 1}', b"\xff\xfe"])
def test_damaged_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "r.json").write_bytes(content)
    with pytest.raises(ModelError) as caught:
        load_ranker(tmp_path / "r.json", FEATURES)
    assert caught.value.code == "model-altered"


def test_missing_and_mismatched_files(tmp_path: Path) -> None:
    with pytest.raises(ModelError) as missing:
        load_ranker(tmp_path / "none.json", FEATURES)
    assert missing.value.code == "model-missing"
    with pytest.raises(ModelError) as other:
        load_ranker(_write(tmp_path / "r.json", features=("a", "b")), FEATURES)
    assert other.value.code == "model-mismatch"


def test_ambiguous_candidates_give_no_evidence() -> None:
    measures = {
        name: np.array([[0.9, 0.4]], dtype=np.float32)
        for name in ("dense_claim", "dense_title", "bm25_claim", "bm25_title", "bm25_body", "prefilter")
    }
    features = dict(zip(FEATURES, sentence_features(measures, np.array([[False, True]]), ["It rose by 3 percent?"], [0.8])[0], strict=True))
    assert features["prefilter"] == pytest.approx(np.log(0.4 / 0.6) - np.log(1e-6), abs=1e-3)
    assert features["has_number"] == 1.0
    assert features["question"] == 1.0


def test_order_is_total() -> None:
    def entry(index: int, score: float) -> RankedSentence:
        sentence = Sentence(index=index, text="x", start=0, end=1)
        return RankedSentence(rank=0, sentence=sentence, score=score, probability=0, verdict=SentenceVerdict.UNKNOWN, outcome=Outcome.NONE)

    ranked = rank_sentences([entry(2, 1.0), entry(0, 0.5), entry(1, 1.0)])
    assert [(item.rank, item.sentence.index) for item in ranked] == [(1, 1), (2, 2), (3, 0)]
