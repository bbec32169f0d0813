"""Code points, as the domain counts them, beside the UTF-16 units that Qt counts.

`'a😀b'` has three code points and four UTF-16 units. Every offset that crosses into Qt goes through a `TextMap`.
"""

from __future__ import annotations

import re
from bisect import bisect_left

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_CARRIAGE_RETURN = re.compile("\r\n?")
_UNSHOWABLE = re.compile("[\x00\ud800-\udfff\ufdd0\ufdd1]")
_OVERRIDE = re.compile("[\u202d\u202e]")


def displayable(text: str) -> str:
    """The text with the same number of code points, without what a Qt document would swallow or take for a frame.

    Qt reads carriage return and line feed as one separator, which would shift every offset behind it: the carriage
    return becomes a blank. A lone surrogate cannot be shown and becomes the replacement character. What would turn words around
    against the rules of their own script becomes a space without width: a text shall read as it is searched and quoted.
    """
    if "\r" in text:
        text = _CARRIAGE_RETURN.sub(lambda match: " \n" if len(match.group()) == 2 else "\n", text)
    return _OVERRIDE.sub("\u200b", _UNSHOWABLE.sub("\ufffd", text))


def changed_part(before: str, after: str) -> tuple[int, int, str] | None:
    """(start, end, words): putting `words` in place of `before[start:end]` makes `after`; None where both are the same."""
    if before == after:
        return None
    head = _common(before, after, min(len(before), len(after)))
    tail = _common(before[::-1], after[::-1], min(len(before), len(after)) - head)
    return head, len(before) - tail, after[head : len(after) - tail]


def _common(first: str, second: str, limit: int) -> int:
    """Return the length of the common prefix, at most `limit`."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


class TextMap:
    """Converts offsets of one text between code points and UTF-16 units; both directions in O(log n)."""

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._astral = [match.start() for match in _ASTRAL.finditer(text)]
        self._astral_units = [point + before for before, point in enumerate(self._astral)]

    def to_utf16(self, point: int) -> int:
        """The UTF-16 offset of a code-point offset; offsets beyond the text are clamped to its end."""
        point = max(0, min(point, self._length))
        return point + bisect_left(self._astral, point)

    def to_code_points(self, unit: int) -> int:
        """The code-point offset of a UTF-16 offset; the middle of a surrogate pair belongs to its code point."""
        unit = max(0, min(unit, self._length + len(self._astral)))
        before = bisect_left(self._astral_units, unit)
        inside = before > 0 and self._astral_units[before - 1] == unit - 1
        return self._astral[before - 1] if inside else unit - before
