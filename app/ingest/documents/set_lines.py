"""The lines of a text as they are set: which open a paragraph, and how much of each is set apart from the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from app.ingest.documents.draft import Paragraph
from app.ingest.documents.label_candidates import Line

_SENTENCE_ENDS = '.!?:…"”»)]'
_LEAST_INDENTED = 3
_WRAP_LEAST, WRAP_MOST = 40, 130


def wrap_width(lines: Sequence[str]) -> int:
    """The width at which the lines were wrapped by hand; 0 if each line is a paragraph of its own."""
    followed = sorted(len(line) for line, after in pairwise(lines) if line.strip() and after.strip())
    if len(followed) < 2:
        return 0
    width = followed[int(len(followed) * 0.9)]
    full = sum(length > width * 0.75 for length in followed)
    return width if _WRAP_LEAST <= width <= WRAP_MOST and full * 10 >= len(followed) * 6 else 0


def set_lines(text: str) -> list[Line]:
    """The lines of a plain text: one behind a blank line opens a paragraph; without any blank lines, every one that is not wrapped."""
    lines = text.split("\n")
    apart = any(
        before.strip() and not line.strip() and after.strip() for before, line, after in zip(lines, lines[1:], lines[2:], strict=False)
    )
    every = not apart and not wrap_width(lines)
    return [Line(line, every or not number or _opens(lines[number - 1], line)) for number, line in enumerate(lines)]


def unwrapped(text: str) -> list[str]:
    """The paragraphs of a text that is set by hand: lines that were wrapped are joined."""
    parts = list[str]()
    lines = set_lines(text)
    indented = is_indented(lines)
    wide = wrap_width([line.text for line in lines])
    for line in lines:
        if line.text.strip() and parts and not line.opens and (wide or indented):
            parts[-1] += " " + line.text.strip()
        elif line.text.strip():
            parts.append(line.text.strip())
    return parts


def is_indented(lines: Sequence[Line]) -> bool:
    """Return True if paragraphs are known by their first lines, which stand further right than the others."""
    written = [line.text for line in lines if line.text.strip()]
    right = sum(line[0].isspace() for line in written)
    return _LEAST_INDENTED <= right < len(written)


def _opens(before: str, line: str) -> bool:
    """Whether a line opens a paragraph by what stands above it: nothing, a line further left, or, if indented, the end of a sentence."""
    if not before.strip():
        return True
    indented = len(line) - len(line.lstrip())
    return indented > 0 and (indented > len(before) - len(before.lstrip()) or before.rstrip()[-1] in _SENTENCE_ENDS)


def lines_of(paragraphs: Sequence[Paragraph]) -> Iterator[Line]:
    """The lines of laid-out paragraphs, with the marks that they begin with; behind the end of a sentence, a line break opens one more."""
    for paragraph in paragraphs:
        start, opens = 0, True
        for text in paragraph.text.split("\n"):
            first = start + len(text) - len(text.lstrip())
            ends = [end for begin, end in paragraph.marks if begin <= first < end]
            yield Line(text, opens, min(len(text), ends[0] - start) if ends else 0, paragraph.speaks)
            start, opens = start + len(text) + 1, text.rstrip()[-1:] in _SENTENCE_ENDS
