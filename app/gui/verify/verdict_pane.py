"""The right of the page: the machine's verdict, the reader's own apart from it, the justification, the second check, and ways out."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from app.domain.stored_verification import StoredVerification
from app.domain.verification import Veracity, Verification
from app.gui.model.labels import inert
from app.gui.model.verify import places
from app.gui.model.verify_words import agreement_words, answer_name, opinion_line
from app.gui.verify.machine_verdict import MachineVerdict
from app.gui.verify.signals import VerificationSignals
from app.gui.verify.suggestions_view import SuggestionsView
from app.gui.widgets.button import Button
from app.gui.widgets.elided_button import ElidedButton
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, hairline, label, styled
from app.gui.widgets.scroll_column import ScrollColumn
from app.gui.widgets.text_area import TextArea
from app.translation import tr

_LABELS = (None, *Veracity)  # a combo box would make plain texts of its data


class VerdictPane(ScrollColumn):
    """`label_said` carries the reader's label or None, `note_said` the note, `justified` the text; the rest are buttons."""

    label_said = Signal(object)
    note_said = Signal(str)
    justified = Signal(str)
    anew_asked = Signal()
    llm_asked = Signal()
    check_asked = Signal()
    publish_asked = Signal()
    export_asked = Signal()

    def __init__(self, signals: VerificationSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent, least=260)
        self._signals = signals
        self._filed: StoredVerification | None = None
        self.setAccessibleName(tr("Verdict"))
        body = styled(QWidget(self), "surface")
        self._lines = column(body, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        self._headings = [self._heading(tr("What the answers say"))]
        self._machine_at = self._lines.count()
        self.machine: MachineVerdict | None = None
        self._own()
        self._justification()
        self._second()
        self._out()
        self._lines.addStretch()
        self.setWidget(body)
        signals.theme.changed.connect(self._rebuild)

    def show_filed(self, filed: StoredVerification) -> None:
        """Show what became of a verification."""
        before, self._filed = self._filed, filed
        verification = filed.verification
        if before is None or self._machine_of(before) != self._machine_of(filed):
            self._make(verification)
        self.own.blockSignals(True)
        self.own.setCurrentIndex(_LABELS.index(verification.own_label))
        self.own.blockSignals(False)
        self.note.show_text(verification.own_note)
        self.justification.show_text(verification.justification)
        self.anew.setEnabled(bool(verification.questions))
        self.llm.setEnabled(verification.judgement is not None)
        self._show_second(verification)
        self.publish.setEnabled(verification.own_label is not None)
        self.publish.setText(tr("Publish anew…") if filed.published else tr("Publish as a fact-check…"))
        self.published.setVisible(bool(filed.published))

    def settle(self) -> None:
        """Commit pending input."""
        self.note.settle()
        self.justification.settle()

    @staticmethod
    def _machine_of(filed: StoredVerification) -> tuple[object, ...]:
        return filed.id, filed.verification.judgement, filed.verification.questions

    def _heading(self, text: str) -> QLabel:
        heading = label(text, font=self._signals.theme.font(step=1, bold=True), wrap=True)
        self._lines.addWidget(heading)
        return heading

    def _own(self) -> None:
        self._lines.addWidget(hairline())
        self._headings.append(self._heading(tr("Your own verdict")))
        self.own = QComboBox(self)
        self.own.setAccessibleName(tr("Your own verdict"))
        self.own.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.own.setMinimumContentsLength(12)
        for veracity in _LABELS:
            self.own.addItem(tr(veracity.value) if veracity else tr("Not decided"))
        self.own.currentIndexChanged.connect(lambda row: self.label_said.emit(_LABELS[row]))
        self._lines.addWidget(self.own)
        self.note = TextArea(tr("Note on your verdict"), least_lines=1, most_lines=6, parent=self)
        self.note.setPlaceholderText(tr("Why, in a note"))
        self.note.settled.connect(self.note_said)
        self._lines.addWidget(self.note)

    def _justification(self) -> None:
        self._lines.addWidget(hairline())
        self._headings.append(self._heading(tr("Justification")))
        self.justification = TextArea(tr("Justification"), least_lines=4, most_lines=14, parent=self)
        self.justification.setPlaceholderText(tr("Written from the questions and answers alone, each sentence with its reference"))
        self.justification.settled.connect(self.justified)
        self._lines.addWidget(self.justification)
        self.anew = self._button(tr("Write it anew"), tr("Write it from the answers as they are now; undo brings yours back"))
        self.anew.clicked.connect(self.anew_asked)
        self.llm = self._button(
            tr("With the language model"), tr("Have the language model write it from the same answers; to be taken or dropped")
        )
        self.llm.clicked.connect(self.llm_asked)
        self.llm.hide()
        strip = QWidget(self)
        flow = FlowLayout(strip, spacing=GRID)
        flow.addWidget(self.anew)
        flow.addWidget(self.llm)
        self._lines.addWidget(strip)
        self.suggestions = SuggestionsView(self._signals.theme, tr("Take it"), parent=self)
        self._lines.addWidget(self.suggestions)
        self.references = QWidget(self)
        self._reference_lines = column(self.references, spacing=2)
        self._lines.addWidget(self.references)

    def _second(self) -> None:
        self._lines.addWidget(hairline())
        self._headings.append(self._heading(tr("Second check")))
        self.agreement = label("", wrap=True, muted=True)
        self._lines.addWidget(self.agreement)
        self.opinions = label("", wrap=True, selectable=True)
        self._lines.addWidget(self.opinions)
        self.check = self._button(tr("Check it blind…"), tr("Somebody judges from questions and answers alone, no verdict in sight"))
        self.check.clicked.connect(self.check_asked)
        self._lines.addWidget(self.check, 0, Qt.AlignmentFlag.AlignLeft)

    def _out(self) -> None:
        self._lines.addWidget(hairline())
        strip = QWidget(self)
        flow = FlowLayout(strip, spacing=GRID)
        self.publish = self._button(tr("Publish as a fact-check…"), tr("Into the library, with your own verdict"))
        self.publish.clicked.connect(self.publish_asked)
        self.export = self._button(tr("Export…"), tr("AVeriTeC JSON, web page, Word document or ClaimReview"))
        self.export.clicked.connect(self.export_asked)
        for button in (self.publish, self.export):
            flow.addWidget(button)
        self._lines.addWidget(strip)
        self.published = label(tr("It is in the library as a fact-check of your own."), muted=True, wrap=True)
        self._lines.addWidget(self.published)

    def _button(self, text: str, tip: str) -> Button:
        button = Button(text, self)
        button.setToolTip(tip)
        return button

    def _make(self, verification: Verification) -> None:
        before = self.machine
        self.machine = MachineVerdict(verification, self._signals, self.widget())
        self._lines.insertWidget(self._machine_at, self.machine)
        self.machine.show()  # the layout would do so only when the event loop turns
        if before is not None:
            before.hide()
            before.deleteLater()
        while (item := self._reference_lines.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        positions = places(verification)
        for question, answer in positions:
            button = ElidedButton(answer_name(question, answer, verification.questions[question]), self.references)
            button.clicked.connect(partial(self._signals.jump_asked.emit, question, answer))
            self._reference_lines.addWidget(button)
            button.show()
        self.references.setVisible(bool(positions))

    def _show_second(self, verification: Verification) -> None:
        self.agreement.setText(agreement_words(verification))
        opinions = [opinion_line(opinion, verification.label) for opinion in verification.opinions]
        self.opinions.setText(inert("\n".join(opinions)))
        self.opinions.setVisible(bool(opinions))
        self.check.setText(tr("Another round…") if opinions else tr("Check it blind…"))
        self.check.setEnabled(any(question.answers for question in verification.questions))

    def _rebuild(self) -> None:
        for heading in self._headings:
            heading.setFont(self._signals.theme.font(step=1, bold=True))
        if self._filed is not None:
            self._make(self._filed.verification)
