"""Contract of a PostLibrary's index, on disk and in memory."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from app.domain.post import Post
from app.domain.post_text import cleaned
from app.domain.posts import PostFilter
from app.domain.progress import CancelToken, ProgressUpdate, no_progress
from app.errors import Cancelled
from app.ports import Mask, ModelIdentity, PostIndex, PostLibrary, TextEncoder
from app.store.analysis import names_in, query_terms, terms
from app.store.posts.library import open_posts
from app.store.row_index import encoding
from tests.fakes.encoder import FakeEncoder
from tests.fakes.post_library import MemoryPosts
from tests.fakes.post_samples import post, posts

COUNT, ENCODED, STEP = 60, 52, 8
QUERIES = [cleaned(post.text) for post in posts(12, start=500) if post.text.isascii()]


@pytest.fixture(params=["on disk", "in memory"])
def library(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PostLibrary]:
    """Yield an empty library that stores vectors eight at a time."""
    monkeypatch.setattr(encoding, "STEP", STEP)
    posts_library: PostLibrary = open_posts(tmp_path, create=True, threads=2) if request.param == "on disk" else MemoryPosts(step=STEP)
    yield posts_library
    posts_library.close()


@pytest.fixture
def full(library: PostLibrary) -> PostLibrary:
    """Return the library with 60 posts, all encoded."""
    add(library, posts(COUNT))
    encode(library)
    return library


def add(library: PostLibrary, new_posts: list[Post]) -> None:
    library.add(iter(new_posts), progress=no_progress, cancel=CancelToken())


def encode(library: PostLibrary, encoder: TextEncoder | None = None) -> int:
    return library.encode(encoder=encoder or FakeEncoder(), progress=no_progress, cancel=CancelToken())


def index_of(library: PostLibrary, encoder: TextEncoder | None = None) -> closing[PostIndex]:
    return closing(library.index(encoder=encoder or FakeEncoder(), progress=no_progress, cancel=CancelToken()))


def canonical_posts(index: PostIndex) -> list[Post]:
    return index.posts(range(len(index)))


def words(index: PostIndex) -> list[str]:
    return [cleaned(post.text) for post in canonical_posts(index)]


def vectors_of(texts: list[str]) -> np.ndarray:
    return FakeEncoder().encode(texts, progress=no_progress, cancel=CancelToken())


def all_rows(index: PostIndex) -> Mask:
    return np.ones(len(index), np.bool_)


def cosines(index: PostIndex, query: np.ndarray, mask: Mask) -> dict[int, float]:
    """Brute force in double precision over the index's own vectors."""
    vectors = index.vector_rows(np.arange(len(index), dtype=np.int32)).astype(np.float64)
    return {row: float(vectors[row] @ query.astype(np.float64)) for row in np.flatnonzero(mask & vectors.any(axis=1)).tolist()}


def bm25(index: PostIndex, query: str) -> list[float]:
    """Compute BM25 from its formula."""
    languages = [post.language for post in index.posts(range(len(index)))]
    texts = [terms(text, language) for text, language in zip(words(index), languages, strict=True)]
    mean = sum(map(len, texts)) / len(texts)
    scores = [0.0] * len(texts)
    pairs = query_terms(query, names_in(sorted({term for text in texts for term in text})))
    for term, word in pairs:
        frequency = min(len(texts), sum(post in text for post in {post for post, other in pairs if other == word} for text in texts))
        for row, text in enumerate(texts):
            post = text.count(term)
            weight = math.log(1 + (len(texts) - frequency + 0.5) / (frequency + 0.5))
            scores[row] += weight * post / (post + 1.2 * (0.25 + 0.75 * len(text) / mean))
    return scores


def test_a_row_is_one_group_of_copies_in_order_of_id(library: PostLibrary) -> None:
    first = Post(id="m", text="Otters build bridges in Velden", author="anna")
    copies = [Post(id="a", text="RT", repeats="m"), Post(id="z", text="otters build bridges in Velden!")]
    add(library, [first, *copies, Post(id="c", text="Beavers do")])
    with index_of(library) as index:
        assert len(index) == 2 and [post.id for post in canonical_posts(index)] == ["c", "m"]
        assert index.posts([1, 0, 1])[0] == first and index.posts([]) == []
        assert index.lexical().search(["otters"], 3).rows.tolist() == [[1, -1, -1]]


