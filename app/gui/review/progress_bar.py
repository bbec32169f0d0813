"""Progress bar of the review, with its numbers."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from app.gui.model.review_progress import ReviewProgress
from app.gui.theme import Theme
from app.gui.widgets.labels import GRID, label
from app.translation import tr


class ReviewProgressBar(QWidget):
    """Hidden while there is nothing to decide."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress of the review"))
        self.words = label("", muted=True)
        row.addWidget(self.bar, 1)
        row.addWidget(self.words)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.show_progress(ReviewProgress())

    def show_progress(self, progress: ReviewProgress) -> None:
        """Show these numbers."""
        self.setVisible(progress.total > 0)
        self.bar.setMaximum(max(1, progress.total))
        self.bar.setValue(progress.decided)
        self.words.setText(progress.in_words())
        self.bar.setAccessibleDescription(progress.in_words())

    def _restyle(self) -> None:
        self.words.setFont(self._theme.font(step=-1))
