"""An answer written or changed by hand: its text, how it comes from its source, and the source with its day."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QPlainTextEdit, QWidget

from app.domain.verification import AnswerType, EvidenceAnswer
from app.gui.model.labels import day, host
from app.gui.widgets.day_edit import DayEdit
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import GRID, column, label
from app.translation import mark, tr

_KINDS = (
    (AnswerType.EXTRACTIVE, mark("Word for word from the source")),
    (AnswerType.ABSTRACTIVE, mark("In your own words, from the source")),
    (AnswerType.BOOLEAN, mark("Yes or no, with an explanation")),
)
_LINES = (
    ("source", mark("Source"), mark("Who published it")),
    ("source_url", mark("Link"), "https://"),
    ("source_medium", mark("Medium"), mark("Web text, PDF, table, …")),
    ("published", mark("Published on"), mark("For example 12 June 2018")),
)
_HEIGHT = 84


class AnswerDialog(QDialog):
    """Dialog for an answer and its source. `given` carries the answer once it is valid."""

    submitted = Signal(object)

    def __init__(self, question: str, answer: EvidenceAnswer | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._answer = answer or EvidenceAnswer(text="", kind=AnswerType.ABSTRACTIVE)
        self.setWindowTitle(tr("Change the answer") if answer else tr("Write an answer"))
        layout = column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        layout.addWidget(label(question, wrap=True))
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GRID)
        self.text, self.explanation = QPlainTextEdit(self._answer.text, self), QPlainTextEdit(self._answer.explanation, self)
        self.kind = QComboBox(self)
        for kind, words in _KINDS:
            self.kind.addItem(tr(words), kind.value)
        self.kind.setCurrentIndex(max(0, self.kind.findData(self._answer.kind.value)))
        form.addRow(tr("Answer"), self._area(self.text, tr("Answer")))
        form.addRow(tr("Kind"), self.kind)
        form.addRow(tr("Explanation"), self._area(self.explanation, tr("Explanation")))
        self.published = DayEdit(self)
        self.fields: dict[str, QLineEdit] = {}
        for name, words, hint in _LINES:
            value = getattr(self._answer, name)
            field = self.fields[name] = self.published if name == "published" else QLineEdit(self)
            field.setText(day(value) if name == "published" else value)
            field.setPlaceholderText(tr(hint))
            form.addRow(tr(words), field)
        layout.addLayout(form)
        self.problem = label("", wrap=True)
        self.problem.setProperty("role", "problem")
        self.problem.hide()
        layout.addWidget(self.problem)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel, self)
        buttons.accepted.connect(self.save)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self.kind.currentIndexChanged.connect(self._show_kind)
        self._form = form
        self._show_kind()
        resize_dialog(self, QSize(520, 0))
        self.text.setFocus()

    @property
    def chosen(self) -> AnswerType:
        """The kind that is chosen."""
        return AnswerType(self.kind.currentData())

    def save(self) -> None:
        """Hand the answer over, or say what is wrong with it."""
        problem = self._wrong()
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        if not problem:
            self.accept()
            self.submitted.emit(self.answer())

    def answer(self) -> EvidenceAnswer:
        """Return the answer as edited. Its stance is dropped if text or explanation changed, since it was judged on the old ones."""
        kind = self.chosen
        text = " ".join(self.text.toPlainText().split())
        published = self.published.iso
        changed = replace(
            self._answer,
            text=text,
            kind=kind,
            explanation=" ".join(self.explanation.toPlainText().split()) if kind is AnswerType.BOOLEAN else "",
            source=self.fields["source"].text().strip(),
            source_url=self.fields["source_url"].text().strip(),
            source_medium=self.fields["source_medium"].text().strip(),
            published=date.fromisoformat(published) if published else None,
        )
        unchanged = (self._answer.text, self._answer.explanation)
        return changed if (changed.text, changed.explanation) == unchanged else replace(changed, stance=None)

    def _wrong(self) -> str:
        text, url = " ".join(self.text.toPlainText().split()), self.fields["source_url"].text().strip()
        passage = " ".join(self._answer.passage_text.split())
        if not text:
            return tr("There is no answer yet.")
        if self.chosen is AnswerType.EXTRACTIVE and passage and text not in passage:
            return tr("These are not the words of the source any more. Choose “In your own words, from the source”.")
        if url and not host(url):
            return tr("A link begins with https:// or http:// and names a site.")
        if not (url or self.fields["source"].text().strip()):
            return tr("Name the source of the answer, or give its link.")
        return self.published.trouble

    def _area(self, area: QPlainTextEdit, name: str) -> QPlainTextEdit:
        area.setProperty("role", "input")
        area.setAccessibleName(name)
        area.setTabChangesFocus(True)
        area.setFixedHeight(_HEIGHT)
        return area

    def _show_kind(self) -> None:
        self._form.setRowVisible(self.explanation, self.chosen is AnswerType.BOOLEAN)
