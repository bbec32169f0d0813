"""One question with its answers: who asked it, what can be done with it, and what was found."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.domain.verification import ClaimForm, EvidenceQuestion
from app.gui.model.labels import shortened
from app.gui.model.verify_words import origin_words, reference
from app.gui.verify.answer_view import AnswerView
from app.gui.verify.signals import VerificationSignals
from app.gui.widgets.breaking_label import BreakingLabel
from app.gui.widgets.button import Button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, hairline, label, styled
from app.gui.widgets.menu_button import MenuButton
from app.translation import number, tr


class QuestionCard(QWidget):
    """Card of one question with its answers. `index` is its index, `last` that of the last question; `judged` if answers are judged."""

    def __init__(
        self,
        question: EvidenceQuestion,
        claim: ClaimForm,
        signals: VerificationSignals,
        *,
        index: int,
        last: int,
        judged: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        styled(self, "surface")
        self.made_of = (question, claim, index, last, judged)
        self.question, self.index, self._signals, self._last = question, index, signals, last
        self.setAccessibleName(tr("Question {number}: {text}", number=number(index + 1), text=shortened(question.text)))
        outer_layout = column(self)
        outer_layout.addWidget(hairline())
        inner = QWidget(self)
        layout = column(inner, margins=(2 * GRID, GRID, 2 * GRID, GRID), spacing=GRID // 2)
        outer_layout.addWidget(inner)
        self._head(layout)
        self.views = [
            AnswerView(
                answer,
                claim,
                signals,
                position=(index, answer_index),
                name=reference(index, answer_index, question),
                judged=judged,
                parent=self,
            )
            for answer_index, answer in enumerate(question.answers)
        ]
        for view in self.views:
            layout.addWidget(view)
        if not self.views:
            self.nothing = label(
                tr("No answer yet. Look for one in the evidence, or write your own with its source."), muted=True, wrap=True
            )
            layout.addWidget(self.nothing)

    def _head(self, lines: QVBoxLayout) -> None:
        theme, signals, index = self._signals.theme, self._signals, self.index
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(label(f"{number(index + 1)}.", font=theme.font(step=1, bold=True)), 0, Qt.AlignmentFlag.AlignTop)
        self.text = BreakingLabel(self.question.text, font=theme.font(step=1, bold=True), parent=self)
        row.addWidget(self.text, 1)
        lines.addLayout(row)
        self.origin = BreakingLabel(origin_words(self.question), font=theme.font(step=-1), parent=self)
        self.origin.setProperty("role", "muted")
        lines.addWidget(self.origin)
        strip = QWidget(self)
        flow = FlowLayout(strip, spacing=GRID // 2, middle=True)
        flow.setContentsMargins(-GRID // 2, 0, 0, 0)
        self.seek = self._button(flow, tr("Find answers"), tr("Look for answers in the evidence"), "find")
        self.seek.clicked.connect(partial(signals.answers_asked.emit, index))
        self.write = self._button(flow, tr("Write an answer"), tr("Write an answer of your own, with its source"), "write")
        self.write.clicked.connect(partial(signals.answer_typed.emit, index))
        self.change = MenuButton(tr("Change"), strip, name=tr("Change question {number}", number=number(index + 1)), role="quiet")
        self.change.setFont(theme.font(step=-0.5))
        self.change.setObjectName(f"change-{index}")
        self._fill(self.change)
        flow.addWidget(self.change)
        lines.addWidget(strip)

    def _button(self, flow: FlowLayout, text: str, tip: str, name: str) -> Button:
        button = Button(text, self)
        button.setProperty("role", "quiet")
        button.setFont(self._signals.theme.font(step=-0.5))
        button.setToolTip(tip)
        button.setAccessibleName(tr("{button}: {answer}", button=text, answer=shortened(self.question.text)))
        button.setObjectName(f"{name}-{self.index}")
        flow.addWidget(button)
        return button

    def _fill(self, button: MenuButton) -> None:
        signals, index, menu = self._signals, self.index, button.entries
        menu.addAction(tr("Reword…")).triggered.connect(partial(signals.question_edit_asked.emit, index))
        no_answer_action = menu.addAction(tr("No answer could be found"))
        no_answer_action.triggered.connect(partial(signals.nothing_found.emit, index))
        menu.addSeparator()
        up_action, down_action = menu.addAction(tr("Move up")), menu.addAction(tr("Move down"))
        up_action.setEnabled(index > 0)
        down_action.setEnabled(index < self._last)
        up_action.triggered.connect(partial(signals.question_moved.emit, index, -1))
        down_action.triggered.connect(partial(signals.question_moved.emit, index, 1))
        menu.addSeparator()
        menu.addAction(tr("Remove the question")).triggered.connect(partial(signals.question_removed.emit, index))
