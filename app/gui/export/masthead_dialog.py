"""Base of the dialogs of reports: format first, what stands above the report last, and a sentence on what is in the way."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QRadioButton, QVBoxLayout, QWidget

from app.domain.publication import Addresses
from app.gui.export.address_fields import AddressFields
from app.gui.export.dialog_parts import DialogBody, buttons, form, lasting_notice, rule, unfinished_notice
from app.gui.export.format_choice import FormatChoice
from app.gui.export.masthead_fields import MastheadFields
from app.gui.model.report_choice import Format, Masthead
from app.gui.theme import Theme
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import GRID, column, label
from app.translation import tr


class MastheadDialog(QDialog):
    """Dialog that asks for a format, and for title, byline, newsroom and addresses. A subclass adds what it asks besides to
    `layout_inside` between `add_formats` and `add_masthead`, checks the whole in `_check` and tells it on by `go_on`."""

    def __init__(self, title: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._outer = column(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID), spacing=GRID)
        body = DialogBody(self)
        self._outer.addWidget(body)
        self.layout_inside: QVBoxLayout = body.layout_inside

    def add_formats(self, theme: Theme, formats: Sequence[Format], suffix: str, *, running: bool) -> None:
        """Add the formats, below a notice while the ranking is not finished."""
        self.unfinished = unfinished_notice(self, running=running)
        self.layout_inside.addWidget(self.unfinished)
        self.layout_inside.addWidget(label(tr("Format"), font=theme.font(bold=True)))
        self._format = FormatChoice(formats, suffix, self)
        self.layout_inside.addWidget(self._format)
        rule(self.layout_inside)

    def add_masthead(self, masthead: Masthead, addresses: Addresses, *, with_claim: bool) -> None:
        """Add the fields of the masthead and of a ClaimReview's addresses."""
        fields = form()
        self.masthead_fields = MastheadFields(fields, self, masthead)
        self.addresses = AddressFields(fields, self, addresses, with_claim=with_claim)
        self.layout_inside.addLayout(fields)
        self.layout_inside.addStretch()

    def finish(self, size: QSize) -> None:
        """Add the buttons, and check whatever is changed from now on."""
        self.trouble = lasting_notice(self)
        self._outer.addWidget(self.trouble)
        row, self.go_on = buttons(self)
        self._outer.addLayout(row)
        self._format.changed.connect(self._check)
        self.masthead_fields.changed.connect(self._check)
        for field in self.addresses.fields:
            field.textChanged.connect(self._check)
        self._check()
        resize_dialog(self, size)
        self.formats[self._format.suffix].setFocus()

    @property
    def formats(self) -> dict[str, QRadioButton]:
        """The buttons of the formats by suffix."""
        return self._format.buttons

    @property
    def masthead(self) -> Masthead:
        """Return the masthead as it was typed."""
        return self.masthead_fields.masthead

    def say(self, message: str, hint: str = "") -> None:
        """Show why the file cannot be written."""
        self.trouble.say(message, hint=hint)

    def _check(self) -> None:
        """Show whether the choice can be written; see `_allow`."""
        raise NotImplementedError

    def _allow(self, problem: str) -> None:
        """Let the reader go on, unless there is a problem, which is shown."""
        if problem:
            self.say(problem)
        else:
            self.trouble.clear()
        self.go_on.setEnabled(not problem)
