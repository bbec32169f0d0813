"""Puts a document's text into its pane slice by slice, with headings and speakers in their weight and paragraphs apart."""

from __future__ import annotations

from PySide6.QtGui import QFont, QTextCharFormat, QTextCursor, QTextDocument, QTextFormat

from app.gui.document.paragraph_layout import block_format
from app.gui.model.text_map import TextMap
from app.gui.model.text_structure import Role, TextStructure


def append_slice(document: QTextDocument, text: str, start: int, *, structure: TextStructure, offsets: TextMap) -> None:
    """Append `text`, which begins at the code point `start` of the whole and ends with a line.

    One edit block, so that Qt lays out nothing of it before it comes into sight.
    """
    cursor = QTextCursor(document)
    cursor.movePosition(QTextCursor.MoveOperation.End)
    cursor.beginEditBlock()
    cursor.insertText(text, QTextCharFormat())
    style(document, start, start + len(text), structure=structure, offsets=offsets)
    cursor.endEditBlock()


def style(document: QTextDocument, start: int, end: int, *, structure: TextStructure, offsets: TextMap) -> None:
    """Give the lines that begin within the code points [start, end) their space, and their headings and speakers their weight."""
    cursor = QTextCursor(document)
    block = document.findBlock(offsets.to_utf16(start))
    for line in structure.lines(start, end):
        if block.blockFormat().bottomMargin() != line.space:
            cursor.setPosition(block.position())
            cursor.setBlockFormat(block_format(line.space))
        block = block.next()
    for part in (*structure.headings(start, end), *structure.labels(start, end)):
        weight = _WEIGHTS.get(part.role)
        if weight is not None and start <= part.start < end:
            cursor.setPosition(offsets.to_utf16(part.start))
            cursor.setPosition(offsets.to_utf16(part.end), QTextCursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(weight)


def _bold(size_step: int = 0) -> QTextCharFormat:
    """Return a bold format, so many of Qt's steps larger than the text around it whatever size that has."""
    char_format = QTextCharFormat()
    char_format.setFontWeight(QFont.Weight.DemiBold)
    if size_step:
        char_format.setProperty(QTextFormat.Property.FontSizeAdjustment, size_step)
    return char_format


_WEIGHTS = {Role.HEADING: _bold(1), Role.SPEAKER: _bold()}
