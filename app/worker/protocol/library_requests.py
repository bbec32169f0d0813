"""What a client asks of the library."""

from __future__ import annotations

from app.domain.factcheck import FactCheck
from app.domain.options import ImportOptions
from app.worker.protocol.requests import Request


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


class RebuildLibrary(Request, frozen=True, kw_only=True):
    """Build the library's index anew with the encoder in use; the old one serves until it is done. Result: Rebuilt."""

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


class SetLanguage(Request, frozen=True, kw_only=True):
    """Give these fact-checks a language, "" where it is not known. Result: Changed."""

    library: str
    ids: tuple[str, ...]
    language: str


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
