"""Why a match is here: the reasons in words, and the numbers behind them for who asks for them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from app.gui.model.card import Card
from app.gui.model.labels import prose
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label
from app.gui.widgets.meter import Meter
from app.translation import mark, tr

_EXPLAINED = mark(
    "“Same claim” is the chance that an editor would have linked the two. It is low by nature: a few hundredths already stand "
    "out. Each number compares only with others of its kind."
)


class WhyPanel(QWidget):
    """The words lead; the numbers are folded away until their button is pressed."""

    def __init__(self, content: Card, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content, self._theme = content, theme
        self._small = theme.font(step=-1)
        self._lines = column(self, spacing=2)
        self._lines.addWidget(label(tr("Why this match?"), font=theme.font(step=-1, bold=True)))
        self._lines.addWidget(label(prose(content.reasons), font=self._small, wrap=True))
        self.numbers: QWidget | None = None
        self.button = Button(tr("Show scores"), self)
        self.button.setProperty("role", "quiet")
        self.button.setFont(self._small)
        self.button.setCheckable(True)
        self.button.toggled.connect(self.show_numbers)
        self._lines.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)

    def show_numbers(self, shown: bool) -> None:
        """Unfold or fold the numbers; they are made when they are first asked for."""
        if shown and self.numbers is None:
            self.numbers = self._make_numbers()
            self._lines.addWidget(self.numbers)
        if self.numbers is not None:
            self.numbers.setVisible(shown)
        self.button.setText(tr("Hide scores") if shown else tr("Show scores"))

    def _make_numbers(self) -> QWidget:
        panel = QWidget(self)
        grid = QGridLayout(panel)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(2)
        for row, measure in enumerate(self._content.measures):
            for place, text in enumerate(measure):
                words = label(text, font=self._small, muted=True, wrap=True, selectable=bool(place))
                words.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
                grid.addWidget(words, row, place)
            share = self._content.bars[row] if row < len(self._content.bars) else None
            if share is not None:
                grid.addWidget(Meter(self._theme, share, panel), row, 2, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(label(tr(_EXPLAINED), font=self._small, muted=True, wrap=True), grid.rowCount(), 0, 1, 3)
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(1, 2)
        return panel
