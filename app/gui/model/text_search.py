"""Search in a text as readers expect it: "peron" finds "Perón", and the kind of quotation mark or line break makes no difference.

Texts are folded for searching, and offsets of the folded text lead back to code points of the text.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

Span = tuple[int, int]

# Characters that readers type in another way, and that Unicode does not decompose.
_ALIKE = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′", "'"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **{"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe"},
    }
)
# Combining classes of signs that are part of a letter (nuktas, voicing marks, viramas) or vowels of Thai, Lao and Tibetan.
_PARTS_OF_LETTERS = frozenset((7, 8, 9, *range(84, 200)))


class _Folding(dict[int, str]):
    """Table for `str.translate` that is filled as characters occur."""

    def __missing__(self, code_point: int) -> str:
        character = chr(code_point)
        folded = " " if character.isspace() else _folded(character)
        self[code_point] = folded
        return folded


def _folded(character: str) -> str:
    """Return a character without case and accents; "" for accents and for what has no width."""
    decomposed = unicodedata.normalize("NFKD", character).casefold()
    letters = "".join(part for part in decomposed if not _is_accent(part) and unicodedata.category(part) != "Cf")
    return letters.translate(_ALIKE)


def _is_accent(character: str) -> bool:
    combining_class = unicodedata.combining(character)
    return combining_class != 0 and combining_class not in _PARTS_OF_LETTERS


_FOLDING = _Folding()


class SearchableText:
    """A text that is searched many times. Folding takes about a tenth of a second for a million characters."""

    def __init__(self, text: str) -> None:
        self._folded = text.translate(_FOLDING)
        self._changes: list[int] = []  # characters whose folded form is not one character
        self._ends: list[int] = []  # where these forms end in the folded text
        self._note_changes(text)

    def find(self, words: str) -> list[Span]:
        """Return the (start, end) code points of each occurrence, none of them overlapping."""
        pattern = " +".join(re.escape(word) for word in words.translate(_FOLDING).split())
        if not pattern:
            return []
        spans = ((self._start(match.start()), self._end(match.end())) for match in re.finditer(pattern, self._folded))
        return list(dict.fromkeys(spans))  # "s" is in "ß" twice

    def _note_changes(self, text: str) -> None:
        odd_characters = "".join(character for character in set(text) if len(_FOLDING[ord(character)]) != 1)
        if not odd_characters:
            return
        growth = 0
        for match in re.finditer(f"[{re.escape(odd_characters)}]", text):
            growth += len(_FOLDING[ord(match.group())]) - 1
            self._changes.append(match.start())
            self._ends.append(match.start() + 1 + growth)

    def _start(self, offset: int) -> int:
        point, following = self._point(offset)
        return min(point, self._changes[following]) if following < len(self._changes) else point

    def _end(self, offset: int) -> int:
        point, following = self._point(offset)
        return min(point, self._changes[following] + 1) if following < len(self._changes) else point

    def _point(self, offset: int) -> tuple[int, int]:
        """Return the code point at an offset of the folded text, and the number of the next change."""
        following = bisect_right(self._ends, offset)
        if not following:
            return offset, 0
        return self._changes[following - 1] + 1 + offset - self._ends[following - 1], following


@dataclass(frozen=True, slots=True)
class Hits:
    """Occurrences in the order of the text; `current` is the number of the one that the reader is at, from 0."""

    spans: Sequence[Span] = ()
    current: int = 0
    _starts: Sequence[int] = field(default=(), repr=False)

    @classmethod
    def of(cls, spans: Sequence[Span], *, near: int) -> Hits:
        """Return these hits, the first one from the code point `near` on being current, else the first of all."""
        starts = [start for start, _ in spans]
        current = bisect_left(starts, near)
        return cls(spans, current if current < len(spans) else 0, starts)

    @property
    def span(self) -> Span | None:
        """The current hit."""
        return self.spans[self.current] if self.spans else None

    def step(self, step: int) -> Hits:
        """Return the hits with the next or previous one as the current one; after the last comes the first."""
        return replace(self, current=(self.current + step) % len(self.spans)) if self.spans else self

    def between(self, start: int, end: int) -> range:
        """Return the numbers of the hits that begin between two code points. One that begins before and reaches in counts."""
        first = bisect_left(self._starts, start)
        if first and self.spans[first - 1][1] > start:
            first -= 1
        return range(first, bisect_left(self._starts, end))
