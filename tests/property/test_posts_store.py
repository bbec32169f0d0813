"""Posts added, changed and deleted in any order are grouped and found like those of a plain list."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.domain.post import Post
from app.domain.post_text import cleaned, same_form
from app.domain.posts import PostFilter
from app.domain.progress import CancelToken, no_progress
from app.store.posts import searching
from app.store.posts.library import SqlitePosts, open_posts
from app.store.posts.schema import FILE

_IDS = st.sampled_from("abcdefgh")
_TEXTS = st.sampled_from(
    (
        "Otters build bridges",
        "RT @anna: otters build bridges!",
        "@ben OTTERS build bridges https://x.example/1",
        "#OttersSwim far",
        "otters swim far",
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
_CHANGES = st.lists(st.one_of(st.lists(_POSTS, min_size=1, max_size=6), st.lists(_IDS, min_size=1, max_size=3)), max_size=5)


@contextmanager
def _library(changes: Sequence[Sequence[Post | str]]) -> Iterator[tuple[SqlitePosts, dict[str, Post]]]:
    stored: dict[str, Post] = {}
    with tempfile.TemporaryDirectory() as folder, closing(open_posts(Path(folder), create=True)) as library:
        for change in changes:
            posts = [entry for entry in change if isinstance(entry, Post)]
            names = [entry for entry in change if isinstance(entry, str)]
            if posts:
                library.add(iter(posts), progress=no_progress, cancel=CancelToken())
                stored |= {post.id: post for post in posts}
            if names:
                assert library.delete(names, cancel=CancelToken()) == len(stored.keys() & set(names))
                for name in names:
                    stored.pop(name, None)
        _check_words(Path(folder))
        yield library, stored


def _check_words(folder: Path) -> None:
    """Check that the full text holds exactly the canonical posts."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        heads = connection.execute("SELECT row, clean FROM post WHERE head ORDER BY row").fetchall()
        assert connection.execute("SELECT count(DISTINCT form) FROM post").fetchone()[0] == len(heads)
        connection.execute(
            "CREATE TEMP TABLE expected AS SELECT row, clean, facets FROM post_text WHERE row IN (SELECT row FROM post WHERE head)"
        )
        connection.execute("CREATE VIRTUAL TABLE temp.seen USING fts5vocab(main, words, instance)")
        indexed = {row for (row,) in connection.execute("SELECT DISTINCT doc FROM seen")}
        assert indexed == {row for row, _ in heads}


def _group(post: Post, stored: dict[str, Post]) -> str:
    original = stored.get(post.repeats)
    if not post.repeats:
        return same_form(post.text)
    return same_form(original.text) if original and not original.repeats else f"of:{post.repeats}"


_SAME = [Post(id="a", text="Otters swim far"), Post(id="b", text="RT", repeats="a"), Post(id="c", text="otters swim far")]


@settings(max_examples=100, deadline=None)
@given(_CHANGES)
@example([_SAME, ["a"]])  # what passed it on leaves the group with it
@example([_SAME[1:], _SAME[:1]])  # and joins it when it comes
def test_groups_and_pages(changes: list[list[Post | str]]) -> None:
    with _library(changes) as (library, stored):
        assert len(library) == len(stored) and library.get([*stored, "unknown"]) == stored
        groups: dict[str, list[Post]] = {}
        for post in stored.values():
            groups.setdefault(_group(post, stored), []).append(post)
        for group in groups.values():
            ids = sorted(post.id for post in group)
            assert library.same_as(ids) == {name: tuple(other for other in ids if other != name) for name in ids}
        page = library.search("", among=PostFilter())
        assert page.total == len(page.items) == len(groups) == library.statistics().groups
        for item in page.items:
            group = groups[_group(item, stored)]
            assert page.copies[item.id] == len(group)
            originals = [post for post in group if not post.repeats]
            dated = [post.published for post in originals or group if post.published]
            assert bool(item.repeats) is not bool(originals) and (not dated or item.published == min(dated))
        stamps = [item.published.isoformat() if item.published else "" for item in page.items]
        assert stamps == sorted(stamps, reverse=True)


@settings(max_examples=100, deadline=None)
@given(
    _CHANGES,
    st.sampled_from(("otters", "swim ", "ott", "far otters", "游", "游泳 水獭", "nothing", '" AND *')),
    st.sampled_from(("", "x")),
    st.booleans(),
)
def test_words_and_filters(changes: list[list[Post | str]], text: str, platform: str, dated: bool) -> None:
    with _library(changes) as (library, _):
        among = PostFilter(platform=platform, since=date(2020, 1, 1) if dated else None, until=date(2020, 1, 1) if dated else None)
        listed = library.search("", among=PostFilter(), limit=100).items
        expected = [item.id for item in listed if _fits(item, text, among)]
        matches = library.search(text, among=among, limit=100)
        assert [item.id for item in matches.items] == expected and matches.total == len(expected)
        assert [item.id for item in library.search(text, among=among, offset=1, limit=1).items] == expected[1:2]


def _fits(post: Post, text: str, among: PostFilter) -> bool:
    if among.platform and post.platform != among.platform:
        return False
    if among.since and (post.published is None or post.published.date() != among.since):
        return False
    words = cleaned(post.text).casefold()
    if text == '" AND *':
        return False
    if not text.isascii():
        return all(word in words for word in text.split())
    text_words = words.replace("!", "").split()
    typed = text.split()
    full_words = typed if text.endswith(" ") or len(typed[-1]) < 4 else typed[:-1]
    return all(word in text_words for word in full_words) and (
        full_words == typed or any(word.startswith(typed[-1]) for word in text_words)
    )


def test_the_latest_imports_come_first_among_very_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "MOST_SORTED", 2)
    posts = [Post(id=f"p{n}", text=f"otter number {n}", platform="x" if n % 2 else "") for n in range(6)]
    with _library([posts]) as (library, _):
        page = library.search("otter ", among=PostFilter(platform="x"), offset=1, limit=5)
        assert ([item.id for item in page.items], page.total) == (["p3", "p1"], 3)
        assert page.copies == {"p3": 1, "p1": 1}
