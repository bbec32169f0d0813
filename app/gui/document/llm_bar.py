"""The line above a sentence's matches that tells of a language model's order: ask for it, or go between it and our own."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.gui.model.keymap import Keys, standard_keys, with_key
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, label
from app.translation import mark, tr

_ORDERS = (
    (False, mark("Our order"), "left", mark("The matches as the program ranks them")),
    (True, mark("Language model’s order"), "right", mark("The matches as the language model puts them; numbers and verdict stay")),
)


class LlmBar(QWidget):
    """`order_chosen` carries whether the language model's order is to be shown; `rerank_asked` is the button that asks for one."""

    order_chosen = Signal(bool)
    rerank_asked = Signal()

    def __init__(
        self,
        theme: Theme,
        *,
        reranked: bool,
        llm_first: bool,
        note: str = "",
        keys: Keys = standard_keys,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        layout = column(self, margins=(0, GRID // 2, 0, 0), spacing=4)
        row = QWidget(self)
        self._flow = FlowLayout(row, spacing=GRID)
        self._flow.setContentsMargins(0 if reranked else -GRID, 0, 0, 0)  # a quiet button's words stand in line with the text
        layout.addWidget(row)
        self.orders: dict[bool, Button] = self._segments(llm_first) if reranked else {}
        self.ask = Button(tr("Ask again") if reranked else tr("Order with the language model"), self)
        self.ask.setProperty("role", "quiet")
        self.ask.setFont(theme.font(step=-0.5))
        tool_tip = tr("Have the language model put these matches in another order, beside ours")
        self.ask.setToolTip(with_key(tool_tip, keys("rerank")))
        self.ask.clicked.connect(self.rerank_asked)
        self._flow.addWidget(self.ask)
        if reranked and note:
            self.note = label(note, font=theme.font(step=-1), muted=True, wrap=True)
            layout.addWidget(self.note)

    def _segments(self, llm_first: bool) -> dict[bool, Button]:
        buttons: dict[bool, Button] = {}
        segments = QWidget(self)
        pair = QHBoxLayout(segments)
        pair.setContentsMargins(0, 0, 0, 0)
        pair.setSpacing(0)
        for llm_order, text, end, tip in _ORDERS:
            button = buttons[llm_order] = Button(tr(text), self)
            button.setCheckable(True)
            button.setChecked(llm_order is llm_first)
            button.setProperty("role", "segment")
            button.setProperty("end", end)
            button.setFont(self._theme.font(step=-0.5))
            button.setToolTip(tr(tip))
            button.clicked.connect(lambda _checked=False, llm_order=llm_order: self.order_chosen.emit(llm_order))
            pair.addWidget(button)
        self._flow.addWidget(segments)
        return buttons
