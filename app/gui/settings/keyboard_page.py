"""Shortcuts of the user's own: choose a command, press keys, hear at once whose keys they are already."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QEvent, QKeyCombination, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QTreeWidgetItem, QWidget

from app.gui.model.commands import CHANGEABLE, either
from app.gui.model.fuzzy import fuzzy
from app.gui.model.keymap import MOST_KEYS, Keymap, conflict, is_key, same
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label
from app.gui.widgets.plain_table import plain_table
from app.translation import mark, tr

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


_FIELDS = (mark("&Shortcut"), mark("&Alternative"))


class KeyboardPage(QWidget):
    """`changed` carries the new Keymap. `reserved` are keys that no command may take, and what they do."""

    changed = Signal(object)

    def __init__(self, theme: Theme, keymap: Keymap, reserved: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.keymap, self._reserved = keymap, reserved
        self._wanted: tuple[int, str, str] | None = None  # which field, its keys, and the command that has them
        layout = column(self, margins=(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID), spacing=GRID)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Find a command"))
        self.search.setAccessibleName(tr("Find a command by its name"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._narrow)
        self.list = plain_table([tr("Command"), tr("Keys"), tr("Menu")], name=tr("Commands and their keys"), wide_column=0)
        self.list.currentItemChanged.connect(self._chosen)
        self.message = label("", wrap=True)
        self.message.setProperty("role", "wrong")
        for part in (self.search, self.list):
            layout.addWidget(part, 1 if part is self.list else 0)
        layout.addLayout(self._keys_row())
        layout.addWidget(self.message)
        layout.addLayout(self._buttons_row())
        self._fill()
        self.list.setCurrentIndex(self.list.model().index(0, 0))

    def chosen(self) -> str:
        """The name of the chosen command; nothing when none is left by the search."""
        row = self.list.currentIndex().row()
        return CHANGEABLE[row].name if row >= 0 else ""

    def _keys_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(GRID)
        names = [tr(name) for name in _FIELDS]
        self.fields = [KeyField(name.replace("&", ""), self) for name in names]
        for number, (name, field) in enumerate(zip(names, self.fields, strict=True)):
            heading = label(name)
            heading.setBuddy(field)
            field.pressed.connect(partial(self._pressed, number))
            row.addWidget(heading)
            row.addWidget(field, 1)
        return row

    def _buttons_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(GRID)
        self.move_button = Button(tr("&Move it here"), self)
        self.move_button.clicked.connect(self._move)
        self.reset_button = Button(tr("&Reset this one"), self)
        self.reset_button.clicked.connect(self._reset)
        self.reset_all_button = Button(tr("Reset a&ll"), self)
        self.reset_all_button.clicked.connect(self._reset_all)
        row.addWidget(self.move_button)
        row.addStretch()
        row.addWidget(self.reset_button)
        row.addWidget(self.reset_all_button)
        return row

    def _fill(self) -> None:
        self._items = {command.name: QTreeWidgetItem([command.text.rstrip("…"), "", command.group.words]) for command in CHANGEABLE}
        self.list.addTopLevelItems(list(self._items.values()))
        self._show()

    def _show(self) -> None:
        """Show the current keymap in the list, the fields and the buttons."""
        for name, item in self._items.items():
            item.setText(1, either(self.keymap.keys(name)))
            font = item.font(1)
            font.setBold(name in self.keymap.changed)
            item.setFont(1, font)
        self._chosen()

    def _chosen(self, *_: object) -> None:
        name = self.chosen()
        keys = self.keymap.keys(name) if name else ()
        for number, field in enumerate(self.fields):
            field.setText(keys[number] if number < len(keys) else "")
            field.setEnabled(bool(name))
        self.reset_button.setEnabled(name in self.keymap.changed)
        self.reset_all_button.setEnabled(bool(self.keymap.changed))
        self._say("")

    def _say(self, words: str, conflict: tuple[int, str, str] | None = None) -> None:
        self._wanted = conflict
        self.message.setText(words)
        self.message.setVisible(bool(words))
        self.move_button.setVisible(conflict is not None)

    def _pressed(self, number: int, keys: str) -> None:
        name = self.chosen()
        other = conflict(self.keymap, name, keys, reserved=self._reserved) if keys else None
        if other is None:
            self._use(self._with(self.keymap, name, number, keys))
        elif other[0]:
            self._say(tr("{keys} is already used by “{command}”.", keys=keys, command=other[1]), (number, keys, other[0]))
        else:
            message = tr("{keys} is already used by “{command}”, which cannot be changed. Choose other keys.", keys=keys, command=other[1])
            self._say(message)

    @staticmethod
    def _with(keymap: Keymap, name: str, number: int, keys: str) -> Keymap:
        """The command's keys with one of them replaced, added or taken away."""
        current = list(keymap.keys(name)[:MOST_KEYS])
        other_keys = [key for index, key in enumerate(current) if index != number and not same(key, keys)]
        return keymap.with_keys(name, [*other_keys[:number], *([keys] if keys else []), *other_keys[number:]])

    def _move(self) -> None:
        if self._wanted is not None:
            number, keys, other = self._wanted
            self._use(self._with(self.keymap.without(other, keys), self.chosen(), number, keys))
            self.fields[number].setFocus()

    def _reset(self) -> None:
        name = self.chosen()
        declared = self.keymap.reset(name)
        for key in declared.keys(name):
            other = conflict(declared, name, key, reserved=self._reserved)
            if other is not None:
                message = tr("{keys} is used by “{command}” now. Reset that one first, or reset all.", keys=key, command=other[1])
                self._say(message)
                return
        self._use(declared)
        self.list.setFocus()

    def _reset_all(self) -> None:
        self._use(Keymap())
        self.list.setFocus()

    def _use(self, keymap: Keymap) -> None:
        self.keymap = keymap
        self._show()
        self.changed.emit(keymap)

    def _narrow(self, words: str) -> None:
        matches = [any(fuzzy(words, text) is not None for text in (command.text, command.english)) for command in CHANGEABLE]
        for row, visible in enumerate(matches):
            self.list.setRowHidden(row, QModelIndex(), not visible)
        current = self.list.currentIndex().row()
        if current < 0 or not matches[current]:
            self.list.setCurrentIndex(self.list.model().index(matches.index(True), 0) if any(matches) else QModelIndex())
