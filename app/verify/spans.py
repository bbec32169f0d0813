"""The part of a passage that is given as an answer: always its own words, cut at sentences."""

from __future__ import annotations

import re
from itertools import pairwise

from app.ports import Span

WHOLE = 2100
"""Characters: a document of so many or fewer (a post, a statement, a notice) is an answer as a whole."""
_SHORT = 90
"""A passage of so many words or fewer is given as a whole: cutting it saves nobody's time and loses what explains it."""
_LONGEST = 60
_END = re.compile(r"[.!?…][”\"’)\]]*\s+|\n+")


def answer_span(text: str, span: Span | None) -> tuple[int, int]:
    """(start, end) of the answer in the passage: the sentence of what the reader found with its neighbours, or the whole of a short one."""
    low, high = _stripped(text, 0, len(text))
    if span is None or len(text.split()) <= _SHORT:
        return low, high
    bounds = sentence_bounds(text)
    inside = [index for index, (start, end) in enumerate(bounds) if start < span.end and span.start < end]
    if not inside:
        return low, high
    first, last = inside[0], inside[-1]
    while True:
        extended_spans = [(first, last + 1), (first - 1, last)]
        fitting = [
            (start_sentence, end_sentence)
            for start_sentence, end_sentence in extended_spans
            if start_sentence >= 0 and end_sentence < len(bounds) and _words(text, bounds, start_sentence, end_sentence) <= _LONGEST
        ]
        if not fitting:
            return _stripped(text, bounds[first][0], bounds[last][1])
        first, last = fitting[0]


def sentence_bounds(text: str) -> list[tuple[int, int]]:
    """(start, end) of the sentences of a passage, which cover it."""
    cuts = [0, *(end.end() for end in _END.finditer(text)), len(text)]
    return [(start, end) for start, end in pairwise(cuts) if text[start:end].strip()]


def _words(text: str, bounds: list[tuple[int, int]], first: int, last: int) -> int:
    return len(text[bounds[first][0] : bounds[last][1]].split())


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    part = text[start:end]
    last = start + len(part.rstrip())
    return min(last, start + len(part) - len(part.lstrip())), last
