"""Marks that a reader leaves in a text where something is set in bold, underlined or as a heading, and their places without them."""

from __future__ import annotations

import re

OPEN, CLOSE = "\ufdd0", "\ufdd1"
"""Unicode's noncharacters, which no text may hold."""
_MARK = re.compile(f"[{OPEN}{CLOSE}]")
_SPACE_WITHIN = re.compile(rf"{OPEN}(\s+)|(\s+){CLOSE}")
_OVER_NOTHING = re.compile(rf"{CLOSE}(\s*){OPEN}")


def settled(text: str) -> str:
    """The text with spaces at the edges of what is marked put outside the marks."""
    if OPEN not in text:
        return text
    return _SPACE_WITHIN.sub(lambda found: f"{found[1]}{OPEN}" if found[1] else f"{CLOSE}{found[2]}", text)


def without_marks(text: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The text without its marks, and (start, end) of what stood between them; marks that nothing but space divides are one."""
    if OPEN not in text and CLOSE not in text:
        return text, ()
    text = _OVER_NOTHING.sub(r"\1", text)
    marks, parts, depth, begun, place, length = list[tuple[int, int]](), list[str](), 0, 0, 0, 0
    for found in _MARK.finditer(text):
        parts.append(text[place : found.start()])
        length += found.start() - place
        place = found.end()
        if found[0] == OPEN:
            begun = length if not depth else begun
            depth += 1
        elif depth:
            depth -= 1
            if not depth and length > begun:
                marks.append((begun, length))
    parts.append(text[place:])
    if depth and length + len(parts[-1]) > begun:
        marks.append((begun, length + len(parts[-1])))
    return "".join(parts), tuple(marks)
