"""The rows an import refused, with the reason for each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from app.domain.importing import RefusedRow
from app.gui.model.rows import Column, Row
from app.gui.widgets.rows_table import RowsModel, RowsTable
from app.translation import mark, tr

_COLUMNS = (Column(mark("File"), 100), Column(mark("Row"), 100), Column(mark("Why it was refused"), 0))


class RefusedRows(RowsTable):
    """Three columns; the reason takes the room that is left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        model = RowsModel(_COLUMNS)
        super().__init__(model, _COLUMNS, tr("Refused rows"), parent)
        self.rows = model
        model.setParent(self)

    def show_refused(self, refused: Sequence[RefusedRow]) -> None:
        """Show these rows."""
        self.rows.show_rows([Row(texts=(row.source, str(row.row), row.reason)) for row in refused])
