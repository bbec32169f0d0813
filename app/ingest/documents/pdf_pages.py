"""The pages of a PDF as pictures, and where the sentences of the document read from it stand on them."""

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
from app.ingest.documents.realigned import Realigned
from app.ingest.documents.source import damaged, load
from app.translation import tr

_MOST_PIXELS = 8_000_000
_SAME = 0.5


class PdfPages:
    """One opened PDF; PyMuPDF wants to be used from one thread at a time.

    Raises InputError as `read_document` does, and `pages-not-pdf` for a file of another kind.
    """

    def __init__(self, path: Path, *, cancel: CancelToken) -> None:
        data, name = load(path, cancel=cancel)
        if binary_format(data) != "pdf":
            raise InputError("pages-not-pdf", tr("“{name}” is no PDF any more.", name=name), hint=tr("Open it again as a document."))
        self._opened = open_pdf(data)
        self._layout: PdfLayout | None = None

    def close(self) -> None:
        """Let go of the file."""
        self._opened.close()

    def render(self, page: int, scale: float) -> tuple[int, int, bytes]:
        """Width, height and pixels of a page (1-based), `scale` pixels a point, less for a page as large as a wall.

        The pixels are rows of blue, green, red and 255, packed by zlib: to unpack them takes no more than a moment and, unlike
        a picture format, does not hold up other threads.

        Raises InputError `pages-unknown` for a page that is not there, `document-damaged` for one that cannot be drawn.
        """
        import pymupdf

        if not 1 <= page <= self._opened.page_count:
            raise InputError("pages-unknown", tr("The PDF has no page {number}.", number=page), hint=tr("It was changed; open it again."))
        try:
            shown = self._opened.load_page(page - 1)
            area = max(1.0, shown.rect.width * shown.rect.height)
            scale = min(scale, (_MOST_PIXELS / area) ** 0.5)
            picture = shown.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=False)
            return picture.width, picture.height, zlib.compress(_rows(picture), 1)
        except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase) as error:
            raise damaged("PDF") from error

    def boxes(self, text: str, spans: Sequence[tuple[int, int]], *, cancel: CancelToken, progress: Progress = no_progress) -> PageBoxes:
        """The boxes of these (start, end) of `text`, the document's text, which may have been corrected by hand since.

        Raises InputError `pages-other-text` where the PDF says something else by now.
        """
        layout = self._layout = self._layout or read_layout(self._opened, cancel=cancel, progress=progress)
        realigned = Realigned(layout.text, text)
        if realigned.share < _SAME:
            hint = tr("The text is still here; open the file again to see its pages.")
            raise InputError("pages-other-text", tr("The PDF was changed since it was opened."), hint=hint)
        found = [realigned.span(start, end) for start, end in spans]
        sizes = tuple((round(page.rect.width, 2), round(page.rect.height, 2)) for page in self._opened)
        return PageBoxes(sizes=sizes, boxes=tuple(layout.boxes(*span) if span else () for span in found))


def _rows(picture: Any) -> bytes:
    made = np.full((picture.height, picture.width, 4), 255, dtype=np.uint8)
    made[:, :, :3] = np.frombuffer(picture.samples, dtype=np.uint8).reshape(picture.height, picture.width, 3)[:, :, ::-1]
    return made.tobytes()


_last: dict[tuple[Any, ...], PdfPages] = {}


def opened_pages(path: Path, *, cancel: CancelToken) -> PdfPages:
    """The pages of this file; the one asked for last stays open. Raises InputError as `PdfPages` does."""
    state = same_file(path)
    if state not in _last:
        opened = PdfPages(path, cancel=cancel)
        for other in _last.values():
            other.close()
        _last.clear()
        _last[state] = opened
    return _last[state]


def same_file(path: Path) -> tuple[Any, ...]:
    """What tells a file from another of this name, or from itself after a change; nothing of a file that is gone."""
    try:
        state = path.stat()
    except OSError:
        return (str(path),)
    return str(path), state.st_mtime_ns, state.st_size
