"""Dialog of the report: format, contents, order, charts, and what stands above it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QComboBox, QGridLayout, QRadioButton, QWidget

from app.domain.publication import NOWHERE, Addresses
from app.domain.reviewed import Included
from app.gui.export.dialog_parts import rule
from app.gui.export.format_choice import NAMES
from app.gui.export.masthead_dialog import MastheadDialog
from app.gui.model.report_choice import FORMATS, INCLUDED, ORDERS, Masthead, Wish, format_of, why_not
from app.gui.theme import Theme
from app.gui.widgets.labels import GRID, label
from app.translation import tr, trn

_SIZE = QSize(680, 640)


class ExportDialog(MastheadDialog):
    """Dialog of the report. `numbers` gives the sentences of each choice, which warns of an empty report; `own_verdicts` counts the
    user's verdicts; `addresses` are for a ClaimReview, with that of the claim if the document has none (`with_claim`); `running` while
    the ranking is not finished. `accepted_wish` carries the Wish."""

    accepted_wish = Signal(object)

    def __init__(
        self,
        theme: Theme,
        wish: Wish,
        *,
        numbers: dict[Included, int],
        own_verdicts: int,
        masthead: Masthead,
        addresses: Addresses = NOWHERE,
        with_claim: bool = True,
        running: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Export report"), parent)
        self._own_verdicts, self._story_suffix = own_verdicts, wish.story_suffix
        self.add_formats(theme, FORMATS, wish.suffix, running=running)
        self.layout_inside.addWidget(label(tr("What goes in"), font=theme.font(bold=True)))
        self.layout_inside.addLayout(self._contents(wish, numbers))
        rule(self.layout_inside)
        self.add_masthead(masthead, addresses, with_claim=with_claim)
        self.finish(_SIZE)
        self.go_on.clicked.connect(lambda: self.accepted_wish.emit(self.wish))

    @property
    def wish(self) -> Wish:
        """Return the current choice."""
        return Wish(
            suffix=self._format.suffix,
            included=next(part for part, button in self.included.items() if button.isChecked()),
            charts=self.charts.isChecked(),
            order=list(ORDERS)[self.order.currentIndex()],
            story_suffix=self._story_suffix,
            record=self.record.isChecked(),
        )

    def _contents(self, wish: Wish, numbers: dict[Included, int]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID // 2)
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(0, NAMES)
        self.included: dict[Included, QRadioButton] = {}
        group = QButtonGroup(self)
        current = wish.included if numbers.get(wish.included) else Included.EVERYTHING
        for row, (part, words) in enumerate(INCLUDED.items()):
            button = QRadioButton(tr(words), self)
            button.setChecked(part is current)
            button.setEnabled(part is Included.EVERYTHING or bool(numbers.get(part)))
            group.addButton(button)
            self.included[part] = button
            grid.addWidget(button, row, 0)
            grid.addWidget(label(trn("{count} sentence", "{count} sentences", numbers.get(part, 0)), muted=True), row, 1)
        self._add_options(grid, wish)
        return grid

    def _add_options(self, grid: QGridLayout, wish: Wish) -> None:
        """Add order, charts and record below the sentences."""
        self.order = QComboBox(self)
        self.order.addItems([tr(words) for words in ORDERS.values()])
        self.order.setCurrentIndex(list(ORDERS).index(wish.order))
        self.order.setAccessibleName(tr("Order"))
        self.charts, self.record = QCheckBox(tr("With charts"), self), QCheckBox(tr("With a record of the run"), self)
        self.charts.setChecked(wish.charts)
        self.record.setChecked(wish.record)
        about = tr("A second file, .run.json, says how it was made; also beside exported claims, answers and narratives")
        self.record.setAccessibleDescription(about)
        charts_about = tr("Where to look, verdicts by speaker, publishers, years")
        rows = ((label(tr("Order")), self.order), (self.charts, label(charts_about, muted=True)))
        for row, (left, right) in enumerate((*rows, (self.record, label(about, muted=True, wrap=True))), start=len(INCLUDED)):
            grid.addWidget(left, row, 0)
            grid.addWidget(right, row, 1)

    def _check(self) -> None:
        report_format = format_of(self._format.suffix)
        self.addresses.show(report_format.suffix == "jsonld")
        self.masthead_fields.show_for(reading=report_format.readable, logo=report_format.readable)
        newsroom, addresses = self.masthead.newsroom, self.addresses.addresses
        problem = why_not(report_format, newsroom=newsroom, addresses=addresses, own_verdicts=self._own_verdicts)
        self._allow(problem)
        self.charts.setEnabled(report_format.readable)
        self.order.setEnabled(report_format.readable)
