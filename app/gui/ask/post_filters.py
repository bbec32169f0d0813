"""Filters of the searched posts: menus of platforms and languages, the days, and chips of the active filters."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from app.domain.posts import PostFilter, PostStatistics
from app.gui.document.day_range_dialog import DayRangeDialog
from app.gui.model.ask_filter import LANGUAGE, PLATFORM, PostChip, chips, days_of, with_days, with_value, without
from app.gui.model.day_range import DayRange, day_range
from app.gui.model.labels import one_line
from app.gui.widgets.button import Button
from app.gui.widgets.chip_bar import ChipBar
from app.gui.widgets.menu_button import MenuButton
from app.translation import number, tr

_MOST = 40


class PostFilters(QObject):
    """`changed` tells that other posts are to be searched."""

    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.among = PostFilter()
        self._statistics = PostStatistics(posts=0, groups=0, size_bytes=0)
        self.platform = self._menu(tr("Platform"), tr("Filter by platform"), PLATFORM, parent)
        self.language = self._menu(tr("Language"), tr("Filter by language"), LANGUAGE, parent)
        self.days = Button(f"{tr('Days')}…", parent)
        self.days.setAccessibleName(tr("Filter by the days of publication"))
        self.days.clicked.connect(self.ask_days)
        self.chips = ChipBar(parent)
        self.chips.removed.connect(self._removed)
        self.chips.cleared.connect(self._cleared)

    def buttons(self) -> tuple[QPushButton, ...]:
        """Return the buttons in their order."""
        return (self.platform, self.language, self.days)

    def show_statistics(self, statistics: PostStatistics) -> None:
        """Update the choices to the library's posts."""
        self._statistics = statistics
        self.platform.setEnabled(bool(statistics.platforms))
        self.language.setEnabled(bool(statistics.languages))

    def choose(self, among: PostFilter) -> None:
        """Apply these filters."""
        if among != self.among:
            self.among = among
            self.chips.show_chips(chips(among))
            self.changed.emit()

    def reset(self) -> None:
        """Clear the filters after another library was opened, without a signal."""
        self.among = PostFilter()
        self.chips.show_chips(())

    def ask_days(self) -> DayRangeDialog:
        """Ask for the days."""
        ends = day_range(f"{self._statistics.oldest or '..'}/{self._statistics.newest or '..'}")
        range_ends = tuple(day for day in (ends.first, ends.last) if day is not None)
        about = tr("Search only posts that were published in this time; posts without a date are left out.")
        dialog = DayRangeDialog(days_of(self.among), range_ends, self.chips.window(), about=about)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.item_selected.connect(self._days_chosen)
        dialog.open()
        return dialog

    def fill(self, field: str, menu: QMenu) -> None:
        """Fill the menu with the values of a field, those with most posts first."""
        menu.clear()
        counts = self._statistics.platforms if field == PLATFORM else self._statistics.languages
        current = getattr(self.among, field)
        any_action = menu.addAction(tr("Any platform") if field == PLATFORM else tr("Any language"))
        any_action.setData("")
        any_action.setCheckable(True)
        any_action.setChecked(not current)
        for name, count in counts[:_MOST]:
            action = menu.addAction(f"{one_line(name)}  ({number(count)})".replace("&", "&&"))
            action.setData(name)
            action.setCheckable(True)
            action.setChecked(name == current)

    def _menu(self, text: str, name: str, field: str, parent: QWidget) -> MenuButton:
        button = MenuButton(text, parent, name=name)
        button.entries.aboutToShow.connect(lambda: self.fill(field, button.entries))
        button.entries.triggered.connect(lambda action: self.choose(with_value(self.among, field, str(action.data()))))
        return button

    def _days_chosen(self, days: DayRange) -> None:
        self.choose(with_days(self.among, days))

    def _removed(self, chip: PostChip) -> None:
        self.choose(without(self.among, chip))

    def _cleared(self) -> None:
        self.choose(PostFilter())
