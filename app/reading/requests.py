"""Requests to the reading process.

`read` runs there and yields items of the types that `item_types` lists. The libraries of a format are imported only there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from app.domain.document import Document
from app.domain.evidence import ReadEvidence, SourceWarning
from app.domain.importing import ReadPost, ReadRow, RefusedRow
from app.domain.options import EvidenceImportOptions, ImportOptions, PostImportOptions
from app.domain.pages import PageBoxes
from app.domain.progress import CancelToken, Progress
from app.translation import ENGLISH


class PageImage(msgspec.Struct, frozen=True, kw_only=True):
    """A rendered page, as returned by `PdfPages.render`."""

    width: int
    height: int
    pixels: bytes


class TableStart(msgspec.Struct, frozen=True, kw_only=True):
    """The beginning of a table: its header, some rows, and the guessed mapping of fields to columns."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    columns: dict[str, str]


class Request(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Base class of requests.

    `path` is the file or folder, as bytes since a file's name need not be valid text. `folder` is the folder that a relative path
    starts from, `memory` the limit in bytes (0 for none), `message_language` the language of messages to the user.
    """

    path: bytes = b""
    folder: bytes = b""
    memory: int = 0
    message_language: str = ENGLISH

    @classmethod
    def item_types(cls) -> tuple[Any, ...]:
        """Return the types of the items that `read` yields."""
        raise NotImplementedError

    @property
    def file(self) -> Path:
        """The path as the user gave it."""
        return Path(os.fsdecode(self.path))

    def read(self, *, progress: Progress, cancel: CancelToken) -> Iterator[object]:
        """Read the input and yield its items. Raises InputError."""
        raise NotImplementedError


class ReadDocument(Request, frozen=True, kw_only=True):
    """One document."""

    language: str | None = None

    @classmethod
    def item_types(cls) -> tuple[Any, ...]:
        return (Document,)

    def read(self, *, progress: Progress, cancel: CancelToken) -> Iterator[object]:
        from app.ingest.documents import read_document

        yield read_document(self.file, language=self.language, progress=progress, cancel=cancel)


class ReadText(Request, frozen=True, kw_only=True):
    """One document from pasted text."""

    text: str
    title: str = ""

    @classmethod
    def item_types(cls) -> tuple[Any, ...]:
        return (Document,)

    def read(self, *, progress: Progress, cancel: CancelToken) -> Iterator[object]:
        from app.ingest.documents import read_text

        yield read_text(self.text, title=self.title, cancel=cancel, progress=progress)


class RenderPage(Request, frozen=True, kw_only=True):
    """One page of a PDF as a picture."""

    page: int
    scale: float

    @classmethod
    def item_types(cls) -> tuple[Any, ...]:
        return (PageImage,)

    def read(self, *, progress: Progress, cancel: CancelToken) -> Iterator[object]:
        from app.ingest.documents.pdf_pages import opened_pages

        width, height, pixels = opened_pages(self.file, cancel=cancel).render(self.page, self.scale)
        yield PageImage(width=width, height=height, pixels=pixels)


class FindBoxes(Request, frozen=True, kw_only=True):
    """Positions of parts of a PDF's text on its pages."""

    text: str
    spans: tuple[tuple[int, int], ...]

    @classmethod
    def item_types(cls) -> tuple[Any, ...]:
        return (PageBoxes,)

    def read(self, *, progress: Progress, cancel: CancelToken) -> Iterator[object]:
        from app.ingest.documents.pdf_pages import opened_pages

        yield opened_pages(self.file, cancel=cancel).boxes(self.text, self.spans, progress=progress, cancel=cancel)


class ReadFactChecks(Request, frozen=True, kw_only=True):
    """Rows of fact-checks."""

    options: ImportOptions

    @classmethod
    def item_types(cls) -> tuple[Any, ...]:
        return (ReadRow, RefusedRow)

    def read(self, *, progress: Progress, cancel: CancelToken) -> Iterator[object]:
        from app.ingest.factchecks import read_factchecks

        return read_factchecks(self.file, options=self.options, progress=progress, cancel=cancel)


class PreviewFactChecks(Request, frozen=True, kw_only=True):
    """The beginning of a table of fact-checks whose columns can be chosen; nothing for another file."""

    @classmethod
    def item_types(cls) -> tuple[Any, ...]:
        return (TableStart,)

    def read(self, *, progress: Progress, cancel: CancelToken) -> Iterator[object]:
        from app.ingest.factchecks import preview

        table = preview(self.file, ImportOptions())
        # Only a table whose columns can be chosen is shown before the import.
        if table.mappable and table.header:
            yield TableStart(header=table.header, rows=table.rows, columns=dict(table.columns))


class PreviewPosts(Request, frozen=True, kw_only=True):
    """The beginning of a table of posts whose columns can be chosen; nothing for another file."""

    @classmethod
    def item_types(cls) -> tuple[Any, ...]:
        return (TableStart,)

    def read(self, *, progress: Progress, cancel: CancelToken) -> Iterator[object]:
        from app.ingest.posts.preview import preview

        table = preview(self.file)
        if table is not None and table.header:
            yield TableStart(header=table.header, rows=table.rows, columns=dict(table.columns))


class ReadPosts(Request, frozen=True, kw_only=True):
    """Rows of posts."""

    options: PostImportOptions

    @classmethod
    def item_types(cls) -> tuple[Any, ...]:
        return (ReadPost, RefusedRow)

    def read(self, *, progress: Progress, cancel: CancelToken) -> Iterator[object]:
        from app.ingest.posts import read_posts

        return read_posts(self.file, options=self.options, progress=progress, cancel=cancel)


class ReadEvidenceFile(Request, frozen=True, kw_only=True):
    """The documents of one file of evidence; `name` is its path inside the folder."""

    name: str
    options: EvidenceImportOptions

    @classmethod
    def item_types(cls) -> tuple[Any, ...]:
        return (ReadEvidence, RefusedRow)

    def read(self, *, progress: Progress, cancel: CancelToken) -> Iterator[object]:
        from app.ingest.evidence.reader import evidence_file

        return evidence_file(self.file, self.name, options=self.options, progress=progress, cancel=cancel)


class ReadSourceList(Request, frozen=True, kw_only=True):
    """Rows of a list of sources to be wary of."""

    @classmethod
    def item_types(cls) -> tuple[Any, ...]:
        return (SourceWarning, RefusedRow)

    def read(self, *, progress: Progress, cancel: CancelToken) -> Iterator[object]:
        from app.ingest.evidence.source_list import read_source_list

        warnings, refused = read_source_list(self.file, cancel=cancel)
        yield from (*warnings, *refused)


class ReadQueries(Request, frozen=True, kw_only=True):
    """Rows of a query file."""

    @classmethod
    def item_types(cls) -> tuple[Any, ...]:
        from app.ingest.queries import QueryRow

        return (QueryRow,)

    def read(self, *, progress: Progress, cancel: CancelToken) -> Iterator[object]:
        from app.ingest.queries import read_queries

        yield from read_queries(self.file)


class ReadQuestions(Request, frozen=True, kw_only=True):
    """Rows of a file of questions."""

    @classmethod
    def item_types(cls) -> tuple[Any, ...]:
        from app.ingest.queries import QuestionRow

        return (QuestionRow,)

    def read(self, *, progress: Progress, cancel: CancelToken) -> Iterator[object]:
        from app.ingest.queries import read_questions

        yield from read_questions(self.file)


class ReadPairs(Request, frozen=True, kw_only=True):
    """Pairs of premise and hypothesis."""

    @classmethod
    def item_types(cls) -> tuple[Any, ...]:
        return (tuple[str, str], RefusedRow)

    def read(self, *, progress: Progress, cancel: CancelToken) -> Iterator[object]:
        from app.ingest.queries import read_pairs

        yield from read_pairs(self.file)


class ReadRatings(Request, frozen=True, kw_only=True):
    """Rows of rating and publisher."""

    @classmethod
    def item_types(cls) -> tuple[Any, ...]:
        return (tuple[str, str],)

    def read(self, *, progress: Progress, cancel: CancelToken) -> Iterator[object]:
        from app.ingest.rating_rows import read_rating_rows

        return read_rating_rows(self.file)


class ReadAveritec(Request, frozen=True, kw_only=True):
    """Claims of a file in AVeriTeC's format."""

    @classmethod
    def item_types(cls) -> tuple[Any, ...]:
        from app.ingest.averitec.files import AveritecRow

        return (AveritecRow,)

    def read(self, *, progress: Progress, cancel: CancelToken) -> Iterator[object]:
        from app.ingest.averitec import read_averitec_rows

        yield from read_averitec_rows(self.file)


class ReadRecordRows(Request, frozen=True, kw_only=True):
    """Rows of a table or JSON file, by the names that its columns may have."""

    columns: tuple[str, ...]

    @classmethod
    def item_types(cls) -> tuple[Any, ...]:
        return (dict[str, Any],)

    def read(self, *, progress: Progress, cancel: CancelToken) -> Iterator[object]:
        from app.ingest.record_rows import read_record_rows

        return read_record_rows(self.file, columns=self.columns)


# The decoder finds the class by its tag.
AnyRequest = (
    ReadDocument
    | ReadText
    | RenderPage
    | FindBoxes
    | ReadFactChecks
    | PreviewFactChecks
    | ReadPosts
    | PreviewPosts
    | ReadEvidenceFile
    | ReadSourceList
    | ReadQueries
    | ReadQuestions
    | ReadPairs
    | ReadRatings
    | ReadAveritec
    | ReadRecordRows
)

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder[AnyRequest](AnyRequest)


def encode_request(request: Request) -> bytes:
    """Encode a request as a frame."""
    return _encoder.encode(request)


def decode_request(frame: bytes) -> AnyRequest:
    """Decode a request. Raises msgspec.DecodeError."""
    request: AnyRequest = _decoder.decode(frame)
    return request
