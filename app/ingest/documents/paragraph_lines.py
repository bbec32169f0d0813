"""Layout of lines: which begin a paragraph, and how much of each is emphasised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from app.ingest.documents.draft import Paragraph
from app.ingest.documents.label_candidates import Line

_SENTENCE_ENDS = '.!?:…"”»)]'
_MIN_INDENTED = 3
_MIN_WRAP_WIDTH, MAX_WRAP_WIDTH = 40, 130


def wrap_width(lines: Sequence[str]) -> int:
    """Return the width in characters at which lines were wrapped; 0 if each line is a paragraph."""
    lengths = sorted(len(line) for line, after in pairwise(lines) if line.strip() and after.strip())
    if len(lengths) < 2:
        return 0
    # A percentile, since single long lines may not be wrapped.
    width = lengths[int(len(lengths) * 0.9)]
    full_count = sum(length > width * 0.75 for length in lengths)
    return width if _MIN_WRAP_WIDTH <= width <= MAX_WRAP_WIDTH and full_count * 10 >= len(lengths) * 6 else 0


def set_lines(text: str) -> list[Line]:
    """Return the lines of plain text with their layout.

    A line after a blank line begins a paragraph. Without blank lines, every line does, unless lines were wrapped.
    """
    lines = text.split("\n")
    apart = any(
        before.strip() and not line.strip() and after.strip() for before, line, after in zip(lines, lines[1:], lines[2:], strict=False)
    )
    # Without blank lines and wrapping, each line is a paragraph.
    every = not apart and not wrap_width(lines)
    return [Line(line, every or not number or _starts_paragraph(lines[number - 1], line)) for number, line in enumerate(lines)]


def unwrapped(text: str) -> list[str]:
    """Return the paragraphs of a text with its wrapped lines joined."""
    parts = list[str]()
    lines = set_lines(text)
    indented = is_indented(lines)
    wide = wrap_width([line.text for line in lines])
    for line in lines:
        if line.text.strip() and parts and not line.starts_paragraph and (wide or indented):
            parts[-1] += " " + line.text.strip()
        elif line.text.strip():
            parts.append(line.text.strip())
    return parts


def is_indented(lines: Sequence[Line]) -> bool:
    """Return True if the first lines of paragraphs are indented."""
    nonblank = [line.text for line in lines if line.text.strip()]
    indented_count = sum(line[0].isspace() for line in nonblank)
    return _MIN_INDENTED <= indented_count < len(nonblank)


def _starts_paragraph(before: str, line: str) -> bool:
    """Return True if a line begins a paragraph: nothing above, a deeper indent than above or, if indented, after a sentence's end."""
    if not before.strip():
        return True
    indented = len(line) - len(line.lstrip())
    return indented > 0 and (indented > len(before) - len(before.lstrip()) or before.rstrip()[-1] in _SENTENCE_ENDS)


def lines_of(paragraphs: Sequence[Paragraph]) -> Iterator[Line]:
    """Yield the lines of laid-out paragraphs with their leading emphasis.

    A line break after the end of a sentence begins another paragraph.
    """
    for paragraph in paragraphs:
        start, opens = 0, True
        for text in paragraph.text.split("\n"):
            first = start + len(text) - len(text.lstrip())
            ends = [end for begin, end in paragraph.emphasis if begin <= first < end]
            yield Line(text, opens, min(len(text), ends[0] - start) if ends else 0, paragraph.names_speaker)
            start, opens = start + len(text) + 1, text.rstrip()[-1:] in _SENTENCE_ENDS
