"""The typed protocol between a client and the worker process: requests down, events up, JSON in length-prefixed frames.

Every request carries a job number chosen by the client; every event names the job it belongs to. A job ends with exactly
one `Finished` or `Failed`. `Cancel` may be sent at any time. Results are domain values.
"""

from __future__ import annotations

import msgspec

from app.domain.document import Document
from app.domain.factcheck import FactCheck
from app.domain.importing import ImportReport, LibraryStatistics
from app.domain.options import ImportOptions, MatchOptions, Passage, Query
from app.domain.ranked import RankedDocument, RankedSentence


class Request(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Base of all requests."""

    job: int


class WarmUp(Request, frozen=True, kw_only=True):
    """Load models and pin the library's current generation, so that the next job starts at once. Result: Ready."""

    library: str


class ReadDocument(Request, frozen=True, kw_only=True):
    """Read a file (`path`), or pasted text (`text` with a `title`). Result: Document."""

    path: str = ""
    text: str = ""
    title: str = ""


class RankDocument(Request, frozen=True, kw_only=True):
    """Rank a document's sentences. Partial results come as `Partial` events. Result: RankedDocument."""

    library: str
    document: Document
    options: MatchOptions


class MatchQueries(Request, frozen=True, kw_only=True):
    """Match single claims. Result: Matched."""

    library: str
    queries: tuple[Query, ...]
    options: MatchOptions


class FindPassages(Request, frozen=True, kw_only=True):
    """The passages of one fact-check's body that are nearest to a sentence. Result: Passages."""

    library: str
    sentence: str
    factcheck: str
    limit: int = 3


class ImportFactChecks(Request, frozen=True, kw_only=True):
    """Import files into the library. Result: ImportReport."""

    library: str
    paths: tuple[str, ...]
    options: ImportOptions


class SearchLibrary(Request, frozen=True, kw_only=True):
    """A page of the library for the eye. Result: Found."""

    library: str
    text: str = ""
    publisher: str = ""
    verdict: str = ""
    language: str = ""
    offset: int = 0
    limit: int = 50


class DescribeLibrary(Request, frozen=True, kw_only=True):
    """Statistics of the library. Result: LibraryStatistics."""

    library: str


class WriteReport(Request, frozen=True, kw_only=True):
    """Write a ranked document to a file; the suffix of `path` chooses the format. Result: Written."""

    ranked: RankedDocument
    path: str


class Cancel(Request, frozen=True, kw_only=True):
    """Stop the job of this number; it ends with `Failed` (code "cancelled"). Unknown numbers are ignored."""


class Ready(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The worker is warm: role and device of each model ("encoder", "onnx-cpu"), and the library's size."""

    devices: tuple[tuple[str, str], ...]
    factchecks: int
    generation: str


class Matched(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """One entry a query, in order; each is shown like a sentence of a document."""

    queries: tuple[Query, ...]
    results: tuple[RankedSentence, ...]


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


class Written(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A report was written."""

    path: str


Result = Ready | Document | RankedDocument | Matched | Passages | ImportReport | Found | LibraryStatistics | Written
