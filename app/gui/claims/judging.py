"""Judging what was found for looked-up claims: the keys of a review, its buttons, its words; every judgement kept with the library."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction

from app.domain.judgement import Judgement, JudgementOperation
from app.errors import PriorcheckError
from app.gui.claims.keeping import JudgementKeeping
from app.gui.claims.page import ClaimsPage
from app.gui.model.judging import ClaimJudging
from app.gui.model.review_state import ReviewState
from app.gui.ui_context import UiContext
from app.translation import mark, tr

JUDGED = (
    ("confirm", mark("Confirm"), Judgement.EXACT),
    ("confirm_part", mark("In part"), Judgement.PARTIAL),
    ("reject", mark("Reject"), Judgement.IRRELEVANT),
)
_UNDO = ("undo", mark("Undo"))


class ClaimsJudging(QObject):
    """Judgements of claims. `handlers` has one per command, by name; `said` carries messages for the status line."""

    message_sent = Signal(str)

    def __init__(self, ctx: UiContext, page: ClaimsPage, parent: QObject) -> None:
        super().__init__(parent)
        self._ctx, self._page = ctx, page
        self.view = ClaimJudging(ctx.preferences.settings.reviewer)
        self.keeping = JudgementKeeping(self)
        self.keeping.read.connect(self._learnt)
        self.keeping.troubled.connect(self._not_kept)
        self.keeping.saved.connect(self._kept)
        self.handlers: dict[str, Callable[[], object]] = {name: partial(self.judge, judgement) for name, _, judgement in JUDGED}
        self.handlers |= {"undo": self.undo, "redo": self.redo}
        self._actions = {name: self._action(name, tr(short)) for name, short, _ in JUDGED} | {"undo": self._action("undo", tr("Undo"))}
        page.show_judging(
            tuple((self._actions[name], tr(short)) for name, short in (*((name, short) for name, short, *_ in JUDGED), _UNDO))
        )
        page.claim_shown.connect(self.refresh)

    def use(self, library: Path) -> None:
        """Switch to the judgements of this library."""
        if library != self.keeping.library:
            self.view.clear()
        self.view.use(self._ctx.preferences.settings.reviewer)
        self.keeping.use(library)
        self.show_all()

    def judge(self, judgement: Judgement) -> None:
        """Judge the selected fact-check as about the claim, in part, or not at all; then select the next one to judge."""
        row, match = self._page.view.current, self._page.current_match()
        if row is None or match is None:
            self.message_sent.emit(tr("There is no fact-check to decide about here."))
            return
        act = self.view.judge(row.sentence.text, match.factcheck.id, judgement)
        self._done(act)
        if self._ctx.preferences.settings.go_on == "next" and act.changes[0].after is not None:
            self._go_on(judgement)

    def undo(self) -> None:
        """Undo the last judgement."""
        self._turned(self.view.history.undo(), mark("Undone: {what}"))

    def redo(self) -> None:
        """Redo the judgement that was undone last."""
        self._turned(self.view.history.redo(), mark("Done again: {what}"))

    def close(self) -> bool:
        """Write what waits; False when something could not be written."""
        return self.keeping.close()

    def show_all(self) -> None:
        """Mark every listed claim with its judgement."""
        page = self._page
        states = {index: self._state(index) for index in page.view.visible}
        page.view.show_review(states)
        page.list.viewport().update()
        self.refresh()

    def refresh(self) -> None:
        """Show what was judged of the chosen claim and its fact-checks."""
        row = self._page.view.current
        ids = self._page.match_ids(row.sentence.index) if row else ()
        decisions = self.view.decisions(row.sentence.text, ids) if row else {}
        self._page.show_review(self._state(row.sentence.index) if row and ids else None, decisions)
        for name, _, _ in JUDGED:
            self._actions[name].setEnabled(bool(ids))
        undo, last = self._actions["undo"], self.view.history.next_undo
        undo.setEnabled(last is not None)
        undo.setToolTip(tr("Undo: {what}", what=last.label) if last else tr("Undo"))

    def _state(self, index: int) -> ReviewState:
        return self.view.state(self._page.view.row(index).sentence.text, self._page.ids_to_decide(index))

    def _done(self, act: JudgementOperation) -> None:
        self.keeping.write(act)
        self.show_all()

    def _turned(self, act: JudgementOperation | None, template: str) -> None:
        if act is not None:
            self._done(act)
            self.message_sent.emit(tr(template, what=act.label))

    def _go_on(self, judgement: Judgement) -> None:
        """Select the next fact-check after a rejection, else the next claim."""
        matches = self._page.matches
        if judgement is Judgement.IRRELEVANT and matches.choose(matches.next_number(matches.number)):
            return
        self._page.step(1, with_match=True)

    def _action(self, name: str, short: str) -> QAction:
        """The button's action: it has the words and shows the key of the command, but holds in this place alone."""
        command = self._ctx.actions[name]
        action = QAction(command.text().rstrip("…") if name != "undo" else short, self)
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(self.handlers[name])

        def follow() -> None:
            action.setShortcut(command.shortcut())  # to be read only: no widget has this action
            if name != "undo":
                action.setToolTip(command.toolTip())

        command.changed.connect(follow)
        follow()
        return action

    def _learnt(self, judged: object) -> None:
        if isinstance(judged, tuple):
            self.view.learn(judged)
            self.show_all()

    def _not_kept(self, error: PriorcheckError) -> None:
        hint = tr("Your changes are still shown. {hint}", hint=error.hint)
        self._page.error.say(tr("Your changes could not be kept: {reason}", reason=error.message), hint=hint, button=tr("Try again"))

    def _kept(self) -> None:
        if self.troubled:
            self._page.error.clear()

    @property
    def troubled(self) -> bool:
        """Return True while the page shows that a judgement could not be saved."""
        return self._page.error.isVisible() and self._page.error.button.text() == tr("Try again")
