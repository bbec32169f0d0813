"""Render the pages of a PDF, and locate the sentences of the document read from it."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from app.domain.pages import PageBoxes
from app.domain.progress import CancelToken, Progress, no_progress
from app.errors import InputError
from app.ingest.documents.formats import binary_format
from app.ingest.documents.pdf_layout import PdfLayout, read_layout
from app.ingest.documents.pdf_lines import open_pdf
from app.ingest.documents.source import damaged, load
from app.ingest.documents.text_alignment import TextAlignment
from app.translation import tr

_MAX_PIXELS = 8_000_000
_MIN_UNCHANGED_SHARE = 0.5


class PdfPages:
    """One open PDF, for use by one thread at a time, as PyMuPDF requires.

    Raises InputError as `read_document` does, and `pages-not-pdf` for another kind of file.
    """

    def __init__(self, path: Path, *, cancel: CancelToken) -> None:
        data, name = load(path, cancel=cancel)
        if binary_format(data) != "pdf":
            raise InputError("pages-not-pdf", tr("“{name}” is no PDF any more.", name=name), hint=tr("Open it again as a document."))
        self._opened = open_pdf(data)
        self._layout: PdfLayout | None = None

    def close(self) -> None:
        """Close the file."""
        self._opened.close()

    def render(self, page: int, scale: float) -> tuple[int, int, bytes]:
        """Return width, height and pixels of a page (1-based) at `scale` pixels a point, less for very large pages.

        The pixels are rows of blue, green, red and 255, compressed by zlib. Raises InputError `pages-unknown` for a page that does
        not exist, `document-damaged` for one that cannot be drawn.
        """
        import pymupdf

        if not 1 <= page <= self._opened.page_count:
            raise InputError("pages-unknown", tr("The PDF has no page {number}.", number=page), hint=tr("It was changed; open it again."))
        try:
            pdf_page = self._opened.load_page(page - 1)
            # A page as large as a wall would take too much memory.
            area = max(1.0, pdf_page.rect.width * pdf_page.rect.height)
            scale = min(scale, (_MAX_PIXELS / area) ** 0.5)
            picture = pdf_page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=False)
            # zlib, because unpacking it takes a moment only and, unlike a picture format, does not block other threads.
            return picture.width, picture.height, zlib.compress(_rows(picture), 1)
        except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase) as error:
            raise damaged("PDF") from error

    def boxes(self, text: str, spans: Sequence[tuple[int, int]], *, cancel: CancelToken, progress: Progress = no_progress) -> PageBoxes:
        """Return the boxes of these (start, end) of `text`, the document's text, possibly corrected by hand since.

        Raises InputError `pages-other-text` if the PDF's text has changed too much.
        """
        layout = self._layout = self._layout or read_layout(self._opened, cancel=cancel, progress=progress)
        alignment = TextAlignment(layout.text, text)
        # With less in common, the file holds another document now.
        if alignment.unchanged_share < _MIN_UNCHANGED_SHARE:
            hint = tr("The text is still here; open the file again to see its pages.")
            raise InputError("pages-other-text", tr("The PDF was changed since it was opened."), hint=hint)
        source_spans = [alignment.source_span(start, end) for start, end in spans]
        sizes = tuple((round(page.rect.width, 2), round(page.rect.height, 2)) for page in self._opened)
        return PageBoxes(sizes=sizes, boxes=tuple(layout.boxes(*span) if span else () for span in source_spans))


def _rows(picture: Any) -> bytes:
    pixels = np.full((picture.height, picture.width, 4), 255, dtype=np.uint8)
    pixels[:, :, :3] = np.frombuffer(picture.samples, dtype=np.uint8).reshape(picture.height, picture.width, 3)[:, :, ::-1]
    return pixels.tobytes()


_last: dict[tuple[Any, ...], PdfPages] = {}


def opened_pages(path: Path, *, cancel: CancelToken) -> PdfPages:
    """Return the pages of this file. The last requested file stays open. Raises InputError as `PdfPages` does."""
    state = same_file(path)
    if state not in _last:
        opened = PdfPages(path, cancel=cancel)
        # Only one file stays open at a time.
        for other in _last.values():
            other.close()
        _last.clear()
        _last[state] = opened
    return _last[state]


def same_file(path: Path) -> tuple[Any, ...]:
    """Return a key that changes when the file at this path changes; only the path for a missing file."""
    try:
        state = path.stat()
    except OSError:
        return (str(path),)
    return str(path), state.st_mtime_ns, state.st_size
