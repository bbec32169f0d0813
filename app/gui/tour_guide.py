"""Starts the guided tour on the demo debate, and knows the one that is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow, QWidget

from app.gui.document.controller import DocumentController
from app.gui.theme import Theme

if TYPE_CHECKING:
    from app.gui.tour import Tour


class TourGuide(QObject):
    """`go` shows the document page, `rail` is the window's. `tour` is the tour that is shown, None where there is none."""

    def __init__(
        self, window: QMainWindow, theme: Theme, document: DocumentController, rail: QWidget, show_page: Callable[[], None]
    ) -> None:
        super().__init__(window)
        self._window, self._theme, self._document, self._rail, self._go = window, theme, document, rail, show_page
        self._waits = False
        self.tour: Tour | None = None
        document.page.ranked_shown.connect(self._ranked_shown)

    def start(self) -> None:
        """Explain the window on the demo debate, which is opened where no document is."""
        self._go()
        if self._document.view.document is not None:
            self._show()
        elif self._document.open_demo():
            self._waits = True

    def _ranked_shown(self) -> None:
        if self._waits:
            self._waits = False
            self._show()

    def _show(self) -> None:
        from app.gui.tour import Tour

        if self.tour is not None:
            self.tour.end()
        page = self._document.page
        self.tour = Tour(self._window, self._theme, self._targets(), lambda: page.list)
        self.tour.destroyed.connect(self._ended)

    def _targets(self) -> dict[str, Callable[[], QWidget]]:
        page = self._document.page
        return {
            "list": lambda: page.list,
            "document": lambda: page.text,
            "matches": lambda: page.matches,
            "decisions": lambda: page.decisions,
            "filters": lambda: page.filters,
            "date": lambda: page.header.day,
            "export": lambda: page.header,
            "rail": lambda: self._rail,
        }

    def _ended(self) -> None:
        self.tour = None
