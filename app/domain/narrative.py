"""Narratives: the same story in many fact-checks and posts, and its development through time."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from app.domain.ranked import RunRecord
from app.domain.repeat import Repeat
from app.domain.verdict import Verdict

NARRATIVES_FILE = "narratives.db"
"""The file beside the fact-checks of a library that keeps its narratives."""


class ItemKind(StrEnum):
    """Kinds of members of a narrative."""

    FACTCHECK = "factcheck"
    POST = "post"


class Ruling(StrEnum):
    """Agreement of the fact-checks of one narrative."""

    NONE = "none"
    """None of them settles anything."""
    AGREE = "agree"
    CHANGED = "changed"
    """One publisher ruled one way and later the other on the same claim."""
    CONFLICT = "conflict"
    """Publishers rule both ways on the same claim."""
    DIFFER = "differ"
    """They rule both ways, on claims that differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrativeItem:
    """A fact-check or a post, with the fields that narratives need.

    `text` is the checked claim or the post's text. `day` is the day of publication in UTC. `publisher` is a fact-check's publisher
    or a post's author. `country` is the publisher's (ISO 3166-1 alpha-2), "" when unknown. `copies` counts duplicates of a
    fact-check or copies of a post, which are not listed. `verdict` and `rating` are set for fact-checks only.
    """

    id: str
    kind: ItemKind
    text: str
    day: date | None = None
    publisher: str = ""
    platform: str = ""
    language: str = ""
    country: str = ""
    claimant: str = ""
    verdict: Verdict = Verdict.UNRATED
    rating: str = ""
    url: str = ""
    copies: int = 0

    @property
    def key(self) -> str:
        """Return a key that is unique among fact-checks and posts."""
        return item_key(self.kind, self.id)


def item_key(kind: ItemKind, identifier: str) -> str:
    """Return the key of an item among fact-checks and posts: “factcheck:ID” or “post:ID”."""
    return f"{kind.value}:{identifier}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrative:
    """One story.

    `items` are keys (`NarrativeItem.key`) by day, those without a day last. `id` is stable while most members stay. `name` is given
    by a person if `named_by_hand`, else made of `terms`, the words that distinguish it from other narratives. `central` is the key
    of the item most similar to all others, `claim` its text. `by_hand` are the keys that a person placed here. `languages`,
    `publishers`, `countries` and `platforms` are (name, items) pairs, most items first, without unknown ones. `ruling` is the
    agreement of its fact-checks and `turns` are the keys of those that changed it, in order. `repeats` counts pairs of a fact-check
    and an earlier one of another publisher.
    """

    id: str
    name: str
    claim: str
    central: str
    items: tuple[str, ...]
    terms: tuple[str, ...] = ()
    named_by_hand: bool = False
    by_hand: tuple[str, ...] = ()
    first: date | None = None
    last: date | None = None
    factchecks: int = 0
    posts: int = 0
    languages: tuple[tuple[str, int], ...] = ()
    publishers: tuple[tuple[str, int], ...] = ()
    countries: tuple[tuple[str, int], ...] = ()
    platforms: tuple[tuple[str, int], ...] = ()
    ruling: Ruling = Ruling.NONE
    turns: tuple[str, ...] = ()
    repeats: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrativeEdge:
    """Two similar items of one narrative, by their keys; `similarity` is the cosine of their vectors."""

    one: str
    other: str
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrativeFilter:
    """Displayed items: "" and None for any; days are whole days in UTC, both included. Grouping does not depend on it."""

    since: date | None = None
    until: date | None = None
    language: str = ""
    publisher: str = ""
    posts: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrativeMap:
    """All current narratives of a library.

    `items` has every item that a narrative or a repeat refers to; `alone` counts those outside narratives, which are not listed.
    `edges` are within narratives. `fresh` is False if the library has changed since the grouping. `undo` and `redo` are labels of
    the next operations, "" for none. `remarks` are messages for the user.
    """

    narratives: tuple[Narrative, ...] = ()
    items: tuple[NarrativeItem, ...] = ()
    repeats: tuple[Repeat, ...] = ()
    edges: tuple[NarrativeEdge, ...] = ()
    alone: int = 0
    found: bool = False
    fresh: bool = False
    undo: str = ""
    redo: str = ""
    remarks: tuple[str, ...] = ()
    run: RunRecord = field(default_factory=lambda: RunRecord(program="", created=""))
