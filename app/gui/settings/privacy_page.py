"""The preferences page with the network record, which is read again whenever the page is shown."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QTreeWidgetItem, QWidget

from app import network
from app.gui.model.network_view import FEATURES, WATCH, lines, summary
from app.gui.theme import Theme
from app.gui.widgets.labels import GRID, column, label
from app.gui.widgets.plain_table import plain_table
from app.translation import mark, tr

_COLUMNS = (mark("When"), mark("What"), mark("Outcome"), mark("Site"))


class PrivacyPage(QWidget):
    """The features that can go online, a summary of the record, and its entries."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        layout = column(self, margins=(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID), spacing=GRID)
        self._headings = [label(tr("Network record")), label(tr("What can go online"))]
        self.summary = label("", wrap=True, selectable=True)
        self.list = plain_table([tr(heading) for heading in _COLUMNS], name=tr("Network record, the latest first"))
        location = tr("The record is kept in {path}", path=network.record_path())
        path = label(location, muted=True, wrap=True, selectable=True)
        features = [label(tr(words), wrap=True) for words in FEATURES]
        for part in (self._headings[1], *features, label(tr(WATCH), muted=True, wrap=True)):
            layout.addWidget(part)
        layout.addSpacing(GRID)
        for part in (self._headings[0], self.summary):
            layout.addWidget(part)
        layout.addWidget(self.list, 1)
        layout.addWidget(path)
        layout.addStretch()
        theme.changed.connect(self._restyle)
        self._restyle()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Read the record."""
        super().showEvent(event)
        try:
            reading = network.read()
        except OSError as error:
            message = tr("The record cannot be read ({reason}). Nothing is known of what it held.", reason=error.strerror)
            self.summary.setText(message)
            self.list.hide()
            return
        self.summary.setText(summary(reading, network.started()))
        self.list.clear()
        for line in lines(reading):
            item = QTreeWidgetItem([line.time, line.client, line.outcome, line.host])
            item.setToolTip(len(_COLUMNS) - 1, line.host.replace("<", "‹"))
            self.list.addTopLevelItem(item)
        self.list.setVisible(bool(reading.entries))

    def _restyle(self) -> None:
        for heading in self._headings:
            heading.setFont(self._theme.font(bold=True))
