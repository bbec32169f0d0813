"""A field that takes the keys pressed in it for its content."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QKeyCombination, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from app.gui.model.keymap import is_key
from app.translation import tr

# These work the window itself: without them nobody would get out of the field.
_THE_WINDOWS = frozenset({Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter})
_CLEAR = frozenset({Qt.Key.Key_Backspace, Qt.Key.Key_Delete})
_ALONE = frozenset({Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta, Qt.Key.Key_unknown})
_PLAIN = Qt.KeyboardModifier.NoModifier


class KeyField(QLineEdit):
    """`pressed` carries the keys in portable spelling; "" when they were cleared."""

    pressed = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setPlaceholderText(tr("None – press keys"))
        self.setAccessibleName(name)
        self.setAccessibleDescription(tr("Press the keys for this command; Backspace takes them away."))

    def event(self, event: QEvent) -> bool:
        """Claim the keys before they are taken for shortcuts."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and not _is_the_windows(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Take the keys, unless they work the window."""
        if _is_the_windows(event):
            event.ignore()
        elif event.key() in _CLEAR and event.modifiers() == _PLAIN:
            self.pressed.emit("")
        elif is_key(keys := keys_of(event)):
            self.pressed.emit(keys)


def keys_of(event: QKeyEvent) -> str:
    """The keys of an event in portable spelling; nothing for a modifier alone."""
    key = Qt.Key(event.key())
    if key in _ALONE:
        return ""
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    text = QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)
    if len(text) == 1 and not text.isalnum():
        modifiers &= ~Qt.KeyboardModifier.ShiftModifier  # it made the sign, and keyboards differ in which signs need it
    return QKeySequence(QKeyCombination(modifiers, key)).toString(QKeySequence.SequenceFormat.PortableText)


def _is_the_windows(event: QKeyEvent) -> bool:
    return Qt.Key(event.key()) in _THE_WINDOWS and event.modifiers() in (_PLAIN, Qt.KeyboardModifier.ShiftModifier)