def test_words_are_scored_by_bm25(full: PostLibrary) -> None:
    with index_of(full) as index:
        hits = index.lexical().search(QUERIES, 7)
        for number, query in enumerate(QUERIES):
            expected = bm25(index, query)
            order = sorted((row for row, score in enumerate(expected) if score), key=lambda row: (-np.float32(expected[row]), row))[:7]
            found_rows = hits.rows[number][hits.rows[number] >= 0].tolist()
            np.testing.assert_allclose([expected[row] for row in found_rows], [expected[row] for row in order], atol=1e-5)
            np.testing.assert_allclose(hits.scores[number][: len(found_rows)], [expected[row] for row in found_rows], atol=1e-5)
            rows = np.arange(len(index), dtype=np.int32)
            np.testing.assert_allclose(index.lexical().scores(query, rows), expected, atol=1e-5)
        assert len(index.lexical()) == len(index.vectors()) == len(index) == COUNT


def test_a_language_set_by_hand_stays_and_is_used_for_search(full: PostLibrary) -> None:
    spanish = Post(id="sp", text="Las vacunas causaron muertes", language="en")
    add(full, [spanish])
    with index_of(full) as index:
        assert index.lexical().search(["vacunación"], 2).rows.tolist() == [[-1, -1]]
    assert full.set_language(["sp", "nobody", "sp"], "es") == 1
    add(full, [spanish])
    assert full.get(["sp"])["sp"].language == "es"
    assert [post.id for post in full.search("vacunas", among=PostFilter(language="es")).items] == ["sp"]
    assert not full.search("vacunas", among=PostFilter(language="en")).items
    with index_of(full) as index:
        assert index.posts(index.lexical().search(["vacunación"], 1).rows[0].tolist())[0].id == "sp"


def test_words_are_searchable_at_once_and_vectors_after_encoding(library: PostLibrary) -> None:
    add(library, posts(COUNT))
    with index_of(library) as index:
        assert index.encoded == 0 < index.waiting < len(index) and not index.vector_rows(np.arange(5, dtype=np.int32)).any()
        assert (index.vectors().search(vectors_of(QUERIES), 3).rows == -1).all()
        assert (index.lexical().search(QUERIES, 3).rows[:, 0] >= 0).all()
        before = index.generation
    encoder = FakeEncoder()
    assert encode(library, encoder) == len(encoder.encoded) == len(set(encoder.encoded))
    with index_of(library) as index:
        assert index.waiting == 0 < len(index) - index.encoded
        assert index.encoded == sum(any(map(str.isalnum, text)) for text in words(index)) == len(encoder.encoded)
        assert index.generation != before
        assert (index.vectors().search(vectors_of(QUERIES), 3).rows >= 0).all()
    assert encode(library, encoder) == 0
    assert library.statistics().encoded == len(encoder.encoded) < COUNT == library.statistics().groups


def test_newest_posts_are_encoded_first(library: PostLibrary) -> None:
    add(library, posts(COUNT))
    encoder = FakeEncoder()
    encode(library, encoder)
    with index_of(library) as index:
        newest = sorted((post for post in canonical_posts(index) if post.published), key=lambda post: post.published or 0, reverse=True)  # type: ignore[arg-type, return-value]
    dated = [text for post in newest if any(map(str.isalnum, text := cleaned(post.text)))]
    assert encoder.encoded[: len(dated)] == dated


def test_vectors_are_those_of_the_cleaned_words(full: PostLibrary) -> None:
    with index_of(full) as index:
        rows = np.array([3, 0, 6, 3], np.int32)
        vectors = index.vector_rows(rows)
        expected = vectors_of([words(index)[row] for row in rows])
        expected[2] = 0  # emoji alone
        assert vectors.dtype == np.float32 and vectors.shape == expected.shape
        np.testing.assert_allclose(vectors, expected, atol=1e-3)
        assert index.vector_rows(rows[:0]).shape == (0, 64)


