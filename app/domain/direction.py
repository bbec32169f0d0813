"""Writing direction of texts."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import islice

_LOOKED_AT = 200


def runs_right_to_left(text: str) -> bool:
    """Return True if the first strong character is right-to-left (Unicode bidirectional algorithm, rules P2 and P3)."""
    for char in text:
        kind = unicodedata.bidirectional(char)
        if kind in ("R", "AL"):
            return True
        if kind == "L":
            return False
    return False


def isolated(text: str) -> str:
    """Return the text for use inside another line. Text with right-to-left letters is wrapped in a first strong isolate (U+2068,
    U+2069), so that it does not reorder adjacent dates and names."""
    return f"\u2068{text}\u2069" if any(unicodedata.bidirectional(char) in ("R", "AL") for char in text) else text


def mostly_right_to_left(texts: Iterable[str]) -> bool:
    """Return True if most of the first texts run from right to left."""
    directions = [runs_right_to_left(text) for text in islice(texts, _LOOKED_AT)]
    return sum(directions) * 2 > len(directions)
