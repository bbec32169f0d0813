"""Labels that show text from outside as it is, and other smallest parts."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

GRID = 8


def label(
    text: str = "",
    *,
    font: QFont | None = None,
    muted: bool = False,
    wrap: bool = False,
    selectable: bool = False,
    parent: QWidget | None = None,
) -> QLabel:
    """A label that never reads its text as HTML; `selectable` ones can be marked and copied."""
    widget = WrappedLabel(parent) if wrap else QLabel(parent)
    widget.setTextFormat(Qt.TextFormat.PlainText)
    widget.setText(text)
    if font is not None:
        widget.setFont(font)
    if muted:
        widget.setProperty("role", "muted")
    if selectable:
        widget.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return widget


class WrappedLabel(QLabel):
    """Text over several lines that takes whatever width there is and as much height as it then needs.

    Heights are kept by width: layouts around it ask for the same one dozens of times, and Qt breaks the text into lines each time.
    Margins are set before it is first shown.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heights: dict[int, int] = {}
        self.setWordWrap(True)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """One line of any width; Qt's own answer is the height at the narrowest width, which nobody ever sees."""
        return QSize(0, self.fontMetrics().lineSpacing())

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """The height that the text needs at a width."""
        height = self._heights.get(width)
        if height is None:
            self.ensurePolished()
            height = self._heights[width] = super().heightForWidth(width)
        return height

    def setText(self, text: str) -> None:  # noqa: N802
        """Show another text."""
        self._heights.clear()
        super().setText(text)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Another font or style: other heights."""
        self._heights.clear()
        super().changeEvent(event)


class ElidedLabel(QLabel):
    """One line that ends in an ellipsis where it does not fit; its tool tip has all of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint as much as fits."""
        painter = QPainter(self)
        elided_text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, elided_text)


def hairline(*, vertical: bool = False) -> QFrame:
    """A line of one pixel."""
    line = QFrame()
    line.setProperty("role", "line")
    if vertical:
        line.setFixedWidth(1)
    else:
        line.setFixedHeight(1)
    return line


def column(parent: QWidget, *, margins: tuple[int, int, int, int] = (0, 0, 0, 0), spacing: int = 0) -> QVBoxLayout:
    """A vertical layout with the given margins (left, top, right, bottom)."""
    layout = QVBoxLayout(parent)
    layout.setContentsMargins(*margins)
    layout.setSpacing(spacing)
    return layout


def styled(widget: QWidget, role: str) -> QWidget:
    """Give a widget its role in the style sheet and let it paint its ground."""
    widget.setProperty("role", role)
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    return widget
