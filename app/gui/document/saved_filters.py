"""Filters kept under a name in the settings, for every document."""

from __future__ import annotations

import json
from collections.abc import Iterable

from PySide6.QtCore import QObject

from app.decoding import JSON_ERRORS
from app.gui.document.page import DocumentPage
from app.gui.model.sentence_filter import filter_of
from app.gui.preferences import Preferences
from app.gui.review.text_dialog import TextDialog
from app.translation import tr


class SavedFilters(QObject):
    """Joins the filter bar's menu with the settings."""

    def __init__(self, page: DocumentPage, preferences: Preferences, parent: QObject) -> None:
        super().__init__(parent)
        self._page, self._preferences = page, preferences
        self._kept = dict(_read(preferences.settings.saved_filters))
        menus = page.filters.menus
        menus.save_asked.connect(self._ask)
        menus.saved_chosen.connect(self._choose)
        menus.saved_removed.connect(self._remove)
        self._offer()

    def keep(self, name: str) -> None:
        """Keep the filter that holds now under this name, in place of one that had it."""
        if name.strip():
            self._kept[name.strip()] = self._page.view.filter.as_text()
            self._store()

    def _ask(self) -> None:
        suggested_name = ", ".join(chip.label for chip in self._page.view.filter.chips())
        about = tr("A name for this filter. It is offered for every document.")
        dialog = TextDialog(tr("Save filter"), about, suggested_name, parent=self._page.window())
        dialog.submitted.connect(self.keep)
        dialog.open()

    def _choose(self, name: str) -> None:
        self._page.set_filter(filter_of(self._kept[name]))

    def _remove(self, name: str) -> None:
        self._kept.pop(name, None)
        self._store()

    def _store(self) -> None:
        texts = tuple(json.dumps([name, text], ensure_ascii=False) for name, text in self._kept.items())
        self._preferences.set("saved_filters", texts)
        self._preferences.save()
        self._offer()

    def _offer(self) -> None:
        self._page.filters.menus.saved = tuple(self._kept)


def _read(texts: Iterable[str]) -> list[tuple[str, str]]:
    """(name, filter) pairs; what is broken is left out."""
    filters = []
    for text in texts:
        try:
            name, filter_text = json.loads(text)
        except (*JSON_ERRORS, TypeError):
            continue
        if isinstance(name, str) and isinstance(filter_text, str):
            filters.append((name, filter_text))
    return filters
