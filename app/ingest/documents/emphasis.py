"""Markers around bold, underlined or heading text that readers put into a string, and their removal."""

from __future__ import annotations

import re

# Noncharacters of Unicode, which no valid text contains.
OPEN, CLOSE = "\ufdd0", "\ufdd1"
_MARK = re.compile(f"[{OPEN}{CLOSE}]")
_SPACE_WITHIN = re.compile(rf"{OPEN}(\s+)|(\s+){CLOSE}")
_CLOSED_AND_REOPENED = re.compile(rf"{CLOSE}(\s*){OPEN}")


def spaces_outside_marks(text: str) -> str:
    """Move spaces at the inner edges of marked text outside the markers."""
    if OPEN not in text:
        return text
    return _SPACE_WITHIN.sub(lambda match: f"{match[1]}{OPEN}" if match[1] else f"{CLOSE}{match[2]}", text)


def without_marks(text: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the text without markers, and the (start, end) of each marked span.

    Spans separated only by spaces are merged.
    """
    if OPEN not in text and CLOSE not in text:
        return text, ()
    # A bold name is often set in several runs: two marked spans with only a space between them are one.
    text = _CLOSED_AND_REOPENED.sub(r"\1", text)
    marks, parts, depth, mark_start, position, length = list[tuple[int, int]](), list[str](), 0, 0, 0, 0
    for match in _MARK.finditer(text):
        parts.append(text[position : match.start()])
        length += match.start() - position
        position = match.end()
        if match[0] == OPEN:
            mark_start = length if not depth else mark_start
            depth += 1
        elif depth:
            depth -= 1
            if not depth and length > mark_start:
                marks.append((mark_start, length))
    parts.append(text[position:])
    # A marker that was never closed reaches to the end.
    if depth and length + len(parts[-1]) > mark_start:
        marks.append((mark_start, length + len(parts[-1])))
    return "".join(parts), tuple(marks)
