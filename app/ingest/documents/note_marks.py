"""Marks of footnotes that lost their raised place: digits that stick to the full stop before them ("since 2016.1 It fell.2 Taxes …")."""

from __future__ import annotations

import re

import regex

_GLUED = re.compile(r"[.!?][\"”’»)]*(\d{1,3})(?=\s|$)")
_BEFORE = regex.compile(r"(?r)(?:[\p{L}\p{M}]+|\d+|[%°)])")
_BEGINS = regex.compile(r"\s+[\"“„«(]?[\p{Lu}\p{Lo}]|\s*(?:\n|$)")
_LOOK = 40
_LEAST, _WORD = 2, 4
"""Marks that a text must have, and letters of the word before a mark that stands alone."""


def glued_marks(text: str) -> list[tuple[int, int]]:
    """(start, end) of the digits that are marks: numbers behind full stops that count from one, some of them behind words.

    One alone counts behind a word of four letters or more; behind a figure it may be a decimal.
    """
    last, marks, words = 0, list[tuple[int, int]](), list[str]()
    for found in _GLUED.finditer(text):
        before = _BEFORE.match(text, max(0, found.start() - _LOOK), found.start())
        if int(found[1]) == last + 1 and before and _BEGINS.match(text, found.end()):
            last += 1
            marks.append(found.span(1))
            words.extend([before[0]] if before[0][0].islower() or not before[0][0].isalnum() else [])
    alone = len(marks) == 1 and len(words) == 1 and len(words[0]) >= _WORD
    return marks if alone or (len(marks) >= _LEAST and words) else []
