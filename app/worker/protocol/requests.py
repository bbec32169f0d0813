"""What a client asks for: documents, claims, reports, models."""

from __future__ import annotations

import msgspec

from app.domain.document import Document
from app.domain.options import MatchOptions, Query
from app.domain.ranked import RankedDocument, RankedSentence, RunRecord
from app.domain.reviewed import WHOLE, ReportChoice, Reviewed


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
    """Match single claims. Result: Matched; of a claim that is alone first its fact-checks in their order, without stance."""

    library: str
    queries: tuple[Query, ...]
    options: MatchOptions


class RerankMatches(Request, frozen=True, kw_only=True):
    """Have the language model put these entries' matches in another order; without a `way` the one that the model is made for.
    `run` is the record of how they were made. Result: MatchesReranked."""

    entries: tuple[RankedSentence, ...]
    run: RunRecord
    way: str = ""


class FindPassages(Request, frozen=True, kw_only=True):
    """The passages of one fact-check's body that are nearest to a sentence. Result: Passages."""

    library: str
    sentence: str
    factcheck: str
    limit: int = 3


class WriteReport(Request, frozen=True, kw_only=True):
    """Write a ranked and reviewed document to a file, with `record` how it was made beside it; the suffix of `path` chooses the format.
    Result: Written."""

    reviewed: Reviewed
    path: str
    record: bool = False
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
    """Write looked-up claims as a table; `path` and `record` as for WriteReport. Result: Written."""

    ranked: RankedDocument
    path: str
    record: bool = False


class CopyClaims(Request, frozen=True, kw_only=True):
    """Looked-up claims as a table for the clipboard. Result: ClaimTable."""

    ranked: RankedDocument


class Cancel(Request, frozen=True, kw_only=True):
    """Stop the job of this number; it ends with `Failed` (code "cancelled"). Unknown numbers are ignored."""
