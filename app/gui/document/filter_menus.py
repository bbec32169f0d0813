"""The menus of the filter: one a facet, with how many sentences have each value, filled when they are opened."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget

from app.gui.model.document_view import DocumentView
from app.gui.model.sentence_filter import Choice, Facet, counts, ordered_values, value_words
from app.gui.widgets.menu import Menu
from app.translation import mark, number, tr

_MOST = 40
_OWN = (
    (Facet.FINDING, mark("Finding"), mark("Filter by finding")),
    (Facet.SPEAKER, mark("Speaker"), mark("Filter by speaker")),
    (Facet.DECISION, mark("Decision"), mark("Filter by decision")),
)
_MORE = (
    (Facet.MARKED, mark("Marks and tags")),
    (Facet.RATING, mark("Publisher’s rating")),
    (Facet.BAND, mark("Verifiability")),
    (Facet.STANCE, mark("Stance of the fact-check")),
    (Facet.PUBLISHER, mark("Publisher of the fact-check")),
    (Facet.YEAR, mark("Year of the fact-check")),
    (Facet.LANGUAGE, mark("Language of the fact-check")),
)


class FilterMenus(QObject):
    """`toggled` carries a Choice; `save_asked` that the filter shall be kept, `saved_chosen` and `saved_removed` a kept one's name;
    `days_asked` that days of publication shall be chosen, `languages_asked` carries the codes of the reader's own languages."""

    toggled = Signal(object)
    save_asked = Signal()
    saved_chosen = Signal(str)
    saved_removed = Signal(str)
    days_asked = Signal()
    languages_asked = Signal(object)

    def __init__(self, view: DocumentView, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = view
        self.saved: tuple[str, ...] = ()
        self.menus: dict[Facet, Menu] = {}
        self.buttons: dict[Facet, QToolButton] = {}
        for facet, name, accessible_name in _OWN:
            button = _button(tr(name), tr(accessible_name), parent)
            self.buttons[facet] = button
            self._add(facet, _menu(button))
        self.more = _button(tr("More"), tr("More filters"), parent)
        more = _menu(self.more)
        for facet, name in _MORE:
            self._add(facet, more.submenu(tr(name)))
        self.days = more.addAction(tr("Published between…"))
        self.days.triggered.connect(self.days_asked)
        more.addSeparator()
        self._keep = more.submenu(tr("Saved filters"))
        self._keep.aboutToShow.connect(self._fill_saved)
        self._keep.triggered.connect(self._saved_chosen)

    def all_buttons(self) -> tuple[QToolButton, ...]:
        """In the order in which they stand."""
        return (*self.buttons.values(), self.more)

    def refresh(self) -> None:
        """Offer only what can tell sentences apart now."""
        self.buttons[Facet.SPEAKER].setVisible(len(self._view.speakers()) > 1)
        ranked = self._view.ranked is not None
        self.buttons[Facet.FINDING].setEnabled(ranked and not self._view.blind)
        for facet in (Facet.RATING, Facet.BAND, Facet.STANCE, Facet.PUBLISHER, Facet.YEAR, Facet.LANGUAGE):
            self.menus[facet].menuAction().setEnabled(ranked and not self._view.blind)
        self.days.setEnabled(ranked and not self._view.blind)

    def fill(self, facet: Facet) -> None:
        """List the values that the document's sentences have."""
        menu, checked_values = self.menus[facet], self._view.filter.chosen(facet)
        menu.clear()
        if facet is Facet.LANGUAGE:
            self._offer_mine(menu)
        value_counts = dict(counts(self._view.rows(), facet))
        value_counts.update({value: 0 for value in checked_values if value not in value_counts})
        for value in ordered_values(value_counts, facet)[:_MOST]:
            choice = Choice(facet, value)
            action = QAction(f"{value_words(choice)}  ({number(value_counts[value])})".replace("&", "&&"), menu)
            action.setCheckable(True)
            action.setChecked(value in checked_values)
            action.setData(value)
            menu.addAction(action)
        if not value_counts:
            menu.addAction(tr("Nothing to choose from yet")).setEnabled(False)

    def _offer_mine(self, menu: Menu) -> None:
        """The reader's own languages at once, with the regions that the fact-checks have."""
        primary_subtags = {code.partition("-")[0] for code in self._view.my_languages()}
        language_counts = counts(self._view.rows(), Facet.LANGUAGE)
        codes = tuple(sorted(code for code in language_counts if code.partition("-")[0] in primary_subtags))
        action = menu.addAction(tr("My languages"))
        action.setEnabled(bool(codes))
        action.setToolTip("" if primary_subtags else tr("Say in the preferences which languages you read."))
        action.triggered.connect(lambda: self.languages_asked.emit(codes))
        menu.addSeparator()

    def _add(self, facet: Facet, menu: Menu) -> None:
        self.menus[facet] = menu
        menu.aboutToShow.connect(self._about_to_show)
        menu.triggered.connect(self._triggered)
        menu.setProperty("facet", str(facet))

    def _about_to_show(self) -> None:
        menu = self.sender()
        if isinstance(menu, Menu):
            self.fill(Facet(menu.property("facet")))

    def _triggered(self, action: QAction) -> None:
        menu = self.sender()
        if isinstance(menu, Menu) and action.data() is not None and action.parent() is menu:
            self.toggled.emit(Choice(Facet(menu.property("facet")), action.data()))

    def _fill_saved(self) -> None:
        self._keep.clear()
        for name in self.saved:
            self._keep.addAction(name.replace("&", "&&")).setData(("choose", name))
        self._keep.addSeparator()
        save = self._keep.addAction(tr("Save this filter…"))
        save.setData(("save", ""))
        save.setEnabled(self._view.filter.active)
        if self.saved:
            forget = self._keep.submenu(tr("Remove"))
            for name in self.saved:
                forget.addAction(name.replace("&", "&&")).setData(("remove", name))

    def _saved_chosen(self, action: QAction) -> None:
        command, name = action.data() or ("", "")
        if command == "choose":
            self.saved_chosen.emit(name)
        elif command == "remove":
            self.saved_removed.emit(name)
        elif command == "save":
            self.save_asked.emit()


def _button(text: str, accessible_name: str, parent: QWidget) -> QToolButton:
    button = QToolButton(parent)
    button.setText(f"{text} ▾")
    button.setAccessibleName(accessible_name)
    button.setProperty("role", "button")
    button.setProperty("facet", True)  # narrower: all of them in one line of a window of usual width
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return button


def _menu(button: QToolButton) -> Menu:
    menu = Menu("", button)
    button.setMenu(menu)
    return menu
