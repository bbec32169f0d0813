"""The middle of the page: the claim, and below it the questions with their answers. Cards of questions that stay as they are stay."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.domain.verification import Verification
from app.gui.model.verify import unanswered
from app.gui.verify.answer_view import AnswerView
from app.gui.verify.claim_form import ClaimFormView
from app.gui.verify.question_card import QuestionCard
from app.gui.verify.questions_bar import QuestionsBar
from app.gui.verify.signals import VerificationSignals
from app.gui.widgets.labels import column, hairline, styled
from app.gui.widgets.scroll_column import ScrollColumn
from app.translation import tr


class QuestionsPane(ScrollColumn):
    """`form`, `bar` and the `cards`, one a question."""

    def __init__(self, signals: VerificationSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent, least=380)
        self._signals = signals
        self._verification: Verification | None = None
        self.setAccessibleName(tr("Claim, questions and answers"))
        body = styled(QWidget(self), "surface")
        self._lines = column(body)
        self.form = ClaimFormView(signals.theme, signals.icons, body)
        self.bar = QuestionsBar(signals.theme, body)
        self.cards: list[QuestionCard] = []
        for part in (self.form, hairline(), self.bar):
            self._lines.addWidget(part)
        self._fixed = self._lines.count()
        self._lines.addStretch()
        self.setWidget(body)
        signals.theme.changed.connect(self._rebuild)
        signals.jump_asked.connect(self.jump)

    def show_verification(self, verification: Verification, *, reset: bool = False) -> None:
        """Show a verification; with `reset` from its top, with the form open until there are questions."""
        first = self._verification is not None and not self._verification.questions and bool(verification.questions)
        self._verification = verification
        self.form.show_claim(verification.claim)
        if reset or first:
            self.form.open(not verification.questions)
        if reset:
            self.verticalScrollBar().setValue(0)
        has_claim = bool(verification.claim.text.strip())
        self.bar.show_state(claim=has_claim, questions=len(verification.questions), unanswered=len(unanswered(verification)))
        self._show_cards(verification)

    def view(self, question: int, answer: int) -> AnswerView | None:
        """Return the view of an answer."""
        card = self.cards[question] if 0 <= question < len(self.cards) else None
        return card.views[answer] if card is not None and 0 <= answer < len(card.views) else None

    def jump(self, question: int, answer: int) -> None:
        """Scroll to an answer and focus it."""
        view = self.view(question, answer)
        if view is not None:
            self.ensureWidgetVisible(view, 0, 40)
            view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def step(self, step: int) -> None:
        """Focus the previous (-1) or next (1) answer; the first one if none has the focus."""
        views = [view for card in self.cards for view in card.views]
        current = self.current()
        if views:
            at = views.index(current) + step if current in views else 0
            self.jump(*views[min(max(at, 0), len(views) - 1)].position)

    def current(self) -> AnswerView | None:
        """Return the answer with the focus inside, if any."""
        focus: QWidget | None = self.window().focusWidget()  # also while the command palette has the focus
        while focus is not None and not isinstance(focus, AnswerView):
            focus = focus.parentWidget()
        return focus if focus is not None and self.isAncestorOf(focus) else None

    def _show_cards(self, verification: Verification) -> None:
        focus = QApplication.focusWidget()
        name = focus.objectName() if focus is not None and any(card.isAncestorOf(focus) for card in self.cards) else ""
        before, self.cards = self.cards, []
        last, judged = len(verification.questions) - 1, verification.judgement is not None
        for index, question in enumerate(verification.questions):
            made_of = (question, verification.claim, index, last, judged)
            card = next((card for card in before if card.made_of == made_of), None)
            if card is None:
                card = QuestionCard(
                    question, verification.claim, self._signals, index=index, last=last, judged=judged, parent=self.widget()
                )
                self._lines.insertWidget(self._fixed + index, card)
                card.show()  # the layout would do so only when the event loop turns
            elif self._lines.indexOf(card) != self._fixed + index:
                self._lines.insertWidget(self._fixed + index, card)
            self.cards.append(card)
        for card in before:
            if card not in self.cards:
                card.hide()
                card.deleteLater()
        self._refocus(name)

    def _refocus(self, name: str) -> None:
        """Focus the same button of a card that was rebuilt."""
        if name:
            widget = next((widget for card in self.cards if (widget := card.findChild(QWidget, name)) is not None), None)
            (widget or self).setFocus()

    def _rebuild(self) -> None:
        old_cards, self.cards = self.cards, []
        for card in old_cards:
            card.hide()
            card.deleteLater()
        if self._verification is not None:
            self._show_cards(self._verification)
