"""Where the parts of a text that was corrected by hand stand in the text as it was read.

Paragraphs that are the same in both belong together, and so do the words of those that are not; what is in between stands
for what was in between before.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

_WORDS = re.compile(r"\S+|\s+")
_MOST_WORDS = 4000


class _Part(NamedTuple):
    """`now[start:end]` stands for `before[first:last]`, character for character where it is the `same`."""

    start: int
    end: int
    first: int
    last: int
    same: bool


class Realigned:
    """Finds spans of the text of now in the text of before; `share` in [0, 1] is how much of now was there before."""

    def __init__(self, before: str, now: str) -> None:
        self._parts = list(_parts(before, now))
        self._starts = [part.start for part in self._parts]
        self.share = sum(part.end - part.start for part in self._parts if part.same) / max(1, len(now))

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """The place in the text of before of `now[start:end]`, None where nothing of it was there."""
        touched = self._parts[max(0, bisect_right(self._starts, start) - 1) : bisect_right(self._starts, max(start, end - 1))]
        found = [_within(part, start, end) for part in touched if part.start < end and part.end > start]
        places = [(first, last) for first, last in found if last > first]
        return (places[0][0], places[-1][1]) if places else None


def _within(part: _Part, start: int, end: int) -> tuple[int, int]:
    if not part.same:
        return part.first, part.last
    return part.first + max(0, start - part.start), part.last - max(0, part.end - end)


def _parts(before: str, now: str) -> Iterator[_Part]:
    if before == now:
        yield _Part(0, len(now), 0, len(before), True)
        return
    for part in _matched(before.splitlines(keepends=True), now.splitlines(keepends=True), 0, 0):
        old, new = _WORDS.findall(before[part.first : part.last]), _WORDS.findall(now[part.start : part.end])
        if part.same or not old or len(old) + len(new) > _MOST_WORDS:
            yield part
        else:
            yield from _matched(old, new, part.start, part.first)


def _matched(old: Sequence[str], new: Sequence[str], start: int, first: int) -> Iterator[_Part]:
    """The parts of two rows of pieces, which begin at `start` in the text of now and at `first` in that of before."""
    for kind, low, high, new_low, new_high in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        pairs = [("".join(old[low:high]), "".join(new[new_low:new_high]))]
        if high - low == new_high - new_low:
            pairs = list(zip(old[low:high], new[new_low:new_high], strict=True))
        for was, words in pairs:
            yield _Part(start, start + len(words), first, first + len(was), kind == "equal")
            start, first = start + len(words), first + len(was)
