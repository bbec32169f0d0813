"""What a client asks of the evidence of a library, and what it is answered with."""

from __future__ import annotations

import msgspec

from app.domain.evidence import EvidenceFilter, SourceWarning
from app.domain.importing import RefusedRow
from app.domain.options import EvidenceImportOptions
from app.worker.protocol.requests import Request


class ImportEvidence(Request, frozen=True, kw_only=True):
    """Import files, and all files of folders, as evidence. Result: EvidenceImportReport."""

    library: str
    paths: tuple[str, ...]
    options: EvidenceImportOptions = EvidenceImportOptions()


class EncodeEvidence(Request, frozen=True, kw_only=True):
    """Make the passages searchable by meaning, as EncodePosts does for posts. Result: EvidenceIndexReport."""

    library: str
    make: bool = True


class DescribeEvidence(Request, frozen=True, kw_only=True):
    """Statistics of the evidence. Result: EvidenceStatistics."""

    library: str


class SearchEvidence(Request, frozen=True, kw_only=True):
    """A page of the documents for the eye; of each only what fits best of its text. Result: EvidencePage."""

    library: str
    text: str = ""
    among: EvidenceFilter = EvidenceFilter(undated=True)
    offset: int = 0
    limit: int = 50


class DateEvidence(Request, frozen=True, kw_only=True):
    """This document was published on this day (ISO 8601, "": not known). Result: EvidenceChanged."""

    library: str
    document: str
    published: str


class DeleteEvidence(Request, frozen=True, kw_only=True):
    """Forget documents. Result: EvidenceChanged."""

    library: str
    ids: tuple[str, ...]


class ListSources(Request, frozen=True, kw_only=True):
    """The user's list of sources to be wary of. Result: SourceList."""

    library: str


class ImportSources(Request, frozen=True, kw_only=True):
    """Read that list from a CSV file, in place of the one that is there; no path empties it. Result: SourceList."""

    library: str
    path: str = ""


class EvidenceChanged(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """How many documents were changed or forgotten."""

    count: int


class SourceList(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The list of sources, by host, and the rows of the file that were refused."""

    items: tuple[SourceWarning, ...]
    refused: tuple[RefusedRow, ...] = ()
