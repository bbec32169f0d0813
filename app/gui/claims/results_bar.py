"""The line above the looked-up claims: order, parts, what was looked up before, and ways out of here."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from app.gui.model.claims import ClaimsView, Share
from app.gui.model.document_view import Order
from app.gui.widgets.button import Button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, styled
from app.translation import mark, number, tr

_ORDERS = (
    (Order.DOCUMENT, mark("As pasted"), "left", mark("The claims in the order they were pasted")),
    (Order.RANKED, mark("Surest first"), "right", mark("Claims that were most surely checked first")),
)
_SHOWN = {
    Share.ALL: mark("Show all: {count}"),
    Share.SETTLED: mark("Show rated: {count}"),
    Share.FOUND: mark("Show found: {count}"),
    Share.NOTHING: mark("Show nothing found: {count}"),
}


class ResultsBar(QWidget):
    """`order_chosen` carries an Order, `share_chosen` a Share; `export_asked`, `copy_asked`, `verify_asked` and `rerank_asked` are
    the buttons."""

    order_chosen = Signal(object)
    share_chosen = Signal(object)
    export_asked = Signal()
    copy_asked = Signal()
    verify_asked = Signal()
    rerank_asked = Signal()

    def __init__(self, view: ClaimsView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "header")
        self._view = view
        layout = column(self, margins=(2 * GRID, GRID, 2 * GRID, GRID), spacing=GRID)
        shares = QWidget(self)
        flow = FlowLayout(shares, spacing=GRID // 2)
        self.shares = {share: self._share(share, flow) for share in Share}
        layout.addWidget(shares)
        below = QWidget(self)
        flow_layout = FlowLayout(below, spacing=GRID, spread=True)
        self.orders = self._segments(flow_layout)
        order_buttons = QWidget(below)
        row = QHBoxLayout(order_buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        tooltip = tr("Have the language model put the matches of all these claims in another order, beside ours")
        self.rerank_button = self._button(row, tr("Order with the language model"), tooltip)
        self.rerank_button.clicked.connect(self.rerank_asked)
        self.rerank_button.hide()
        self.verify_button = self._button(row, tr("Verify"), tr("Verify the chosen claim with your own evidence"))
        self.verify_button.clicked.connect(self.verify_asked)
        tooltip = tr("Copy all looked-up claims as a table, for a spreadsheet")
        self.copy_button = self._button(row, tr("Copy as table"), tooltip)
        self.copy_button.clicked.connect(self.copy_asked)
        self.export_button = self._button(row, tr("Export…"), tr("Save all looked-up claims as a table"))
        self.export_button.clicked.connect(self.export_asked)
        flow_layout.addWidget(order_buttons)
        layout.addWidget(below)
        self.refresh()

    def offer_rerank(self, possible: bool) -> None:
        """Show the button if there is a language model."""
        self.rerank_button.setVisible(possible)

    def refresh(self) -> None:
        """Show the view's current counts; hidden before the first look-up."""
        self.setVisible(self._view.ranked is not None)
        share_counts = self._view.counted()
        for share, button in self.shares.items():
            count_text = number(share_counts[share])
            button.setText(f"{tr(share.value)}  {count_text}")
            button.setAccessibleName(tr(_SHOWN[share], count=count_text))
            button.setChecked(share is self._view.share)
            button.setEnabled(bool(share_counts[share]) or share is self._view.share)
        for order, button in self.orders.items():
            button.setChecked(order is self._view.order)

    def _share(self, share: Share, flow: FlowLayout) -> QPushButton:
        button = Button(tr(share.value), self)
        button.setProperty("role", "share")
        button.setCheckable(True)
        button.clicked.connect(lambda: self.share_chosen.emit(share))
        flow.addWidget(button)
        return button

    def _segments(self, flow: FlowLayout) -> dict[Order, QPushButton]:
        buttons: dict[Order, QPushButton] = {}
        container = QWidget(self)
        pair = QHBoxLayout(container)
        pair.setContentsMargins(0, 0, 0, 0)
        pair.setSpacing(0)
        for order, text, end, tip in _ORDERS:
            button = buttons[order] = Button(tr(text), self)
            button.setCheckable(True)
            button.setProperty("role", "segment")
            button.setProperty("end", end)
            button.setToolTip(tr(tip))
            button.clicked.connect(lambda _checked=False, order=order: self.order_chosen.emit(order))
            pair.addWidget(button)
        flow.addWidget(container)
        return buttons

    def _button(self, row: QHBoxLayout, text: str, tip: str) -> QPushButton:
        button = Button(text, self)
        button.setToolTip(tip)
        row.addWidget(button)
        return button
