"""One answer: its text and what it says of the claim, its source and day, what is known against the source, and the passage around it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from app.domain.verification import AnswerType, ClaimForm, EvidenceAnswer
from app.gui.model.labels import host, inert, shortened
from app.gui.model.verify_words import answer_words, source_words, spoken_answer, stance_badge, stance_words, warning_badge, when_badge
from app.gui.verify.signals import VerificationSignals
from app.gui.widgets.badge_line import BadgeLine
from app.gui.widgets.breaking_label import BreakingLabel
from app.gui.widgets.button import Button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.marked_label import MarkedLabel
from app.translation import tr

_SHORT = 140
"""Letters of an answer that stands out; a whole passage is read like a text."""


class AnswerView(QWidget):
    """View of one answer. `position` is (question, answer), `name` its reference in the justification; `judged` if all are judged."""

    def __init__(
        self,
        answer: EvidenceAnswer,
        claim: ClaimForm,
        signals: VerificationSignals,
        *,
        position: tuple[int, int],
        name: str,
        judged: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        styled(self, "opinion")
        self.answer, self.position, self._signals = answer, position, signals
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setObjectName(f"answer-{position[0]}-{position[1]}")
        self.setAccessibleName(f"{name} {spoken_answer(answer, claim, judged=judged)}")
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        row.setSpacing(GRID)
        reference = label(name, font=signals.theme.font(step=-1), muted=True)
        row.addWidget(reference, 0, Qt.AlignmentFlag.AlignTop)
        inner = QWidget(self)
        self._lines = column(inner, spacing=2)
        row.addWidget(inner, 1)
        self._text(judged=judged)
        self._facts(claim)
        self.passage: MarkedLabel | None = None
        self._passage()
        self._buttons()

    def _text(self, *, judged: bool) -> None:
        answer, theme = self.answer, self._signals.theme
        self.text = BreakingLabel(answer_words(answer), font=theme.font(bold=len(answer.text) <= _SHORT), parent=self)
        self._lines.addWidget(self.text)
        if answer.explanation:
            self._lines.addWidget(BreakingLabel(answer.explanation, parent=self))
        badge = stance_badge(answer, judged=judged)
        self.stance = BadgeLine(badge, stance_words(answer, judged=judged), theme, self._signals.icons, strong=True, parent=self)
        self._lines.addWidget(self.stance)

    def _facts(self, claim: ClaimForm) -> None:
        answer, small = self.answer, self._signals.theme.font(step=-1)
        facts = source_words(answer)
        kind = tr(answer.kind.value) if answer.kind is not AnswerType.UNANSWERABLE else ""
        self.facts = BreakingLabel(" · ".join(part for part in (kind, facts) if part), font=small, parent=self)
        self.facts.setProperty("role", "muted")
        self.facts.setVisible(bool(self.facts.text()))
        self._lines.addWidget(self.facts)
        self.warnings: list[BadgeLine] = []
        date_badge, warning = when_badge(answer, claim), warning_badge(answer)
        for badge in (date_badge, warning):
            if badge is not None:
                strong = badge is warning or badge.icon == "warning"
                self.warnings.append(BadgeLine(badge, badge.word, self._signals.theme, self._signals.icons, strong=strong, parent=self))
                self._lines.addWidget(self.warnings[-1])

    def _passage(self) -> None:
        answer = self.answer
        if not answer.passage_text or answer.passage_text.strip() == answer.text.strip():
            return
        text = inert(answer.passage_text)
        start = text.find(inert(answer.text))
        spans = ((start, start + len(inert(answer.text))),) if start >= 0 and answer.kind is AnswerType.EXTRACTIVE else ()
        self.passage = MarkedLabel(text, spans, self._signals.theme.colour("accent"), self)
        self.passage.setFont(self._signals.theme.font(step=-0.5))
        self.passage.setProperty("role", "muted")
        self.passage.setAccessibleName(tr("Passage: {text}", text=text))
        self._lines.addWidget(self.passage)

    def _buttons(self) -> None:
        signals, (question_index, answer_index) = self._signals, self.position
        strip = QWidget(self)
        flow = FlowLayout(strip, spacing=GRID // 2, middle=True)
        flow.setContentsMargins(-GRID // 2, 0, 0, 0)
        self.context = QCheckBox(tr("Context only"), strip)
        self.context.setObjectName(f"context-{question_index}-{answer_index}")
        self.context.setToolTip(tr("It explains the claim, and decides nothing"))
        self.context.setAccessibleName(tr("Context only: {answer}", answer=shortened(answer_words(self.answer))))
        self.context.setChecked(self.answer.context_only)
        self.context.toggled.connect(partial(signals.context_said.emit, question_index, answer_index))
        flow.addWidget(self.context)
        site = host(self.answer.source_url)
        actions = [
            (tr("Edit"), tr("Change this answer"), partial(signals.answer_edit_asked.emit, question_index, answer_index), "edit-answer"),
            (tr("Remove"), tr("Take this answer out"), partial(signals.answer_removed.emit, question_index, answer_index), "remove-answer"),
        ]
        if site:
            open_link = partial(signals.link_asked.emit, self.answer.source_url)
            actions.insert(
                0, (tr("Open {site}", site=site.replace("&", "&&")), tr("Open the source in your browser"), open_link, "open-answer")
            )
        self.buttons: list[Button] = []
        for text, tip, handler, name in actions:
            button = Button(text, strip)
            button.setProperty("role", "quiet")
            button.setFont(self._signals.theme.font(step=-0.5))
            button.setToolTip(tip)
            button.setAccessibleName(tr("{button}: {answer}", button=text, answer=shortened(answer_words(self.answer))))
            button.setObjectName(f"{name}-{question_index}-{answer_index}")
            button.clicked.connect(handler)
            self.buttons.append(button)
            flow.addWidget(button)
        self._lines.addWidget(strip)
