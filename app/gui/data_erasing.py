"""Erases the user's data from within the window, which closes afterwards so that nothing is written again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from app.domain.user_data import Erased, UserData
from app.errors import InputError
from app.gui.model.data_view import erase_question, erased_in_words
from app.gui.widgets.question import agreed
from app.home_folder import lock_home
from app.translation import tr


class DataErasing(QObject):
    """Holds the lock that marks the home as in use. `refused` carries the reason why nothing was erased; after `done`, the window has to
    close without saving anything."""

    refused = Signal(str)
    data_erased = Signal()

    def __init__(self, window: QWidget, close: Callable[[], object]) -> None:
        super().__init__(window)
        self._window, self._close = window, close
        self._lock = lock_home()

    def release(self) -> None:
        """Release the lock: the window closes."""
        if self._lock is not None:
            self._lock.release()

    def ask(self, parent: QWidget, data: UserData) -> None:
        """Ask the user, erase, and show the result."""
        question, details = erase_question(data)
        if not agreed(parent, tr("Erase data"), question, about=details, yes=tr("Erase"), destroys=True):
            return
        # Imported late: the window starts without it.
        from app.services.user_data import erase_alone

        self.release()
        try:
            erased = erase_alone(data, close=self._close_files)
        except InputError as error:
            self._lock = lock_home()
            self.refused.emit(f"{error.message} {error.hint}".strip())
            return
        self._show_result(erased)
        self.data_erased.emit()

    def _close_files(self) -> None:
        self._close()

    def _show_result(self, erased: Erased) -> None:
        message, details = erased_in_words(erased)
        box = QMessageBox(QMessageBox.Icon.Information, tr("Erase data"), message, parent=self._window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setInformativeText(details)
        box.exec()
        box.deleteLater()
