"""Dialog of the story sheet: format, and what stands above it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QDialog, QWidget

from app.domain.publication import NOWHERE, Addresses
from app.gui.export.address_fields import AddressFields
from app.gui.export.dialog_parts import DialogBody, buttons, form, lasting_notice, rule, unfinished_notice
from app.gui.export.format_choice import FormatChoice
from app.gui.export.masthead_fields import MastheadFields
from app.gui.model.report_choice import STORY_FORMATS, Masthead, why_no_story
from app.gui.theme import Theme
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import GRID, column, label
from app.translation import tr, trn

_SIZE = QSize(680, 400)


class StoryDialog(QDialog):
    """Dialog of the story sheet. `confirmed` counts the sentences that go in, `own_verdicts` those with a verdict of the user's own,
    which need addresses in a ClaimReview; `running` while the ranking is not finished. `accepted_suffix` carries the format."""

    accepted_suffix = Signal(str)

    def __init__(
        self,
        theme: Theme,
        suffix: str,
        *,
        confirmed: int,
        own_verdicts: int,
        masthead: Masthead,
        addresses: Addresses = NOWHERE,
        with_claim: bool = True,
        running: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Story sheet"))
        self._confirmed, self._own_verdicts = confirmed, own_verdicts
        outer = column(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID), spacing=GRID)
        body = DialogBody(self)
        outer.addWidget(body)
        layout = body.layout_inside
        about = tr("What was confirmed, speaker by speaker: time, quotation, verdict, reason and link.")
        count = trn("{count} sentence was confirmed.", "{count} sentences were confirmed.", confirmed) if confirmed else ""
        layout.addWidget(label(f"{about} {count}".rstrip(), wrap=True))
        self.unfinished = unfinished_notice(self, running=running)
        layout.addWidget(self.unfinished)
        layout.addWidget(label(tr("Format"), font=theme.font(bold=True)))
        self._format = FormatChoice(STORY_FORMATS, suffix, self)
        self.formats = self._format.buttons
        layout.addWidget(self._format)
        rule(layout)
        fields = form()
        self.masthead_fields = MastheadFields(fields, self, masthead)
        self.addresses = AddressFields(fields, self, addresses, with_claim=with_claim)
        layout.addLayout(fields)
        layout.addStretch()
        self.trouble = lasting_notice(self)
        outer.addWidget(self.trouble)
        row, self.go_on = buttons(self)
        outer.addLayout(row)
        self._connect()
        self._check()
        resize_dialog(self, _SIZE)
        self.formats[suffix].setFocus()

    @property
    def masthead(self) -> Masthead:
        """Return what stands above the sheet."""
        return self.masthead_fields.masthead

    def say(self, message: str, hint: str = "") -> None:
        """Show why the sheet cannot be written."""
        self.trouble.say(message, hint=hint)

    def _connect(self) -> None:
        self._format.changed.connect(self._check)
        self.masthead_fields.changed.connect(self._check)
        for field in self.addresses.fields:
            field.textChanged.connect(self._check)
        self.go_on.clicked.connect(lambda: self.accepted_suffix.emit(self._format.suffix))

    def _check(self) -> None:
        suffix = self._format.suffix
        self.addresses.show(suffix == "jsonld" and bool(self._own_verdicts))
        self.masthead_fields.show_for(reading=suffix != "jsonld", logo=suffix == "docx")
        problem = why_no_story(
            suffix,
            newsroom=self.masthead.newsroom,
            addresses=self.addresses.addresses,
            confirmed=self._confirmed,
            own_verdicts=self._own_verdicts,
        )
        if problem:
            self.say(problem)
        else:
            self.trouble.clear()
        self.go_on.setEnabled(not problem)
