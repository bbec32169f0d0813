"""The document's own pages: their pictures, and where on them the sentences stand."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.domain.document import Document
from app.gui.document.page import DocumentPage
from app.gui.document.page_finder import PageFinder
from app.gui.document.page_pictures import PagePictures
from app.gui.jobs import Failure, Jobs
from app.gui.model.document_view import DocumentView


class PdfController(QObject):
    """`failed` carries the Failure when pages cannot be shown, or the sentences not be found on them."""

    failed = Signal(object)

    def __init__(self, jobs: Jobs, view: DocumentView, parent: QObject) -> None:
        super().__init__(parent)
        self.pictures = PagePictures(jobs, self)
        self._finder = PageFinder(jobs, self)
        self._view = view
        self.pictures.failed.connect(self.failed)

    def serve(self, page: DocumentPage) -> None:
        """Show what is found in this place, which asks for it."""
        self._page = page
        page.reading.pages_asked.connect(self._find)
        self._finder.located.connect(page.show_boxes)
        self._finder.failed.connect(self._not_found)

    def opened(self, document: Document) -> None:
        """Another document is shown."""
        self._finder.stop()
        self.pictures.open(document.source)

    def edited(self, document: Document) -> None:
        """The sentences are others; those that are being looked for are the ones of before."""
        if self._page.reading.pages_shown or self._finder.busy:
            self._finder.ask(document)

    def _find(self) -> None:
        if self._view.document is not None:
            self._finder.ask(self._view.document)

    def _not_found(self, failure: Failure) -> None:
        self._page.reading.show_text()
        if failure.code != "cancelled":
            self.failed.emit(failure)
