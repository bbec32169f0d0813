"""Ask, Verify and Narratives, each made when it is first wanted, so that the window is shown sooner; and the commands that lead there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.domain.verification import ClaimForm
from app.gui.library_desk import LibraryDesk
from app.gui.model.places import ASK, NARRATIVES, VERIFY
from app.gui.ui_context import UiContext
from app.gui.widgets.labels import column

if TYPE_CHECKING:
    from app.gui.ask.desk import AskDesk
    from app.gui.narratives.desk import NarrativesDesk
    from app.gui.verify.desk import VerifyDesk


class LazyPages(QObject):
    """`pages` stand in the window from the start and are filled later. `said` is for the status line; `look_up_asked` and `claim_added`
    carry a claim for Claims. `go` shows a place."""

    said = Signal(str)
    look_up_asked = Signal(str)
    claim_added = Signal(str)

    def __init__(self, ctx: UiContext, library: LibraryDesk, go: Callable[[int], None]) -> None:
        super().__init__(ctx.window)
        self._ctx, self._library, self._go = ctx, library, go
        self.pages = {place: QWidget(ctx.window) for place in (ASK, VERIFY, NARRATIVES)}
        self._ask: AskDesk | None = None
        self._verify: VerifyDesk | None = None
        self._narratives: NarrativesDesk | None = None
        actions = ctx.actions
        actions["import_posts"].triggered.connect(self._import_posts)
        actions["encode_posts"].triggered.connect(self._encode_posts)
        actions["import_evidence"].triggered.connect(self._import_evidence)
        actions["encode_evidence"].triggered.connect(self._encode_evidence)
        actions["find_narratives"].triggered.connect(self._find_narratives)

    @property
    def ask(self) -> AskDesk:
        """The Ask place with its actions."""
        if self._ask is None:
            from app.gui.ask.desk import AskDesk

            desk = self._ask = AskDesk(self._ctx, self._library.flow)
            self._fill(ASK, desk.place)
            desk.said.connect(self.said)
            desk.look_up_asked.connect(self.look_up_asked)
            desk.claim_added.connect(self.claim_added)
            desk.verify_asked.connect(self.verify_claim)
            self._library.changed.connect(desk.library_changed)
        return self._ask

    @property
    def verify(self) -> VerifyDesk:
        """The Verify place with its actions."""
        if self._verify is None:
            from app.gui.verify.desk import VerifyDesk

            desk = self._verify = VerifyDesk(self._ctx, self._library.flow)
            self._fill(VERIFY, desk.place)
            desk.said.connect(self.said)
            self._library.changed.connect(desk.library_changed)
        return self._verify

    @property
    def narratives(self) -> NarrativesDesk:
        """The Narratives place with its actions."""
        if self._narratives is None:
            from app.gui.narratives.desk import NarrativesDesk

            desk = self._narratives = NarrativesDesk(self._ctx, self._library.flow)
            self._fill(NARRATIVES, desk.place)
            desk.said.connect(self.said)
            self._library.changed.connect(desk.library_changed)
        return self._narratives

    def made(self, place: int) -> bool:
        """Whether somebody has looked at this place already."""
        return {ASK: self._ask, VERIFY: self._verify, NARRATIVES: self._narratives}[place] is not None

    def focus(self, place: int) -> None:
        """Make the place where it is wanted for the first time, and give it the focus."""
        if place == ASK:
            self.ask.focus()
        elif place == VERIFY:
            self.verify.focus()
        else:
            self.narratives.focus()

    def close(self) -> None:
        """The window goes: what was typed is kept."""
        if self._verify is not None:
            self._verify.close()

    def verify_claim(self, claim: str) -> None:
        """A claim that was looked up, or that answers a question."""
        self.verify_form(ClaimForm(text=claim, original=claim))

    def verify_form(self, claim: ClaimForm) -> None:
        """A claim with all that is known of it."""
        self._go(VERIFY)
        self.verify.take(claim)

    def _fill(self, place: int, widget: QWidget) -> None:
        column(self.pages[place]).addWidget(widget)
        widget.show()  # the layout would do so only when the event loop turns

    def _import_posts(self) -> None:
        self._go(ASK)
        self.ask.intake.open()

    def _encode_posts(self) -> None:
        self._go(ASK)
        self.ask.flow.encode()

    def _import_evidence(self) -> None:
        self._go(VERIFY)
        self.verify.import_evidence()

    def _encode_evidence(self) -> None:
        self._go(VERIFY)
        self.verify.encode_evidence()

    def _find_narratives(self) -> None:
        self._go(NARRATIVES)
        self.narratives.find()
