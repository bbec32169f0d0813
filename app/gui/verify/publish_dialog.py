"""Before a verification becomes a fact-check of the library: what will stand there, and who publishes it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QWidget

from app.domain.stored_verification import StoredVerification
from app.gui.model.labels import inert
from app.gui.model.verify_words import veracity_badge
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import GRID, column, label
from app.translation import mark, tr

_ABOUT = mark(
    "The claim goes into the library as a fact-check of your own: documents and claims will be looked up against it, too. It stays on this "
    "computer. Your verdict, the justification and the answers with their sources go along."
)


class PublishDialog(QDialog):
    """Dialog before a verification is added to the library. `given` carries the publisher's name."""

    submitted = Signal(str)

    def __init__(self, filed: StoredVerification, *, publisher: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Publish as a fact-check"))
        layout = column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        layout.addWidget(label(tr(_ABOUT), muted=True, wrap=True))
        layout.addWidget(label(inert(filed.verification.claim.text), wrap=True))
        layout.addWidget(label(tr("Verdict: {label}", label=veracity_badge(filed.verification.own_label).word), wrap=True))
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GRID)
        self.publisher = QLineEdit(publisher, self)
        self.publisher.setPlaceholderText(tr("Your newsroom, or your name"))
        form.addRow(tr("Publisher"), self.publisher)
        layout.addLayout(form)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.publish = buttons.addButton(tr("Publish"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self.publisher.textChanged.connect(self._check)
        resize_dialog(self, QSize(480, 0))
        self._check()
        self.publisher.setFocus()

    def _check(self) -> None:
        self.publish.setEnabled(bool(self.publisher.text().strip()))

    def _accept(self) -> None:
        self.accept()
        self.submitted.emit(self.publisher.text().strip())
