"""The answers, one card below the other. They are made in turns, so that however many there are the window goes on."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
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
        """Whether nothing is still waiting to be made."""
        return not self.idle_work.active and all(each.complete for card in self.cards for each in card.columns)

    def show_answers(self, answered: Answered, *, together: bool) -> None:
        """Show these answers from the top."""
        self._answered, self._together = answered, together
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
        """The posts that are shown, from the top, a side after the other."""
        return [view for card in self.cards for each in card.columns for view in each.in_order()]

    def current(self) -> OpinionView | None:
        """The post that has the focus, or in which something has."""
        focus = QApplication.focusWidget()
        while focus is not None and not isinstance(focus, OpinionView):
            focus = focus.parentWidget()
        return focus if focus is not None and self.isAncestorOf(focus) else None

    def step(self, step: int) -> None:
        """Go to the post before (-1) or after (1) this one; to the first one from elsewhere."""
        views, current = self.views(), self.current()
        if views:
            at = views.index(current) + step if current in views else 0
            view = views[min(max(at, 0), len(views) - 1)]
            view.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.ensureWidgetVisible(view, 0, 8)

    def _making(self, answered: Answered) -> Work:
        """Each card is made out of sight and shown whole, the first one in place of what is shown."""
        body = self._new_body()
        try:
            for place, answer in enumerate(answered.answers):
                card = self._card(answer, answered, body)
                yield
                yield from card.fill()
                yield from self._prepared(card)
                self._insert(card, body, place)
                yield
                if not place:
                    yield from self._put(body)
                self.cards.append(card)
        finally:
            if body is not self._body:
                _delete(body)

    def _changing(self, answered: Answered, focus: _Focus | None) -> Work:
        body = self._body or self._new_body()
        known = {id(card.answer): card for card in self.cards}
        by_name = {card.answer.name: card for card in self.cards}
        fresh: list[AnswerCard] = []
        try:
            for answer in answered.answers:
                if id(answer) not in known:
                    fresh.append(self._card(answer, answered, body))
                    yield from fresh[-1].fill(like=by_name.get(answer.name))
                    yield from self._prepared(fresh[-1])
        except GeneratorExit:
            for card in fresh:
                _delete(card)
            raise
        known |= {id(card.answer): card for card in fresh}
        gone = [card for card in self.cards if all(card.answer is not answer for answer in answered.answers)]
        for card in gone:
            card.hide()
        self.cards = [known[id(answer)] for answer in answered.answers]
        for place, card in enumerate(self.cards):
            card.answered = answered
            self._insert(card, body, place)
        if body is not self._body:
            yield from self._put(body)
        if focus is not None:
            self._return(focus)
        yield from _deleted(gone)

    def _new_body(self) -> QWidget:
        body = styled(QWidget(self.widget()), "surface")
        body.hide()
        column(body).addStretch()
        return body

    def _card(self, answer: Answer, answered: Answered, body: QWidget) -> AnswerCard:
        card = AnswerCard(answer, answered, self._signals, together=self._together, parent=body)
        card.hide()
        return card

    @staticmethod
    def _insert(card: AnswerCard, body: QWidget, place: int) -> None:
        lines = body.layout()
        assert isinstance(lines, QVBoxLayout)
        if lines.indexOf(card) != place:
            lines.insertWidget(place, card)
        card.show()  # the layout would do so only when the event loop turns

    def _focus(self) -> _Focus | None:
        """Where the reader is among the posts."""
        current = self.current()
        if current is None:
            return None
        views = next(each.in_order() for card in self.cards for each in card.columns if current in each.views)
        return _Focus(current.answer, current.side, current.opinion.post.id, views.index(current))

    def _return(self, focus: _Focus) -> None:
        """To the post that had the focus, where it still stands in its column; else to the one in its place."""
        columns = [each for card in self.cards for each in card.columns if each.side is focus.side and each.answer == focus.answer]
        views = columns[0].in_order() if columns else self.views()
        same = next((view for view in views if view.opinion.post.id == focus.post), None)
        found = same or (views[min(focus.place, len(views) - 1)] if views else None)
        if found is not None:
            found.setFocus()

    def _prepared(self, card: AnswerCard) -> Work:
        """Style and lay a card out while it is out of sight, so that there is little left to do when it is shown."""
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
        gone, old = self.cards, self._body
        self.cards, self._body = [], body
        if old is not None:
            old.hide()
        self._holder.addWidget(body)
        body.show()
        yield
        try:
            yield from _deleted(gone)
        finally:
            if old is not None:
                _delete(old)

    def _rebuild(self) -> None:
        if self._answered is not None:
            self.show_answers(self._answered, together=self._together)


@dataclass(frozen=True, slots=True)
class _Focus:
    """A post by its answer and side, and its place there."""

    answer: str
    side: Side
    post: str
    place: int


def _deleted(cards: list[AnswerCard]) -> Work:
    """Delete these, one a step."""
    waiting = list(cards)
    try:
        while waiting:
            _delete(waiting.pop())
            yield
    finally:
        for card in waiting:
            _delete(card)


def _delete(widget: QWidget) -> None:
    """Delete what may be gone already with the window that it was in."""
    if isValid(widget):
        widget.deleteLater()
