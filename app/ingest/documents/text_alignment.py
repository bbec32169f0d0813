"""Map spans of a text that was corrected by hand to the text as it was read.

Equal paragraphs are matched first, then equal words within the others. Text between two matches corresponds to the text between
them before.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

_WORDS = re.compile(r"\S+|\s+")
# Word by word, longer paragraphs would take too long to compare.
_MAX_WORDS = 4000


class _Part(NamedTuple):
    """The corrected text from `start` to `end` corresponds to `before[first:last]`, character by character if `same`."""

    start: int
    end: int
    first: int
    last: int
    same: bool


class TextAlignment:
    """Maps spans of the corrected text to the original text. `unchanged_share` in [0, 1] is the share of unchanged text."""

    def __init__(self, before: str, corrected: str) -> None:
        self._parts = list(_parts(before, corrected))
        self._starts = [part.start for part in self._parts]
        self.unchanged_share = sum(part.end - part.start for part in self._parts if part.same) / max(1, len(corrected))

    def source_span(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the span of the original text for `corrected[start:end]`, None if all of it is new."""
        touched = self._parts[max(0, bisect_right(self._starts, start) - 1) : bisect_right(self._starts, max(start, end - 1))]
        source_spans = [_within(part, start, end) for part in touched if part.start < end and part.end > start]
        filled_spans = [(first, last) for first, last in source_spans if last > first]
        return (filled_spans[0][0], filled_spans[-1][1]) if filled_spans else None


def _within(part: _Part, start: int, end: int) -> tuple[int, int]:
    if not part.same:
        return part.first, part.last
    return part.first + max(0, start - part.start), part.last - max(0, part.end - end)


def _parts(before: str, corrected: str) -> Iterator[_Part]:
    if before == corrected:
        yield _Part(0, len(corrected), 0, len(before), True)
        return
    for part in _matched(before.splitlines(keepends=True), corrected.splitlines(keepends=True), 0, 0):
        old, new = _WORDS.findall(before[part.first : part.last]), _WORDS.findall(corrected[part.start : part.end])
        if part.same or not old or len(old) + len(new) > _MAX_WORDS:
            yield part
        else:
            yield from _matched(old, new, part.start, part.first)


def _matched(old: Sequence[str], new: Sequence[str], start: int, first: int) -> Iterator[_Part]:
    """Yield the aligned parts of two sequences of pieces, at offsets `start` (corrected) and `first` (original)."""
    for kind, low, high, new_low, new_high in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        pairs = [("".join(old[low:high]), "".join(new[new_low:new_high]))]
        if high - low == new_high - new_low:
            # Replacements of equal length are paired one by one.
            pairs = list(zip(old[low:high], new[new_low:new_high], strict=True))
        for old_text, new_text in pairs:
            yield _Part(start, start + len(new_text), first, first + len(old_text), kind == "equal")
            start, first = start + len(new_text), first + len(old_text)
