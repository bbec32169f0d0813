"""An index after any sequence of changes answers like a new one."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.domain.post import Post
from app.domain.posts import PostFilter
from app.domain.progress import CancelToken, no_progress
from app.ports import PostLibrary
from app.store.posts.library import open_posts
from app.store.posts.schema import INDEX
from app.store.row_index import digests
from tests.fakes.encoder import FakeEncoder
from tests.fakes.post_library import MemoryPosts

_IDS = st.sampled_from("abcdefgh")
_TEXTS = st.sampled_from(
    (
        "Otters build bridges",
        "RT @anna: otters build bridges!",
        "otters swim far, far away",
        "beavers build dams",
        "😀",
        "😀😀",
        "水獭 会 游泳",
        "",
    )
)
_POSTS = st.builds(
    Post,
    id=_IDS,
    text=_TEXTS,
    published=st.sampled_from((None, datetime(2020, 1, 1, 23, 59, tzinfo=UTC), datetime(2021, 6, 1, tzinfo=UTC))),
    platform=st.sampled_from(("x", "reddit", "")),
    language=st.sampled_from(("en", "")),
    repeats=st.one_of(st.just(""), _IDS),
)
_STEPS = st.lists(
    st.one_of(st.lists(_POSTS, min_size=1, max_size=6), st.lists(_IDS, min_size=1, max_size=4), st.sampled_from(("index", "encode"))),
    max_size=10,
)
_QUERIES = ["otters build far", "far", "beavers", "游泳", "nothing here", "\u20e3"]
_FILTERS = (PostFilter(), PostFilter(platform="x"), PostFilter(language="en", until=date(2020, 1, 1)), PostFilter(since=date(2021, 1, 1)))
Step = Sequence[Post | str] | str


def _follow(library: PostLibrary, steps: Sequence[Step]) -> None:
    encoder = FakeEncoder()
    for step in steps:
        if step == "encode":
            library.encode(encoder=encoder, progress=no_progress, cancel=CancelToken())
        elif step == "index":
            library.index(encoder=encoder, progress=no_progress, cancel=CancelToken()).close()
        elif isinstance(step[0], Post):
            library.add((entry for entry in step if isinstance(entry, Post)), progress=no_progress, cancel=CancelToken())
        else:
            library.delete([str(name) for name in step], cancel=CancelToken())
    library.encode(encoder=encoder, progress=no_progress, cancel=CancelToken())


def _findings(library: PostLibrary) -> dict[str, object]:
    """Return all answers of the index, exactly."""
    encoder = FakeEncoder()
    vectors = encoder.encode(_QUERIES, progress=no_progress, cancel=CancelToken())
    with closing(library.index(encoder=encoder, progress=no_progress, cancel=CancelToken())) as index:
        answers: dict[str, object] = {"posts": index.posts(range(len(index))), "encoded": index.encoded}
        for among in _FILTERS:
            allowed = index.allowed(among)
            answers[f"{among} passing"] = None if allowed is None else allowed.tolist()
            for name, hits in (
                ("words", index.lexical().search(_QUERIES, 5, allowed=allowed)),
                ("meaning", index.vectors().search(vectors, 5, allowed=allowed)),
            ):
                answers[f"{among} {name}"] = hits.rows.tolist(), hits.scores.tolist()
    return answers


_TWO = [Post(id="a", text="Otters build bridges"), Post(id="b", text="beavers build dams")]


@settings(max_examples=30, deadline=None)
@given(_STEPS)
@example([_TWO, "encode", ["a"], [Post(id="c", text="Otters build bridges")], "index"])
@example([_TWO, "index", ["b"], [Post(id="0", text="beavers build dams")]])  # the row number of the one is given to the other
@example([[Post(id="a", text="\u20e4")], "index", [Post(id="a", text="\u20e3")]])  # marks alone are no words, but are terms
def test_a_grown_index_equals_a_new_one(steps: list[Step]) -> None:
    with tempfile.TemporaryDirectory() as name, closing(open_posts(Path(name), create=True)) as library:
        _follow(library, steps)
        grown = _findings(library)
        library.close()
        shutil.rmtree(Path(name) / INDEX)
        with closing(open_posts(Path(name))) as again:
            again.encode(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
            assert _findings(again) == grown
        memory = MemoryPosts()
        _follow(memory, steps)
        plain = _findings(memory)
        assert (plain["posts"], plain["encoded"]) == (grown["posts"], grown["encoded"])


_NUMBERS = st.integers(0, 3).map(np.uint64)
_DIGESTS = st.lists(st.tuples(_NUMBERS, _NUMBERS), max_size=12)


@given(_DIGESTS, _DIGESTS)
def test_positions_of_digests(searched: list[tuple[np.uint64, np.uint64]], stored: list[tuple[np.uint64, np.uint64]]) -> None:
    positions = digests.matching_positions(np.array(searched, np.uint64).reshape(-1, 2), np.array(stored, np.uint64).reshape(-1, 2))
    for position, digest in zip(positions.tolist(), searched, strict=True):
        assert (position >= 0) == (digest in stored and any(digest)) and (position < 0 or stored[position] == digest)
