"""Signals of questions, answers and verdicts."""

from __future__ import annotations

from PySide6.QtCore import Signal

from app.gui.item_signals import ItemSignals


class VerificationSignals(ItemSignals):
    """Questions are named by their index, answers by that and their index among its answers."""

    answers_asked = Signal(int)
    question_edit_asked = Signal(int)
    question_removed = Signal(int)
    question_moved = Signal(int, int)
    """The question, -1 up or 1 down."""

    answer_typed = Signal(int)
    """The reader wants to write an answer to this question."""

    nothing_found = Signal(int)
    """The reader says that no answer to this question could be found."""

    answer_edit_asked = Signal(int, int)
    answer_removed = Signal(int, int)
    context_said = Signal(int, int, bool)
    """An answer is context only, or decides."""

    jump_asked = Signal(int, int)
    """Show this answer."""
