"""Web archives: WARC and ARC files, and WACZ packages of them. Every fetched page and PDF is a document of its own."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, BinaryIO
from urllib.parse import urlsplit

from app.decoding import JSON_ERRORS
from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents.source import MAX_BYTES
from app.ingest.evidence.drafts import EvidenceDraft
from app.ingest.evidence.files import file_draft
from app.ingest.facts import Facts
from app.ingest.publication import DateReliability, candidate_days
from app.ingest.rows.outcomes import RowRefused
from app.ingest.rows.sources import Source
from app.translation import tr, trc, trn

if TYPE_CHECKING:
    from warcio.recordloader import ArcWarcRecord

_WARC = b"WARC/"
_ARC = b"filedesc://"
_ZIP = b"PK\x03\x04"
# Media types that a document reader exists for, and the suffix by which it is stored.
_SUFFIXES = {"text/html": ".html", "application/xhtml+xml": ".html", "application/pdf": ".pdf", "text/plain": ".txt"}
# Other records hold requests, metadata and revisits.
_CONTENT_RECORDS = frozenset(("response", "resource"))
_DAMAGE_ERRORS = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, KeyError, RuntimeError, OverflowError)

Entry = tuple[str, EvidenceDraft | RowRefused]


def is_web_archive(source: Source) -> bool:
    """Return True if the file is a WARC, an ARC or a WACZ."""
    return source.head.startswith((_WARC, _ARC)) or _is_package(source)


def archive_entries(source: Source) -> Iterator[Entry]:
    """Yield the pages of an archive in order; the last entry counts the records that are not pages. Raises InputError for a damaged
    archive."""
    if _is_package(source):
        yield from _package_entries(source)
        return
    with source.path.open("rb") as stream:
        yield from _records(stream, source, frozenset())


def _is_package(source: Source) -> bool:
    if not source.head.startswith(_ZIP):
        return False
    with suppress(*_DAMAGE_ERRORS, OSError), zipfile.ZipFile(source.path) as package:
        return any(_is_warc_member(name) for name in package.namelist())
    return False


def _is_warc_member(name: str) -> bool:
    return name.startswith("archive/") and name.endswith((".warc", ".warc.gz"))


def _package_entries(source: Source) -> Iterator[Entry]:
    try:
        with zipfile.ZipFile(source.path) as package:
            pages = _listed_pages(package)
            for name in filter(_is_warc_member, package.namelist()):
                with package.open(name) as stream:
                    yield from _records(io.BufferedReader(stream), source, pages)  # type: ignore[type-var]
    except _DAMAGE_ERRORS as error:
        raise _damaged(source) from error


def _listed_pages(package: zipfile.ZipFile) -> frozenset[str]:
    """Return the addresses in the package's list of pages; empty if it has no list."""
    addresses: set[str] = set()
    for name in package.namelist():
        if name.startswith("pages/") and name.endswith(".jsonl"):
            for line in package.read(name).splitlines():
                with suppress(*JSON_ERRORS):
                    page = json.loads(line)
                    addresses.update([page["url"]] if isinstance(page, dict) and isinstance(page.get("url"), str) else [])
    return frozenset(addresses)


def _records(stream: BinaryIO, source: Source, pages: frozenset[str]) -> Iterator[Entry]:
    from warcio.archiveiterator import ArchiveIterator
    from warcio.exceptions import ArchiveLoadFailed

    skipped_records = 0
    try:
        for record in _checked_records(ArchiveIterator(stream, arc2warc=True), source):
            source.cancel.check()
            url = str(record.rec_headers.get_header("WARC-Target-URI") or "")
            suffix = _SUFFIXES.get(_content_type(record), "") if record.rec_type in _CONTENT_RECORDS else ""
            # A list of pages tells them from the frames and fragments that they load.
            if not suffix or not _was_successful(record) or (pages and url not in pages and suffix == ".html"):
                skipped_records += record.rec_type in _CONTENT_RECORDS
                continue
            yield url, _draft(record, url, suffix, cancel=source.cancel)
    except (ArchiveLoadFailed, *_DAMAGE_ERRORS) as error:
        raise _damaged(source) from error
    if skipped_records:
        yield trc("place in a file", "file"), RowRefused(_skipped_message(skipped_records))


def _checked_records(records: Iterator[ArcWarcRecord], source: Source) -> Iterator[ArcWarcRecord]:
    """Yield the records one by one. Raises InputError for a malformed header, for which the library has no error of its own."""
    while True:
        try:
            record = next(records, None)
        except (AttributeError, TypeError, ValueError) as error:
            raise _damaged(source) from error
        if record is None:
            return
        yield record


def _content_type(record: ArcWarcRecord) -> str:
    headers = record.http_headers or record.rec_headers
    return str(headers.get_header("Content-Type") or "").partition(";")[0].strip().lower()


def _was_successful(record: ArcWarcRecord) -> bool:
    return record.http_headers is None or str(record.http_headers.get_statuscode()) == "200"


def _draft(record: Any, url: str, suffix: str, *, cancel: CancelToken) -> EvidenceDraft | RowRefused:
    """Read one fetched page. Its own facts take precedence over the day on which it was fetched."""
    # One byte beyond the limit shows that the record is too large.
    data: bytes = record.content_stream().read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        return RowRefused(tr("The record is larger than a document can be."))
    try:
        draft = file_draft(data, f"{_name(url)}{suffix}", cancel=cancel)
    except InputError as error:
        return RowRefused(error.message)
    fetched = candidate_days(str(record.rec_headers.get_header("WARC-Date") or ""), DateReliability.SAVED)
    facts = Facts(url=url, dates=tuple(fetched)).filled_from(draft.facts)
    return replace(draft, facts=facts, copy=data, suffix=suffix)


def _name(url: str) -> str:
    """Return a title for a page without one: the end of its address, else the host."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    return PurePosixPath(parts.path).stem or parts.netloc


def _skipped_message(records: int) -> str:
    return trn(
        "{count} record is no page (a picture, a style, an error) and was passed over.",
        "{count} records are no pages (pictures, styles, errors) and were passed over.",
        records,
    )


def _damaged(source: Source) -> InputError:
    message = tr("{name} is damaged and cannot be read as a web archive.", name=source.name)
    return InputError("evidence-damaged", message, hint=tr("Download or save it again."))
