"""The line above the questions: suggest some, add one, find all answers; how far that is, and how to stop it."""

from __future__ import annotations

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QProgressBar, QWidget

from app.gui.jobs import Job
from app.gui.theme import Theme
from app.gui.verify.suggestions_view import SuggestionsView
from app.gui.widgets.button import Button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.job_bar import show_progress
from app.gui.widgets.labels import GRID, column, label, styled
from app.translation import number, tr


class QuestionsBar(QWidget):
    """Its buttons as signals; `undated_said` carries whether evidence without a date may be used."""

    suggest_asked = Signal()
    llm_asked = Signal()
    add_asked = Signal()
    answers_asked = Signal()
    stopped = Signal()
    undated_said = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "surface")
        self._theme = theme
        layout = column(self, margins=(2 * GRID, GRID, 2 * GRID, GRID), spacing=GRID // 2)
        self.heading = label(tr("Questions and evidence"), font=theme.font(step=2, bold=True))
        layout.addWidget(self.heading)
        strip = QWidget(self)
        flow = FlowLayout(strip, spacing=GRID, middle=True)
        self.suggest = self._button(flow, tr("Suggest questions"), tr("Questions that this claim raises"), self.suggest_asked)
        self.llm = self._button(flow, tr("Ask the language model"), tr("Its questions, each to be taken or dropped"), self.llm_asked)
        self.llm.hide()
        self.add = self._button(flow, tr("Add a question…"), tr("Write a question of your own"), self.add_asked)
        self.seek = self._button(flow, tr("Find all answers"), tr("Look in the evidence for what is not answered yet"), self.answers_asked)
        self.undated = QCheckBox(tr("Use evidence without a date, too"), strip)
        self.undated.setToolTip(tr("It cannot be told whether it was there before the claim; each such answer says so"))
        self.undated.toggled.connect(self.undated_said)
        flow.addWidget(self.undated)
        layout.addWidget(strip)
        layout.addWidget(self._progress())
        self.suggestions = SuggestionsView(theme, tr("Add it"), parent=self)
        layout.addWidget(self.suggestions)
        self.empty = label(
            tr("What would have to be known to say whether the claim holds? Suggest questions, or write your own."), muted=True, wrap=True
        )
        layout.addWidget(self.empty)
        theme.changed.connect(self._restyle)
        self.show_job(None, queue_length=0)

    def show_state(self, *, claim: bool, questions: int, unanswered: int) -> None:
        """Enable the buttons by whether there is a claim, and by the numbers of questions and unanswered ones."""
        self.suggest.setEnabled(claim)
        self.llm.setEnabled(claim)
        self.add.setEnabled(claim)
        self.seek.setEnabled(unanswered > 0)
        self.empty.setVisible(not questions)
        first = self.suggest if not questions else self.seek
        for button in (self.suggest, self.seek):
            button.setProperty("role", "primary" if button is first and button.isEnabled() else "")
            button.style().unpolish(button)
            button.style().polish(button)

    def show_job(self, job: Job | None, *, queue_length: int) -> None:
        """Show the progress of the running search for answers or questions, and the number of waiting questions; None hides it."""
        self.progress.setVisible(job is not None)
        if job is not None:
            show_progress(self.bar, job)
            activity = job.words()
            self.words.setText(
                tr("{activity} – {count} more questions wait", activity=activity, count=number(queue_length)) if queue_length else activity
            )

    def _progress(self) -> QWidget:
        self.progress = QWidget(self)
        row = QHBoxLayout(self.progress)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        self.words = label("", muted=True, wrap=True)
        self.bar = QProgressBar(self.progress)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(120)
        self.bar.setAccessibleName(tr("Progress of finding answers"))
        self.stop = Button(tr("Stop"), self.progress)
        self.stop.setToolTip(tr("Stop here; answers that were found stay"))
        self.stop.clicked.connect(self.stopped)
        row.addWidget(self.words, 1)
        row.addWidget(self.bar)
        row.addWidget(self.stop)
        return self.progress

    def _button(self, flow: FlowLayout, text: str, tip: str, signal: SignalInstance) -> Button:
        button = Button(text, self)
        button.setToolTip(tip)
        button.clicked.connect(signal)
        flow.addWidget(button)
        return button

    def _restyle(self) -> None:
        self.heading.setFont(self._theme.font(step=2, bold=True))
