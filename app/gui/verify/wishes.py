"""What the reader wants of a question, an answer or a verdict, told from wherever its button stands to the desk."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.gui.icons import Icons
from app.gui.model.keymap import Keys
from app.gui.theme import Theme


class Wishes(QObject):
    """One for a place; questions are told by their place in the list, answers by that and their place among its answers."""

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

    link_asked = Signal(str)


@dataclass(frozen=True, slots=True)
class Kit:
    """What every part of a verification is made with."""

    theme: Theme
    icons: Icons
    wishes: Wishes
    keys: Keys
