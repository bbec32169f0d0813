"""An icon with words beside it: a verdict, a stance, a warning. Never a colour alone."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.gui.icons import Icons
from app.gui.model.labels import inert
from app.gui.model.verdicts import Badge
from app.gui.theme import Theme
from app.gui.widgets.labels import label

_ICON = 14


class BadgeLine(QWidget):
    """The icon stands at the first line of the words; the words are in the look's colour where it is `strong`, else muted."""

    def __init__(
        self,
        badge: Badge,
        words: str,
        theme: Theme,
        icons: Icons,
        *,
        strong: bool = False,
        font: QFont | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        colour, size = theme.tone(badge.tone), theme.grown(_ICON)
        font = font or theme.font(step=-1)
        icon = QLabel(self)
        icon.setPixmap(icons.pixmap(badge.icon, colour, size=size, scale=self.devicePixelRatioF()))
        self.words = label(inert(words), font=font, muted=not strong, wrap=True, selectable=True)
        if strong:
            self.words.setStyleSheet(f"color: {colour.name()}")
        icon.setContentsMargins(0, max(0, (self.words.fontMetrics().lineSpacing() - size) // 2), 0, 0)
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.words, 1)
        self.setAccessibleName(words)
