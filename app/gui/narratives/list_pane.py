"""The left of the place: the narratives, searched, filtered and ordered."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QLineEdit, QListView, QWidget

from app.gui.model.narrative_view import NarrativesView, Order
from app.gui.model.narrative_words import flags
from app.gui.narratives.list_filters import ListFilters
from app.gui.narratives.list_model import ListRow, NarrativeDelegate, NarrativesModel
from app.gui.narratives.wishes import Kit
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.plain import GRID, column, label, styled
from app.translation import tr, trn


class ListPane(QWidget):
    """`chosen` carries the id of a narrative ("": all together), `changed` tells that others are listed."""

    chosen = Signal(str)
    changed = Signal()

    def __init__(self, view: NarrativesView, kit: Kit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "surface")
        self._view = view
        lines = column(self)
        lines.addWidget(self._bar())
        self.model = NarrativesModel(self)
        self.list = QListView(self)
        self.list.setModel(self.model)
        self.list.setProperty("role", "ranked")
        self.list.setAccessibleName(tr("Narratives"))
        self.list.setItemDelegate(NarrativeDelegate(kit.theme, kit.icons, self.list))
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        lines.addWidget(self.list, 1)
        self.count = label("", font=kit.theme.font(step=-1), muted=True, wrap=True)
        self.count.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        lines.addWidget(self.count)
        self._theme = kit.theme
        kit.theme.changed.connect(self._restyle)
        self.list.selectionModel().currentChanged.connect(self._changed)
        here = Qt.ShortcutContext.WidgetShortcut
        QShortcut(QKeySequence("Down"), self.search, self.list.setFocus, context=here)

    def _restyle(self) -> None:
        self.count.setFont(self._theme.font(step=-1))

    def refresh(self) -> None:
        """Show what the view lists now; the open one is the chosen one."""
        view = self._view
        listed = view.listed()
        rows = [ListRow(None, total=len(listed)), *(ListRow(each, flags(each, missing=view.missing(each))) for each in listed)]
        self.list.selectionModel().blockSignals(True)
        self.model.show_rows(rows)
        place = self.model.place(view.shown)
        self.list.setCurrentIndex(self.model.index(place) if place >= 0 else QModelIndex())
        self.list.selectionModel().blockSignals(False)
        self.list.viewport().update()
        total = len(view.map.narratives)
        found = trn("{count} narrative", "{count} narratives", total)
        self.count.setText(self._alone(found) if len(listed) == total else trn("{count} found", "{count} found", len(listed)))

    def show_order(self) -> None:
        """The order is another one."""
        self.order.setCurrentIndex(self.order.findData(self._view.order.value))

    def _alone(self, found: str) -> str:
        alone = self._view.map.alone
        rest = trn("{count} item belongs to none", "{count} items belong to none", alone) if alone else ""
        return ", ".join(part for part in (found, rest) if part)

    def _bar(self) -> QWidget:
        bar = styled(QWidget(self), "header")
        lines = column(bar, margins=(GRID, GRID, GRID, GRID), spacing=GRID)
        self.search = QLineEdit(bar)
        self.search.setPlaceholderText(tr("Search names and claims"))
        self.search.setAccessibleName(tr("Search the narratives"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._searched)
        lines.addWidget(self.search)
        strip = QWidget(bar)
        flow = FlowLayout(strip, spacing=GRID // 2)
        self.filters = ListFilters(self._view, bar)
        for button in self.filters.buttons():
            flow.addWidget(button)
        lines.addWidget(strip)
        self.order = QComboBox(bar)
        self.order.setAccessibleName(tr("Order of the narratives"))
        for order in Order:
            self.order.addItem(order.words, order.value)
        self.order.currentIndexChanged.connect(self._ordered)
        lines.addWidget(self.order)
        lines.addWidget(self.filters.chips)
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

    def _changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self.chosen.emit(self.model.name(current))
