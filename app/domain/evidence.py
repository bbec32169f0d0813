"""Evidence: documents that a user brings, cut into passages that can answer a question (AVeriTeC: Schlichtkrull, Guo and Vlachos 2023)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.domain.content import content_hash
from app.domain.duplicates import normalise_url
from app.domain.importing import ChangeCounts, RefusedRow
from app.domain.sites import Sites

_ARCHIVED = re.compile(r"^https?://(?:web\.archive\.org/web/[^/]+/|archive\.(?:today|is|ph|li|vn|fo|md)/(?:o/[^/]+|\d+)/)(?=https?:)")


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceDocument:
    """One document as it was when it was imported.

    `id` is the source's own id where it has one, else a stable hash (`stable_document_id`). `text` is all that can be read of it, and
    `page_starts` the offsets in it where its pages begin, none for a document without pages. `source` is who published it (a site, an
    authority, a paper), `medium` what it is ("Web text", "PDF", "Web table", …), `published` the day on which it appeared, None when
    unknown. `cached` is the path of the kept copy below the library's folder, "" where none is kept. `language` is a BCP-47 code or "".
    """

    id: str
    text: str
    title: str = ""
    source: str = ""
    url: str = ""
    medium: str = ""
    published: date | None = None
    language: str = ""
    cached: str = ""
    page_starts: tuple[int, ...] = ()

    def content_hash(self) -> str:
        """Hex digest over every field except `id`: two documents with equal hashes are the same content."""
        return content_hash(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidencePassage:
    """A passage of a document, `document.text[start:end]`, with what is needed to cite it. `page` counts from 1, None without pages.

    `warning` is what the user's list of sources says about this one ("satire", "misinformation"), "" where it is not listed.
    """

    id: str
    document: str
    start: int
    end: int
    text: str
    title: str = ""
    source: str = ""
    url: str = ""
    medium: str = ""
    published: date | None = None
    language: str = ""
    cached: str = ""
    page: int | None = None
    warning: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceFilter:
    """Which evidence may be used for a claim.

    `before`: only what was published before this day (a hard cutoff). `undated`: whether evidence without a date may be used.
    `without_urls`, `without_documents` and the pages of `without_sites` never count: the claim's own fact-check, for one.
    """

    before: date | None = None
    undated: bool = False
    without_urls: frozenset[str] = frozenset()
    without_documents: frozenset[str] = frozenset()
    without_sites: Sites | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidencePage:
    """One page of a search: documents, how many there are in all, and how many passages each has by its id.

    Of a document's text only what fits the search best is told, or its beginning.
    """

    items: tuple[EvidenceDocument, ...]
    total: int
    passages: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceWarning:
    """One row of the user's list of sources: a host name ("example.org", its subdomains too) and what it is known for."""

    host: str
    kind: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadEvidence:
    """A document or row that was read: its place in the source and the evidence made of it.

    `copy` are the bytes to keep beside it with the `suffix` of their kind, None where there are none. `note` is a sentence for the user,
    "" for none. `left_out` counts the words of a web page that are none of its text, `rounded_id` is an id of the source that was not used,
    since a spreadsheet has rounded it; `unread_date` is the text of a date that could not be read.
    """

    source: str
    row: str
    document: EvidenceDocument
    copy: bytes | None = None
    suffix: str = ""
    note: str = ""
    left_out: int = 0
    rounded_id: str = ""
    unread_date: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceImportReport:
    """The outcome of an import of evidence: counts of documents (`grouped`: the same text from the same address as one that is there),
    every refused one with its reason, notes for the user, by how many the passages grew, seconds.

    `undated` counts the taken documents without a date: they are left out of answers unless that is allowed.
    """

    counts: ChangeCounts
    refused: tuple[RefusedRow, ...] = ()
    notes: tuple[str, ...] = ()
    passages: int = 0
    undated: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceIndexReport:
    """What making the evidence ready did: how many passages there are, how many have a vector, how many of these were made now."""

    passages: int
    encoded: int
    made: int
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceStatistics:
    """What a library holds in evidence; pairs are (name, count), most frequent first; dates are ISO strings or "".

    `encoded`: how many passages have a vector and are found by meaning, too.
    """

    documents: int
    passages: int
    size_bytes: int
    undated: int = 0
    newest: str = ""
    oldest: str = ""
    sources: tuple[tuple[str, int], ...] = ()
    media: tuple[tuple[str, int], ...] = ()
    encoded: int = 0


def source_address(url: str) -> str:
    """The page that an address names, whoever links to it: normalised, and without the archive that a copy of it lies in."""
    return normalise_url(unarchived(url))


def unarchived(url: str) -> str:
    """The address of the page itself, where this is one of a copy in a web archive."""
    return _ARCHIVED.sub("", url.strip())


def warning_of(url: str, source: str, warnings: Sequence[SourceWarning]) -> str:
    """What the list says of a document's site, "" where it says nothing; without an address the source's name may be a host."""
    kinds = {warning.host: warning.kind for warning in warnings}
    host = site_address(source_address(url), source).partition("/")[0].partition(":")[0]
    labels = host.split(".")
    return next((kind for place in range(len(labels)) if (kind := kinds.get(".".join(labels[place:])))), "")


def site_address(address: str, source: str) -> str:
    """Where a document comes from: its normalised address, or without one its source's name, which may be a host."""
    return address or source.strip().lower().removeprefix("www.")


def stable_document_id(*, url: str, title: str, text: str) -> str:
    """An id for a document that has none: the same address, title and text always give the same id."""
    key = "\x1f".join(part.strip() for part in (url, title, text))
    return "evidence-" + hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()


def passage_id(document: str, start: int, end: int) -> str:
    """The id of a passage: its document's, and where it stands in it."""
    return f"{document}#{start}-{end}"
