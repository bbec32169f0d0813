"""The two small dialogs of editing by hand: a sentence's words, and who says it. They open beside the sentence."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label
from app.translation import number, tr, trn

_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_WIDTH = 420
_MOST_SHOWN = 60


class _SentenceDialog(QDialog):
    """A heading, something to fill in, and two buttons; opens without stopping the window, Esc closes it."""

    def __init__(self, title: str, verb: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        layout = column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, GRID + 4), spacing=GRID)
        layout.addWidget(label(title, font=theme.font(step=1, bold=True)))
        self.lines = QVBoxLayout()
        self.lines.setSpacing(GRID)
        layout.addLayout(self.lines)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addStretch()
        self.cancel_button, self.accept_button = Button(tr("Cancel"), self), Button(verb, self)
        self.accept_button.setProperty("role", "primary")
        self.cancel_button.clicked.connect(self.reject)
        self.accept_button.clicked.connect(self.accept)
        for button in (self.cancel_button, self.accept_button):
            button.setAutoDefault(False)
            row.addWidget(button)
        layout.addLayout(row)

    def open_at(self, position: QPoint) -> None:
        """Open with the upper left corner at a point of the screen, or as near as the screen allows."""
        self.adjustSize()
        screen = self.screen().availableGeometry()
        left = max(screen.left(), min(position.x(), screen.right() - self.width()))
        top = max(screen.top(), min(position.y(), screen.bottom() - self.height()))
        self.move(left, top)
        self.open()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Wide enough for a line of speech."""
        return QSize(_WIDTH, super().sizeHint().height())


class TextDialog(_SentenceDialog):
    """The words of one sentence; Return takes them, since a sentence has no line breaks."""

    def __init__(self, sentence_number: int, text: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(tr("Words of sentence {number}", number=number(sentence_number)), tr("Change"), theme, parent)
        self.edit = QPlainTextEdit(text, self)
        self.edit.setProperty("role", "input")
        self.edit.setAccessibleName(tr("Words of the sentence"))
        self.edit.setTabChangesFocus(True)
        self.edit.setFont(theme.font(step=0.5))
        self.edit.setFixedHeight(6 * self.edit.fontMetrics().lineSpacing() + 2 * GRID)
        self.edit.moveCursor(QTextCursor.MoveOperation.End)
        self.edit.installEventFilter(self)
        self.lines.addWidget(self.edit)
        self.lines.addWidget(label(tr("The file itself stays as it is."), font=theme.font(step=-1), muted=True, wrap=True))
        self.edit.setFocus()

    @property
    def text(self) -> str:
        """Return the current text."""
        return self.edit.toPlainText()

    def eventFilter(self, watched: QWidget, event: QEvent) -> bool:  # type: ignore[override]  # noqa: N802
        """Take Return for the button."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _RETURN:
            self.accept()
            return True
        return super().eventFilter(watched, event)


class SpeakerDialog(_SentenceDialog):
    """Asks who says these sentences: one of the document's speakers or a new name, here or wherever the old name occurs."""

    def __init__(self, title: str, *, speaker: str, sentence_counts: Mapping[str, int], theme: Theme, parent: QWidget) -> None:
        super().__init__(title, tr("Change"), theme, parent)
        self.names = QComboBox(self)
        self.names.setEditable(True)
        self.names.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.names.setAccessibleName(tr("Speaker"))
        self.names.addItems([name for name in sentence_counts if name])
        line = QLineEdit(speaker, self.names)
        line.setPlaceholderText(tr("Nobody known"))
        line.selectAll()
        line.returnPressed.connect(self.accept)
        self.names.setLineEdit(line)
        self.names.setEditText(speaker)
        self.lines.addWidget(self.names)
        short_name = speaker if len(speaker) <= _MOST_SHOWN else speaker[:_MOST_SHOWN] + "…"
        sentence_count = sentence_counts.get(speaker, 0)
        everywhere_text = trn(
            "Everywhere: all {count} sentence of {name}", "Everywhere: all {count} sentences of {name}", sentence_count, name=short_name
        )
        self.everywhere = QCheckBox(everywhere_text.replace("&", "&&"), self)
        self.everywhere.setVisible(bool(speaker) and sentence_count > 1)
        self.lines.addWidget(self.everywhere)
        self.names.setFocus()

    @property
    def name(self) -> str:
        """The name that stands there now."""
        return self.names.currentText()
