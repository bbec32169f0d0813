"""Reading of documents and pages of PDFs in the reading process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from app.domain.document import Document
from app.domain.pages import PageBoxes
from app.domain.progress import CancelToken, Progress, no_progress
from app.reading.client import read_items, read_text_items, single_item
from app.reading.requests import FindBoxes, PageImage, ReadDocument, ReadText, RenderPage
from app.translation import tr


def read_document(path: Path, *, language: str | None = None, cancel: CancelToken, progress: Progress = no_progress) -> Document:
    """Read a document. Raises InputError as `ingest.documents.read_document` does, and `input-too-costly`; Cancelled."""
    document = single_item(Document, read_items(ReadDocument(language=language), path, progress=progress, cancel=cancel))
    # Messages cannot hold a file name that is not valid text.
    return replace(document, source=str(path))


def read_text(text: str, *, title: str = "", cancel: CancelToken | None = None) -> Document:
    """Turn pasted text into a document. Raises InputError as `read_document` does."""
    return single_item(Document, read_text_items(ReadText(text=text, title=title), text, name=title or tr("Pasted text"), cancel=cancel))


def render_page(path: Path, *, page: int, scale: float, cancel: CancelToken) -> PageImage:
    """Render a page of a PDF. Raises InputError as `PdfPages` does, and `input-too-costly`."""
    return single_item(PageImage, read_items(RenderPage(page=page, scale=scale), path, cancel=cancel))


def find_boxes(path: Path, *, text: str, spans: Sequence[tuple[int, int]], cancel: CancelToken) -> PageBoxes:
    """Locate parts of a PDF's text on its pages. Raises InputError as `PdfPages` does, and `input-too-costly`."""
    return single_item(PageBoxes, read_items(FindBoxes(text=text, spans=tuple(spans)), path, cancel=cancel))
