"""The blind second check (AVeriTeC's quality control): questions and answers alone, one's own verdict, then what others said."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QRadioButton, QVBoxLayout, QWidget

from app.domain.second_check import blinded, round_of
from app.domain.timestamps import utc_timestamp
from app.domain.verification import EvidenceAnswer, SecondOpinion, Veracity, Verification
from app.gui.model.labels import inert
from app.gui.model.verify_words import agreement_words, answer_words, opinion_line, source_words, summary_words, veracity_badge
from app.gui.verify.signals import VerificationSignals
from app.gui.widgets.badge_line import BadgeLine
from app.gui.widgets.breaking_label import BreakingLabel
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, hairline, label, styled
from app.gui.widgets.scroll_column import ScrollColumn
from app.gui.widgets.text_area import TextArea
from app.translation import mark, number, tr

_ABOUT = mark(
    "Judge from these questions and answers alone. No verdict is shown, neither the machine’s nor anybody’s, until you have given yours. "
    "Nothing but what stands here counts, even if you know better."
)


class SecondCheck(ScrollColumn):
    """Form of a blind second check. It covers all panes to hide the first verdict. `given` carries a SecondOpinion, `closed` is
    sent on return."""

    submitted = Signal(object)
    closed = Signal()

    def __init__(self, signals: VerificationSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._signals = signals
        self._verification: Verification | None = None  # what is shown: blinded until the verdict is given
        self._judged: Verification | None = None
        self._reviewer, self._round, self._told = "", 1, False
        self.setAccessibleName(tr("Blind second check"))
        signals.theme.changed.connect(self._rebuild)

    def begin(self, verification: Verification, reviewer: str) -> None:
        """Show questions and answers of a verification, for this reviewer."""
        self._verification, self._reviewer, self._told = blinded(verification), reviewer, False
        self._judged, self._round = verification, round_of(verification)
        self._fill()
        self.who.setFocus()

    def tell(self, verification: Verification) -> None:
        """Show how the given verdict differs from the others."""
        self._verification = self._judged = verification
        self._told = True
        self._fill()
        self.back.setFocus()

    def save(self) -> None:
        """Submit the verdict, or show what is missing: the verdict or the reviewer's name."""
        reviewer, label_index = self.who.text().strip(), self.labels.checkedId()
        missing = tr("Choose a verdict first.") if label_index < 0 else "" if reviewer else tr("Write your name first.")
        self.problem.setText(missing)
        self.problem.setVisible(bool(missing))
        if missing or self._verification is None:
            return
        opinion = SecondOpinion(
            reviewer=reviewer,
            label=tuple(Veracity)[label_index],
            note=self.note.toPlainText().strip(),
            created=utc_timestamp(),
            round=self._round,
        )
        self._reviewer = reviewer
        self.submitted.emit(opinion)

    def _fill(self) -> None:
        verification = self._verification
        if verification is None:
            return
        body = styled(QWidget(), "surface")
        outer_layout = QHBoxLayout(body)
        outer_layout.setContentsMargins(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID)
        inner = QWidget(body)
        inner.setMaximumWidth(880)
        outer_layout.addStretch(1)
        outer_layout.addWidget(inner, 20)
        outer_layout.addStretch(1)
        layout = column(inner, spacing=GRID)
        theme = self._signals.theme
        layout.addWidget(label(tr("Second check, round {number}", number=number(self._round)), font=theme.font(step=3, bold=True)))
        if not self._told:
            layout.addWidget(label(tr(_ABOUT), muted=True, wrap=True))
        layout.addWidget(BreakingLabel(verification.claim.text, font=theme.font(step=2, bold=True), parent=inner))
        facts = summary_words(verification.claim)
        if facts:
            layout.addWidget(label(inert(facts), muted=True, wrap=True))
        for position, question in enumerate(verification.questions, start=1):
            layout.addWidget(hairline())
            layout.addWidget(BreakingLabel(f"{number(position)}. {question.text}", font=theme.font(bold=True), parent=inner))
            for answer in question.answers:
                self._answer(layout, answer, inner)
        layout.addWidget(hairline())
        (self._outcome if self._told else self._form)(layout, verification, inner)
        layout.addStretch()
        self.setWidget(body)

    def _answer(self, lines: QVBoxLayout, answer: EvidenceAnswer, parent: QWidget) -> None:
        answer_label = BreakingLabel(f"{answer_words(answer)} {answer.explanation}".strip(), parent=parent)
        answer_label.setContentsMargins(2 * GRID, 0, 0, 0)
        lines.addWidget(answer_label)
        facts = source_words(answer)
        if facts:
            source = label(inert(facts), font=self._signals.theme.font(step=-1), muted=True, wrap=True)
            source.setContentsMargins(2 * GRID, 0, 0, 0)
            lines.addWidget(source)

    def _form(self, lines: QVBoxLayout, _verification: Verification, parent: QWidget) -> None:
        lines.addWidget(label(tr("Your verdict"), font=self._signals.theme.font(step=1, bold=True)))
        self.labels = QButtonGroup(parent)
        for button_id, veracity in enumerate(Veracity):
            button = QRadioButton(tr(veracity.value), parent)
            self.labels.addButton(button, button_id)
            lines.addWidget(button)
        self.note = TextArea(tr("Why"), least_lines=2, most_lines=6, parent=parent)
        self.note.setPlaceholderText(tr("Why, and what is missing in the answers"))
        lines.addWidget(self.note)
        self.who = QLineEdit(self._reviewer, parent)
        self.who.setPlaceholderText(tr("Your name"))
        self.who.setAccessibleName(tr("Your name"))
        self.who.setMaximumWidth(320)
        lines.addWidget(self.who)
        self.problem = label("", wrap=True)
        self.problem.setProperty("role", "problem")
        self.problem.hide()
        lines.addWidget(self.problem)
        self.give = self._button(tr("Give the verdict"), self.save)
        self.back = self._button(tr("Back, without a verdict"), self.closed.emit)
        self.give.setProperty("role", "primary")
        self._row(lines, self.give, self.back)

    def _outcome(self, lines: QVBoxLayout, verification: Verification, parent: QWidget) -> None:
        theme, icons = self._signals.theme, self._signals.icons
        lines.addWidget(label(agreement_words(verification), font=theme.font(step=1, bold=True), wrap=True))
        judgement = verification.judgement
        verdicts = [(tr("The machine: {label}"), judgement.label)] if judgement else []
        verdicts += [(tr("The first person: {label}"), verification.own_label)] if verification.own_label else []
        for words, veracity in verdicts:
            badge = veracity_badge(veracity)
            lines.addWidget(BadgeLine(badge, words.format(label=badge.word), theme, icons, strong=True, font=theme.font(), parent=parent))
        for opinion in verification.opinions:
            line = opinion_line(opinion, verification.label)
            lines.addWidget(BadgeLine(veracity_badge(opinion.label), line, theme, icons, strong=True, font=theme.font(), parent=parent))
        self.back = self._button(tr("Back to the verification"), self.closed.emit)
        self.back.setProperty("role", "primary")
        self.again = self._button(tr("Another round"), self._again)
        self._row(lines, self.back, self.again)

    def _again(self) -> None:
        if self._judged is not None:
            self.begin(self._judged, "")

    def _button(self, text: str, handler: Callable[[], None]) -> Button:
        button = Button(text)
        button.clicked.connect(lambda _checked=False: handler())
        return button

    def _row(self, lines: QVBoxLayout, *buttons: Button) -> None:
        row = QHBoxLayout()
        row.setSpacing(GRID)
        for button in buttons:
            row.addWidget(button)
        row.addStretch()
        lines.addLayout(row)

    def _rebuild(self) -> None:
        if self._verification is not None and self.isVisible() and self._told:
            self._fill()
