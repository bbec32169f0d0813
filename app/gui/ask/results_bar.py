"""The line above the answers: what was read, posts that say the same together or apart, undo, and ways out of here."""

from __future__ import annotations

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QCheckBox, QPushButton, QWidget

from app.gui.model.ask import AskView
from app.gui.model.ask_words import found_words, llm_words
from app.gui.model.keymap import Keys, with_key
from app.gui.widgets.button import Button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.menu_button import MenuButton
from app.translation import tr


class ResultsBar(QWidget):
    """`together_chosen` carries whether posts that say nearly the same are shown as one."""

    together_chosen = Signal(bool)
    undo_asked = Signal()
    redo_asked = Signal()
    export_asked = Signal()
    pairs_asked = Signal()

    def __init__(self, view: AskView, keys: Keys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "header")
        self._view, self._keys = view, keys
        lines = column(self, margins=(2 * GRID, GRID, 2 * GRID, GRID), spacing=GRID // 2)
        strip = QWidget(self)
        flow = FlowLayout(strip, spacing=GRID, middle=True)
        self.found = label("", muted=True)
        flow.addWidget(self.found)
        self.together = QCheckBox(tr("Show posts that say nearly the same as one"), strip)
        self.together.setChecked(view.together)
        self.together.toggled.connect(self.together_chosen)
        flow.addWidget(self.together)
        self.undo = self._button(flow, tr("Undo"), self.undo_asked)
        self.redo = self._button(flow, tr("Redo"), self.redo_asked)
        self.export = MenuButton(tr("Export"), strip)
        self.export.entries.addAction(tr("Answers with their posts…")).triggered.connect(self.export_asked)
        self.export.entries.addAction(tr("Corrected sides, as examples for training…")).triggered.connect(self.pairs_asked)
        flow.addWidget(self.export)
        lines.addWidget(strip)
        self.llm = label("", muted=True, wrap=True, selectable=True)
        lines.addWidget(self.llm)
        self.refresh()

    def refresh(self) -> None:
        """Show what the view holds now; nothing before the first answer."""
        view = self._view
        self.setVisible(view.shown is not None)
        self.found.setText(found_words(view.shown) if view.shown is not None else "")
        told = llm_words(view.shown) if view.shown is not None else ""
        self.llm.setText(told)
        self.llm.setVisible(bool(told))
        self.export.setEnabled(view.shown is not None and bool(view.shown.answers))
        last = view.history.next_undo
        self.undo.setEnabled(last is not None)
        self.redo.setEnabled(view.history.next_redo is not None)
        tip = tr("Take back: {change}", change=last.label.replace("<", "‹")) if last else ""
        self.undo.setToolTip(with_key(tip, self._keys("ask_undo")) if tip else "")

    def _button(self, flow: FlowLayout, text: str, signal: SignalInstance) -> QPushButton:
        button = Button(text, self)
        button.clicked.connect(signal)
        flow.addWidget(button)
        return button
