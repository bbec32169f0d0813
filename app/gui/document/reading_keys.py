"""The keys of reading: from sentence to sentence and match to match, links and citations, filter and order."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence

from app.gui.document.place import DocumentPlace
from app.gui.links import ask_to_open
from app.gui.model.card import citation
from app.gui.model.commands import CHOOSE_KEYS
from app.gui.model.document_view import Order
from app.gui.ui_context import UiContext
from app.translation import tr


class ReadingKeys(QObject):
    """Joins the commands of reading with the place; `said` is for the status line."""

    said = Signal(str)

    def __init__(self, ctx: UiContext, place: DocumentPlace, parent: QObject) -> None:
        super().__init__(parent)
        self._ctx, self._place = ctx, place
        for name, handler in self._handlers().items():
            ctx.actions[name].triggered.connect(handler)
        place.matches.link_asked.connect(self._open_link_of)
        place.matches.citation_asked.connect(self._copy_citation_of)
        self._choose_keys()
        self._hint()

    def _handlers(self) -> dict[str, Callable[[], object]]:
        place = self._place
        return {
            "next": partial(place.step, 1),
            "previous": partial(place.step, -1),
            "next_match": partial(place.step, 1, with_match=True),
            "previous_match": partial(place.step, -1, with_match=True),
            "link": self._open_link,
            "copy_citation": self._copy_citation,
            "show_ranking": place.accept_update,
            "filter": self._focus_filter,
            "clear_filters": place.clear_filters,
            "order": self._toggle_order,
        }

    def _choose_keys(self) -> None:
        for key in CHOOSE_KEYS:
            action = QAction(tr("Choose match {number}", number=key), self._place)
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(self._ctx.actions["next"].shortcutContext())
            action.setData(int(key))
            action.triggered.connect(self._choose_match)
            self._place.addAction(action)

    def _hint(self) -> None:
        filters, header = self._place.filters, self._place.header
        hinted = (
            ("order", filters.ranked),
            ("order", filters.in_order),
            ("show_ranking", header.update_button),
            ("filter", filters.search),
        )
        for name, widget in hinted:
            self._ctx.actions.hint(name, widget)

    def _choose_match(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._place.choose_match(action.data())

    def _open_link(self) -> None:
        match = self._place.current_match()
        if match is not None:
            ask_to_open(self._ctx.window, match.factcheck.url, note=match.factcheck.note)

    def _open_link_of(self, number: int) -> None:
        self._place.choose_match(number)
        self._open_link()

    def _copy_citation(self) -> None:
        match = self._place.current_match()
        if match is not None:
            QGuiApplication.clipboard().setText(citation(match.factcheck))
            self.said.emit(tr("The citation was copied."))

    def _copy_citation_of(self, number: int) -> None:
        self._place.choose_match(number)
        self._copy_citation()

    def _focus_filter(self) -> None:
        self._place.filters.search.setFocus()
        self._place.filters.search.selectAll()

    def _toggle_order(self) -> None:
        self._place.set_order(Order.DOCUMENT if self._place.view.order is Order.RANKED else Order.RANKED)
