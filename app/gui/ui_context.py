"""Objects that every page of the window works with."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QMainWindow

from app.gui.actions import Actions
from app.gui.icons import Icons
from app.gui.jobs import Jobs
from app.gui.preferences import Preferences
from app.gui.theme import Theme


@dataclass(frozen=True, slots=True, kw_only=True)
class UiContext:
    """Passed to the controllers, which keep what they need."""

    window: QMainWindow
    jobs: Jobs
    theme: Theme
    icons: Icons
    actions: Actions
    preferences: Preferences
