"""Restore the reading order of columns that a PDF stores row by row: one column after the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import regex

from app.ingest.documents.pdf_lines import Line

_SENTENCE_END = regex.compile(r"[.!?:;…。！？।؟][\p{Pe}\p{Pf}\"']*$")
_MIN_LINES, _MAX_CROSSING, _MIN_ALTERNATING, _MIN_BROKEN = 4, 0.15, 0.5, 0.25
# Smallest width of a column of running text, as a share of the page's text.
_MIN_COLUMN_WIDTH = 0.2


def in_reading_order(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a page in reading order: the left column of running text before the right one.

    A headline across both columns separates what is above it from what is below. Tables keep their order, because their cells are
    no broken sentences.
    """
    gutter = _gutter(lines)
    if gutter is None:
        return list(lines)
    left, right = [line for line in lines if line.right <= gutter], [line for line in lines if line.left >= gutter]
    if not (_is_mixed(lines, gutter) and _is_text(left) and _is_text(right)):
        return list(lines)
    # Headlines across both columns divide the page into sections, each read column by column.
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
    """Return the x position of the first gap that hardly a line crosses, with enough lines on both sides; None if there is none."""
    if len(lines) < 2 * _MIN_LINES:
        return None
    begins = sorted({line.left for line in lines})
    low, high = begins[0], max(line.right for line in lines)
    for begin in begins:
        # A column begins at the left edge of some line, so only these positions are candidates.
        position = begin - 1.0
        if not low + _MIN_COLUMN_WIDTH * (high - low) < position < high - _MIN_COLUMN_WIDTH * (high - low):
            continue
        left, right = sum(line.right <= position for line in lines), sum(line.left >= position for line in lines)
        if min(left, right) >= _MIN_LINES and len(lines) - left - right <= _MAX_CROSSING * len(lines):
            return position
    return None


def _is_mixed(lines: Sequence[Line], gutter: float) -> bool:
    """Return True if the lines alternate between the columns."""
    sides = [line.left >= gutter for line in lines if not line.left < gutter < line.right]
    changes = sum(before != after for before, after in pairwise(sides))
    return changes >= _MIN_ALTERNATING * 2 * min(sum(sides), len(sides) - sum(sides))


def _is_text(column: Sequence[Line]) -> bool:
    """Return True if enough lines of a column break off within a sentence."""
    lines = sorted(column, key=lambda line: line.top)
    # Lines of running text break off within sentences; cells of tables do not.
    broken = sum(not _SENTENCE_END.search(before.text) and after.text[0].islower() for before, after in pairwise(lines))
    return broken >= _MIN_BROKEN * len(lines)
