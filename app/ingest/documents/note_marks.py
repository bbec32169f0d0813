"""Find footnote marks that lost their raised position: digits after a full stop ("since 2016.1 It fell.2 Taxes …")."""

from __future__ import annotations

import re

import regex

_ATTACHED_DIGITS = re.compile(r"[.!?][\"”’»)]*(\d{1,3})(?=\s|$)")
_WORD_BEFORE = regex.compile(r"(?r)(?:[\p{L}\p{M}]+|\d+|[%°)])")
_NEXT_SENTENCE = regex.compile(r"\s+[\"“„«(]?[\p{Lu}\p{Lo}]|\s*(?:\n|$)")
_WINDOW = 40
# Number of marks that a text must have, and letters of the word before a single mark.
_MIN_MARKS, _MIN_WORD_LENGTH = 2, 4


def footnote_marks(text: str) -> list[tuple[int, int]]:
    """Return (start, end) of the digits that are footnote marks: they follow full stops and count from one, some after words.

    A single mark counts only after a word of four letters or more.
    """
    last, marks, words = 0, list[tuple[int, int]](), list[str]()
    for match in _ATTACHED_DIGITS.finditer(text):
        before = _WORD_BEFORE.match(text, max(0, match.start() - _WINDOW), match.start())
        if int(match[1]) == last + 1 and before and _NEXT_SENTENCE.match(text, match.end()):
            last += 1
            marks.append(match.span(1))
            words.extend([before[0]] if before[0][0].islower() or not before[0][0].isalnum() else [])
    # After a figure the digits may be decimals: "2.1".
    alone = len(marks) == 1 and len(words) == 1 and len(words[0]) >= _MIN_WORD_LENGTH
    return marks if alone or (len(marks) >= _MIN_MARKS and words) else []
