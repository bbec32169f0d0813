"""Finds where sentences or other words stand on the pages of the PDF that a document was read from, once the reader wants to see them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.domain.document import Document
from app.gui.jobs import Jobs, JobSlot
from app.translation import tr
from app.worker.protocol import FindBoxes


class PageFinder(QObject):
    """`found` carries PageBoxes for the document that was asked about last, `failed` a Failure."""

    located = Signal(object)
    failed = Signal(object)

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._slot = JobSlot(jobs)

    @property
    def busy(self) -> bool:
        """True while sentences are being looked for."""
        return self._slot.busy

    def ask(self, document: Document) -> None:
        """Look for the sentences of this document."""
        self.ask_spans(document, [(sentence.start, sentence.end) for sentence in document.sentences])

    def ask_spans(self, document: Document, spans: Iterable[tuple[int, int]]) -> None:
        """Look for these (start, end) code points of the document's text."""
        request = FindBoxes(path=document.source, text=document.text, spans=tuple(spans))
        self._slot.ask(request, self.located.emit, title=tr("Finding the sentences on the pages"), failed=self.failed.emit)

    def stop(self) -> None:
        """Nobody wants to know any more."""
        self._slot.drop()


def has_pages(document: Document | None) -> bool:
    """Return whether a document was read from a PDF that is still on the disk."""
    return document is not None and document.format == "pdf" and bool(document.source) and Path(document.source).is_file()
