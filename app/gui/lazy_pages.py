"""Ask, Verify and Narratives, created when they are first opened to show the window sooner, and their commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.domain.verification import ClaimForm
from app.gui.library_controller import LibraryController
from app.gui.model.places import ASK, NARRATIVES, VERIFY
from app.gui.ui_context import UiContext
from app.gui.widgets.labels import column

if TYPE_CHECKING:
    from app.gui.ask.controller import AskController
    from app.gui.narratives.controller import NarrativesController
    from app.gui.verify.controller import VerifyController


class LazyPages(QObject):
    """`pages` stand in the window from the start and are filled later. `said` is for the status line; `look_up_asked` and `claim_added`
    carry a claim for Claims. `go` shows a place."""

    message_sent = Signal(str)
    look_up_asked = Signal(str)
    claim_added = Signal(str)

    def __init__(self, ctx: UiContext, library: LibraryController, show_page: Callable[[int], None]) -> None:
        super().__init__(ctx.window)
        self._ctx, self._library, self._go = ctx, library, show_page
        self.pages = {page_index: QWidget(ctx.window) for page_index in (ASK, VERIFY, NARRATIVES)}
        self._ask: AskController | None = None
        self._verify: VerifyController | None = None
        self._narratives: NarrativesController | None = None
        actions = ctx.actions
        actions["import_posts"].triggered.connect(self._import_posts)
        actions["encode_posts"].triggered.connect(self._encode_posts)
        actions["import_evidence"].triggered.connect(self._import_evidence)
        actions["encode_evidence"].triggered.connect(self._encode_evidence)
        actions["find_narratives"].triggered.connect(self._find_narratives)

    @property
    def ask(self) -> AskController:
        """The Ask page with its actions."""
        if self._ask is None:
            from app.gui.ask.controller import AskController

            controller = self._ask = AskController(self._ctx, self._library.requests)
            self._fill(ASK, controller.page)
            controller.message_sent.connect(self.message_sent)
            controller.look_up_asked.connect(self.look_up_asked)
            controller.claim_added.connect(self.claim_added)
            controller.verify_asked.connect(self.verify_claim)
            self._library.changed.connect(controller.library_changed)
        return self._ask

    @property
    def verify(self) -> VerifyController:
        """The Verify page with its actions."""
        if self._verify is None:
            from app.gui.verify.controller import VerifyController

            controller = self._verify = VerifyController(self._ctx, self._library.requests)
            self._fill(VERIFY, controller.page)
            controller.message_sent.connect(self.message_sent)
            self._library.changed.connect(controller.library_changed)
        return self._verify

    @property
    def narratives(self) -> NarrativesController:
        """The Narratives page with its actions."""
        if self._narratives is None:
            from app.gui.narratives.controller import NarrativesController

            controller = self._narratives = NarrativesController(self._ctx, self._library.requests)
            self._fill(NARRATIVES, controller.page)
            self._library.filling.add(controller.page.no_library)
            controller.message_sent.connect(self.message_sent)
            self._library.changed.connect(controller.library_changed)
        return self._narratives

    def made(self, page_index: int) -> bool:
        """Return whether this page was opened before."""
        return {ASK: self._ask, VERIFY: self._verify, NARRATIVES: self._narratives}[page_index] is not None

    def focus(self, page_index: int) -> None:
        """Create the page when it is opened for the first time, and give it the focus."""
        if page_index == ASK:
            self.ask.focus()
        elif page_index == VERIFY:
            self.verify.focus()
        else:
            self.narratives.focus()

    def close(self) -> None:
        """Store what was typed before the window closes."""
        if self._verify is not None:
            self._verify.close()

    def verify_claim(self, claim: str) -> None:
        """A claim that was looked up, or that answers a question."""
        self.verify_form(ClaimForm(text=claim, original=claim))

    def verify_form(self, claim: ClaimForm) -> None:
        """A claim with all that is known of it."""
        self._go(VERIFY)
        self.verify.take(claim)

    def _fill(self, page_index: int, widget: QWidget) -> None:
        column(self.pages[page_index]).addWidget(widget)
        widget.show()  # the layout would do so only when the event loop turns

    def _import_posts(self) -> None:
        self._go(ASK)
        self.ask.intake.open()

    def _encode_posts(self) -> None:
        self._go(ASK)
        self.ask.requests.encode()

    def _import_evidence(self) -> None:
        self._go(VERIFY)
        self.verify.import_evidence()

    def _encode_evidence(self) -> None:
        self._go(VERIFY)
        self.verify.encode_evidence()

    def _find_narratives(self) -> None:
        self._go(NARRATIVES)
        self.narratives.find()
