"""The line below the evidence: how many passages can be found by meaning, what is being done about it, and how to stop that."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from app.gui.ask.posts_line import PostsLine
from app.gui.model.verify_words import meaning_words
from app.translation import tr


class EvidenceLine(PostsLine):
    """The line of posts with other words."""

    def __init__(self, encode_action: QAction, import_action: QAction, parent: QWidget | None = None) -> None:
        super().__init__(encode_action, import_action, parent)
        self.bring.hide()
        self.bar.setAccessibleName(tr("Progress of making evidence searchable by meaning"))

    def show_passages(self, passages: int, encoded: int | None) -> None:
        """Show the number of passages, and how many of them can be found by meaning."""
        self.words.setText(meaning_words(passages, encoded))
        self._encode.setEnabled(passages > 0 and (encoded is None or encoded < passages))
