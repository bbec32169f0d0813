"""Side panels of a review: its history, the reviewer's name, and the comparison with another review."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, SignalInstance

from app.gui.document.page import DocumentPage
from app.gui.model.review_view import ReviewView
from app.gui.review.compare_dialog import CompareDialog
from app.gui.review.history import HistoryDialog
from app.gui.review.text_dialog import TextDialog
from app.gui.ui_context import UiContext
from app.translation import tr


class Reviewing(Protocol):
    """The project controller as the side panels use it."""

    review: ReviewView
    message_sent: SignalInstance

    def show_all(self) -> None: ...
    def go_to(self, position: int) -> None: ...


class SidePanels(QObject):
    """Opens its dialogs without stopping the work; `history` is None while it is closed."""

    def __init__(self, ctx: UiContext, page: DocumentPage, controller: Reviewing) -> None:
        super().__init__(ctx.window)
        self._ctx, self._page, self._controller = ctx, page, controller
        self.history: HistoryDialog | None = None
        ctx.actions["history"].triggered.connect(self.show_history)
        ctx.actions["reviewer"].triggered.connect(self._ask_reviewer)
        ctx.actions["compare"].triggered.connect(self.compare)

    def refresh(self) -> None:
        """The history has changed."""
        if self.history is not None:
            self.history.refresh(self._controller.review.history)

    def review_as(self, name: str) -> None:
        """Go on under this name: only its own marks are shown, everybody's are kept."""
        if name.strip():
            self._controller.review.who = name.strip()
            self._ctx.preferences.set("reviewer", name.strip())
            self._page.view.forget_review()
            self._controller.show_all()
            self._controller.message_sent.emit(tr("You review as {name} now.", name=name.strip()))

    def _ask_reviewer(self) -> None:
        about = tr("The name that stands beside your decisions. Each name has a review of its own in the same project.")
        review = self._controller.review
        dialog = TextDialog(tr("Review as"), about, review.who, completions=review.marks.reviewers(), parent=self._ctx.window)
        dialog.submitted.connect(self.review_as)
        dialog.open()

    def compare(self) -> CompareDialog | None:
        """Beside another reviewer or a gold file; None while nothing is under review."""
        manuscript, ranked = self._controller.review.manuscript, self._page.view.ranked
        if manuscript is None:
            return None
        factchecks = [match.factcheck for entry in ranked.sentences for match in entry.matches] if ranked else []
        dialog = CompareDialog(self._controller.review, manuscript, {check.id: check.claim for check in factchecks}, self._ctx.window)
        dialog.open()
        return dialog

    def show_history(self) -> None:
        """Every act, in a window beside the work."""
        if self.history is None:
            self.history = HistoryDialog(self._controller.review.history, self._ctx.theme, self._ctx.window)
            self.history.requested.connect(self._controller.go_to)
            self.history.destroyed.connect(self._history_closed)
        self.history.show()
        self.history.activateWindow()

    def _history_closed(self) -> None:
        self.history = None
