"""Signals of narrative items and repeats."""

from __future__ import annotations

from PySide6.QtCore import Signal

from app.gui.item_signals import ItemSignals


class NarrativeSignals(ItemSignals):
    """Items are NarrativeItems, repeats Repeats."""

    item_asked = Signal(object)
    """Show this item among the items."""

    judged = Signal(object, object)
    """A repeat is judged so (a Judgement); what it is judged as already is taken back."""
