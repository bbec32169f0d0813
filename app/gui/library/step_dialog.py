"""A window of steps, one of which shows a job that runs: importing, adapting."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QProgressBar, QStackedWidget, QWidget

from app.gui.jobs import Job
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.job_bar import show_progress
from app.gui.widgets.labels import GRID, column, label
from app.gui.widgets.notice import Notice
from app.translation import tr

BEFORE, RUN, AFTER = range(3)


class StepDialog(QDialog):
    """Dialog in three steps: form, progress, outcome; an error is shown above all three. `cancel_asked` carries nothing."""

    cancel_asked = Signal()

    def __init__(self, theme: Theme, title: str, size: QSize, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._theme = theme
        layout = column(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID), spacing=2 * GRID)
        self.error = Notice("error", self)
        layout.addWidget(self.error)
        self.steps = QStackedWidget(self)
        layout.addWidget(self.steps, 1)
        resize_dialog(self, size)

    def show_running(self) -> None:
        """Show the progress step."""
        self.error.clear()
        self.activity.setText(tr("Starting…"))
        self.bar.setRange(0, 0)
        self.steps.setCurrentIndex(RUN)

    def show_job(self, job: Job | None) -> None:
        """Show the progress of the job."""
        if job is None:
            return
        show_progress(self.bar, job)
        self.activity.setText(job.words())

    def running_step(self, heading: str, *, progress: str, explanation: str, stop: str) -> QWidget:
        """Return the step that shows the job; `progress` is the accessible name of the bar."""
        step = QWidget(self)
        layout = column(step, spacing=GRID)
        layout.addWidget(label(heading, font=self._theme.font(step=3, bold=True)))
        self.activity = label("", muted=True, wrap=True)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(progress)
        layout.addWidget(self.activity)
        layout.addWidget(self.bar)
        layout.addWidget(label(explanation, muted=True, wrap=True))
        layout.addStretch()
        cancel = Button(stop, self)
        cancel.clicked.connect(self.cancel_asked)
        layout.addLayout(button_row(None, cancel, self.close_button(tr("Close"))))
        return step

    def close_button(self, text: str) -> Button:
        """A button that closes the window; the job goes on."""
        button = Button(text, self)
        button.clicked.connect(self.accept)
        return button


def button_row(*parts: QWidget | None) -> QHBoxLayout:
    """Buttons in a row; None is room between them."""
    row = QHBoxLayout()
    row.setSpacing(GRID)
    for part in parts:
        if part is None:
            row.addStretch()
        else:
            row.addWidget(part)
    return row
