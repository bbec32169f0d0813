"""Adapting the encoder to the library: what it is and takes, how far it is, and before and after."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QProgressBar, QStackedWidget, QWidget

from app.domain.adapting import Adapted, AdaptEstimate
from app.gui.jobs import Failure, Job
from app.gui.model import adapting
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.notice import Notice
from app.gui.widgets.plain import GRID, column, label
from app.translation import number, tr

_EXPLAIN, _RUN, _RESULT = range(3)
_SIZE = QSize(680, 380)


class AdaptDialog(QDialog):
    """`start_asked` carries whether to go on with a training that was cut off; `use_asked` and `discard_asked` the folder."""

    start_asked = Signal(bool)
    cancel_asked = Signal()
    undo_asked = Signal()
    use_asked = Signal(str)
    discard_asked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, adapted: bool = False) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Adapt to my library"))
        self.resize(_SIZE)
        self._theme, self._folder = theme, ""
        lines = column(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID), spacing=2 * GRID)
        self.error = Notice("error", self)
        lines.addWidget(self.error)
        self.steps = QStackedWidget(self)
        for step in (self._explain_step(adapted), self._run_step(), self._result_step()):
            self.steps.addWidget(step)
        lines.addWidget(self.steps, 1)

    def show_estimate(self, expected: AdaptEstimate) -> None:
        """How long it would take, and whether one that was cut off can be gone on with."""
        self.estimate.setText(adapting.told_estimate(expected))
        self.resume.setVisible(expected.resumable)
        self.start.setEnabled(True)

    def show_running(self) -> None:
        """It has begun."""
        self.error.clear()
        self.activity.setText(tr("Starting…"))
        self.bar.setRange(0, 0)
        self.steps.setCurrentIndex(_RUN)

    def show_job(self, job: Job | None) -> None:
        """Show how far it is."""
        if job is None:
            return
        known = job.units_total > 0
        self.bar.setRange(0, job.units_total if known else 0)
        self.bar.setValue(job.units_done if known else 0)
        told = job.activity or job.title
        far = tr("{activity} – {done} of {total}", activity=told, done=number(job.units_done), total=number(job.units_total))
        self.activity.setText(far if known else told)

    def show_result(self, result: Adapted) -> None:
        """Before and after; what is better can be used or discarded."""
        self.error.clear()
        self._folder = result.folder
        self.heading.setText(adapting.heading(result))
        self.advice.setText(adapting.advice(result))
        self.cost.setText(adapting.cost(result))
        self._fill(adapting.rows(result))
        for button in (self.use, self.discard):
            button.setVisible(result.better)
        self.steps.setCurrentIndex(_RESULT)
        (self.use if result.better else self.done_button).setFocus()

    def show_failure(self, failure: Failure) -> None:
        """What happened, and that everything is as it was."""
        safe = tr("Nothing was changed.")
        if failure.code == "cancelled":
            self.error.say(tr("Adapting was stopped."), hint=tr("{safe} You can go on with it later.", safe=safe))
            self.resume.show()
        else:
            self.error.say(failure.message, hint=f"{failure.hint} {safe}".strip())
        if self.steps.currentIndex() == _RUN:
            self.steps.setCurrentIndex(_RESULT if self._folder else _EXPLAIN)

    def _explain_step(self, adapted: bool) -> QWidget:
        step = QWidget(self)
        lines = column(step, spacing=GRID)
        lines.addWidget(label(tr("Adapt the encoder to this library"), font=self._theme.font(step=3, bold=True)))
        for words in (adapting.EXPLAINED, adapting.LIMITS):
            lines.addWidget(label(tr(words), wrap=True))
        self.estimate = label(tr("Looking at the library…"), muted=True, wrap=True)
        lines.addWidget(self.estimate)
        lines.addStretch()
        self.undo = Button(tr("Go back to the encoder before"), self)
        self.undo.setVisible(adapted)
        self.undo.clicked.connect(self.undo_asked)
        self.resume, self.start = Button(tr("Go on where it stopped"), self), Button(tr("Adapt"), self)
        self.resume.hide()
        self.start.setEnabled(False)
        self.start.setProperty("role", "primary")
        self.start.clicked.connect(lambda: self.start_asked.emit(False))
        self.resume.clicked.connect(lambda: self.start_asked.emit(True))
        lines.addLayout(_row(self.undo, None, self._close_button(tr("Close")), self.resume, self.start))
        return step

    def _run_step(self) -> QWidget:
        step = QWidget(self)
        lines = column(step, spacing=GRID)
        lines.addWidget(label(tr("Adapting"), font=self._theme.font(step=3, bold=True)))
        self.activity = label("", muted=True, wrap=True)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress of adapting"))
        lines.addWidget(self.activity)
        lines.addWidget(self.bar)
        told = tr("You can look around meanwhile; what has to be analysed waits. Closing this window does not stop it.")
        lines.addWidget(label(told, muted=True, wrap=True))
        lines.addStretch()
        cancel = Button(tr("Stop"), self)
        cancel.clicked.connect(self.cancel_asked)
        lines.addLayout(_row(None, cancel, self._close_button(tr("Close"))))
        return step

    def _result_step(self) -> QWidget:
        step = QWidget(self)
        lines = column(step, spacing=GRID)
        self.heading = label(font=self._theme.font(step=3, bold=True), wrap=True)
        self.advice, self.cost = label(wrap=True), label(muted=True, wrap=True)
        self.table = QGridLayout()
        self.table.setHorizontalSpacing(2 * GRID)
        self.table.setColumnStretch(0, 1)
        lines.addWidget(self.heading)
        lines.addWidget(self.advice)
        lines.addLayout(self.table)
        lines.addWidget(self.cost)
        lines.addStretch()
        self.discard, self.use = Button(tr("Discard"), self), Button(tr("Use it"), self)
        self.use.setProperty("role", "primary")
        self.use.clicked.connect(lambda: self.use_asked.emit(self._folder))
        self.discard.clicked.connect(lambda: self.discard_asked.emit(self._folder))
        self.done_button = self._close_button(tr("Close"))
        lines.addLayout(_row(self.discard, None, self.done_button, self.use))
        return step

    def _fill(self, rows: list[tuple[str, str, str, str]]) -> None:
        while (item := self.table.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.deleteLater()
        for line, cells in enumerate(rows):
            for place, cell in enumerate(cells):
                self.table.addWidget(label(cell, muted=line == 0, wrap=place == 0, selectable=True), line, place)

    def _close_button(self, text: str) -> Button:
        button = Button(text, self)
        button.clicked.connect(self.accept)
        return button


def _row(*parts: QWidget | None) -> QHBoxLayout:
    """Buttons in a row; None is room between them."""
    row = QHBoxLayout()
    row.setSpacing(GRID)
    for part in parts:
        if part is None:
            row.addStretch()
        else:
            row.addWidget(part)
    return row
