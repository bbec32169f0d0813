"""Layout of a plain text with space between its paragraphs, and with paragraphs that run from right to left at the right.

Qt's own layout of plain text lays out only what is on screen, which a debate of five thousand sentences needs, but knows neither
margins nor an alignment of single paragraphs.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QTextBlock, QTextBlockFormat, QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout


class ParagraphLayout(QPlainTextDocumentLayout):
    """Adds a block's bottom margin, in heights of a line, below it."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._line_height = 0.0
        self.measure()

    def measure(self) -> None:
        """Take over the document's font."""
        self._line_height = QFontMetricsF(self.document().defaultFont()).lineSpacing()

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:  # noqa: N802
        """Return the rectangle of a block with the space below it. Qt lays the block out here."""
        rect = super().blockBoundingRect(block)
        if not block.isValid():
            return rect
        if block.textDirection() == Qt.LayoutDirection.RightToLeft:
            _align_right(block)
        space = block.blockFormat().bottomMargin()
        return rect.adjusted(0, 0, 0, space * self._line_height) if space else rect


def _align_right(block: QTextBlock) -> None:
    """Align a laid-out block at the right; lines are positioned by this option when they are painted."""
    layout = block.layout()
    option = layout.textOption()
    if option.alignment() != Qt.AlignmentFlag.AlignRight:
        option.setAlignment(Qt.AlignmentFlag.AlignRight)
        layout.setTextOption(option)


def block_format(space: float) -> QTextBlockFormat:
    """Return the format of a block with so many heights of a line below it."""
    block_style = QTextBlockFormat()
    block_style.setBottomMargin(space)
    return block_style
