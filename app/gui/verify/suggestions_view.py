"""View of the language model's suggestions, each with buttons to take or drop it; hidden while there are none."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QWidget

from app.gui.model.verify_suggestions import Suggestion
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column
from app.gui.widgets.llm_block import LlmBlock
from app.translation import number, tr


class SuggestionsView(QWidget):
    """`taken` and `dropped` carry tuples of Suggestions."""

    accepted = Signal(object)
    dropped = Signal(object)

    def __init__(self, theme: Theme, take: str, *, margin: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._take = theme, take
        self._lines = column(self, margins=(margin, 0, margin, 0), spacing=GRID)
        self._shown: tuple[Suggestion, ...] = ()
        self.blocks: list[LlmBlock] = []
        self.buttons: list[tuple[Button, ...]] = []
        self.hide()
        theme.changed.connect(self._rebuild)

    def show_suggestions(self, suggestions: Sequence[Suggestion]) -> None:
        """Show these; the same ones stay as they are."""
        if tuple(suggestions) != self._shown:
            self._shown = tuple(suggestions)
            self._rebuild()

    def _rebuild(self) -> None:
        for block in self.blocks:
            block.hide()
            block.deleteLater()
        self.blocks, self.buttons = [], []
        for suggestion in self._shown:
            block = LlmBlock(suggestion.text, self._theme, self)
            self.buttons.append(self._buttons(block, suggestion))
            self.blocks.append(block)
            self._lines.addWidget(block)
            block.show()  # the layout would do so only when the event loop turns
        if len(self._shown) > 1:
            self._all(self.blocks[-1])
        self.setVisible(bool(self._shown))

    def _buttons(self, block: LlmBlock, suggestion: Suggestion) -> tuple[Button, ...]:
        if not suggestion.takeable:
            return (self._button(block, tr("Close"), self.dropped, (suggestion,)),)
        return self._button(block, self._take, self.accepted, (suggestion,)), self._button(block, tr("Drop"), self.dropped, (suggestion,))

    def _all(self, block: LlmBlock) -> None:
        self.take_all = self._button(block, tr("Add all {count}", count=number(len(self._shown))), self.accepted, self._shown)
        self.drop_all = self._button(block, tr("Drop all"), self.dropped, self._shown)

    @staticmethod
    def _button(block: LlmBlock, words: str, signal: SignalInstance, suggestions: tuple[Suggestion, ...]) -> Button:
        button = block.add(words)
        button.clicked.connect(partial(signal.emit, suggestions))
        return button
