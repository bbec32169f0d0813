"""The typed protocol between a client and the worker process: requests down, events up, JSON in length-prefixed frames.

Every request carries a job number chosen by the client; every event names the job it belongs to. A job ends with exactly
one `Finished` or `Failed`. `Cancel` may be sent at any time. Results are domain values. How values travel in pieces is
told in `transfer`; the bytes around them in `frames`.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.domain.document import Document
from app.domain.factcheck import FactCheck
from app.domain.importing import ImportReport, LibraryStatistics
from app.domain.options import ImportOptions, MatchOptions, Passage, Query
from app.domain.ranked import RankedDocument, RankedSentence, RunRecord
from app.errors import PriorcheckError


class Request(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Base of all requests; `job` is a positive number that the client (`TaskClient.submit`) fills in."""

    job: int = 0


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
    """Write a ranked document to a file; the suffix of `path` chooses the format. `claims`: its sentences are claims that were looked
    up, and the report is a table of them. Result: Written."""

    ranked: RankedDocument
    path: str
    claims: bool = False


class CopyClaims(Request, frozen=True, kw_only=True):
    """Looked-up claims as a table for the clipboard. Result: ClaimTable."""

    ranked: RankedDocument


class Cancel(Request, frozen=True, kw_only=True):
    """Stop the job of this number; it ends with `Failed` (code "cancelled"). Unknown numbers are ignored."""


class Ready(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The worker is warm: role and device of each model ("encoder", "processor, float32"), and the library's size."""

    devices: tuple[tuple[str, str], ...]
    factchecks: int
    generation: str


class Matched(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """One entry a query, in order, each shown like a sentence of a document; and how they were made."""

    queries: tuple[Query, ...]
    results: tuple[RankedSentence, ...]
    run: RunRecord = RunRecord(program="", created="")


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


class ClaimTable(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A table as tab-separated text and as HTML."""

    text: str
    html: str


Result = Ready | Document | RankedDocument | Matched | Passages | ImportReport | Found | LibraryStatistics | Written | ClaimTable


RESULT_OF: Mapping[type[Request], type] = {
    WarmUp: Ready,
    ReadDocument: Document,
    RankDocument: RankedDocument,
    MatchQueries: Matched,
    FindPassages: Passages,
    ImportFactChecks: ImportReport,
    SearchLibrary: Found,
    DescribeLibrary: LibraryStatistics,
    WriteReport: Written,
    CopyClaims: ClaimTable,
}


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Base of what the worker tells of itself or of a job."""


class Hello(Event, frozen=True, kw_only=True):
    """The worker's first word: the program's version and the Python that runs it."""

    version: str
    python: str


class Progressed(Event, frozen=True, kw_only=True):
    """What a job is doing; at most about twenty a second."""

    job: int
    activity: str
    done: int = 0
    total: int = 0


class Partial(Event, frozen=True, kw_only=True):
    """A preliminary result, replaced by the next one or by the final one."""

    job: int
    ranked: RankedDocument


class Finished(Event, frozen=True, kw_only=True):
    """The job's result, of the type `RESULT_OF` its request."""

    job: int
    result: Result


class Failed(Event, frozen=True, kw_only=True):
    """The job ended without a result: an error of `app.errors`, told by its parts."""

    job: int
    code: str
    message: str
    hint: str = ""
    exit_code: int = 1


class Log(Event, frozen=True, kw_only=True):
    """A warning of the worker that belongs to no job."""

    level: str
    message: str


def failure(job: int, error: PriorcheckError) -> Failed:
    """The event that tells of this error."""
    return Failed(job=job, code=error.code, message=error.message, hint=error.hint, exit_code=error.exit_code)