@pytest.mark.parametrize("share", [1.0, 0.6, 0.2])
def test_nearest_by_meaning(full: PostLibrary, share: float) -> None:
    with index_of(full) as index:
        mask = np.random.default_rng(3).random(len(index)) < share
        queries = vectors_of(QUERIES)
        hits = index.vectors().search(queries, 9, allowed=None if share == 1 else mask)
        if share == 1:
            mask = all_rows(index)
        assert index.vectors().kind == "exact" and hits.rows.dtype == np.int32 and hits.scores.dtype == np.float32
        for number, query in enumerate(queries):
            expected = cosines(index, query, mask)
            found_rows = [row for row in hits.rows[number].tolist() if row >= 0]
            assert len(set(found_rows)) == len(found_rows) == min(9, len(expected)) and (hits.rows[number][len(found_rows) :] == -1).all()
            np.testing.assert_allclose(hits.scores[number][: len(found_rows)], sorted(expected.values(), reverse=True)[:9], atol=1e-6)
            np.testing.assert_allclose(hits.scores[number][: len(found_rows)], [expected[row] for row in found_rows], atol=1e-6)
            order = list(zip(-hits.scores[number][: len(found_rows)], found_rows, strict=True))
            assert order == sorted(order)


def test_a_score_depends_only_on_its_two_vectors(full: PostLibrary) -> None:
    queries = vectors_of(QUERIES)
    with index_of(full) as index:
        together = index.vectors().search(queries, 9)
        alone = index.vectors().search(queries[5:6], 9)
        assert np.array_equal(alone.rows[0], together.rows[5]) and np.array_equal(alone.scores[0], together.scores[5])
        mask = np.arange(len(index)) % 2 == 0
        few = index.vectors().search(queries[5:6], 3, allowed=mask)
        hits = index.vectors().search(queries[5:6], len(index))
        positions = [position for position, row in enumerate(hits.rows[0].tolist()) if row >= 0 and mask[row]][:3]
        assert np.array_equal(few.rows[0], hits.rows[0][positions]) and np.array_equal(few.scores[0], hits.scores[0][positions])


def test_no_queries_give_no_hits(full: PostLibrary) -> None:
    queries = vectors_of(QUERIES)
    with index_of(full) as index:
        assert index.vectors().search(queries[:0], 3).rows.shape == (0, 3)
        assert index.vectors().search(queries, 0).rows.shape == (len(QUERIES), 0)
        assert (index.vectors().search(queries, 3, allowed=~all_rows(index)).rows == -1).all()
        assert index.lexical().search([], 3).rows.shape == (0, 3)


@pytest.mark.parametrize(
    "among",
    [
        PostFilter(),
        PostFilter(platform="mastodon"),
        PostFilter(language="es"),
        PostFilter(since=date(2020, 1, 12)),
        PostFilter(until=date(2020, 1, 12)),
        PostFilter(since=date(2020, 1, 12), until=date(2020, 1, 12)),
        PostFilter(since=date(2020, 1, 5), until=date(2020, 2, 20), platform="x", language="en"),
        PostFilter(platform="nowhere"),
        PostFilter(language="xx"),
    ],
    ids=str,
)
def test_filters(full: PostLibrary, among: PostFilter) -> None:
    with index_of(full) as index:
        passing = [_passes(post, among) for post in canonical_posts(index)]
        allowed = index.allowed(among)
        assert (passing == [True] * COUNT) if allowed is None else allowed.tolist() == passing
        assert (allowed is None) == all(passing)
        hits = index.lexical().search(QUERIES, COUNT, allowed=allowed)
        assert all(passing[row] for row in hits.rows[hits.rows >= 0])


def _passes(post: Post, among: PostFilter) -> bool:
    if (among.since or among.until) and post.published is None:
        return False
    day = post.published.date().isoformat() if post.published else ""
    since, until = among.since.isoformat() if among.since else "", among.until.isoformat() if among.until else "9999"
    return since <= day <= until and among.platform in ("", post.platform) and among.language in ("", post.language)


def test_a_pinned_index_does_not_change(full: PostLibrary) -> None:
    with index_of(full) as pinned:
        before = canonical_posts(pinned), pinned.generation, pinned.lexical().search(QUERIES, 5).rows.tolist()
        add(full, [post(3, version=1), *posts(5, start=900)])
        assert full.delete(["p0001", "p0010"], cancel=CancelToken()) == 2
        encode(full)
        assert (canonical_posts(pinned), pinned.generation, pinned.lexical().search(QUERIES, 5).rows.tolist()) == before
        with index_of(full) as after:
            assert len(after) == COUNT + 3 and after.generation != pinned.generation
            assert after.posts([2])[0] == post(3, version=1)


