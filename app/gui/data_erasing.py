"""Erases what the program keeps, from within the window, which closes afterwards: nothing of it may be written again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from app.domain.user_data import DataPlaces, Erased
from app.errors import InputError
from app.gui.model.data_view import erase_question, erased_in_words
from app.gui.widgets.question import agreed
from app.paths import use_home
from app.translation import tr


class DataErasing(QObject):
    """Holds the home as used by this window. `refused` says why nothing was erased, `done` that the window has to close now, without
    saving anything."""

    refused = Signal(str)
    done = Signal()

    def __init__(self, window: QWidget, close: Callable[[], object]) -> None:
        super().__init__(window)
        self._window, self._close = window, close
        self._held = use_home()

    def release(self) -> None:
        """The window closes, and uses the home no more."""
        if self._held is not None:
            self._held.release()

    def ask(self, parent: QWidget, found: DataPlaces) -> None:
        """Ask, erase, and say what became of it."""
        asked, about = erase_question(found)
        if not agreed(parent, tr("Erase data"), asked, about=about, yes=tr("Erase"), destroys=True):
            return
        # Not loaded before somebody wants it.
        from app.services.user_data import erase_alone

        self.release()
        try:
            erased = erase_alone(found, close=self._let_go)
        except InputError as error:
            self._held = use_home()
            self.refused.emit(f"{error.message} {error.hint}".strip())
            return
        self._tell(erased)
        self.done.emit()

    def _let_go(self) -> None:
        self._close()

    def _tell(self, erased: Erased) -> None:
        told, about = erased_in_words(erased)
        box = QMessageBox(QMessageBox.Icon.Information, tr("Erase data"), told, parent=self._window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setInformativeText(about)
        box.exec()
        box.deleteLater()
