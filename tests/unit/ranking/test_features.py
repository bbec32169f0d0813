"""BM25 on the scale of the training library, for libraries of any size and fact-checks without a body."""

from __future__ import annotations

import bm25s
import numpy as np
import pytest

from app.ports import Field
from app.ranking.features import LEARNT_AMONG, comparable_lexical

SCORES = {Field.CLAIM: np.array([[4.0, 2.0]], np.float32), Field.TITLE: np.array([[3.0, 0.0]], np.float32)}
SCORES[Field.BODY] = np.array([[6.0, 0.0]], np.float32)


def rare_word_score(factchecks: int) -> float:
    """Return the BM25 score of a text whose one word is in no other of so many texts."""
    texts = [["rare", *["often"] * 9], *[["often"] * 10 for _ in range(factchecks - 1)]]
    index = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    index.index(texts, show_progress=False)
    return float(index.get_scores(["rare"])[0])


def test_scores_are_unchanged_at_the_training_librarys_size() -> None:
    features = comparable_lexical(SCORES, np.array([[True, True]]), factchecks=LEARNT_AMONG)
    for field, scores in SCORES.items():
        assert np.array_equal(features[f"bm25_{field.value}"], scores)


@pytest.mark.parametrize("factchecks", [2, 8, 150, 3000])
def test_a_rare_words_weight_does_not_depend_on_library_size(factchecks: int) -> None:
    alone, among_all = rare_word_score(factchecks), rare_word_score(LEARNT_AMONG)
    assert alone < among_all
    scores = {field: np.array([[alone]], np.float32) for field in Field}
    features = comparable_lexical(scores, np.array([[True]]), factchecks=factchecks)
    assert features["bm25_claim"][0, 0] == pytest.approx(among_all, rel=1e-3)


def test_a_missing_body_gets_the_score_of_the_claim() -> None:
    features = comparable_lexical(SCORES, np.array([[True, False]]), factchecks=LEARNT_AMONG)
    assert features["bm25_body"].tolist() == [[6.0, 2.0]]
    assert features["bm25_title"].tolist() == [[3.0, 0.0]]


def test_a_library_of_one_or_none_divides_by_nothing() -> None:
    for factchecks in (0, 1):
        features = comparable_lexical(SCORES, np.array([[True, True]]), factchecks=factchecks)
        assert all(np.isfinite(scores).all() for scores in features.values())
