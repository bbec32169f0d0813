"""Dialog of the story sheet: format, and what stands above it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QWidget

from app.domain.publication import NOWHERE, Addresses
from app.gui.export.masthead_dialog import MastheadDialog
from app.gui.model.report_choice import STORY_FORMATS, Masthead, why_no_story
from app.gui.theme import Theme
from app.gui.widgets.labels import label
from app.translation import tr, trn

_SIZE = QSize(680, 400)


class StoryDialog(MastheadDialog):
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
        super().__init__(tr("Story sheet"), parent)
        self._confirmed, self._own_verdicts = confirmed, own_verdicts
        about = tr("What was confirmed, speaker by speaker: time, quotation, verdict, reason and link.")
        count = trn("{count} sentence was confirmed.", "{count} sentences were confirmed.", confirmed) if confirmed else ""
        self.layout_inside.addWidget(label(f"{about} {count}".rstrip(), wrap=True))
        self.add_formats(theme, STORY_FORMATS, suffix, running=running)
        self.add_masthead(masthead, addresses, with_claim=with_claim)
        self.finish(_SIZE)
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
        self._allow(problem)
