"""Filters of the narrative list: menus of languages, publishers and kinds, the days, and chips of the active filters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from app.gui.document.day_range_dialog import DayRangeDialog
from app.gui.model.day_range import DayRange
from app.gui.model.labels import one_line
from app.gui.model.language_names import language_name
from app.gui.model.narrative_filter import LANGUAGE, PUBLISHER, Only, Wanted, WantedChip, chips, cleared, without
from app.gui.model.narrative_view import NarrativesView
from app.gui.widgets.button import Button
from app.gui.widgets.chip_bar import ChipBar
from app.gui.widgets.menu_button import MenuButton
from app.translation import number, tr

_MOST = 40


class ListFilters(QObject):
    """`changed` tells that other narratives are listed."""

    changed = Signal()

    def __init__(self, view: NarrativesView, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = view
        self.language = self._menu(tr("Language"), tr("Filter by language"), LANGUAGE, parent)
        self.publisher = self._menu(tr("Publisher"), tr("Filter by publisher"), PUBLISHER, parent)
        self.days = Button(f"{tr('Days')}…", parent)
        self.days.setAccessibleName(tr("Filter by the days of publication"))
        self.days.clicked.connect(self.ask_days)
        self.only = MenuButton(tr("Only"), parent, name=tr("Narratives of one sort only"))
        for only in Only:
            action = self.only.entries.addAction(only.words)
            action.setData(only.value)
            action.setCheckable(True)
        self.only.entries.triggered.connect(self._toggle)
        self.chips = ChipBar(parent)
        self.chips.removed.connect(self._removed)
        self.chips.cleared.connect(self._cleared)

    def buttons(self) -> tuple[QPushButton, ...]:
        """In the order in which they stand."""
        return (self.language, self.publisher, self.days, self.only)

    def choose(self, filters: Wanted) -> None:
        """Apply these filters."""
        if filters == self._view.wanted:
            return
        self._view.wanted = filters
        self.chips.show_chips(chips(filters))
        for action in self.only.entries.actions():
            action.setChecked(Only(action.data()) in filters.only)
        self.changed.emit()

    def ask_days(self) -> DayRangeDialog:
        """Ask for the days."""
        days = tuple(item.day for item in self._view.map.items if item.day is not None)
        ends = (min(days), max(days)) if days else ()
        about = tr("List only narratives with something that was published in this time; what has no date is left out.")
        dialog = DayRangeDialog(self._view.wanted.days, ends, self.chips.window(), about=about)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.item_selected.connect(self._days_chosen)
        dialog.open()
        return dialog

    def _fill(self, field: str, menu: QMenu) -> None:
        menu.clear()
        name: Callable[[str], str] = language_name if field == LANGUAGE else one_line
        counts = self._view.languages() if field == LANGUAGE else self._view.publishers()
        current = getattr(self._view.wanted, field)
        any_text = tr("Any language") if field == LANGUAGE else tr("Any publisher")
        for value, words in (("", any_text), *((value, f"{name(value)}  ({number(count)})") for value, count in counts[:_MOST])):
            action = menu.addAction(words.replace("&", "&&"))
            action.setData(value)
            action.setCheckable(True)
            action.setChecked(value == current)

    def _menu(self, text: str, name: str, field: str, parent: QWidget) -> MenuButton:
        button = MenuButton(text, parent, name=name)
        button.entries.aboutToShow.connect(lambda: self._fill(field, button.entries))
        button.entries.triggered.connect(lambda action: self._chosen(field, str(action.data())))
        return button

    def _chosen(self, field: str, value: str) -> None:
        filters = self._view.wanted
        self.choose(replace(filters, language=value) if field == LANGUAGE else replace(filters, publisher=value))

    def _toggle(self, action: QAction) -> None:
        self.choose(replace(self._view.wanted, only=self._view.wanted.only ^ {Only(action.data())}))

    def _days_chosen(self, days: DayRange) -> None:
        self.choose(replace(self._view.wanted, days=days))

    def _removed(self, chip: WantedChip) -> None:
        self.choose(without(self._view.wanted, chip))

    def _cleared(self) -> None:
        self.choose(cleared(self._view.wanted))
