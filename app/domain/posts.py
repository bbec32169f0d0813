"""What is asked of a library's posts and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from app.domain.importing import ChangeCounts, RefusedRow
from app.domain.post import Post


@dataclass(frozen=True, slots=True, kw_only=True)
class PostFilter:
    """Which posts are meant: "" and None for any; days are whole days in UTC, both included."""

    platform: str = ""
    language: str = ""
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PostPage:
    """One page of a search: one post of each group of copies, how many groups there are in all, and by id how many posts a group has."""

    items: tuple[Post, ...]
    total: int
    copies: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PostImportReport:
    """The outcome of an import of posts: counts (`grouped`: those that are copies of another), every refused row, notes for the user,
    seconds."""

    counts: ChangeCounts
    refused: tuple[RefusedRow, ...] = ()
    notes: tuple[str, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PostStatistics:
    """What a library holds in posts; pairs are (name, count), most frequent first; dates are ISO strings or "".

    `encoded`: of how many groups the vector is there, as of the last time that they were indexed; they are found by meaning, too.
    """

    posts: int
    groups: int
    size_bytes: int
    newest: str = ""
    oldest: str = ""
    platforms: tuple[tuple[str, int], ...] = ()
    languages: tuple[tuple[str, int], ...] = ()
    encoded: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PostIndexReport:
    """What `prepare_posts` left: groups that can be searched, how many of them by meaning, too, how many wait for that (those without
    words never do), vectors made now, seconds."""

    groups: int
    encoded: int
    waiting: int
    made: int
    seconds: float = 0.0
