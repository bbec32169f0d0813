"""Shortcuts that act only where nothing else waits for the key.

Qt looks for a shortcut before it hands a key to a menu, a list that drops down or a button. Without the classes below, "X" in the open
File menu would reject a fact-check in the document behind it. Every key without Ctrl or Alt is bound through this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QElapsedTimer, QEvent, QKeyCombination, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut, QShortcutEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

_PRESSING = frozenset({Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Select})
_EDITABLE = QLineEdit | QPlainTextEdit | QTextEdit
_MODIFIERS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class KeyAction(QAction):
    """Action whose bare keys go to an open menu or to the control with the focus, if that uses them."""

    def event(self, event: QEvent) -> bool:
        """Trigger by the shortcut, or hand the key on."""
        return _handed_on(event) or super().event(event)


class KeyShortcut(QShortcut):
    """Shortcut whose bare keys go to an open menu or to the control with the focus, if that uses them."""

    def event(self, event: QEvent) -> bool:
        """Activate by the shortcut, or hand the key on."""
        scope = self.parent() if self.context() is Qt.ShortcutContext.WidgetShortcut else None
        return _handed_on(event, scope) or super().event(event)


if TYPE_CHECKING:
    _ListBase = QAbstractItemView
else:
    _ListBase = object  # PySide allows one Qt base only


class TypedSearch(_ListBase):
    """Mix-in for lists that can be searched by typing: the letters of a word that is being typed are no commands."""

    _since_last_letter: QElapsedTimer | None = None

    def keyboardSearch(self, search: str) -> None:  # noqa: N802
        """Search as Qt does, and note when."""
        self._since_last_letter = self._since_last_letter or QElapsedTimer()
        self._since_last_letter.start()
        super().keyboardSearch(search)

    @property
    def is_searched(self) -> bool:
        """Return whether the next letter continues a search, by Qt's own interval."""
        timer = self._since_last_letter
        return timer is not None and timer.isValid() and not timer.hasExpired(QApplication.keyboardInputInterval())


class _KeyClaim(QObject):
    """Event filter that claims a key for a widget, since Qt asks for shortcuts again when the key is sent on."""

    receiver: ClassVar[QWidget | None] = None
    """Widget that is being sent a key. A dialog may run inside, so other widgets still get theirs."""

    def deliver(self, keys: QKeyCombination, receiver: QWidget) -> None:
        """Send the key to the widget. If it passes the key on, as a menu does to its menu bar, the key is no command there either."""
        receiver.installEventFilter(self)
        outer_receiver, _KeyClaim.receiver = _KeyClaim.receiver, receiver
        try:
            QApplication.sendEvent(receiver, _key_event(keys))
        finally:
            _KeyClaim.receiver = outer_receiver

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Accept the question whether the widget uses the key itself."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return False


def page_shortcut(widget: QWidget, handler: Callable[[], object], keys: Iterable[str] = ()) -> KeyShortcut:
    """Return a shortcut that works while the widget or something in it has the focus."""
    return _shortcut(widget, handler, keys, Qt.ShortcutContext.WidgetWithChildrenShortcut)


def focus_shortcut(widget: QWidget, handler: Callable[[], object], *keys: str) -> KeyShortcut:
    """Return a shortcut of the widget itself, such as Down in a search field, which leads to the list."""
    return _shortcut(widget, handler, keys, Qt.ShortcutContext.WidgetShortcut)


def _shortcut(widget: QWidget, handler: Callable[[], object], keys: Iterable[str], context: Qt.ShortcutContext) -> KeyShortcut:
    shortcut = KeyShortcut(widget)
    shortcut.setContext(context)
    shortcut.setKeys([QKeySequence(key) for key in keys])
    shortcut.activated.connect(handler)
    return shortcut


def _handed_on(event: QEvent, scope: QObject | None = None) -> bool:
    """Send a bare key to the widget that waits for it; False where a shortcut may act. `scope` is the widget whose own key it is."""
    if event.type() != QEvent.Type.Shortcut or not isinstance(event, QShortcutEvent):
        return False
    keys: QKeyCombination = event.key()[0]  # type: ignore[index]  # missing in PySide's stubs
    if event.key().count() != 1 or keys.keyboardModifiers() & _MODIFIERS:
        return False
    receiver = _popup_receiver() or _focus_receiver(keys.key(), scope)
    if receiver is not None and receiver is not _KeyClaim.receiver:
        _KeyClaim().deliver(keys, receiver)
    return receiver is not None


def _popup_receiver() -> QWidget | None:
    """Return the open menu or drop-down list, as Qt itself delivers keys to it."""
    popup = QApplication.activePopupWidget()
    return None if popup is None else popup.focusWidget() or popup


def _focus_receiver(key: Qt.Key, scope: QObject | None) -> QWidget | None:
    focus = QApplication.focusWidget()
    return focus if focus is not None and focus is not scope and _uses(focus, key) else None


def _uses(widget: QWidget, key: Qt.Key) -> bool:
    """Return whether a control with the focus uses a bare key. Function keys and Esc are commands everywhere."""
    if key == Qt.Key.Key_Escape or Qt.Key.Key_F1 <= key <= Qt.Key.Key_F35:
        return False
    if isinstance(widget, QAbstractButton):
        return key in _PRESSING
    if isinstance(widget, TypedSearch):
        return widget.is_searched and bool(_text(QKeyCombination(key)))
    if isinstance(widget, _EDITABLE):
        return not widget.isReadOnly()
    return isinstance(widget, QComboBox | QAbstractSpinBox | QMenu | QMenuBar)


def _key_event(keys: QKeyCombination) -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, keys.key(), keys.keyboardModifiers(), _text(keys))


def _text(keys: QKeyCombination) -> str:
    """Return the character that the key types; "" for keys such as the arrows, which Qt numbers beyond Unicode."""
    if keys.key() >= Qt.Key.Key_Escape:
        return ""
    character = chr(keys.key())
    return character if keys.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier else character.lower()
