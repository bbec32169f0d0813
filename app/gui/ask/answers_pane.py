"""The answers, one card below the other. They are made in turns, so that however many there are the window goes on."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from app.domain.ask import Answered
from app.gui.ask.answer_card import AnswerCard
from app.gui.ask.opinion_view import OpinionView
from app.gui.ask.wishes import Kit
from app.gui.widgets.plain import column, styled
from app.gui.widgets.turns import Turns
from app.translation import tr


class AnswersPane(QScrollArea):
    """`cards` are those that are made so far."""

    def __init__(self, kit: Kit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit = kit
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Answers"))
        self._answered: Answered | None = None
        self._together = True
        self.cards: list[AnswerCard] = []
        self.turns = Turns(self)
        kit.theme.changing.connect(self.clear)
        kit.theme.changed.connect(self._rebuild)

    @property
    def complete(self) -> bool:
        """Whether nothing is still waiting to be made."""
        return not self.turns.active and all(each.complete for card in self.cards for each in card.columns)

    def show_answers(self, answered: Answered, *, together: bool, stay: bool = False) -> None:
        """Show these answers from the top, or where the reader is (`stay`)."""
        at = self.verticalScrollBar().value() if stay else 0
        focus = self.current()
        kept = focus.opinion.post.id if focus is not None and stay else ""
        self._answered, self._together = answered, together
        self.turns.start(self._making(answered, at, kept))

    def clear(self) -> None:
        """Show nothing."""
        self.turns.stop()
        self.cards = []
        self.setWidget(styled(QWidget(self), "surface"))

    def views(self) -> list[OpinionView]:
        """The posts that are made, from the top, a side after the other."""
        return [view for card in self.cards for each in card.columns for view in each.views]

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

    def _making(self, answered: Answered, at: int, kept: str) -> Iterator[None]:
        body = styled(QWidget(), "surface")
        lines = column(body)
        lines.addStretch()
        cards: list[AnswerCard] = []
        for answer in answered.answers:
            card = AnswerCard(answer, answered, self._kit, together=self._together)
            card.resize(self.viewport().width(), card.height())
            lines.insertWidget(lines.count() - 1, card)
            cards.append(card)
            if len(cards) == 1 and not at:
                self._put(body, cards)
            yield
            if cards is self.cards:
                card.show()
            for _ in card.fill():
                yield
        if cards is not self.cards:
            self._put(body, cards)
            yield
            self.verticalScrollBar().setValue(at)
        found = next((view for view in self.views() if view.opinion.post.id == kept), None) if kept else None
        if found is not None:
            found.setFocus()

    def _put(self, body: QWidget, cards: list[AnswerCard]) -> None:
        self.cards = cards
        self.setWidget(body)

    def _rebuild(self) -> None:
        if self._answered is not None:
            self.show_answers(self._answered, together=self._together)
