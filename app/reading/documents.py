"""Documents and the pages of a PDF, read in the reading process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from app.domain.document import Document
from app.domain.pages import PageBoxes
from app.domain.progress import CancelToken, Progress, no_progress
from app.reading.asking import items, only, text_items
from app.reading.requests import FindBoxes, PageImage, ReadDocument, ReadText, RenderPage
from app.translation import tr


def read_document(path: Path, *, language: str | None = None, cancel: CancelToken, progress: Progress = no_progress) -> Document:
    """The document in a file, as `ingest.documents.read_document` reads it.

    Raises InputError as that does, and `input-too-costly`; Cancelled.
    """
    found = only(Document, items(ReadDocument(language=language), path, progress=progress, cancel=cancel))
    return replace(found, source=str(path))  # a name that is no text does not survive the way


def read_text(text: str, *, title: str = "", cancel: CancelToken | None = None) -> Document:
    """Pasted text as a document. Raises InputError as `read_document` does."""
    return only(Document, text_items(ReadText(text=text, title=title), text, name=title or tr("Pasted text"), cancel=cancel))


def render_page(path: Path, *, page: int, scale: float, cancel: CancelToken) -> PageImage:
    """A page of a PDF as a picture. Raises InputError as `PdfPages` does, and `input-too-costly`."""
    return only(PageImage, items(RenderPage(page=page, scale=scale), path, cancel=cancel))


def find_boxes(path: Path, *, text: str, spans: Sequence[tuple[int, int]], cancel: CancelToken) -> PageBoxes:
    """Where parts of a PDF's text stand on its pages. Raises InputError as `PdfPages` does, and `input-too-costly`."""
    return only(PageBoxes, items(FindBoxes(text=text, spans=tuple(spans)), path, cancel=cancel))
