"""Compare reviews: the reviewer at work beside another reviewer of the project, or beside a gold file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QAbstractTableModel, QObject, QSize, Qt
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QHBoxLayout, QHeaderView, QTableView, QWidget

from app.domain.document import Document
from app.domain.keyed_document import KeyedDocument
from app.errors import PriorcheckError
from app.file_replacement import write_export
from app.gui.file_dialogs import Purpose, choose_file, choose_target
from app.gui.model.comparing import Dispute, as_csv, compared, disputes, gold_judgements, judgements, summary
from app.gui.model.labels import one_line
from app.gui.model.review_view import ReviewView
from app.gui.widgets.button import Button
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import GRID, column, label
from app.gui.widgets.row_list import ROOT, Index
from app.translation import mark, tr


class DisputeModel(QAbstractTableModel):
    """One row a dispute: sentence, fact-check, both judgements."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[Dispute] = []
        self._heads = (tr("Sentence"), tr("Fact-check"), "", "")

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self._heads)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role != Qt.ItemDataRole.DisplayRole or not index.isValid():
            return None
        line = self._lines[index.row()]
        return one_line((line.sentence, line.factcheck, tr(line.first), tr(line.second))[index.column()])

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # noqa: N802
        is_column_header = orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return self._heads[section] if is_column_header else None

    def show_lines(self, lines: list[Dispute], names: tuple[str, str]) -> None:
        """Show these disputes between these two."""
        self.beginResetModel()
        self._lines, self._heads = lines, (tr("Sentence"), tr("Fact-check"), *names)
        self.endResetModel()


_ALONE = mark(
    "Nobody else has reviewed this document yet. Choose a gold file, or let somebody review it under another name (Decide, Review as…)."
)
_TEXT, _DECISION = QHeaderView.ResizeMode.Stretch, QHeaderView.ResizeMode.ResizeToContents
_COLUMN_MODES = (_TEXT, _TEXT, _DECISION, _DECISION)
"""Sentence and fact-check share what room there is beside the two decisions, which are shown whole."""


class CompareDialog(QDialog):
    """The figures, and what was judged differently; exported as a table."""

    def __init__(self, review: ReviewView, manuscript: KeyedDocument, claims: dict[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Compare reviews"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._review, self._manuscript, self._claims = review, manuscript, claims
        self._own = judgements(review.marks.all_of(review.who), manuscript)
        self._lines: list[Dispute] = []
        self._found = compared({}, {})
        self._name = ""
        layout = column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        layout.addLayout(self._choice())
        self.said = label("", wrap=True, selectable=True)
        layout.addWidget(self.said)
        self.model = DisputeModel(self)
        self.table = QTableView(self)
        self.table.setAccessibleName(tr("What was judged differently"))
        self.table.setModel(self.model)
        self.table.setWordWrap(True)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header = self.table.horizontalHeader()
        for column_index, mode in enumerate(_COLUMN_MODES):
            header.setSectionResizeMode(column_index, mode)
        layout.addWidget(self.table, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.export_button = Button(tr("Export…"), self)
        self.export_button.clicked.connect(self._ask_export)
        buttons.addButton(self.export_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        resize_dialog(self, QSize(820, 480))
        self._other_changed()

    @property
    def document(self) -> Document:
        """The document that both reviewed."""
        return self._manuscript.document

    def compare_with_gold(self, path: Path) -> None:
        """Beside a gold file."""
        try:
            gold = gold_judgements(path, self.document, self._own)
        except PriorcheckError as error:
            self._show("", error.message + " " + error.hint, [])
            return
        comparison = compared(gold, self._own, parts=False)
        words = " ".join((summary(comparison), tr("What the file does not list counts as rejected.")))
        self._show(path.name, words, disputes(comparison, self.document, self._claims))
        self._found = comparison

    def export(self, path: Path) -> None:
        """Write the comparison as CSV. Raises OSError."""
        write_export(path, as_csv(self._found, self._lines, (self._name, self._review.who)))

    def _choice(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(GRID)
        self.other = QComboBox(self)
        self.other.setAccessibleName(tr("Compare with"))
        for reviewer in self._review.marks.reviewers():
            if reviewer != self._review.who:
                self.other.addItem(reviewer, reviewer)
        # Translators: the reviewer at work, before the choice of whose decisions are shown beside.
        about = label(tr("{name} beside", name=self._review.who), parent=self)
        about.setBuddy(self.other)
        self.gold_button = Button(tr("A gold file…"), self)
        self.gold_button.clicked.connect(self._ask_gold)
        self.other.currentIndexChanged.connect(self._other_changed)
        self.other.setVisible(self.other.count() > 0)
        for part in (about, self.other, self.gold_button):
            row.addWidget(part)
        row.addStretch()
        return row

    def _other_changed(self) -> None:
        reviewer = self.other.currentData()
        if reviewer is None:
            self._found = compared({}, {})
            self._show("", tr(_ALONE), [])
            return
        comparison = compared(judgements(self._review.marks.all_of(reviewer), self._manuscript), self._own)
        self._found = comparison
        self._show(reviewer, summary(comparison), disputes(comparison, self.document, self._claims))

    def _show(self, name: str, words: str, lines: list[Dispute]) -> None:
        self._name, self._lines = name, lines
        self.said.setText(words)
        self.model.show_lines(lines, (name, self._review.who))
        self.table.setVisible(bool(lines))
        self.export_button.setEnabled(bool(name))

    def _ask_gold(self) -> None:
        patterns = ";;".join(("JSON Lines (*.jsonl)", tr("All files ({patterns})", patterns="*")))
        path = choose_file(self, Purpose.GOLD, tr("Gold file"), patterns)
        if path is not None:
            self.compare_with_gold(path)

    def _ask_export(self) -> None:
        patterns = tr("Tables ({patterns})", patterns="*.csv")
        name, _ = choose_target(self, Purpose.REPORT, tr("Export the comparison"), "comparison.csv", patterns)
        if name:
            try:
                self.export(Path(name))
            except OSError as error:
                message = tr("“{name}” cannot be written: {reason}.", name=Path(name).name, reason=error.strerror or error)
                self.said.setText(" ".join((message, tr("Choose another place."))))
