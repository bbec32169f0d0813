"""BM25 as the rankers learnt it: the same in a library of any size, and of fact-checks without a body."""

from __future__ import annotations

import bm25s
import numpy as np
import pytest

from app.ports import Field
from app.ranking.features import LEARNT_AMONG, comparable_lexical

SCORES = {Field.CLAIM: np.array([[4.0, 2.0]], np.float32), Field.TITLE: np.array([[3.0, 0.0]], np.float32)}
SCORES[Field.BODY] = np.array([[6.0, 0.0]], np.float32)


def rare_word_score(factchecks: int) -> float:
    """BM25 of a text whose one word no other of so many texts has."""
    texts = [["rare", *["often"] * 9], *[["often"] * 10 for _ in range(factchecks - 1)]]
    index = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    index.index(texts, show_progress=False)
    return float(index.get_scores(["rare"])[0])


def test_nothing_changes_in_the_library_that_was_learnt_with() -> None:
    found = comparable_lexical(SCORES, np.array([[True, True]]), factchecks=LEARNT_AMONG)
    for field, own in SCORES.items():
        assert np.array_equal(found[f"bm25_{field.value}"], own)


@pytest.mark.parametrize("factchecks", [2, 8, 150, 3000])
def test_a_word_of_one_text_alone_weighs_the_same_in_a_library_of_any_size(factchecks: int) -> None:
    alone, among_all = rare_word_score(factchecks), rare_word_score(LEARNT_AMONG)
    assert alone < among_all
    scores = {field: np.array([[alone]], np.float32) for field in Field}
    found = comparable_lexical(scores, np.array([[True]]), factchecks=factchecks)
    assert found["bm25_claim"][0, 0] == pytest.approx(among_all, rel=1e-3)


def test_what_the_claim_shares_stands_for_a_body_that_is_not_there() -> None:
    found = comparable_lexical(SCORES, np.array([[True, False]]), factchecks=LEARNT_AMONG)
    assert found["bm25_body"].tolist() == [[6.0, 2.0]]
    assert found["bm25_title"].tolist() == [[3.0, 0.0]]


def test_a_library_of_one_or_none_divides_by_nothing() -> None:
    for factchecks in (0, 1):
        found = comparable_lexical(SCORES, np.array([[True, True]]), factchecks=factchecks)
        assert all(np.isfinite(own).all() for own in found.values())
