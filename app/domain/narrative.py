"""Narratives: the same story in many fact-checks and posts, and what was found out about it through time."""

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
    """What a member of a narrative is."""

    FACTCHECK = "factcheck"
    POST = "post"


class Ruling(StrEnum):
    """How the fact-checks of one narrative stand to each other."""

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
    """A fact-check or a post as narratives need it.

    `text` is the checked claim or the post's words. `day` is when it was published, in UTC. `publisher` is a fact-check's publisher or a
    post's author. `country` is the publisher's (ISO 3166-1 alpha-2), "" where it is not known. `copies` counts further items that are
    the same (duplicates of a fact-check, copies of a post), which are not listed. `verdict` and `rating` are a fact-check's alone.
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
        """Names the item among fact-checks and posts alike."""
        return item_key(self.kind, self.id)


def item_key(kind: ItemKind, identifier: str) -> str:
    """The name of an item among fact-checks and posts: “factcheck:ID” or “post:ID”."""
    return f"{kind.value}:{identifier}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrative:
    """One story. `items` are keys (`NarrativeItem.key`), by day, those without a day last.

    `id` stays while most of its members do. `name` is a person's where `named_by_hand`, else made of `terms`, the words that tell it
    from the others. `central` is the key of the item that is most like all others, `claim` its text. `by_hand` are the keys that a person
    placed here. `languages`, `publishers`, `countries` and `platforms` are (name, items) pairs, most items first, without unknown ones.
    `ruling` says how its fact-checks stand to each other and `turns` are the keys of those that turned it, in order. `repeats` counts
    pairs of a fact-check and an earlier one of another publisher.
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
    """Two items of one narrative that are alike, by their keys; `similarity` is the cosine of their vectors."""

    one: str
    other: str
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrativeFilter:
    """Which items are shown: "" and None for any; days are whole days in UTC, both included. What is grouped does not depend on it."""

    since: date | None = None
    until: date | None = None
    language: str = ""
    publisher: str = ""
    posts: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrativeMap:
    """All narratives of a library, as they are now.

    `items` has every item that a narrative or a repeat names; `alone` counts those that belong to no narrative and are not listed. `edges`
    lie within narratives. `fresh` is false where the library has changed since they were found. `undo` and `redo` say what these would
    do, "" for nothing. `remarks` are sentences for the user.
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
