"""What the reader wants of an item or a repeat, told from wherever it stands to the desk."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.gui.icons import Icons
from app.gui.model.keymap import Keys
from app.gui.theme import Theme


class Wishes(QObject):
    """One for a place. Items are NarrativeItems, repeats Repeats."""

    item_asked = Signal(object)
    """Show this item among the items."""

    link_asked = Signal(str)
    judged = Signal(object, object)
    """A repeat is judged so (a Judgement); what it is judged as already is taken back."""


@dataclass(frozen=True, slots=True)
class Kit:
    """What every part of the place is made with."""

    theme: Theme
    icons: Icons
    wishes: Wishes
    keys: Keys
