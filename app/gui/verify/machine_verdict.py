"""The machine's verdict on the answers: its label, the label by the paper's rule, the probabilities, and the deciding answers."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from app.domain.verification import Veracity, Verification
from app.gui.model.verify import places
from app.gui.model.verify_words import answer_name, judgement_words, veracity_badge
from app.gui.verify.signals import VerificationSignals
from app.gui.widgets.badge_line import BadgeLine
from app.gui.widgets.elided_button import ElidedButton
from app.gui.widgets.labels import GRID, column, label
from app.gui.widgets.meter import Meter
from app.translation import percent, tr, trn

_SHOWN = 4


class MachineVerdict(QWidget):
    """Made anew for each verification; `deciding` are the buttons that lead to the answers."""

    def __init__(self, verification: Verification, signals: VerificationSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._signals = signals
        self._lines = column(self, spacing=GRID // 2)
        self.deciding: list[ElidedButton] = []
        judgement = verification.judgement
        if judgement is None:
            answered = any(question.answers for question in verification.questions)
            message = tr("The answers are being judged.") if answered else tr("There is no answer to judge by yet.")
            self._lines.addWidget(label(message, muted=True, wrap=True))
            return
        theme = signals.theme
        badge, rule = veracity_badge(judgement.label), veracity_badge(judgement.by_rule)
        large = theme.font(step=2, bold=True)
        self.label = BadgeLine(badge, judgement_words(judgement), theme, signals.icons, strong=True, font=large, parent=self)
        self._lines.addWidget(self.label)
        if judgement.undecided is not None:
            self._lines.addWidget(label(tr(judgement.undecided.value), muted=True, wrap=True))
        message = tr("By the rule: {label}", label=rule.word)
        self.rule = BadgeLine(rule, message, theme, signals.icons, parent=self)
        self.rule.setToolTip(
            tr("Answers for and against: conflicting. Only for: supported. Only against: refuted. Neither: not enough evidence.")
        )
        self._lines.addWidget(self.rule)
        self._lines.addLayout(self._shares(judgement.probabilities))
        self._decides(verification)

    def _shares(self, probabilities: tuple[float, ...]) -> QGridLayout:
        grid, small = QGridLayout(), self._signals.theme.font(step=-1)
        grid.setHorizontalSpacing(GRID)
        grid.setVerticalSpacing(2)
        for row, (veracity, share) in enumerate(zip(Veracity, probabilities, strict=True)):
            grid.addWidget(label(tr(veracity.value), font=small, muted=True, wrap=True), row, 0)
            grid.addWidget(Meter(self._signals.theme, share, self), row, 1, Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(label(percent(share), font=small, muted=True), row, 2, Qt.AlignmentFlag.AlignRight)
        grid.setColumnStretch(0, 1)
        return grid

    def _decides(self, verification: Verification) -> None:
        existing, judgement = places(verification), verification.judgement
        decide = [position for position in (judgement.deciding if judgement else ()) if position in existing]
        if not decide:
            self._lines.addWidget(label(tr("No single answer decides."), muted=True, wrap=True))
            return
        heading = trn("This answer decides", "These answers decide", len(decide))
        self._lines.addWidget(label(heading, font=self._signals.theme.font(bold=True)))
        for question, answer in decide[:_SHOWN]:
            button = ElidedButton(answer_name(question, answer, verification.questions[question]), self)
            button.clicked.connect(partial(self._signals.jump_asked.emit, question, answer))
            self.deciding.append(button)
            self._lines.addWidget(button)
