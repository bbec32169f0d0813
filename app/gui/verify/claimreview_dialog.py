"""Before a verification is written as a ClaimReview: who publishes it, and the web addresses that search engines require."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QWidget

from app.domain.publication import Addresses
from app.gui.export.address_fields import AddressFields
from app.gui.model.report_choice import missing_address
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import GRID, column, label
from app.translation import tr


class ClaimReviewDialog(QDialog):
    """Dialog for the fields of a ClaimReview. `given` carries the newsroom's name and the Addresses."""

    submitted = Signal(str, object)

    def __init__(self, newsroom: str, addresses: Addresses, *, with_claim: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export as ClaimReview"))
        layout = column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GRID)
        self.newsroom = QLineEdit(newsroom, self)
        self.newsroom.setPlaceholderText(tr("Your newsroom, or your name"))
        form.addRow(tr("Newsroom"), self.newsroom)
        self.addresses = AddressFields(form, self, addresses, with_claim=with_claim)
        layout.addLayout(form)
        self.missing = label(wrap=True)
        layout.addWidget(self.missing)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.go_on = buttons.addButton(tr("Export"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        for field in (self.newsroom, *self.addresses.fields):
            field.textChanged.connect(self._check)
        resize_dialog(self, QSize(520, 0))
        self._check()

    def _check(self) -> None:
        missing = missing_address(self.addresses.addresses)
        self.missing.setText(missing)
        self.go_on.setEnabled(bool(self.newsroom.text().strip()) and not missing)

    def _accept(self) -> None:
        self.accept()
        self.submitted.emit(self.newsroom.text().strip(), self.addresses.addresses)
