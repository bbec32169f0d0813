"""Columns of running text that a PDF writes row by row, put in the order in which they are read: one column after the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import regex

from app.ingest.documents.pdf_lines import Line

_ENDED = regex.compile(r"[.!?:;…。！？।؟][\p{Pe}\p{Pf}\"']*$")
_LEAST, _CROSSING, _MIXED, _BROKEN = 4, 0.15, 0.5, 0.25
_NARROW = 0.2
"""The share of a page's text that a column of running text is wide at least."""


def in_reading_order(lines: Sequence[Line]) -> list[Line]:
    """The lines of a page; where two columns of sentences are written row by row, the left one before the right one.

    A headline that crosses both parts what is above it from what is below. Tables, whose cells are no broken sentences, stay.
    """
    gutter = _gutter(lines)
    if gutter is None:
        return list(lines)
    left, right = [line for line in lines if line.right <= gutter], [line for line in lines if line.left >= gutter]
    if not (_is_mixed(lines, gutter) and _is_text(left) and _is_text(right)):
        return list(lines)
    crossing = sorted((line for line in lines if line.left < gutter < line.right), key=lambda line: line.top)
    ordered: list[Line] = []
    top = float("-inf")
    for bottom in [*(line.top for line in crossing), float("inf")]:
        for column in (left, right):
            ordered.extend(sorted((line for line in column if top <= line.top < bottom), key=lambda line: line.top))
        ordered.extend(line for line in crossing if line.top == bottom and line not in ordered)
        top = bottom
    return ordered


def _gutter(lines: Sequence[Line]) -> float | None:
    """The middle of the widest gap that hardly a line crosses, with lines on both sides."""
    if len(lines) < 2 * _LEAST:
        return None
    begins = sorted({line.left for line in lines})
    low, high = begins[0], max(line.right for line in lines)
    for begin in begins:
        at = begin - 1.0
        if not low + _NARROW * (high - low) < at < high - _NARROW * (high - low):
            continue
        left, right = sum(line.right <= at for line in lines), sum(line.left >= at for line in lines)
        if min(left, right) >= _LEAST and len(lines) - left - right <= _CROSSING * len(lines):
            return at
    return None


def _is_mixed(lines: Sequence[Line], gutter: float) -> bool:
    """Return True if the lines go to and fro between the columns."""
    sides = [line.left >= gutter for line in lines if not line.left < gutter < line.right]
    changes = sum(before != after for before, after in pairwise(sides))
    return changes >= _MIXED * 2 * min(sum(sides), len(sides) - sum(sides))


def _is_text(column: Sequence[Line]) -> bool:
    """Return True if a column's lines are parts of sentences, as wide as the others."""
    lines = sorted(column, key=lambda line: line.top)
    broken = sum(not _ENDED.search(before.text) and after.text[0].islower() for before, after in pairwise(lines))
    return broken >= _BROKEN * len(lines)
