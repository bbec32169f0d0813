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
from app.domain.importing import ChangeCounts, ImportReport, LibraryStatistics
from app.domain.options import ImportOptions, MatchOptions, Passage, Query
from app.domain.overview import DuplicatePage, PublisherSummary, RatingOverview
from app.domain.pages import PageBoxes
from app.domain.ranked import RankedDocument, RankedSentence, RunRecord
from app.domain.reviewed import WHOLE, ReportChoice, Reviewed
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
    rating: str = ""
    group: str = ""
    offset: int = 0
    limit: int = 50


class DescribeLibrary(Request, frozen=True, kw_only=True):
    """Statistics of the library. Result: LibraryStatistics."""

    library: str


class ReadFactChecks(Request, frozen=True, kw_only=True):
    """These fact-checks whole, those that are there. Result: FactChecks."""

    library: str
    ids: tuple[str, ...]


class AddFactCheck(Request, frozen=True, kw_only=True):
    """Add one fact-check from field texts. Result: Changed."""

    library: str
    values: dict[str, str]


class EditFactCheck(Request, frozen=True, kw_only=True):
    """Change these fields of one fact-check. Result: Changed."""

    library: str
    factcheck: str
    values: dict[str, str]


class DeleteFactChecks(Request, frozen=True, kw_only=True):
    """Delete these fact-checks, all or none. Result: Changed."""

    library: str
    ids: tuple[str, ...]


class RestoreFactChecks(Request, frozen=True, kw_only=True):
    """Undo a change: put these back as they were, and take away those that it added. Result: Changed."""

    library: str
    factchecks: tuple[FactCheck, ...]
    delete: tuple[str, ...] = ()


class ListPublishers(Request, frozen=True, kw_only=True):
    """Every publisher of the library. Result: Publishers."""

    library: str


class FindDuplicates(Request, frozen=True, kw_only=True):
    """A page of the duplicate groups. Result: DuplicatePage."""

    library: str
    offset: int = 0
    limit: int = 50


class ListRatings(Request, frozen=True, kw_only=True):
    """Every rating of the library and every rule of the rating tables. Result: RatingOverview."""

    library: str


class SetRatingRule(Request, frozen=True, kw_only=True):
    """Write a rule into the user's rating table (verdict "": remove it there); the library stays as it is. Result: RatingOverview."""

    library: str
    rating: str
    publisher: str = ""
    verdict: str = ""


class ApplyRatings(Request, frozen=True, kw_only=True):
    """Give every fact-check the verdict that the rating tables give now. Result: RatingsApplied."""

    library: str


class WriteReport(Request, frozen=True, kw_only=True):
    """Write a ranked and reviewed document to a file; the suffix of `path` chooses the format. Result: Written."""

    reviewed: Reviewed
    path: str
    choice: ReportChoice = WHOLE


class RenderPage(Request, frozen=True, kw_only=True):
    """A page (1-based) of a PDF as a picture, `scale` pixels a point. Result: PagePicture."""

    path: str
    page: int
    scale: float


class FindBoxes(Request, frozen=True, kw_only=True):
    """Where the (start, end) `spans` of a document's `text` stand on the pages of the PDF it was read from. Result: PageBoxes."""

    path: str
    text: str
    spans: tuple[tuple[int, int], ...]


class UseModel(Request, frozen=True, kw_only=True):
    """Test a folder of the user's and keep it in the settings as the model of this role; the worker goes on with what it has
    loaded. Result: ModelChosen."""

    role: str
    folder: str


class WriteClaims(Request, frozen=True, kw_only=True):
    """Write looked-up claims as a table; the suffix of `path` chooses the format. Result: Written."""

    ranked: RankedDocument
    path: str


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


Result = (
    Ready
    | Document
    | RankedDocument
    | Matched
    | Passages
    | ImportReport
    | Found
    | LibraryStatistics
    | FactChecks
    | Changed
    | Publishers
    | DuplicatePage
    | RatingOverview
    | RatingsApplied
    | Written
    | PagePicture
    | PageBoxes
    | ModelChosen
    | ClaimTable
)


RESULT_OF: Mapping[type[Request], type] = {
    WarmUp: Ready,
    ReadDocument: Document,
    RankDocument: RankedDocument,
    MatchQueries: Matched,
    FindPassages: Passages,
    ImportFactChecks: ImportReport,
    SearchLibrary: Found,
    DescribeLibrary: LibraryStatistics,
    ReadFactChecks: FactChecks,
    AddFactCheck: Changed,
    EditFactCheck: Changed,
    DeleteFactChecks: Changed,
    RestoreFactChecks: Changed,
    ListPublishers: Publishers,
    FindDuplicates: DuplicatePage,
    ListRatings: RatingOverview,
    SetRatingRule: RatingOverview,
    ApplyRatings: RatingsApplied,
    WriteReport: Written,
    RenderPage: PagePicture,
    FindBoxes: PageBoxes,
    UseModel: ModelChosen,
    WriteClaims: Written,
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
