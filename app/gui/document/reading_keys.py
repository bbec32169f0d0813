"""The keys of reading: from sentence to sentence and match to match, links and citations, filter and order."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence

from app.gui.document.page import DocumentPage
from app.gui.keys import KeyAction
from app.gui.links import ask_to_open
from app.gui.model.card import citation
from app.gui.model.commands import CHOOSE_KEYS
from app.gui.model.document_view import Order
from app.gui.ui_context import UiContext
from app.translation import tr


class ReadingKeys(QObject):
    """Joins the commands of reading with the place; `said` is for the status line."""

    message_sent = Signal(str)

    def __init__(self, ctx: UiContext, page: DocumentPage, parent: QObject) -> None:
        super().__init__(parent)
        self._ctx, self._page = ctx, page
        for name, handler in self._handlers().items():
            ctx.actions[name].triggered.connect(handler)
        page.matches.link_asked.connect(self._open_link_of)
        page.matches.citation_asked.connect(self._copy_citation_of)
        self._choose_keys()
        self._hint()

    def _handlers(self) -> dict[str, Callable[[], object]]:
        page = self._page
        return {
            "next": partial(page.step, 1),
            "previous": partial(page.step, -1),
            "next_match": partial(page.step, 1, with_match=True),
            "previous_match": partial(page.step, -1, with_match=True),
            "link": self._open_link,
            "copy_citation": self._copy_citation,
            "show_ranking": page.accept_update,
            "filter": self._focus_filter,
            "clear_filters": page.clear_filters,
            "order": self._toggle_order,
        }

    def _choose_keys(self) -> None:
        for key in CHOOSE_KEYS:
            action = KeyAction(tr("Choose match {number}", number=key), self._page)
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(self._ctx.actions["next"].shortcutContext())
            action.setData(int(key))
            action.triggered.connect(self._choose_match)
            self._page.addAction(action)

    def _hint(self) -> None:
        filters, header = self._page.filters, self._page.header
        hint_texts = (
            ("order", filters.ranked),
            ("order", filters.in_order),
            ("show_ranking", header.update_button),
            ("filter", filters.search),
        )
        for name, widget in hint_texts:
            self._ctx.actions.hint(name, widget)

    def _choose_match(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._page.choose_match(action.data())

    def _open_link(self) -> None:
        match = self._page.current_match()
        if match is not None:
            ask_to_open(self._ctx.window, match.factcheck.url, note=match.factcheck.note)

    def _open_link_of(self, number: int) -> None:
        self._page.choose_match(number)
        self._open_link()

    def _copy_citation(self) -> None:
        match = self._page.current_match()
        if match is not None:
            QGuiApplication.clipboard().setText(citation(match.factcheck))
            self.message_sent.emit(tr("The citation was copied."))

    def _copy_citation_of(self, number: int) -> None:
        self._page.choose_match(number)
        self._copy_citation()

    def _focus_filter(self) -> None:
        self._page.filters.search.setFocus()
        self._page.filters.search.selectAll()

    def _toggle_order(self) -> None:
        self._page.set_order(Order.DOCUMENT if self._page.view.order is Order.RANKED else Order.RANKED)
