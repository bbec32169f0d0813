"""Entries of the command palette in this window, and their actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.gui.model.commands import CHANGEABLE, command, either
from app.gui.model.palette import Hit, Offer, found, used
from app.gui.theme import APPEARANCES, Appearance
from app.gui.ui_context import UiContext
from app.translation import tr

if TYPE_CHECKING:
    from app.gui.palette.dialog import PaletteDialog

_SELF = "palette"


class PaletteController(QObject):
    """Opens the palette. `go` shows a page by its number, the document's first, and focuses it; `show_page` does so unless it is shown."""

    def __init__(
        self,
        ctx: UiContext,
        *,
        page_names: tuple[str, ...],
        open_page: Callable[[int], None],
        show_page: Callable[[int], None],
        open_recent: Callable[[str], None],
        choose_appearance: Callable[[Appearance], None],
    ) -> None:
        super().__init__(ctx.window)
        self._ctx, self._places = ctx, page_names
        self._go, self._show_page, self._open_recent, self._choose_appearance = open_page, show_page, open_recent, choose_appearance
        self.dialog: PaletteDialog | None = None
        ctx.actions[_SELF].triggered.connect(self.open)

    def open(self) -> None:
        """Show the palette with everything that can be done now."""
        if self.dialog is not None:
            return
        from app.gui.palette.dialog import PaletteDialog  # not needed to show the window

        offers = tuple(self._offers())
        recent = self._ctx.preferences.state.palette

        def find(words: str) -> list[Hit]:
            return found(offers, words, recent)

        self.dialog = PaletteDialog(self._ctx.theme, find, self._ctx.window)
        self.dialog.finished.connect(self._closed)
        self.dialog.item_selected.connect(self._run)
        self.dialog.open()

    def _closed(self) -> None:
        self.dialog = None

    def _offers(self) -> Iterator[Offer]:
        actions = self._ctx.actions
        for entry in CHANGEABLE:
            if entry.name != _SELF:
                action = actions[entry.name]
                keys = either(actions.keymap.keys(entry.name))
                yield Offer(
                    name=f"command:{entry.name}",
                    text=action.text().replace("&", ""),
                    kind=entry.group.words,
                    keys=keys,
                    enabled=action.isEnabled(),
                    english=entry.english,
                )
        for number, page_name in enumerate(self._places):
            yield Offer(name=f"place:{number}", text=tr("Go to {place}", place=page_name), kind=tr("Place"), keys=f"Ctrl+{number + 1}")
        for appearance, words in APPEARANCES.items():
            kind = tr("In use") if appearance is self._ctx.theme.appearance else tr("Appearance")
            yield Offer(name=f"appearance:{appearance}", text=tr("Appearance: {choice}", choice=tr(words)), kind=kind)
        for path in self._ctx.preferences.settings.recent_files:
            if Path(path).is_file():
                yield Offer(name=f"recent:{path}", text=tr("Open {name}", name=Path(path).name), kind=tr("Recent document"))

    def _run(self, name: str) -> None:
        state = self._ctx.preferences.state
        state.palette = used(state.palette, name)
        kind, _, argument = name.partition(":")
        if kind == "command":
            page = command(argument).page
            if page is not None:
                self._show_page(page)
            self._ctx.actions[argument].trigger()
        elif kind == "place":
            self._go(int(argument))
        elif kind == "appearance":
            self._choose_appearance(Appearance(argument))
        else:
            self._open_recent(argument)
