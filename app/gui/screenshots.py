"""Pictures of the real window, for the README and for looking at it: light and dark, once there is something to show."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSize, QTimer
from PySide6.QtWidgets import QApplication

from app.gui.main_window import MainWindow
from app.gui.theme import Appearance
from app.rights.umask import users_umask_restored

_SIZE = QSize(1280, 800)
_SETTLE_MS = 400
_PATIENCE_MS = 400_000
"""A machine that does other work beside may take minutes to load the models and rank."""


class _Photographer(QObject):
    """Takes a light and a dark picture, each once nothing has been under way in the window for a while, and ends the application."""

    def __init__(self, window: MainWindow, target: Path) -> None:
        super().__init__(window)
        self._window = window
        self._waiting = [(Appearance.LIGHT, target), (Appearance.DARK, dark_path(target))]
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self._settled)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE_MS)
        self._patience.timeout.connect(self._settled)
        window.jobs.changed.connect(self._changed)
        self._patience.start()
        self._settle.start()

    def _changed(self) -> None:
        if self._window.jobs.idle:
            self._settle.start()
        else:
            self._settle.stop()

    def _settled(self) -> None:
        panes = self._window.document.page.matches, self._window.ask.page.answers
        is_ready = self._window.jobs.idle and all(part.complete for part in panes)
        appearance, path = self._waiting[0]
        if not is_ready and self._patience.isActive():
            self._settle.start()
        elif self._window.theme.appearance is not appearance:
            self._window.theme.choose(appearance)
            self._settle.start()
        else:
            save(self._window, path)
            self._next()

    def _next(self) -> None:
        self._waiting.pop(0)
        if self._waiting:
            self._settle.start()
            return
        self._patience.stop()
        self._window.jobs.changed.disconnect(self._changed)
        self._window.close()
        QApplication.quit()


def save_when_ready(window: MainWindow, target: Path) -> None:
    """Save `target` and, beside it, a dark one (`name-dark.png`) once nothing is under way; then end the application."""
    window.resize(_SIZE)  # whatever screen there is, or none
    _Photographer(window, target)


def dark_path(target: Path) -> Path:
    """Return the path of the picture in the dark appearance."""
    return target.with_name(f"{target.stem}-dark{target.suffix}")


def save(window: MainWindow, path: Path) -> bool:
    """Save what the window shows now; False when the file could not be written."""
    with users_umask_restored():
        path.parent.mkdir(parents=True, exist_ok=True)
        return window.grab().save(str(path))
