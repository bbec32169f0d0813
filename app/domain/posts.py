"""Filters, pages and reports of a library's posts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from app.domain.importing import ChangeCounts, RefusedRow
from app.domain.post import Post


@dataclass(frozen=True, slots=True, kw_only=True)
class PostFilter:
    """Selection of posts: "" and None for any; days are whole days in UTC, both included."""

    platform: str = ""
    language: str = ""
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PostPage:
    """One page of a search: one post of each group of copies, the total number of groups, and group sizes by id."""

    items: tuple[Post, ...]
    total: int
    copies: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PostImportReport:
    """Outcome of an import of posts: counts (`grouped`: copies of another post), every refused row, notes for the user, seconds."""

    counts: ChangeCounts
    refused: tuple[RefusedRow, ...] = ()
    notes: tuple[str, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PostStatistics:
    """Contents of a library's posts; pairs are (name, count), most frequent first; dates are ISO strings or "". `encoded` counts
    groups with a vector as of the last indexing, which are also found by meaning."""

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
    """Outcome of `prepare_posts`: searchable groups, groups also searchable by meaning, groups waiting for a vector (those without
    words never get one), vectors made now, seconds."""

    groups: int
    encoded: int
    waiting: int
    made: int
    seconds: float = 0.0
