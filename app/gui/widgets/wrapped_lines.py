"""Text cut to a number of lines of a width, kept for the rows that are painted again and again while scrolling."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QTextLayout, QTextOption

from app.domain.direction import runs_right_to_left

_MOST = 600
_UTF_16 = codecs.lookup("utf-16-le")  # Qt's units; looked up here, since it takes 10 ms in the midst of painting


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text and whether its paragraph runs from right to left."""

    text: str
    right_to_left: bool


def wrapped_lines(text: str, font: QFont, width: int, lines: int) -> tuple[Line, ...]:
    """At most `lines` lines no wider than `width` pixels; the last ends in an ellipsis where text is left out."""
    return _wrapped(text[:_MOST], font.toString(), max(width, 1), lines)


@lru_cache(maxsize=2048)
def _wrapped(text: str, font_key: str, width: int, lines: int) -> tuple[Line, ...]:
    font = QFont()
    font.fromString(font_key)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout = QTextLayout(text, font)
    layout.setTextOption(option)
    right_to_left = runs_right_to_left(text)
    made: list[Line] = []
    encoded, _ = _UTF_16.encode(text, "replace")
    layout.beginLayout()
    while len(made) < lines:
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        start, end = line.textStart(), line.textStart() + line.textLength()
        last = len(made) == lines - 1 and end * 2 < len(encoded)
        part = _UTF_16.decode(encoded[start * 2 : None if last else end * 2], "replace")[0].rstrip()
        shown = QFontMetrics(font).elidedText(part, Qt.TextElideMode.ElideRight, width) if last else part
        made.append(Line(shown, right_to_left))
    layout.endLayout()
    return tuple(made)
