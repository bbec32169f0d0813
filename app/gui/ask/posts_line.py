"""The line below the place: how many posts there are and how they can be found, what is being done about it, and how to stop that."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QProgressBar, QWidget

from app.gui.jobs import Job
from app.gui.model.ask_words import meaning_words
from app.gui.widgets.button import ActionButton, Button
from app.gui.widgets.job_bar import show_progress
from app.gui.widgets.labels import GRID, label, styled
from app.translation import tr

_LETTERS = 36
"""So much of the words stands in one line at least."""


class PostsLine(QWidget):
    """`stopped` is the button beside the progress of making posts searchable."""

    stopped = Signal()

    def __init__(self, encode_action: QAction, import_action: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "footer")
        self._encode = encode_action
        row = self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        row.setContentsMargins(2 * GRID, GRID // 2, 2 * GRID, GRID // 2)
        row.setSpacing(GRID)
        self.words = label("", muted=True, wrap=True)
        row.addWidget(self.words, 1)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(160)
        self.bar.setAccessibleName(tr("Progress of making posts searchable by meaning"))
        self.stop = Button(tr("Stop"), self)
        self.stop.setToolTip(tr("Stop here; what is done stays done, and goes on from there next time"))
        self.stop.clicked.connect(self.stopped)
        self.encode, self.bring = ActionButton(encode_action), ActionButton(import_action)
        buttons = self._buttons = QHBoxLayout()
        buttons.setSpacing(GRID)
        for part in (self.bar, self.stop, self.encode, self.bring):
            buttons.addWidget(part)
        buttons.addStretch()
        row.addLayout(buttons)
        self.show_job(None)

    def event(self, event: QEvent) -> bool:
        """Move the buttons below the text if there is little room."""
        handled = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            needed_width = self._buttons.sizeHint().width() + _LETTERS * self.words.fontMetrics().averageCharWidth() + 5 * GRID
            direction = QBoxLayout.Direction.LeftToRight if needed_width <= self.width() else QBoxLayout.Direction.TopToBottom
            self._row.setDirection(direction)
        return handled

    def show_posts(self, posts: int, unencoded: int | None) -> None:
        """Show the number of posts, and how many are not searchable by meaning yet (None: not known)."""
        self.words.setText(meaning_words(posts, None if unencoded is None else posts - unencoded))
        self._encode.setEnabled(posts > 0 and unencoded != 0)

    def show_job(self, job: Job | None) -> None:
        """Show the progress of encoding the posts; None hides it."""
        for part in (self.bar, self.stop):
            part.setVisible(job is not None)
        self.encode.setVisible(job is None)
        if job is not None:
            show_progress(self.bar, job)
            self.words.setText(job.words())
