"""Asks which narratives become part of the open one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QListWidget, QListWidgetItem, QWidget

from app.domain.narrative import Narrative
from app.gui.model.labels import tip
from app.gui.model.narrative_words import facts_line, name_of
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import GRID, column, label
from app.translation import tr

_NAME = int(Qt.ItemDataRole.UserRole)


class MergeDialog(QDialog):
    """Dialog for narratives to merge into another. `given` carries the ids of those that were ticked."""

    submitted = Signal(object)

    def __init__(self, target: Narrative, candidates: Sequence[Narrative], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Merge narratives"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        layout = column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        about = tr(
            "Tick the narratives that tell the same story as “{name}”. They become part of it; this can be taken back.",
            name=name_of(target),
        )
        layout.addWidget(label(about, wrap=True, muted=True))
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Search names and claims"))
        self.search.setAccessibleName(tr("Search the narratives"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._sift)
        layout.addWidget(self.search)
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Narratives to merge"))
        for narrative in candidates:
            self.list.addItem(_entry(narrative))
        self.list.setCurrentRow(0)
        self.list.itemChanged.connect(self._ticked)
        layout.addWidget(self.list, 1)
        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Ok | standard.Cancel, self)
        self.merge = buttons.button(standard.Ok)
        self.merge.setText(tr("Merge"))
        self.merge.setEnabled(False)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        resize_dialog(self, QSize(560, 480))
        self.search.setFocus()

    def chosen(self) -> tuple[str, ...]:
        """Return the ids of the ticked narratives, including those hidden by the search."""
        entries = (self.list.item(row) for row in range(self.list.count()))
        return tuple(str(entry.data(_NAME)) for entry in entries if entry.checkState() == Qt.CheckState.Checked)

    def _sift(self, text: str) -> None:
        words = text.casefold().split()
        for row in range(self.list.count()):
            entry = self.list.item(row)
            searched = f"{entry.text()} {entry.toolTip()}".casefold()
            entry.setHidden(not all(word in searched for word in words))

    def _ticked(self) -> None:
        self.merge.setEnabled(bool(self.chosen()))

    def _accept(self) -> None:
        selected = self.chosen()
        self.accept()
        self.submitted.emit(selected)


def _entry(narrative: Narrative) -> QListWidgetItem:
    entry = QListWidgetItem(f"{name_of(narrative)}\n{facts_line(narrative)}")
    entry.setToolTip(tip(narrative.claim))
    entry.setData(_NAME, narrative.id)
    entry.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
    entry.setCheckState(Qt.CheckState.Unchecked)
    return entry
