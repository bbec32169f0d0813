"""What went online from here, and what tried to: the network record, read anew whenever it is looked at."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from app import network
from app.gui.model.network_view import FEATURES, WATCH, lines, summary
from app.gui.theme import Theme
from app.gui.widgets.plain import GRID, column, label
from app.translation import mark, tr

_COLUMNS = (mark("When"), mark("What"), mark("Outcome"), mark("Site"))


class PrivacyPage(QWidget):
    """A summary of this start and of all of them, and every entry."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        outer = column(self, margins=(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID), spacing=GRID)
        self._headings = [label(tr("Network record")), label(tr("What can go online"))]
        self.summary = label("", wrap=True, selectable=True)
        self.list = _table()
        kept = tr("The record is kept in {path}", path=network.record_path())
        path = label(kept, muted=True, wrap=True, selectable=True)
        features = [label(tr(words), wrap=True) for words in FEATURES]
        for part in (self._headings[1], *features, label(tr(WATCH), muted=True, wrap=True)):
            outer.addWidget(part)
        outer.addSpacing(GRID)
        for part in (self._headings[0], self.summary):
            outer.addWidget(part)
        outer.addWidget(self.list, 1)
        outer.addWidget(path)
        outer.addStretch()
        theme.changed.connect(self._restyle)
        self._restyle()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Read the record."""
        super().showEvent(event)
        try:
            reading = network.read()
        except OSError as error:
            told = tr("The record cannot be read ({reason}). Nothing is known of what it held.", reason=error.strerror)
            self.summary.setText(told)
            self.list.hide()
            return
        self.summary.setText(summary(reading, network.started()))
        self.list.clear()
        for line in lines(reading):
            item = QTreeWidgetItem([line.when, line.who, line.outcome, line.host])
            item.setToolTip(len(_COLUMNS) - 1, line.host.replace("<", "‹"))
            self.list.addTopLevelItem(item)
        self.list.setVisible(bool(reading.entries))

    def _restyle(self) -> None:
        for heading in self._headings:
            heading.setFont(self._theme.font(bold=True))


def _table() -> QTreeWidget:
    table = QTreeWidget()
    table.setProperty("role", "table")
    table.setColumnCount(len(_COLUMNS))
    table.setHeaderLabels([tr(heading) for heading in _COLUMNS])
    table.setRootIsDecorated(False)
    table.setUniformRowHeights(True)
    table.setAccessibleName(tr("Network record, the latest first"))
    table.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    table.header().setStretchLastSection(True)
    return table
