"""The bar that finds words in the text of the document: a field, the number of hits, next and previous."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from app.gui.model.text_search import Hits
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label, styled
from app.translation import number, tr

_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.KeypadModifier)


class FindBar(QWidget):
    """`changed` carries the words to find, `stepped` 1 or -1 for the next or previous hit; `dismissed` is sent by Esc."""

    changed = Signal(str)
    stepped = Signal(int)
    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "header")
        self.input = QLineEdit(self)
        self.input.setPlaceholderText(tr("Find in the text"))
        self.input.setAccessibleName(tr("Find in the text"))
        self.input.setMinimumWidth(12 * GRID)
        self.input.textChanged.connect(self.changed)
        self.count = label("", muted=True)
        self.note = label("", muted=True, wrap=True)
        self.previous = self._button("↑", tr("Previous hit"))
        self.next = self._button("↓", tr("Next hit"))
        self.close_button = self._button("✕", tr("Close the find bar (Esc)"))
        self.previous.clicked.connect(lambda: self.stepped.emit(-1))
        self.next.clicked.connect(lambda: self.stepped.emit(1))
        self.close_button.clicked.connect(self.dismissed)
        self._arrange()

    def _arrange(self) -> None:
        layout = column(self, margins=(GRID, GRID, GRID, GRID), spacing=GRID // 2)
        row = QHBoxLayout()
        row.setSpacing(GRID // 2)
        layout.addLayout(row)
        layout.addWidget(self.note)
        row.addWidget(self.input, 1)
        for part in (self.count, self.previous, self.next, self.close_button):
            part.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
            row.addWidget(part)
        self.show_hits(Hits(), "")

    def start(self, words: str) -> None:
        """Show the bar with these words, or with those of last time, selected."""
        if words:
            with QSignalBlocker(self.input):
                self.input.setText(words)
        self.show()
        self.input.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.input.selectAll()

    def show_hits(self, hits: Hits, note: str) -> None:
        """Show which hit of how many is current; the note says why they cannot be seen."""
        position = tr("{number} of {total}", number=number(hits.current + 1), total=number(len(hits.spans)))
        words = position if hits.spans else tr("Not found") if self.input.text().strip() else ""
        self.count.setText(words)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.input.setAccessibleDescription(" ".join(part for part in (words, note) if part))
        for button in (self.previous, self.next):
            button.setEnabled(len(hits.spans) > 0)

    def event(self, event: QEvent) -> bool:
        """Claim Return and Esc before they are taken for shortcuts of the page."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_of_the_bar(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Go to the next hit by Return, to the previous one by Shift+Return; close by Esc."""
        if not _is_of_the_bar(event):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            self.dismissed.emit()
        else:
            self.stepped.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)

    def _button(self, text: str, name: str) -> Button:
        button = Button(text, self)
        button.setProperty("role", "quiet")
        button.setAccessibleName(name)
        button.setToolTip(name)
        return button


def _is_of_the_bar(event: QKeyEvent) -> bool:
    return event.key() in (*_RETURN, Qt.Key.Key_Escape) and event.modifiers() in _PLAIN
