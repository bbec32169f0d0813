"""Signals of answers and posts."""

from __future__ import annotations

from PySide6.QtCore import Signal

from app.gui.item_signals import ItemSignals


class AnswerSignals(ItemSignals):
    """Answers are named by their names, posts by their Opinion."""

    side_said = Signal(str, object, object)
    """Answer, Opinion, Side."""

    post_copied = Signal(object)
    claim_copied = Signal(str)
    look_up_asked = Signal(str)
    claim_added = Signal(str)
    verify_asked = Signal(str)
    rename_asked = Signal(str)
    merge_asked = Signal(str, str)
    """The answer that goes, the answer that it joins."""

    apart_asked = Signal(str, str)
    """The answer, the wording that is taken out."""
