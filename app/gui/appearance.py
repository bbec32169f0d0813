"""Appearance of the window by the reader's choice: light or dark, text size. Both are stored."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.gui.actions import Actions
from app.gui.menus import Menus
from app.gui.preferences import Preferences
from app.gui.theme import Appearance, Theme
from app.settings import Settings

_STEP = 0.1


class AppearanceController(QObject):
    """Applies the appearance chosen in menus, by keys, in the palette or in the preferences."""

    def __init__(self, theme: Theme, preferences: Preferences, menus: Menus, actions: Actions) -> None:
        super().__init__(menus)
        self._theme, self._preferences, self._menus = theme, preferences, menus
        menus.show_appearance(theme.appearance)
        menus.appearance_chosen.connect(self.choose)
        actions["larger"].triggered.connect(self._larger)
        actions["smaller"].triggered.connect(self._smaller)
        actions["normal"].triggered.connect(self._normal)

    def choose(self, appearance: Appearance) -> None:
        """Light, dark, or as the system."""
        self._preferences.set("theme", appearance.value)
        self._theme.choose(appearance)
        self._menus.show_appearance(appearance)

    def take(self, settings: Settings) -> None:
        """Apply changed preferences."""
        self.choose(Appearance(settings.theme))
        self._scale(settings.font_scale)

    def _scale(self, scale: float) -> None:
        self._theme.set_scale(scale)
        self._preferences.set("font_scale", self._theme.scale)

    def _larger(self) -> None:
        self._scale(self._theme.scale + _STEP)

    def _smaller(self) -> None:
        self._scale(self._theme.scale - _STEP)

    def _normal(self) -> None:
        self._scale(1.0)