def test_only_new_posts_are_encoded(full: PostLibrary) -> None:
    encoder = FakeEncoder()
    moved = Post(id="a-copy", text=post(8).text + " https://x.example/other", repeats="elsewhere")
    add(full, [post(3, version=1), post(900), moved])
    with index_of(full, encoder) as index:
        assert index.encoded == full.statistics().groups - 2 - sum(not any(map(str.isalnum, text)) for text in words(index))
    assert encode(full, encoder) == 2 and set(encoder.encoded) == {cleaned(post(3, version=1).text), cleaned(post(900).text)}
    full.delete([f"p{number:04d}" for number in range(20)], cancel=CancelToken())
    add(full, posts(20))
    assert encode(full, encoder) == 0


def test_every_model_has_vectors_of_its_own(full: PostLibrary) -> None:
    other = FakeEncoder(name="another-model")
    with index_of(full, other) as index:
        assert index.encoded == 0
    wider = FakeEncoder(dimension=32)
    with index_of(full, wider) as index:
        assert index.encoded == 0 and index.vector_rows(np.zeros(1, np.int32)).shape == (1, 32)
    encoded_count = encode(full, other)
    with index_of(full, other) as index:
        assert index.encoded == encoded_count > 0


class ElsewhereEncoder(FakeEncoder):
    """The same model on another device."""

    @property
    def identity(self) -> ModelIdentity:
        identity = super().identity
        return ModelIdentity(name=identity.name, artefact=identity.artefact, backend="elsewhere", precision="float16")


def test_vectors_of_another_device_can_be_searched(full: PostLibrary) -> None:
    with index_of(full) as index, index_of(full, ElsewhereEncoder()) as other:
        assert other.encoded == index.encoded > 0
        hits, same = (searched.vectors().search(vectors_of(QUERIES), 5) for searched in (index, other))
        assert np.array_equal(hits.rows, same.rows)


def test_vectors_encoded_before_a_cancel_are_kept(library: PostLibrary) -> None:
    add(library, posts(COUNT))
    cancel, updates = CancelToken(), []

    def listen(update: ProgressUpdate) -> None:
        updates.append(update)
        if update.total and update.done >= 3 * STEP:
            cancel.cancel()

    with pytest.raises(Cancelled):
        library.encode(encoder=FakeEncoder(), progress=listen, cancel=cancel)
    counted = [update for update in updates if update.activity == "Encoding posts"]
    assert {update.total for update in counted} == {ENCODED} and [update.done for update in counted] == sorted(
        update.done for update in counted
    )
    with index_of(library) as index:
        assert index.encoded == 3 * STEP
    encoder = FakeEncoder()
    assert encode(library, encoder) == ENCODED - 3 * STEP
    with index_of(library) as index:
        assert index.encoded == ENCODED


def test_no_posts(library: PostLibrary) -> None:
    assert encode(library) == 0
    with index_of(library) as index:
        assert len(index) == index.encoded == 0 and index.allowed(PostFilter(platform="x")) is None
        assert (index.lexical().search(QUERIES, 3).rows == -1).all()
        assert (index.vectors().search(vectors_of(QUERIES), 3).rows == -1).all()


def test_posts_of_emoji_are_never_found(library: PostLibrary) -> None:
    add(library, [Post(id=f"e{number}", text="😀" * (number + 1)) for number in range(4)])
    assert encode(library) == 0
    with index_of(library) as index:
        assert (
            len(index) == 4
            and index.waiting == index.encoded == 0
            and [post.id for post in canonical_posts(index)] == ["e0", "e1", "e2", "e3"]
        )
        assert (index.lexical().search(["😀", *QUERIES], 3).rows == -1).all()
        assert (index.vectors().search(vectors_of(QUERIES), 3).rows == -1).all()
    add(library, [Post(id="w", text="Words at last")])
    assert encode(library) == 1
    with index_of(library) as index:
        assert index.lexical().search(["words"], 2).rows.tolist() == [[4, -1]]
        assert index.vectors().search(vectors_of(["words"]), 2).rows.tolist() == [[4, -1]]
