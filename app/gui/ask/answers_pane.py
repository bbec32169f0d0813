"""List of the answers as cards. They are built in idle time to keep the window responsive."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget
from shiboken6 import isValid

from app.domain.answer_edits import Side
from app.domain.ask import Answer, Answered
from app.gui.ask.answer_card import AnswerCard
from app.gui.ask.opinion_view import OpinionView
from app.gui.ask.signals import AnswerSignals
from app.gui.widgets.idle_work import IdleWork, Work
from app.gui.widgets.labels import column, styled
from app.gui.widgets.scroll_column import ScrollColumn
from app.translation import tr


class AnswersPane(ScrollColumn):
    """`cards` are those that are made so far."""

    def __init__(self, signals: AnswerSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._signals = signals
        self.setAccessibleName(tr("Answers"))
        self._answered: Answered | None = None
        self._together = True
        self.cards: list[AnswerCard] = []
        self.idle_work = IdleWork(self)
        self._body: QWidget | None = None
        self.clear()
        signals.theme.changing.connect(self.clear)
        signals.theme.changed.connect(self._rebuild)

    @property
    def complete(self) -> bool:
        """Return True if all cards and posts are built."""
        return not self.idle_work.active and all(side_column.complete for card in self.cards for side_column in card.columns)

    def show_answers(self, answered: Answered, *, grouped: bool) -> None:
        """Show these answers from the top."""
        self._answered, self._together = answered, grouped
        self.idle_work.start(self._making(answered))

    def change(self, answered: Answered) -> None:
        """Show what became of the answers that are shown: cards of answers that are as they were stay, and so does the reader."""
        self._answered = answered
        self.idle_work.start(self._changing(answered, self._focus()))

    def clear(self) -> None:
        """Show nothing."""
        self.idle_work.stop()
        self.cards, self._body = [], None
        holder = styled(QWidget(), "surface")
        self._holder = column(holder)
        self.setWidget(holder)

    def views(self) -> list[OpinionView]:
        """Return the shown posts from the top, one side after the other."""
        return [view for card in self.cards for side_column in card.columns for view in side_column.in_order()]

    def current(self) -> OpinionView | None:
        """Return the post with the focus inside, if any."""
        focus: QWidget | None = self.window().focusWidget()  # also while the command palette has the focus
        while focus is not None and not isinstance(focus, OpinionView):
            focus = focus.parentWidget()
        return focus if focus is not None and self.isAncestorOf(focus) else None

    def step(self, step: int) -> None:
        """Focus the previous (-1) or next (1) post; the first one if none has the focus."""
        views, current = self.views(), self.current()
        if views:
            at = views.index(current) + step if current in views else 0
            view = views[min(max(at, 0), len(views) - 1)]
            view.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.ensureWidgetVisible(view, 0, 8)

    def _making(self, answered: Answered) -> Work:
        """Build each card off screen and show it whole, the first one in place of the old body."""
        body = self._new_body()
        try:
            for index, answer in enumerate(answered.answers):
                card = self._card(answer, answered, body)
                yield
                yield from card.fill()
                yield from self._prepared(card)
                self._insert(card, body, index)
                yield
                if not index:
                    yield from self._put(body)
                self.cards.append(card)
        finally:
            if body is not self._body:
                _delete(body)

    def _changing(self, answered: Answered, focus: _Focus | None) -> Work:
        body = self._body or self._new_body()
        cards_by_id = {id(card.answer): card for card in self.cards}
        by_name = {card.answer.name: card for card in self.cards}
        new_cards: list[AnswerCard] = []
        try:
            for answer in answered.answers:
                if id(answer) not in cards_by_id:
                    new_cards.append(self._card(answer, answered, body))
                    yield from new_cards[-1].fill(like=by_name.get(answer.name))
                    yield from self._prepared(new_cards[-1])
        except GeneratorExit:
            for card in new_cards:
                _delete(card)
            raise
        cards_by_id |= {id(card.answer): card for card in new_cards}
        removed = [card for card in self.cards if all(card.answer is not answer for answer in answered.answers)]
        for card in removed:
            card.hide()
        self.cards = [cards_by_id[id(answer)] for answer in answered.answers]
        for index, card in enumerate(self.cards):
            card.answered = answered
            self._insert(card, body, index)
        if body is not self._body:
            yield from self._put(body)
        if focus is not None:
            self._return(focus)
        yield from _deleted(removed)

    def _new_body(self) -> QWidget:
        body = styled(QWidget(self.widget()), "surface")
        body.hide()
        column(body).addStretch()
        return body

    def _card(self, answer: Answer, answered: Answered, body: QWidget) -> AnswerCard:
        card = AnswerCard(answer, answered, self._signals, grouped=self._together, parent=body)
        card.hide()
        return card

    @staticmethod
    def _insert(card: AnswerCard, body: QWidget, index: int) -> None:
        lines = body.layout()
        assert isinstance(lines, QVBoxLayout)
        if lines.indexOf(card) != index:
            lines.insertWidget(index, card)
        card.show()  # the layout would do so only when the event loop turns

    def _focus(self) -> _Focus | None:
        """Return the position of the focused post, if any."""
        current = self.current()
        if current is None:
            return None
        views = next(side_column.in_order() for card in self.cards for side_column in card.columns if current in side_column.views)
        return _Focus(current.answer, current.side, current.opinion.post.id, views.index(current))

    def _return(self, focus: _Focus) -> None:
        """Focus the post that had the focus if it is still in its column, else the one now at its index."""
        columns = [
            side_column
            for card in self.cards
            for side_column in card.columns
            if side_column.side is focus.side and side_column.answer == focus.answer
        ]
        views = columns[0].in_order() if columns else self.views()
        same = next((view for view in views if view.opinion.post.id == focus.post), None)
        target = same or (views[min(focus.index, len(views) - 1)] if views else None)
        if target is not None:
            target.setFocus()

    def _prepared(self, card: AnswerCard) -> Work:
        """Style and lay out a card off screen, so that showing it is fast."""
        for part in card.findChildren(QWidget):
            part.ensurePolished()
        yield
        card.resize(self.viewport().width(), card.heightForWidth(self.viewport().width()))
        layout = card.layout()
        if layout is not None:
            layout.activate()
        yield

    def _put(self, body: QWidget) -> Work:
        """Show this in place of what was shown, and let the old cards go one a step: a thousand widgets take their time."""
        old_cards, old_body = self.cards, self._body
        self.cards, self._body = [], body
        if old_body is not None:
            old_body.hide()
        self._holder.addWidget(body)
        body.show()
        yield
        try:
            yield from _deleted(old_cards)
        finally:
            if old_body is not None:
                _delete(old_body)

    def _rebuild(self) -> None:
        if self._answered is not None:
            self.show_answers(self._answered, grouped=self._together)


@dataclass(frozen=True, slots=True)
class _Focus:
    """Position of a post: its answer, side and index."""

    answer: str
    side: Side
    post: str
    index: int


def _deleted(cards: list[AnswerCard]) -> Work:
    """Delete these cards, one per step."""
    remaining = list(cards)
    try:
        while remaining:
            _delete(remaining.pop())
            yield
    finally:
        for card in remaining:
            _delete(card)


def _delete(widget: QWidget) -> None:
    """Delete a widget that may already be gone with its window."""
    if isValid(widget):
        widget.deleteLater()
