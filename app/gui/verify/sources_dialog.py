"""The user's list of sources to be wary of, to be looked at: each host with what it is known for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QWidget

from app.domain.evidence import SourceWarning
from app.gui.model.labels import one_line
from app.gui.model.rows import Column, Row
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import GRID, column, label
from app.gui.widgets.rows_table import RowsModel, RowsTable
from app.translation import mark, tr

_COLUMNS = (Column(mark("Host"), 200), Column(mark("Known for"), 140), Column(mark("Note"), 0))
_ABOUT = mark("Answers from these sources, and from what lies below them, carry a warning. They are not left out: that is for you to say.")


class SourcesDialog(QDialog):
    """Read only; the list comes from a file."""

    def __init__(self, warnings: Sequence[SourceWarning], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Sources to be wary of"))
        layout = column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        layout.addWidget(label(tr(_ABOUT), muted=True, wrap=True))
        self.rows = RowsModel(_COLUMNS, theme, parent=self)
        self.rows.show_rows([Row(texts=(one_line(warning.host), one_line(warning.kind), one_line(warning.note))) for warning in warnings])
        layout.addWidget(RowsTable(self.rows, _COLUMNS, tr("Sources to be wary of"), self), 1)
        close = Button(tr("Close"), self)
        close.clicked.connect(self.accept)
        layout.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
        resize_dialog(self, QSize(640, 400))
