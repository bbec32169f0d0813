"""While narratives are being found for the first time: what is done, how far it is, and how to stop it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from app.gui.jobs import Job
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.job_bar import show_progress
from app.gui.widgets.labels import GRID, column, label, styled
from app.translation import number, tr


class FindingPage(QWidget):
    """`stopped` is its button."""

    stopped = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "surface")
        self._theme = theme
        lines = column(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID), spacing=GRID)
        lines.addStretch(2)
        self.heading = label(tr("Finding narratives"), wrap=True)
        self.words = label("", muted=True, wrap=True)
        for part in (self.heading, self.words):
            part.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            lines.addWidget(part)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(320)
        self.bar.setAccessibleName(tr("Progress of finding narratives"))
        lines.addWidget(self.bar, 0, Qt.AlignmentFlag.AlignHCenter)
        self.stop = Button(tr("Stop"), self)
        self.stop.clicked.connect(self.stopped)
        lines.addSpacing(GRID)
        lines.addWidget(self.stop, 0, Qt.AlignmentFlag.AlignHCenter)
        lines.addStretch(3)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_job(self, job: Job | None) -> None:
        """How far it is."""
        if job is None:
            return
        known = show_progress(self.bar, job)
        far = tr("{number} of {total}", number=number(job.units_done), total=number(job.units_total)) if known else ""
        doing = job.activity or tr("Waiting for its turn…")
        self.words.setText(f"{doing} – {far}" if far else doing)

    def _restyle(self) -> None:
        self.heading.setFont(self._theme.font(step=3, bold=True))
