"""A button with its key on it, as on a keyboard."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOptionButton, QStylePainter, QWidget

from app.gui.theme import Theme
from app.gui.widgets.button import Button

_GAP, _SIDE = 6, 4
"""Pixels between words and key, and between the key's letters and its border."""


class KeyButton(Button):
    """`key` is drawn in a small frame behind the words; "" for none. `set_taken` lets the button look like what holds now."""

    def __init__(self, text: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self.key = ""
        self.setProperty("role", "decision")

    def show_key(self, key: str) -> None:
        """Show another key."""
        self.key = key
        self.updateGeometry()
        self.update()

    def set_taken(self, taken: bool) -> None:
        """Show whether what the button does holds now."""
        if bool(self.property("taken")) != taken:
            self.setProperty("taken", taken)
            self.style().unpolish(self)
            self.style().polish(self)

    def sizeHint(self) -> QSize:  # noqa: N802
        """As wide as words and key."""
        return super().sizeHint() + QSize(self._key_width(), 0)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """The same: a flow gives it less only where there is no room for one button."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """The button, its words, as many as there is room for, and its key."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        inside = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self)
        words_width = inside.width() - self._key_width()
        option.rect = QRect(inside.left(), inside.top(), words_width, inside.height())
        option.text = self.fontMetrics().elidedText(option.text, self.elide, words_width, Qt.TextFlag.TextShowMnemonic.value)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonLabel, option)
        if self.key:
            self._paint_key(painter, QRect(inside.left() + words_width + _GAP, inside.top(), self._key_width() - _GAP, inside.height()))

    def _paint_key(self, painter: QPainter, room: QRect) -> None:
        painter.setFont(self._key_font())
        height = painter.fontMetrics().height() + 2
        frame = QRect(room.left(), room.center().y() - height // 2, room.width() - 1, height)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.colour("hairline"))
        painter.setBrush(self._theme.colour("window"))
        painter.drawRoundedRect(frame, 3, 3)
        painter.setPen(self._theme.colour("muted"))
        painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, self.key)

    def _key_width(self) -> int:
        """Return the width of the key's frame with the gap before it; a single letter has a square one."""
        if not self.key:
            return 0
        metrics = QFontMetrics(self._key_font())
        return _GAP + max(metrics.horizontalAdvance(self.key) + 2 * _SIDE, metrics.height() + 2)

    def _key_font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(max(6.0, font.pointSizeF() - 1))
        return font
