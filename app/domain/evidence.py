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
    """One document as imported.

    `id` is the source's own id where it has one, else a stable hash (`stable_document_id`). `text` is everything readable in it,
    and `page_starts` are the offsets of its pages, empty for a document without pages. `source` is the publisher (a site, an
    authority, a paper), `medium` the kind of source ("Web text", "PDF", "Web table", …), `published` its day, None when unknown.
    `cached` is the path of the stored copy below the library's folder, "" without one. `language` is a BCP-47 code or "".
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
    """A passage of a document, `document.text[start:end]`, with the fields needed to cite it.

    `page` counts from 1, None without pages. `warning` is the entry of the user's source list ("satire", "misinformation"), "" for
    an unlisted source.
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
    """Evidence that may be used for a claim.

    `before`: only documents published before this day (a hard cutoff). `undated`: documents without a date are allowed.
    `without_urls`, `without_documents` and the pages of `without_sites` are excluded, such as the claim's own fact-check.
    """

    before: date | None = None
    undated: bool = False
    without_urls: frozenset[str] = frozenset()
    without_documents: frozenset[str] = frozenset()
    without_sites: Sites | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidencePage:
    """One page of a search: documents, the total number of hits, and the number of passages by document id. A document's text is
    reduced to the part that fits the search best, or to its beginning."""

    items: tuple[EvidenceDocument, ...]
    total: int
    passages: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceWarning:
    """One row of the user's source list: a host name (including its subdomains) and the warning about it."""

    host: str
    kind: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadEvidence:
    """A document or row that was read: its position in the source and its evidence.

    `copy` are the bytes to store with the `suffix` of their kind, None for none. `note` is a message for the user, "" for none.
    `left_out` counts the words of a web page outside its main text. `rounded_id` is a source id that was not used because a
    spreadsheet rounded it; `unread_date` is the text of an unreadable date.
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
    """Outcome of an import of evidence: counts of documents (`grouped`: same text and address as an existing one), every refused
    document with its reason, notes for the user, the growth in passages, seconds.

    `undated` counts imported documents without a date, which answers leave out unless they are allowed.
    """

    counts: ChangeCounts
    refused: tuple[RefusedRow, ...] = ()
    notes: tuple[str, ...] = ()
    passages: int = 0
    undated: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceIndexReport:
    """Outcome of indexing evidence: passages in all, passages with a vector, and vectors made now."""

    passages: int
    encoded: int
    made: int
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceStatistics:
    """Contents of a library's evidence; pairs are (name, count), most frequent first; dates are ISO strings or "". `encoded` counts
    passages with a vector, which are also found by meaning."""

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
    """Return the normalised address of a page, without the web archive that holds the copy."""
    return normalise_url(unarchived(url))


def unarchived(url: str) -> str:
    """Return the original address of a page in a web archive; other addresses are unchanged."""
    return _ARCHIVED.sub("", url.strip())


def warning_of(url: str, source: str, warnings: Sequence[SourceWarning]) -> str:
    """Return the warning about a document's site, "" for none; without an address the source's name is tried as a host."""
    kinds = {warning.host: warning.kind for warning in warnings}
    host = site_address(source_address(url), source).partition("/")[0].partition(":")[0]
    labels = host.split(".")
    return next((kind for start in range(len(labels)) if (kind := kinds.get(".".join(labels[start:])))), "")


def site_address(address: str, source: str) -> str:
    """Return the normalised address of a document, or without one its source's name, which may be a host."""
    return address or source.strip().lower().removeprefix("www.")


def stable_document_id(*, url: str, title: str, text: str) -> str:
    """Return an id for a document without one; equal address, title and text always give the same id."""
    key = "\x1f".join(part.strip() for part in (url, title, text))
    return "evidence-" + hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()


def passage_id(document: str, start: int, end: int) -> str:
    """Return the id of a passage: the document's id and the passage's offsets."""
    return f"{document}#{start}-{end}"
