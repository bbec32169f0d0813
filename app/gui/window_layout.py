"""Size, position and splitters of the window: stored, restored only on an existing screen, and reset on request."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow, QSplitter

from app.gui.preferences import WindowState

_PANES = "document"
_SIZE = QSize(1280, 800)


def save_layout(window: QMainWindow, splitter: QSplitter, state: WindowState) -> None:
    """Put the window's state into the state."""
    state.geometry = _text(window.saveGeometry())
    state.splitters[_PANES] = _text(splitter.saveState())


def restore_layout(window: QMainWindow, splitter: QSplitter, state: WindowState) -> None:
    """Restore the stored layout; a window that would be off every screen comes back onto one."""
    if state.geometry:
        window.restoreGeometry(_bytes(state.geometry))
        screens = QGuiApplication.screens()
        if screens and not any(screen.availableGeometry().intersects(window.frameGeometry()) for screen in screens):
            window.move(screens[0].availableGeometry().topLeft())
    if state.splitters.get(_PANES):
        splitter.restoreState(_bytes(state.splitters[_PANES]))
        splitter.setHandleWidth(1)


def reset_layout(window: QMainWindow, splitter: QSplitter) -> None:
    """The size and the shares that a new window has."""
    window.showNormal()
    window.resize(_SIZE)
    width = splitter.width()
    splitter.setSizes([width * 32 // 100, width * 36 // 100, width * 32 // 100])


def _text(state: QByteArray) -> str:
    return bytes(state.toBase64().data()).decode("ascii")


def _bytes(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode("ascii", "ignore"))
