"""Finding words in the document: joins the find bar with the text, the pages and the list of sentences."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.domain.document import Document
from app.domain.pages import PageBoxes
from app.gui.document.find_bar import FindBar
from app.gui.document.page import DocumentPage
from app.gui.document.page_finder import PageFinder
from app.gui.jobs import Failure
from app.gui.model.text_search import Hits, SearchableText
from app.gui.ui_context import UiContext
from app.translation import tr

_PAUSE_MS = 150  # between two letters; every search on the pages is a job of the worker


class TextFinder(QObject):
    """Finds words in the text of the open document. A step to a hit selects its sentence. `message_sent` is for the status line."""

    message_sent = Signal(str)

    def __init__(self, ctx: UiContext, page: DocumentPage, parent: QObject) -> None:
        super().__init__(parent)
        self._page, self._view = page, page.view
        self.bar = FindBar(page)
        self.bar.hide()
        page.reading.add_bar(self.bar)
        self.hits = Hits()
        self._document: Document | None = None
        self._text: SearchableText | None = None
        self._anchor = 0
        self._note = ""
        self._focus_before: QWidget = page.list
        self._boxes = PageFinder(ctx.jobs, self)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._ask_boxes)
        self._connect(ctx)

    def _connect(self, ctx: UiContext) -> None:
        self.bar.changed.connect(self._search)
        self.bar.stepped.connect(self.step)
        self.bar.dismissed.connect(self.close)
        self._page.sentence_shown.connect(self._follow_document)
        self._page.reading.stack.currentChanged.connect(self._clear_pages)
        self._boxes.located.connect(self._show_on_pages)
        self._boxes.failed.connect(self._not_on_pages)
        for name, step, button in (("find_next", 1, self.bar.next), ("find_previous", -1, self.bar.previous)):
            ctx.actions[name].triggered.connect(partial(self.step, step))
            ctx.actions.hint(name, button)

    def open(self) -> None:
        """Show the bar, with the words that are marked in the text."""
        if self._view.document is None:
            self.message_sent.emit(tr("There is no document to search."))
            return
        if self.bar.isHidden():
            panes = (self._page.text, self._page.pages)
            self._focus_before = next((pane for pane in panes if pane.hasFocus()), self._page.list)
        start, end = self._page.text.marked() if self._page.text.hasFocus() else (0, 0)
        self._anchor = start if end > start else self._reading_point()
        self.bar.start(" ".join(self._view.document.text[start:end].split()))
        self._search(self.bar.input.text())

    def close(self) -> None:
        """Hide the bar and the marks; the focus goes back to where it was."""
        self.bar.hide()
        self._pause.stop()
        self._boxes.stop()
        self._show(Hits())
        (self._focus_before if self._focus_before.isVisible() else self._page.list).setFocus()

    def step(self, step: int) -> None:
        """Go to the next (1) or previous (-1) hit; without a bar, open it first."""
        if self.bar.isHidden():
            self.open()
        else:
            self._go_to(self.hits.step(step))

    def _search(self, words: str) -> None:
        self._note = ""
        self._go_to(self._found(words))
        self._clear_pages()

    def _found(self, words: str) -> Hits:
        if self._text is None:
            self._text = SearchableText(self._document.text if self._document is not None else "")
        return Hits.of(self._text.find(words), near=self._anchor)

    def _go_to(self, hits: Hits) -> None:
        """Make the current one of these hits visible, and select its sentence."""
        self._show(hits)
        if hits.span is None:
            return
        start, end = hits.span
        self._anchor = start
        sentences = self._view.sentences_between(start, end)
        if sentences and sentences[0].index != self._view.selected:
            self._page.choose_sentence(sentences[0].index)
        self._page.text.reveal_point(start)
        self._page.pages.show_hit(hits.current)

    def _show(self, hits: Hits) -> None:
        self.hits = hits
        self.bar.show_hits(hits, self._note)
        self._page.text.show_hits(hits)
        if hits.span is None:
            self._page.pages.show_hits(())

    def _reading_point(self) -> int:
        """Return where the search begins: at the selected sentence, else at the first visible line."""
        row = self._view.current
        return row.sentence.start if row is not None else self._page.text.visible_range()[0]

    def _follow_document(self) -> None:
        """Search again if another document is shown, or the same one edited."""
        if self._view.document is self._document:
            return
        self._document, self._text = self._view.document, None
        if self._document is None:
            self.bar.hide()
        elif not self.bar.isHidden():
            self._show(self._found(self.bar.input.text()))
            self._clear_pages()

    def _clear_pages(self) -> None:
        """Light nothing on the pages until the hits are located there, once the reader stops typing."""
        self._boxes.stop()
        self._page.pages.show_hits(())
        self._pause.start()

    def _ask_boxes(self) -> None:
        """Look for the hits on the pages, where these are shown."""
        document = self._document
        if document is not None and self.hits.spans and self.bar.isVisible() and self._page.reading.pages_shown:
            self._boxes.ask_spans(document, self.hits.spans)

    def _show_on_pages(self, boxes: PageBoxes) -> None:
        self._page.pages.show_hits(boxes.boxes)
        self._page.pages.show_hit(self.hits.current)

    def _not_on_pages(self, failure: Failure) -> None:
        if failure.code != "cancelled":
            self._note = tr("Not shown on the pages: {reason}", reason=failure.message)
            self.bar.show_hits(self.hits, self._note)
