"""Order, filters and their chips above the list of sentences."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QLineEdit, QWidget

from app.gui.document.day_range_dialog import DayRangeDialog
from app.gui.document.filter_menus import FilterMenus
from app.gui.model.day_range import DayRange
from app.gui.model.document_view import DocumentView, Order
from app.gui.model.labels import day
from app.gui.model.review_progress import ReviewProgress
from app.gui.model.sentence_filter import NO_FILTER, Chip, ChipKind, Choice, published_days
from app.gui.review.progress_bar import ReviewProgressBar
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.chip_bar import ChipBar
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, label, styled
from app.translation import number, tr

_LETTERS = 12
"""So much of what is searched for can be read at least."""


class FilterBar(QWidget):
    """`order_chosen` carries an Order, `filter_chosen` a SentenceFilter; `as_of_cleared` that the date chip was removed,
    `left` that the reader is done with the search."""

    order_chosen = Signal(object)
    filter_chosen = Signal(object)
    as_of_cleared = Signal()
    dismissed = Signal()

    def __init__(self, view: DocumentView, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "header")
        self._view, self._theme = view, theme
        self._as_of: date | None = None
        layout = column(self, margins=(GRID, GRID, GRID, GRID), spacing=GRID - 2)
        first = self._first = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        first.setSpacing(GRID)
        layout.addLayout(first)
        self._pair = self._order_buttons()
        first.addWidget(self._pair, 0, Qt.AlignmentFlag.AlignLeft)
        words = QHBoxLayout()
        words.setSpacing(GRID)
        first.addLayout(words, 1)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Filter sentences"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(tr("Filter sentences by their words"))
        self.search.setToolTip(tr("Show only sentences with these words"))
        self.search.setAcceptDrops(False)
        self.search.textChanged.connect(self._text_changed)
        self.search.returnPressed.connect(self.dismissed)
        words.addWidget(self.search, 1)
        self.menus = FilterMenus(view, self)
        self.menus.toggled.connect(self._toggled)
        self.menus.days_asked.connect(self.ask_days)
        self.menus.languages_asked.connect(self._languages)
        self.shown: QLabel = label("", muted=True)
        words.addWidget(self.shown)
        facets = QWidget(self)
        second = FlowLayout(facets)
        for button in self.menus.all_buttons():
            second.addWidget(button)
        layout.addWidget(facets)
        self.chips = ChipBar(self)
        self.chips.removed.connect(self._removed)
        self.chips.cleared.connect(self._cleared)
        layout.addWidget(self.chips)
        self.nothing = self._nothing()
        layout.addWidget(self.nothing)
        self.progress = ReviewProgressBar(theme, self)
        layout.addWidget(self.progress)
        theme.changed.connect(self.refresh)
        self.refresh()

    def set_as_of(self, limit: date | None) -> None:
        """Show as a chip that only fact-checks published before this day were used."""
        self._as_of = limit
        self.refresh()

    def refresh(self) -> None:
        """Show what the view holds now."""
        current_filter, blocker = self._view.holding, QSignalBlocker(self.search)
        if current_filter.text != self.search.text():
            self.search.setText(current_filter.text)
        blocker.unblock()
        as_of = (Chip(ChipKind.AS_OF, tr("Published before {day}", day=day(self._as_of))),) if self._as_of else ()
        self.chips.show_chips(as_of + current_filter.chips())
        ranked = self._view.order is Order.RANKED and not self._view.blind
        self.ranked.setChecked(ranked)
        self.in_order.setChecked(not ranked)
        self.menus.refresh()
        self.ranked.setEnabled(not self._view.blind)
        visible_count, total_count = number(len(self._view.visible)), number(self._view.count)
        self.shown.setText(tr("{number} of {total}", number=visible_count, total=total_count) if current_filter.active else total_count)
        self.shown.setAccessibleName(tr("{number} of {total} sentences shown", number=visible_count, total=total_count))
        self.shown.setFont(self._theme.font(step=-1))
        self.nothing.setVisible(current_filter.active and not self._view.visible)
        self.show_progress()

    def show_progress(self) -> None:
        """Show how far the review has come; a blind one hides how many sentences have a match."""
        self.progress.show_progress(ReviewProgress() if self._view.blind else self._view.progress())

    def event(self, event: QEvent) -> bool:
        """Move the search below the order when there is little room."""
        handled = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._wrap()
        return handled

    def _wrap(self) -> None:
        least = _LETTERS * self.search.fontMetrics().averageCharWidth()
        needed_width = self._pair.sizeHint().width() + self.shown.sizeHint().width() + least + 4 * GRID
        direction = QBoxLayout.Direction.LeftToRight if needed_width <= self.width() else QBoxLayout.Direction.TopToBottom
        self._first.setDirection(direction)

    def ask_days(self) -> DayRangeDialog:
        """Ask between which days the first fact-check was published."""
        dialog = DayRangeDialog(self._view.filter.published, published_days(self._view.rows()), self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.item_selected.connect(self._days_chosen)
        dialog.open()
        return dialog

    def _days_chosen(self, days: DayRange) -> None:
        self.filter_chosen.emit(replace(self._view.filter, published=days))

    def _nothing(self) -> QWidget:
        """Return the panel that offers to clear the filters when no sentence passes them."""
        panel = QWidget(self)
        layout = column(panel, margins=(0, GRID, 0, GRID), spacing=GRID)
        layout.addWidget(label(tr("No sentence passes these filters."), muted=True, wrap=True))
        self.show_all = Button(tr("Show all sentences"), panel)
        self.show_all.clicked.connect(self._all)
        layout.addWidget(self.show_all, 0, Qt.AlignmentFlag.AlignLeft)
        return panel

    def _all(self) -> None:
        self.filter_chosen.emit(NO_FILTER)
        self.dismissed.emit()

    def _order_buttons(self) -> QWidget:
        self.ranked, self.in_order = Button(tr("Ranked"), self), Button(tr("In order"), self)
        container = QWidget(self)
        pair = QHBoxLayout(container)
        pair.setContentsMargins(0, 0, 0, 0)
        pair.setSpacing(0)
        for button, end in ((self.ranked, "left"), (self.in_order, "right")):
            button.setCheckable(True)
            button.setProperty("role", "segment")
            button.setProperty("end", end)
            pair.addWidget(button)
        self.ranked.setToolTip(tr("Most surely verifiable sentences first"))
        self.in_order.setToolTip(tr("As they stand in the document"))
        self.ranked.clicked.connect(self._choose_ranked)
        self.in_order.clicked.connect(self._choose_in_order)
        return container

    def _choose_ranked(self) -> None:
        self.order_chosen.emit(Order.RANKED)

    def _choose_in_order(self) -> None:
        self.order_chosen.emit(Order.DOCUMENT)

    def _languages(self, codes: tuple[str, ...]) -> None:
        self.filter_chosen.emit(self._view.filter.in_languages(codes))

    def _toggled(self, choice: Choice) -> None:
        self.filter_chosen.emit(self._view.filter.toggled(choice.facet, choice.value))

    def _text_changed(self, text: str) -> None:
        self.filter_chosen.emit(replace(self._view.filter, text=text))

    def _removed(self, chip: Chip) -> None:
        if chip.kind is ChipKind.AS_OF:
            self.as_of_cleared.emit()
        else:
            self.filter_chosen.emit(self._view.filter.without(chip))

    def _cleared(self) -> None:
        self.filter_chosen.emit(NO_FILTER)
        if self._as_of is not None:
            self.as_of_cleared.emit()
