"""Marks of footnotes that lost their raised place: digits that stick to the full stop before them ("since 2016.1 It fell.2 Taxes …")."""

from __future__ import annotations

import regex

_GLUED = regex.compile(
    r"(?P<before>[\p{L}\p{M}]+|\d+|[%°)])[.!?][\"”’»)]*(?P<mark>\d{1,3})(?=\s+[\"“„«(]?[\p{Lu}\p{Lo}]|\s*$)", regex.MULTILINE
)
_LEAST, _WORD = 2, 4
"""Marks that a text must have, and letters of the word before a mark that stands alone."""


def glued_marks(text: str) -> list[tuple[int, int]]:
    """(start, end) of the digits that are marks: numbers behind full stops that count from one, some of them behind words.

    One alone counts behind a word of four letters or more; behind a figure it may be a decimal.
    """
    last, marks = 0, list[regex.Match[str]]()
    for found in _GLUED.finditer(text):
        if int(found["mark"]) == last + 1:
            last += 1
            marks.append(found)
    words = [found["before"] for found in marks if found["before"][0].islower() or not found["before"][0].isalnum()]
    alone = len(marks) == 1 and len(words) == 1 and len(words[0]) >= _WORD
    return [found.span("mark") for found in marks] if alone or (len(marks) >= _LEAST and words) else []
