"""The left of the page: the narratives, searched, filtered and ordered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from app.domain.narrative import Narrative
from app.gui.keys import focus_shortcut
from app.gui.model.labels import one_line
from app.gui.model.narrative_view import NarrativesView, Order
from app.gui.model.narrative_words import dates_words, facts_line, flags, languages_words, name_of, size_words
from app.gui.model.verdicts import Badge
from app.gui.narratives.list_filters import ListFilters
from app.gui.narratives.signals import NarrativeSignals
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.row_list import ListRow, Paragraph, RowList
from app.gui.widgets.search_field import SearchField
from app.translation import tr, trn


class ListPane(QWidget):
    """`chosen` carries the id of a narrative ("": all together), `changed` tells that others are listed."""

    item_selected = Signal(str)
    changed = Signal()

    def __init__(self, view: NarrativesView, signals: NarrativeSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "surface")
        self._view = view
        layout = column(self)
        layout.addWidget(self._bar())
        self.list = RowList(signals.theme, signals.icons, tr("Narratives"), self)
        self.list.item_selected.connect(self.item_selected)
        self.model = self.list.rows
        layout.addWidget(self.list, 1)
        self.count = label("", font=signals.theme.font(step=-1), muted=True, wrap=True)
        self.count.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        layout.addWidget(self.count)
        self._theme = signals.theme
        signals.theme.changed.connect(self._restyle)
        focus_shortcut(self.search, self.list.setFocus, "Down")

    def _restyle(self) -> None:
        self.count.setFont(self._theme.font(step=-1))

    def refresh(self) -> None:
        """Show the listed narratives, with the open one selected."""
        view = self._view
        narratives = view.listed()
        self.list.show_rows(
            [_all_row(len(narratives)), *(_row(narrative, flags(narrative, missing=view.missing(narrative))) for narrative in narratives)],
            view.shown,
        )
        total = len(view.map.narratives)
        count_text = trn("{count} narrative", "{count} narratives", total)
        self.count.setText(self._alone(count_text) if len(narratives) == total else trn("{count} found", "{count} found", len(narratives)))

    def show_order(self) -> None:
        """Show the current order."""
        self.order.setCurrentIndex(self.order.findData(self._view.order.value))

    def _alone(self, count_text: str) -> str:
        ungrouped_count = self._view.map.alone
        alone_text = trn("{count} item belongs to none", "{count} items belong to none", ungrouped_count) if ungrouped_count else ""
        return ", ".join(part for part in (count_text, alone_text) if part)

    def _bar(self) -> QWidget:
        bar = styled(QWidget(self), "header")
        layout = column(bar, margins=(GRID, GRID, GRID, GRID), spacing=GRID)
        self.search = SearchField(bar)
        self.search.setPlaceholderText(tr("Search names and claims"))
        self.search.setAccessibleName(tr("Search the narratives"))
        self.search.textChanged.connect(self._searched)
        layout.addWidget(self.search)
        strip = QWidget(bar)
        flow = FlowLayout(strip, spacing=GRID // 2)
        self.filters = ListFilters(self._view, bar)
        for button in self.filters.buttons():
            flow.addWidget(button)
        layout.addWidget(strip)
        self.order = QComboBox(bar)
        self.order.setAccessibleName(tr("Order of the narratives"))
        for order in Order:
            self.order.addItem(order.words, order.value)
        self.order.currentIndexChanged.connect(self._ordered)
        layout.addWidget(self.order)
        layout.addWidget(self.filters.chips)
        self.filters.changed.connect(self._refilter)
        return bar

    def _searched(self, text: str) -> None:
        self.filters.choose(replace(self._view.wanted, text=" ".join(text.split())))

    def _ordered(self) -> None:
        self._view.order = Order(self.order.currentData())
        self.refresh()

    def _refilter(self) -> None:
        self.refresh()
        self.changed.emit()


def _all_row(total: int) -> ListRow:
    """Return the row for all listed narratives together."""
    name, facts = tr("All together"), trn("{count} narrative", "{count} narratives", total)
    return ListRow(key="", paragraphs=(Paragraph(name, strong=True),), facts=(facts,), spoken=f"{name}. {facts}")


def _row(narrative: Narrative, badges: Sequence[Badge]) -> ListRow:
    """Return the row of a narrative: its name, the most central claim if it differs, size and dates, and its badges."""
    name, claim = name_of(narrative), one_line(narrative.claim)
    texts = (Paragraph(name, strong=True), *([Paragraph(claim)] if claim and claim != name else []))
    size = " · ".join(part for part in (size_words(narrative), languages_words(narrative)) if part)
    accessible_parts = (*(paragraph.text for paragraph in texts), facts_line(narrative), *(badge.word for badge in badges))
    return ListRow(
        key=narrative.id,
        paragraphs=texts,
        facts=(size, dates_words(narrative)),
        badges=tuple((badge.word, badge) for badge in badges),
        spoken=". ".join(part for part in accessible_parts if part),
        tip=f"{name}\n{narrative.claim}",
    )
