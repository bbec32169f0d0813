"""Layout of a plain text as a document: headings and speakers in their weight, space between paragraphs, and paragraphs that run from
right to left at the right.

Qt's own layout of plain text lays out only what comes into sight, which a debate of five thousand sentences needs, but knows neither
margins nor an alignment of single paragraphs. Here each block gets its look just before it is laid out.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QTextBlock, QTextCharFormat, QTextDocument, QTextFormat, QTextLayout
from PySide6.QtWidgets import QPlainTextDocumentLayout

from app.gui.model.text_map import TextMap
from app.gui.model.text_structure import Role, TextStructure

_PERCENT = 100
_NOTHING = (TextStructure("", ()), TextMap(""))


class ParagraphLayout(QPlainTextDocumentLayout):
    """`text` returns the structure of the text and the map of its offsets, as they are now.

    A block's user state is the space below it, in hundredths of a line's height.
    """

    def __init__(self, document: QTextDocument, text: Callable[[], tuple[TextStructure, TextMap]] = lambda: _NOTHING) -> None:
        super().__init__(document)
        self._text = text
        self._line_height = 0.0
        self.measure()

    def measure(self) -> None:
        """Take over the document's font."""
        self._line_height = QFontMetricsF(self.document().defaultFont()).lineSpacing()

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:  # noqa: N802
        """Return the rectangle of a block with the space below it. Qt lays the block out here, unless it is laid out already."""
        if not block.isValid():
            return super().blockBoundingRect(block)
        if not block.layout().lineCount():
            self._style(block)
        rect = super().blockBoundingRect(block)
        if block.textDirection() == Qt.LayoutDirection.RightToLeft:
            _align_right(block.layout())
        space = max(0, block.userState()) * self._line_height / _PERCENT
        return rect.adjusted(0, 0, 0, space) if space else rect

    def _style(self, block: QTextBlock) -> None:
        """Give a block its space, and its heading or labels their weight."""
        structure, offsets = self._text()
        start = offsets.to_code_points(block.position())
        line = structure.line(start)
        block.setUserState(round(line.space * _PERCENT))
        ranges = []
        for part in (*structure.headings(start, line.end), *structure.labels(start, line.end)):
            char_format, part_start = _FORMATS.get(part.role), max(part.start, start)
            if char_format is not None and part_start < min(part.end, line.end):
                ranges.append(_range(offsets.to_utf16(part_start), offsets.to_utf16(min(part.end, line.end)), block, char_format))
        if ranges or block.layout().formats():
            block.layout().setFormats(ranges)


def _range(start: int, end: int, block: QTextBlock, char_format: QTextCharFormat) -> QTextLayout.FormatRange:
    """Return the format of a part of a block; `start` and `end` are UTF-16 offsets of the whole text."""
    format_range = QTextLayout.FormatRange()
    format_range.start = start - block.position()
    format_range.length = end - start
    format_range.format = char_format
    return format_range


def _align_right(layout: QTextLayout) -> None:
    """Align a laid-out block at the right; its lines are positioned by this option when they are painted."""
    option = layout.textOption()
    if option.alignment() != Qt.AlignmentFlag.AlignRight:
        option.setAlignment(Qt.AlignmentFlag.AlignRight)
        layout.setTextOption(option)


def _bold(size_step: int = 0) -> QTextCharFormat:
    """Return a bold format, so many of Qt's steps larger than the text around it, whatever size that has."""
    char_format = QTextCharFormat()
    char_format.setFontWeight(QFont.Weight.DemiBold)
    if size_step:
        char_format.setProperty(QTextFormat.Property.FontSizeAdjustment, size_step)
    return char_format


_FORMATS = {Role.HEADING: _bold(1), Role.SPEAKER: _bold()}
