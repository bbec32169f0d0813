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
from app.gui.theme import Theme

UNSTYLED = -1
"""State of a block that is styled when it is next looked at; Qt gives it to new blocks."""
_PERCENT, _RIGHT_TO_LEFT, _GENERATION = 100, 1_000, 10_000
"""Units of a block's state."""


class ParagraphLayout(QPlainTextDocumentLayout):
    """`text` returns the structure of the text and the map of its offsets, as they are now.

    Qt asks for a block's rectangle thousands of times a second while it scrolls, so a block's user state holds what was worked out
    about it: the generation in which that was, whether it runs from right to left, and the space below it in hundredths of a line.
    """

    def __init__(self, document: QTextDocument, theme: Theme, text: Callable[[], tuple[TextStructure, TextMap]]) -> None:
        super().__init__(document)
        self._theme, self._text = theme, text
        self._generation = 0
        self._pixels = 0.0
        self._formats: dict[Role, QTextCharFormat] = {}
        self.restyle()

    def restyle(self) -> None:
        """Take over another text, font or theme: each block is styled anew when it comes into sight."""
        self._generation += _GENERATION
        self._pixels = QFontMetricsF(self.document().defaultFont()).lineSpacing() / _PERCENT
        self._formats = _formats(self._theme)

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:  # noqa: N802
        """Return the rectangle of a block with the space below it. Qt lays the block out here, unless it is laid out already."""
        state = block.userState() - self._generation
        if not 0 <= state < _GENERATION:
            state = self._style(block) if block.isValid() else 0
        rect = super().blockBoundingRect(block)
        if state >= _RIGHT_TO_LEFT:
            _align_right(block.layout())
            state -= _RIGHT_TO_LEFT
        return rect.adjusted(0, 0, 0, state * self._pixels) if state else rect

    def _style(self, block: QTextBlock) -> int:
        """Give a block's heading and labels their look; return its state in this generation, which is kept."""
        structure, offsets = self._text()
        start = offsets.to_code_points(block.position())
        line = structure.line(start)
        end = min(line.end, offsets.to_code_points(block.position() + block.length() - 1))  # Qt also breaks at paragraph separators
        ranges = []
        for part in (*structure.headings(start, end), *structure.labels(start, end)):
            part_start, part_end = max(part.start, start), min(part.end, end)
            if part_start < part_end:
                ranges.append(_range(offsets.to_utf16(part_start), offsets.to_utf16(part_end), block, self._formats[part.role]))
        if ranges or block.layout().formats():
            block.layout().setFormats(ranges)
        state = round(line.space * _PERCENT)
        if block.textDirection() == Qt.LayoutDirection.RightToLeft:
            state += _RIGHT_TO_LEFT
        block.setUserState(self._generation + state)
        return state


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


def _formats(theme: Theme) -> dict[Role, QTextCharFormat]:
    """Return the formats of the parts of a text: bold headings, a step larger than the text whatever size that has; bold speakers in
    the accent's colour; everything else muted."""
    heading, speaker, muted = QTextCharFormat(), QTextCharFormat(), QTextCharFormat()
    for bold_format in (heading, speaker):
        bold_format.setFontWeight(QFont.Weight.DemiBold)
    heading.setProperty(QTextFormat.Property.FontSizeAdjustment, 1)
    speaker.setForeground(theme.colour("accent"))
    muted.setForeground(theme.colour("muted"))
    return {Role.HEADING: heading, Role.SPEAKER: speaker, Role.TIME: muted, Role.ASIDE: muted}
