"""What jobs end with that is no value of the domain by itself."""

from __future__ import annotations

import msgspec

from app.domain.factcheck import FactCheck
from app.domain.importing import ChangeCounts, CheckResult
from app.domain.options import Passage, Query
from app.domain.overview import PublisherSummary
from app.domain.ranked import RankedSentence, RunRecord


class Ready(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The worker is warm: role and device of each model ("encoder", "processor, float32"), and the library's size.

    `awaits_rebuild`: its index was made by an encoder used before, which searches it until it is built anew.
    """

    devices: tuple[tuple[str, str], ...]
    factchecks: int
    generation: str
    awaits_rebuild: bool = False


class Matched(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """One entry a query, in order, each shown like a sentence of a document; and how they were made."""

    queries: tuple[Query, ...]
    results: tuple[RankedSentence, ...]
    run: RunRecord = RunRecord(program="", created="")


class MatchesReranked(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The entries with the language model's order noted at their matches, and the run's record with how that was made."""

    entries: tuple[RankedSentence, ...]
    run: RunRecord


class Passages(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The nearest passages, best first, and the fact-check with its body."""

    factcheck: FactCheck
    passages: tuple[Passage, ...]


class Found(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A page of the library; `passages` and `same_as` are by id."""

    items: tuple[FactCheck, ...]
    total: int
    passages: dict[str, str]
    same_as: dict[str, tuple[str, ...]]


class FactChecks(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Fact-checks with their bodies."""

    items: tuple[FactCheck, ...]


class Changed(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The library was changed: the fact-checks as they were, bodies included, and as they are; one that is in one of them alone was
    added or deleted."""

    before: tuple[FactCheck, ...]
    after: tuple[FactCheck, ...]
    factchecks: int


class Publishers(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Every publisher, most fact-checks first."""

    items: tuple[PublisherSummary, ...]


class RatingsApplied(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What applying the rating tables changed."""

    counts: ChangeCounts


class Rebuilt(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The library's index was built anew; `generation` is its name, "" for an empty library. `problems` could not be repaired."""

    generation: str
    problems: tuple[CheckResult, ...] = ()


class Written(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A report was written; `remarks` are sentences for the user about what had to be left out of it."""

    path: str
    remarks: tuple[str, ...] = ()


class PagePicture(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A page as a picture; `pixels` are its rows of blue, green, red and 255, packed by zlib."""

    page: int
    width: int
    height: int
    pixels: bytes


class ModelChosen(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A model of the user's own passed its test; `line` is what the settings keep of it."""

    line: str


class ClaimTable(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A table as tab-separated text and as HTML."""

    text: str
    html: str
