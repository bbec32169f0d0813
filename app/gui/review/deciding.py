"""The keys and buttons of a decision: which sentences and matches they are about, and where the hand goes next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, SignalInstance
from PySide6.QtGui import QAction

from app.domain.review import Decision, ReviewOperation
from app.domain.verdict import Verdict
from app.gui.document.page import DocumentPage
from app.gui.model.mnemonics import with_mnemonics
from app.gui.model.review_view import ReviewView
from app.gui.model.verdicts import verdict_badge
from app.gui.review.text_dialog import TextDialog
from app.gui.ui_context import UiContext
from app.gui.widgets.menu import Menu
from app.translation import tr, trn

DECISIONS = ("confirm", "confirm_part", "reject", "reject_all", "defer", "flag", "note", "tag", "verdict")

_DIGITS = 9


class Acting(Protocol):
    """The project controller as the review commands use it."""

    review: ReviewView
    message_sent: SignalInstance

    def act(self, act: ReviewOperation | None) -> bool: ...


class Deciding(QObject):
    """One handler a command of `DECISIONS`. Several chosen sentences are decided about in one act."""

    def __init__(self, ctx: UiContext, page: DocumentPage, controller: Acting) -> None:
        super().__init__(ctx.window)
        self._ctx, self._page, self._controller = ctx, page, controller
        handlers: dict[str, Callable[[], object]] = {
            "confirm": partial(self._decide, Decision.CONFIRMED),
            "confirm_part": partial(self._decide, Decision.PARTIAL),
            "reject": partial(self._decide, Decision.REJECTED),
            "reject_all": self._reject_all,
            "defer": self._defer,
            "flag": self._flag,
            "note": self._note,
            "tag": self._tag,
            "verdict": self._judge,
        }
        for name in DECISIONS:
            ctx.actions[name].triggered.connect(handlers[name])

    def _decide(self, decision: Decision) -> None:
        """About the chosen match; of several chosen sentences about the first match of each."""
        indexes = self._chosen()
        if len(indexes) > 1:
            candidates = ((index, self._page.ids_to_decide(index)) for index in indexes)
            targets = [(index, ids[0]) for index, ids in candidates if ids]
        else:
            match = self._page.current_match()
            targets = [(indexes[0], match.factcheck.id)] if match is not None and indexes else []
        if not targets:
            self._controller.message_sent.emit(tr("There is no fact-check to decide about here."))
        elif self._controller.act(self._controller.review.decide(targets, decision)) and len(indexes) == 1:
            self._go_on(decision, targets[0])

    def _reject_all(self) -> None:
        indexes = self._chosen()
        targets = [(index, factcheck) for index in indexes for factcheck in self._page.ids_to_decide(index)]
        if self._controller.act(self._controller.review.decide(targets, Decision.REJECTED)) and len(indexes) == 1:
            self._go_on(Decision.DEFERRED, targets[0])

    def _defer(self) -> None:
        indexes = self._chosen()
        if (
            self._controller.act(self._controller.review.decide([(index, "") for index in indexes], Decision.DEFERRED))
            and len(indexes) == 1
        ):
            self._go_on(Decision.DEFERRED, (indexes[0], ""))

    def _go_on(self, decision: Decision, target: tuple[int, str]) -> None:
        """To what is to be decided next: the next match after a rejection, else the next sentence. Not after taking back."""
        index, factcheck = target
        if self._ctx.preferences.settings.go_on != "next" or self._controller.review.mark(index, factcheck).decision is None:
            return
        if decision is Decision.REJECTED:
            number = self._page.matches.next_number(self._page.match_ids(index).index(factcheck) + 1)
            if number:
                self._page.choose_match(number)
                return
        self._page.step(1, with_match=True)

    def _flag(self) -> None:
        self._controller.act(self._controller.review.flag(self._chosen()))

    def _note(self) -> None:
        index = self._page.view.selected
        if index is not None:
            review, about = self._controller.review, tr("A note on this sentence, for yourself and for the report.")
            self._ask(tr("Note"), about, review.mark(index).note, lambda text: review.note(index, text), lines=True)

    def _tag(self) -> None:
        indexes = self._chosen()
        if indexes:
            about = trn(
                "Tags for {count} sentence, with commas between them.",
                "Tags for {count} sentences, with commas between them.",
                len(indexes),
            )
            text = ", ".join(self._controller.review.mark(indexes[0]).tags)
            all_tags = sorted(
                {tag for mark in self._controller.review.marks.all_of(self._controller.review.who).values() for tag in mark.tags}
            )
            self._ask(
                tr("Tags"),
                about,
                text,
                lambda tag_text: self._controller.review.tag(indexes, tag_text.split(",")),
                completions=tuple(all_tags),
            )

    def _ask(
        self,
        title: str,
        about: str,
        text: str,
        make: Callable[[str], ReviewOperation | None],
        *,
        lines: bool = False,
        completions: tuple[str, ...] = (),
    ) -> None:
        dialog = TextDialog(title, about, text, lines=lines, completions=completions, parent=self._ctx.window)
        dialog.submitted.connect(lambda answer: self._controller.act(make(answer)))
        dialog.open()

    def _judge(self) -> None:
        """Choose a verdict of one's own from a menu."""
        indexes = self._chosen()
        if not indexes:
            return
        menu = Menu(self._ctx.window)
        current_verdict = self._controller.review.mark(indexes[0]).verdict
        for verdict, words in zip(Verdict, _with_keys([verdict_badge(verdict).word for verdict in Verdict]), strict=True):
            action = menu.addAction(words)
            action.setCheckable(True)
            action.setChecked(verdict is current_verdict)
            action.setData(verdict.value)
        menu.addSeparator()
        menu.addAction(f"&0  {tr('No verdict of my own')}").setEnabled(current_verdict is not None)
        menu.triggered.connect(lambda action: self._judged(indexes, action))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._page.verdict_place())

    def _judged(self, indexes: list[int], action: QAction) -> None:
        value = action.data()
        self._controller.act(self._controller.review.judge(indexes, Verdict(value) if value else None))

    def _chosen(self) -> list[int]:
        """The sentences that are chosen in the list, the current one first; none while nothing is under review."""
        current = self._page.view.selected
        if current is None or self._controller.review.manuscript is None:
            return []
        other_indexes = [index for index in self._page.list.selected_sentences() if index != current]
        return [current, *other_indexes]


def _with_keys(words: Sequence[str]) -> list[str]:
    """Return the entries of a menu with the keys that choose them while it is open: the digits from 1 to 9, then letters."""
    numbered = [f"&{number}  {text.replace('&', '&&')}" for number, text in enumerate(words[:_DIGITS], start=1)]
    return numbered + with_mnemonics(words[_DIGITS:])
