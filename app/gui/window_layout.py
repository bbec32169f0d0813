"""Size, position and splitters of the window: first fitted to the screen, stored, restored as far as it fits, and reset on request."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QPoint, QRect, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow, QSplitter, QStyle

from app.gui.preferences import WindowState

_SIZE = QSize(1280, 800)
_FRAME = 8  # pixels at either side that the desktop may draw around a window; the title bar is asked of the style


def save_layout(window: QMainWindow, splitters: Mapping[str, QSplitter], state: WindowState) -> None:
    """Put the layout of window and splitters into the state."""
    state.geometry = _text(window.saveGeometry())
    for name, splitter in splitters.items():
        state.splitters[name] = _text(splitter.saveState())


def restore_layout(window: QMainWindow, splitters: Mapping[str, QSplitter], state: WindowState) -> None:
    """Restore the stored layout, or give a new window its first size; either is fitted into a screen."""
    if not state.geometry or not window.restoreGeometry(_bytes(state.geometry)):
        _place_first(window)
    fit_to_screen(window)
    for name, splitter in splitters.items():
        if state.splitters.get(name):
            splitter.restoreState(_bytes(state.splitters[name]))
            splitter.setHandleWidth(1)


def reset_layout(window: QMainWindow) -> None:
    """Give the window the size and place of a new one."""
    window.showNormal()
    _place_first(window)


def fit_to_screen(window: QMainWindow) -> None:
    """Shrink and move the window until its frame lies within the screen that shows most of it."""
    room = _room(window)
    if room is None or window.isMaximized() or window.isFullScreen():
        return
    geometry = fitted(window.geometry(), room)
    if geometry != window.geometry():
        window.setGeometry(geometry)


def fitted(geometry: QRect, room: QRect) -> QRect:
    """Return the geometry shrunk and moved into the room."""
    size = geometry.size().boundedTo(room.size())
    left = min(max(geometry.left(), room.left()), room.right() + 1 - size.width())
    top = min(max(geometry.top(), room.top()), room.bottom() + 1 - size.height())
    return QRect(QPoint(left, top), size)


def _place_first(window: QMainWindow) -> None:
    """Give the window its first size, or as much of it as the screen has, in the middle."""
    room = _room(window)
    geometry = QRect(window.pos(), _SIZE)
    if room is not None:
        geometry.moveCenter(room.center())
        geometry = fitted(geometry, room)
    window.setGeometry(geometry)


def _room(window: QMainWindow) -> QRect | None:
    """Return what a window's contents may cover on the screen that shows most of it; None without a screen."""
    screens = QGuiApplication.screens()
    if not screens:
        return None

    def covered(available: QRect) -> int:
        common = available.intersected(window.frameGeometry())
        return max(0, common.width()) * max(0, common.height())

    available = max((screen.availableGeometry() for screen in screens), key=covered)
    title_bar = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight, None, window)
    return available.adjusted(_FRAME, title_bar + _FRAME, -_FRAME, -_FRAME)


def _text(state: QByteArray) -> str:
    return bytes(state.toBase64().data()).decode("ascii")


def _bytes(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode("ascii", "ignore"))
