"""BM25 equals bm25s's own index of the same terms, however the postings were built."""

from __future__ import annotations

from collections.abc import Sequence

import bm25s
import numpy as np
import pytest
from numpy.typing import NDArray

from app.domain.progress import CancelToken
from app.store.analysis import terms
from app.store.bm25_index import Bm25Index
from app.store.postings import Postings, eager_scores, extended_postings, no_postings
from tests.fakes.library_samples import samples

TEXTS = [factcheck.body + " " + factcheck.claim for factcheck in samples(300)] + ["", "   ", "the of and"]
QUERIES = [factcheck.claim for factcheck in samples(40, start=5_000)] + ["Lake Orrin lake Orrin lake", "the", "", "zebra", "90,000 jobs"]


def postings_of(texts: Sequence[str]) -> Postings:
    return extended_postings(
        no_postings(), sources=np.full(len(texts), -1, np.int32), new_texts=[(text, "en") for text in texts], cancel=CancelToken()
    )


def index_of(texts: Sequence[str]) -> Bm25Index:
    postings = postings_of(texts)
    return Bm25Index(postings, eager_scores(postings))


@pytest.fixture(scope="module")
def index() -> Bm25Index:
    return index_of(TEXTS)


@pytest.fixture(scope="module")
def reference() -> bm25s.BM25:
    engine = bm25s.BM25(k1=1.2, b=0.75, method="lucene")
    engine.index([terms(text) for text in TEXTS], show_progress=False)
    return engine


def expected(reference: bm25s.BM25, query: str) -> NDArray[np.float32]:
    known_terms = [term for term in terms(query) if term in reference.vocab_dict]
    return reference.get_scores(known_terms) if known_terms else np.zeros(len(TEXTS), np.float32)


@pytest.mark.parametrize("query", QUERIES)
def test_scores_are_those_of_bm25s(index: Bm25Index, reference: bm25s.BM25, query: str) -> None:
    rows = np.arange(len(TEXTS), dtype=np.int32)
    np.testing.assert_allclose(index.scores(query, rows), expected(reference, query), atol=1e-5)


@pytest.mark.parametrize("k", [1, 10, 400])
def test_search_ranks_by_score_then_row(index: Bm25Index, reference: bm25s.BM25, k: int) -> None:
    hits = index.search(QUERIES, k)
    assert hits.rows.shape == (len(QUERIES), k) and hits.rows.dtype == np.int32
    for number, query in enumerate(QUERIES):
        scores = index.scores(query, np.arange(len(TEXTS), dtype=np.int32))
        order = sorted(np.flatnonzero(scores > 0).tolist(), key=lambda row: (-scores[row], row))[:k]
        found_rows = hits.rows[number][hits.rows[number] >= 0]
        assert found_rows.tolist() == order
        assert np.array_equal(hits.scores[number][: len(order)], scores[order])


def test_rows_that_share_no_term_are_no_hits(index: Bm25Index) -> None:
    hits = index.search(["zebra", "", "the of"], 5)
    assert (hits.rows == -1).all() and (hits.scores == 0).all()


def test_allowed_rows_only(index: Bm25Index) -> None:
    mask = np.arange(len(TEXTS)) % 3 == 0
    hits = index.search(QUERIES, 20, allowed=mask)
    assert mask[hits.rows[hits.rows >= 0]].all()
    everything = index.search(QUERIES, len(TEXTS))
    for some, all_rows in zip(hits.rows, everything.rows, strict=True):
        passing = [row for row in all_rows.tolist() if row >= 0 and mask[row]][:20]
        assert some[some >= 0].tolist() == passing


def test_an_empty_field_has_no_hits() -> None:
    for texts in ([], ["", ""], ["the"]):
        empty = index_of(texts)
        assert len(empty) == len(texts)
        assert (empty.search(["bridge"], 3).rows == -1).all()
        assert empty.scores("bridge", np.arange(len(texts), dtype=np.int32)).tolist() == [0.0] * len(texts)


def test_grown_postings_equal_new_ones() -> None:
    expected = postings_of(TEXTS)
    first = postings_of([text for index, text in enumerate(TEXTS) if index % 3])
    sources, following = [], 0
    for index in range(len(TEXTS)):
        sources.append(following if index % 3 else -1)
        following += bool(index % 3)
    new_texts = [text for index, text in enumerate(TEXTS) if not index % 3]
    second = extended_postings(
        first, sources=np.array(sources, np.int32), new_texts=[(text, "en") for text in new_texts], cancel=CancelToken()
    )
    assert_equal(second, expected)


def test_shrunk_postings_equal_new_ones() -> None:
    remaining = [index for index in range(len(TEXTS)) if index % 4]
    shrunk = extended_postings(postings_of(TEXTS), sources=np.array(remaining, np.int32), new_texts=[], cancel=CancelToken())
    assert_equal(shrunk, postings_of([TEXTS[index] for index in remaining]))


def assert_equal(first: Postings, second: Postings) -> None:
    assert first.terms == second.terms
    for name in ("starts", "rows", "counts", "lengths"):
        value, expected = getattr(first, name), getattr(second, name)
        assert value.dtype == expected.dtype and np.array_equal(value, expected), name
    assert np.array_equal(eager_scores(first), eager_scores(second))
