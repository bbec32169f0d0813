"""What the reader wants of an answer or a post, told from wherever its button stands to the desk; and what answers are shown with."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.gui.icons import Icons
from app.gui.model.keymap import Keys
from app.gui.theme import Theme


class Wishes(QObject):
    """One for a place; answers are told by their names, posts by their Opinion."""

    side_said = Signal(str, object, object)
    """Answer, Opinion, Side."""

    post_copied = Signal(object)
    link_asked = Signal(str)
    claim_copied = Signal(str)
    look_up_asked = Signal(str)
    claim_added = Signal(str)
    verify_asked = Signal(str)
    rename_asked = Signal(str)
    merge_asked = Signal(str, str)
    """The answer that goes, the answer that it joins."""

    apart_asked = Signal(str, str)
    """The answer, the wording that is taken out."""


@dataclass(frozen=True, slots=True)
class Kit:
    """What every part of an answer is made with."""

    theme: Theme
    icons: Icons
    wishes: Wishes
    keys: Keys
