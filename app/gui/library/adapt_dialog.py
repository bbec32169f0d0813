"""Adapting the encoder to the library: what it is and takes, how far it is, and before and after."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from app.domain.adapting import Adapted, AdaptEstimate
from app.gui.jobs import Failure
from app.gui.library.step_dialog import AFTER, BEFORE, RUN, StepDialog, button_row
from app.gui.model import adapting
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label
from app.translation import tr

_SIZE = QSize(680, 380)


class AdaptDialog(StepDialog):
    """`start_asked` carries whether to go on with a training that was cut off; `use_asked` and `discard_asked` the folder."""

    start_asked = Signal(bool)
    undo_asked = Signal()
    use_asked = Signal(str)
    discard_asked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, adapted: bool = False) -> None:
        super().__init__(theme, tr("Adapt to my library"), _SIZE, parent)
        self._folder = ""
        running = self.running_step(
            tr("Adapting"),
            progress=tr("Progress of adapting"),
            explanation=tr("You can look around meanwhile; what has to be analysed waits. Closing this window does not stop it."),
            stop=tr("Stop"),
        )
        for step in (self._explain_step(adapted), running, self._result_step()):
            self.steps.addWidget(step)

    def show_estimate(self, expected: AdaptEstimate) -> None:
        """Show the expected duration, and offer to resume an interrupted run."""
        self.estimate.setText(adapting.told_estimate(expected))
        self.resume.setVisible(expected.resumable)
        self.start.setEnabled(True)

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
        self.steps.setCurrentIndex(AFTER)
        (self.use if result.better else self.done_button).setFocus()

    def show_failure(self, failure: Failure) -> None:
        """Show the error, and that nothing was changed."""
        safe = tr("Nothing was changed.")
        if failure.code == "cancelled":
            self.error.say(tr("Adapting was stopped."), hint=tr("{safe} You can go on with it later.", safe=safe))
            self.resume.show()
        else:
            self.error.say(failure.message, hint=f"{failure.hint} {safe}".strip())
        if self.steps.currentIndex() == RUN:
            self.steps.setCurrentIndex(AFTER if self._folder else BEFORE)

    def _explain_step(self, adapted: bool) -> QWidget:
        step = QWidget(self)
        layout = column(step, spacing=GRID)
        layout.addWidget(label(tr("Adapt the encoder to this library"), font=self._theme.font(step=3, bold=True)))
        for words in (adapting.EXPLAINED, adapting.LIMITS):
            layout.addWidget(label(tr(words), wrap=True))
        self.estimate = label(tr("Looking at the library…"), muted=True, wrap=True)
        layout.addWidget(self.estimate)
        layout.addStretch()
        self.undo = Button(tr("Go back to the encoder before"), self)
        self.undo.setVisible(adapted)
        self.undo.clicked.connect(self.undo_asked)
        self.resume, self.start = Button(tr("Go on where it stopped"), self), Button(tr("Adapt"), self)
        self.resume.hide()
        self.start.setEnabled(False)
        self.start.setProperty("role", "primary")
        self.start.clicked.connect(lambda: self.start_asked.emit(False))
        self.resume.clicked.connect(lambda: self.start_asked.emit(True))
        layout.addLayout(button_row(self.undo, None, self.close_button(tr("Close")), self.resume, self.start))
        return step

    def _result_step(self) -> QWidget:
        step = QWidget(self)
        layout = column(step, spacing=GRID)
        self.heading = label(font=self._theme.font(step=3, bold=True), wrap=True)
        self.advice, self.cost = label(wrap=True), label(muted=True, wrap=True)
        self.table = QGridLayout()
        self.table.setHorizontalSpacing(2 * GRID)
        self.table.setColumnStretch(0, 1)
        layout.addWidget(self.heading)
        layout.addWidget(self.advice)
        layout.addLayout(self.table)
        layout.addWidget(self.cost)
        layout.addStretch()
        self.discard, self.use = Button(tr("Discard"), self), Button(tr("Use it"), self)
        self.use.setProperty("role", "primary")
        self.use.clicked.connect(lambda: self.use_asked.emit(self._folder))
        self.discard.clicked.connect(lambda: self.discard_asked.emit(self._folder))
        self.done_button = self.close_button(tr("Close"))
        layout.addLayout(button_row(self.discard, None, self.done_button, self.use))
        return step

    def _fill(self, rows: list[tuple[str, str, str, str]]) -> None:
        while (item := self.table.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.deleteLater()
        for row, cells in enumerate(rows):
            for column_index, cell in enumerate(cells):
                self.table.addWidget(label(cell, muted=row == 0, wrap=column_index == 0, selectable=True), row, column_index)
