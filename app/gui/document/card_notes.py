"""The part of a match card that a language model writes: the buttons that ask for it, and what came of them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.domain.assisted import Use
from app.gui.model.card import Card
from app.gui.model.language_names import language_name
from app.gui.model.llm_words import LlmText
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column
from app.gui.widgets.llm_block import LlmBlock
from app.translation import tr


class CardNotes(QWidget):
    """`asked` carries a Use. The `buttons` stand wherever the card puts them, the `blocks` in here."""

    asked = Signal(object)

    def __init__(self, content: Card, theme: Theme, kept: Mapping[Use, LlmText], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content, self._theme = content, theme
        self._lines = column(self, spacing=GRID)
        self.buttons = {use: self._button(use) for use in content.llm_offers}
        self.blocks: dict[Use, LlmBlock] = {}
        self.setVisible(bool(kept))
        self.show_asking(None)
        for use, text in kept.items():
            self.show_note(use, text)

    def show_note(self, use: Use, text: LlmText) -> None:
        """Show what was written, in place of what was written before."""
        before = self.blocks.pop(use, None)
        if before is not None:
            before.hide()
            before.deleteLater()
        block = self.blocks[use] = LlmBlock(text, self._theme, self)
        self._lines.addWidget(block)
        block.show()  # the layout would do so only when the event loop turns
        self.show()

    def show_asking(self, use: Use | None) -> None:
        """The language model is being asked this; None: nothing about this match."""
        for each, button in self.buttons.items():
            button.setEnabled(each is not use)
            button.setText(tr("Asking…") if each is use else self._words(each))

    def _button(self, use: Use) -> Button:
        button = Button(self._words(use), self)
        button.setProperty("role", "quiet")
        button.setFont(self._theme.font(step=-0.5))
        if use is Use.TRANSLATION:
            button.setToolTip(tr("Have the language model translate the claim; the original stays beside it"))
        else:
            button.setToolTip(tr("Two lines by the language model, each with words of the fact-check or of what was said"))
        button.clicked.connect(lambda: self.asked.emit(use))
        return button

    def _words(self, use: Use) -> str:
        if use is Use.TRANSLATION:
            # Translators: {language} is the name of a language, as on a button "Translate into English".
            return tr("Translate into {language}", language=language_name(self._content.llm_target))
        return tr("Why this settles it")
