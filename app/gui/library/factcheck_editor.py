"""One fact-check as a form: every field, what is wrong told beside it, and nothing typed lost when it cannot be saved."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from app.domain.factcheck import FactCheck
from app.domain.verdict import Verdict
from app.gui.jobs import Failure
from app.gui.model.factcheck_form import FIELDS, Field, Input, changes, problems, values_of
from app.gui.model.verdicts import verdict_badge
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.day_edit import DayEdit
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import GRID, column, label
from app.gui.widgets.notice import Notice
from app.gui.widgets.question import agreed
from app.gui.widgets.scroll_column import ScrollColumn
from app.translation import tr

_SIZE = QSize(680, 720)
_LINES = {"claim": 3, "body": 7}


class FactCheckEditor(QDialog):
    """`saved` carries the fields that are to change, as texts; whoever takes them answers with `accept` or `show_failure`."""

    saved = Signal(object)

    def __init__(self, theme: Theme, check: FactCheck | None, *, publishers: tuple[str, ...] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self.check = theme, check
        self._before = values_of(check)
        title = tr("Edit fact-check") if check else tr("New fact-check")
        self.setWindowTitle(title)
        self.inputs: dict[str, QLineEdit | QPlainTextEdit | QComboBox] = {}
        self.problems: dict[str, QLabel] = {}
        layout = column(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID), spacing=GRID)
        layout.addWidget(label(title, font=theme.font(step=3, bold=True)))
        self.error = Notice("error", self)
        layout.addWidget(self.error)
        layout.addWidget(self._form(publishers), 1)
        layout.addLayout(self._buttons())
        resize_dialog(self, _SIZE)
        QShortcut(QKeySequence("Ctrl+Return"), self, self._save)
        self.inputs["claim"].setFocus()

    def values(self) -> dict[str, str]:
        """Return the texts of the fields by name."""
        return {name: _text(field_input) for name, field_input in self.inputs.items()}

    def show_failure(self, failure: Failure) -> None:
        """Show why it could not be saved; all input stays."""
        self._wait(False)
        if failure.code == "cancelled":
            self.error.say(tr("Saving was stopped."), hint=tr("The library is as it was before."))
        else:
            self.error.say(failure.message, hint=failure.hint)

    def reject(self) -> None:
        """Close the form, after a question if unsaved input would be lost."""
        if not changes(self._before, self.values()) or self._discard():
            super().reject()

    def _discard(self) -> bool:
        question = tr("Close without saving what you typed?")
        return agreed(self, tr("Discard changes"), question, yes=tr("Discard"), no=tr("Keep editing"), destroys=True)

    def _form(self, publishers: tuple[str, ...]) -> ScrollColumn:
        area = ScrollColumn(self)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget(area)
        grid = QGridLayout(inside)
        grid.setContentsMargins(GRID, GRID, 2 * GRID, GRID)
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID // 2)
        grid.setColumnStretch(1, 1)
        for row, field in enumerate(FIELDS):
            self._line(grid, row, field)
        completer = QCompleter([name for name in publishers if name], self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        publisher = self.inputs["publisher"]
        if isinstance(publisher, QLineEdit):
            publisher.setCompleter(completer)
        grid.setRowStretch(2 * len(FIELDS), 1)
        area.setWidget(inside)
        self._area = area
        return area

    def _line(self, grid: QGridLayout, row: int, field: Field) -> None:
        field_input = self._input(field)
        title = label(tr(field.words))
        title.setBuddy(field_input)
        problem = label("", wrap=True, font=self._theme.font(step=-0.5))
        problem.setProperty("role", "problem")
        problem.hide()
        field_input.setAccessibleName(tr(field.words))
        self.inputs[field.name], self.problems[field.name] = field_input, problem
        top = Qt.AlignmentFlag.AlignTop if field.kind is Input.LINES else Qt.AlignmentFlag.AlignVCenter
        grid.addWidget(title, 2 * row, 0, top)
        grid.addWidget(field_input, 2 * row, 1)
        grid.addWidget(problem, 2 * row + 1, 1)

    def _input(self, field: Field) -> QLineEdit | QPlainTextEdit | QComboBox:
        value = self._before[field.name]
        if field.kind is Input.VERDICT:
            return self._verdicts(value)
        if field.kind is Input.LINES:
            lines = QPlainTextEdit(self)
            lines.setProperty("role", "input")
            lines.setPlainText(value)
            lines.setPlaceholderText(tr(field.hint))
            lines.setTabChangesFocus(True)
            lines.setFixedHeight(_LINES[field.name] * lines.fontMetrics().lineSpacing() + 3 * GRID)
            lines.textChanged.connect(self._typed)
            return lines
        line = DayEdit(self) if field.kind is Input.DATE else QLineEdit(self)
        line.setText(value)
        line.setPlaceholderText(tr(field.hint))
        line.setCursorPosition(0)
        line.textChanged.connect(self._typed)
        return line

    def _verdicts(self, value: str) -> QComboBox:
        box = QComboBox(self)
        box.addItem(tr("As the rating says"), "")
        for verdict in Verdict:
            box.addItem(verdict_badge(verdict).word, verdict.value)
        box.setCurrentIndex(max(0, box.findData(value)))
        box.setToolTip(tr("A verdict that you choose here stays, whatever the rating tables say"))
        box.currentIndexChanged.connect(self._typed)
        return box

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(GRID)
        self.state = label("", muted=True)
        cancel, self.save = Button(tr("Cancel"), self), Button(tr("Save") if self.check else tr("Add to the library"), self)
        cancel.setAutoDefault(False)
        self.save.setProperty("role", "primary")
        self.save.setToolTip("Ctrl+Return")
        self.save.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        self.save.clicked.connect(self._save)
        row.addWidget(self.state, 1)
        row.addWidget(cancel)
        row.addWidget(self.save)
        return row

    def _typed(self) -> None:
        """Clear the problems that were corrected; new ones are shown on saving."""
        field_problems = problems(self._before, self.values())
        for name, problem_label in self.problems.items():
            if problem_label.isVisibleTo(self) and name not in field_problems:
                self._tell(name, "")

    def _save(self) -> None:
        if not self.save.isEnabled():
            return
        now = self.values()
        field_problems = problems(self._before, now)
        for name in self.inputs:
            self._tell(name, field_problems.get(name, ""))
        if field_problems:
            first = self.inputs[next(name for name in self.inputs if name in field_problems)]
            first.setFocus()
            self._area.ensureWidgetVisible(first)
            return
        changed = changes(self._before, now)
        if not changed:
            self.accept()
            return
        self.error.clear()
        self._wait(True)
        self.saved.emit(changed)

    def _tell(self, name: str, problem: str) -> None:
        self.problems[name].setText(problem)
        self.problems[name].setVisible(bool(problem))
        self.inputs[name].setAccessibleDescription(problem)

    def _wait(self, is_waiting: bool) -> None:
        self.save.setEnabled(not is_waiting)
        self.state.setText(tr("Saving…") if is_waiting else "")


def _text(field: QLineEdit | QPlainTextEdit | QComboBox) -> str:
    if isinstance(field, QComboBox):
        return field.currentData() or ""
    if isinstance(field, DayEdit):
        return field.iso
    return field.toPlainText() if isinstance(field, QPlainTextEdit) else field.text()
