"""Which way a text is written."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import islice

_LOOKED_AT = 200


def runs_right_to_left(text: str) -> bool:
    """The direction of the first strong character (Unicode bidirectional algorithm, rules P2 and P3)."""
    for char in text:
        kind = unicodedata.bidirectional(char)
        if kind in ("R", "AL"):
            return True
        if kind == "L":
            return False
    return False


def isolated(text: str) -> str:
    """Text to be put into a line of other words: where it holds right-to-left letters, marked off so that it does not turn
    around dates and names beside it (first strong isolate, U+2068, to U+2069)."""
    return f"\u2068{text}\u2069" if any(unicodedata.bidirectional(char) in ("R", "AL") for char in text) else text


def mostly_right_to_left(texts: Iterable[str]) -> bool:
    """Whether most of the first texts run from right to left."""
    found = [runs_right_to_left(text) for text in islice(texts, _LOOKED_AT)]
    return sum(found) * 2 > len(found)
