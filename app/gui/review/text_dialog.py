"""A small dialog that asks for a text: a note, tags, a name. It never blocks the window's loop; what was typed comes by a signal."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QCompleter, QDialog, QDialogButtonBox, QLineEdit, QPlainTextEdit, QWidget

from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import GRID, column, label

_HEIGHT = 120


class TextDialog(QDialog):
    """`given` carries the text once the reader says so; nothing is sent when the dialog is closed otherwise."""

    submitted = Signal(str)

    def __init__(
        self,
        title: str,
        about: str,
        text: str = "",
        *,
        lines: bool = False,
        completions: tuple[str, ...] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        column_ = column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        self.about = label(about, wrap=True, muted=True)
        column_.addWidget(self.about)
        self.line, self.area = QLineEdit(self), QPlainTextEdit(self)
        self.input: QWidget = self.area if lines else self.line
        for editor in (self.line, self.area):
            editor.setAccessibleName(title)
            editor.setVisible(editor is self.input)
        self.line.setText("" if lines else text)
        self.area.setPlainText(text if lines else "")
        self.area.setProperty("role", "input")
        self.area.setTabChangesFocus(True)
        self.area.setMinimumHeight(_HEIGHT)
        self._complete(completions)
        column_.addWidget(self.input)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel, self)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        column_.addWidget(buttons)
        QShortcut(QKeySequence("Ctrl+Return"), self, self._accept)
        resize_dialog(self, QSize(460, 0))
        self.input.setFocus()
        self.line.selectAll()
        self.area.selectAll()

    def _complete(self, completions: tuple[str, ...]) -> None:
        if completions:
            completer = QCompleter(list(completions), self)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            self.line.setCompleter(completer)

    def _accept(self) -> None:
        text = self.area.toPlainText() if self.input is self.area else self.line.text()
        self.accept()
        self.submitted.emit(text)
