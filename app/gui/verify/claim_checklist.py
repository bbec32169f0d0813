"""The checklist beside a claim: each line says whether it is so, and what to do where it is not."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.domain.verification import ClaimForm
from app.gui.icons import Icons
from app.gui.model.claim_checks import Check, checks_of
from app.gui.model.colours import Tone
from app.gui.model.verdicts import Look
from app.gui.theme import Theme
from app.gui.widgets.labels import column, label
from app.gui.widgets.look_line import LookLine
from app.translation import mark, tr

_FINE, _MISSING = Look(mark("fine"), "check", Tone.GREEN), Look(mark("to do"), "dash", Tone.ORANGE)


class ClaimChecklist(QWidget):
    """Made anew when its claim is another."""

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._icons = theme, icons
        self._claim = ClaimForm(text="")
        self._shown: tuple[Check, ...] = ()
        self.lines: list[LookLine] = []
        self._column = column(self, spacing=2)
        self.heading = label(tr("Does it stand alone?"), font=theme.font(step=-1), muted=True)
        self._column.addWidget(self.heading)
        self._column.addStretch()
        self.setAccessibleName(tr("Checklist of the claim"))
        theme.changed.connect(self._rebuild)
        self.show_claim(self._claim)

    def show_claim(self, claim: ClaimForm) -> None:
        """What this claim lacks."""
        self._claim = claim
        found = checks_of(claim)
        if found != self._shown:
            self._shown = found
            self._fill()

    @property
    def fine(self) -> bool:
        """Whether nothing is missing."""
        return all(check.fine for check in self._shown)

    def _fill(self) -> None:
        for line in self.lines:
            line.hide()
            line.deleteLater()
        self.lines = [self._line(check) for check in self._shown]
        for place, line in enumerate(self.lines):
            self._column.insertWidget(place + 1, line)
            line.show()

    def _line(self, check: Check) -> LookLine:
        look = _FINE if check.fine else _MISSING
        line = LookLine(look, check.words if check.fine else check.advice, self._theme, self._icons, parent=self)
        line.setToolTip(check.words)
        line.setAccessibleName(f"{check.words}: {look.word}" if check.fine else f"{check.words}: {look.word}. {check.advice}")
        return line

    def _rebuild(self) -> None:
        self.heading.setFont(self._theme.font(step=-1))
        self._fill()
