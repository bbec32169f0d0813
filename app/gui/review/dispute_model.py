"""The table of what two reviewers judged differently."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QObject, Qt

from app.gui.model.comparing import Dispute
from app.gui.model.labels import one_line
from app.gui.widgets.row_list import ROOT, Index
from app.translation import tr


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
        across = orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return self._heads[section] if across else None

    def show_lines(self, lines: list[Dispute], names: tuple[str, str]) -> None:
        """Show these disputes between these two."""
        self.beginResetModel()
        self._lines, self._heads = lines, (tr("Sentence"), tr("Fact-check"), *names)
        self.endResetModel()
