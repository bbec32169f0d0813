"""Remove page furniture from PDFs: running heads and feet, page numbers and line numbers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import regex

from app.ingest.documents.pdf_columns import in_reading_order
from app.ingest.documents.pdf_lines import Line, measured

_PAGE_NUMBER = re.compile(
    r"\W*(?:(?:page|seite|página|pagina|p\.?|s\.?)\s*)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:/|of|von|de|sur|di)\s*\d{1,4})?\W*", re.IGNORECASE
)
# Page numbers, Roman ones at the edges of the line only, where they are not words.
_NUMBERS = re.compile(r"\d+|(?<![^\W_])[ivxlc]+(?=\s*$|\s{2,})|^[ivxlc]+(?=\s)")
_DIGITS = re.compile(r"\d+")
_LINE_NUMBER = re.compile(r"\d{1,3}")
_NUMBERED = re.compile(r"(\d{1,3})[ \t\u00a0]{2,}(?=\S)")
_SENTENCE_END = regex.compile(r"[.!?:;…。！？।؟][\p{Pe}\p{Pf}\"']*$")
_MIN_PAGES, _MAX_PAGES_APART, _EDGE_ROWS = 3, 3, 2
# Points by which the height of a running head may vary between pages.
_MAX_HEIGHT_CHANGE = 4.0
# Distance from the text, in leadings, of a running head without a page number.
_MIN_DISTANCE = 1.5
# Distance of lines in type sizes, for pages with too few lines to measure it.
_DEFAULT_LEADING = 1.3
_MIN_NUMBERED, _NEARLY_ALL, _MIN_BROKEN = 5, 0.8, 0.1


@dataclass(frozen=True, slots=True)
class _EdgeLine:
    """A line at the edge of a page (0-based index), by its number on the page. `apart` says that no line is close to it."""

    page: int
    number: int
    line: Line
    apart: bool


def remove_furniture(pages: Sequence[Sequence[Line]]) -> tuple[list[list[Line]], int]:
    """Return the pages in reading order without furniture, and the number of removed heads, feet and page numbers."""
    unnumbered = [_in_order(lines, before) for lines, before in zip(_without_line_numbers(pages), pages, strict=True)]
    # On fewer pages nothing recurs often enough.
    removed = _recurring_lines(unnumbered) if len(pages) >= _MIN_PAGES else set()
    body_pages = [
        [
            line
            for number, line in enumerate(lines)
            if (page, number) not in removed and not (line.in_margin and _PAGE_NUMBER.fullmatch(line.text))
        ]
        for page, lines in enumerate(unnumbered)
    ]
    return body_pages, sum(map(len, unnumbered)) - sum(map(len, body_pages))


def _in_order(lines: Sequence[Line], before: Sequence[Line]) -> list[Line]:
    """Return the lines in reading order, measured again if the order changed or lines were removed."""
    ordered = in_reading_order(lines)
    return ordered if ordered == list(before) else measured(ordered)


def _shape(text: str) -> str:
    return _NUMBERS.sub("#", text.casefold())


def _recurring_lines(pages: Sequence[Sequence[Line]]) -> set[tuple[int, int]]:
    """Return (page, line number) of the lines at page edges that recur, ignoring page numbers."""
    shapes: dict[str, list[_EdgeLine]] = defaultdict(list)
    for page, lines in enumerate(pages):
        for edge_line in _at_edges(page, lines):
            shapes[_shape(edge_line.line.text)].append(edge_line)
    return {(edge_line.page, edge_line.number) for group in shapes.values() for edge_line in _running_heads(group, len(pages))}


def _at_edges(page: int, lines: Sequence[Line]) -> Iterator[_EdgeLine]:
    """Yield the lines in the margins, and those of the first and last rows."""
    tops = sorted({round(line.top) for line in lines})
    edges = {*tops[:_EDGE_ROWS], *tops[-_EDGE_ROWS:]}
    steps = sorted(after - before for before, after in pairwise(tops))
    for number, line in enumerate(lines):
        if line.in_margin or round(line.top) in edges:
            gap = min((abs(top - line.top) for top in tops if abs(top - line.top) > 1), default=0.0)
            yield _EdgeLine(
                page,
                number,
                line,
                gap > _MIN_DISTANCE * (steps[len(steps) // 2] if len(steps) >= _MIN_PAGES else line.size * _DEFAULT_LEADING),
            )


def _running_heads(edge_lines: Sequence[_EdgeLine], pages: int) -> list[_EdgeLine]:
    """Return the lines that are running heads or feet, among lines of one shape."""
    # Lines in the margin only have to recur; others must also have a steady height and stand apart or count pages.
    inside = [edge_line for edge_line in edge_lines if edge_line.line.in_margin]
    if _recurs(inside, pages) or _alternates(inside, pages):
        return inside
    middle = sorted(edge_line.line.top for edge_line in edge_lines)[len(edge_lines) // 2]
    steady = [
        edge_line
        for edge_line in edge_lines
        if abs(edge_line.line.top - middle) <= _MAX_HEIGHT_CHANGE and not _SENTENCE_END.search(edge_line.line.text)
    ]
    if _recurs(steady, pages) and (_count_pages(steady) or all(edge_line.apart for edge_line in steady)):
        return steady
    return []


def _recurs(edge_lines: Sequence[_EdgeLine], pages: int) -> bool:
    page_count = len({edge_line.page for edge_line in edge_lines})
    return page_count >= _MIN_PAGES and page_count * _MAX_PAGES_APART >= pages


def _alternates(edge_lines: Sequence[_EdgeLine], pages: int) -> bool:
    """Return True if the lines are on nearly all odd pages, or on nearly all even ones, at one height."""
    # Books have different heads on left and right pages.
    on = sorted({edge_line.page for edge_line in edge_lines})
    if len(on) < 2 or len({page % 2 for page in on}) > 1:
        return False
    tops = [edge_line.line.top for edge_line in edge_lines]
    return max(tops) - min(tops) <= _MAX_HEIGHT_CHANGE and len(on) * 3 >= len(range(on[0] % 2, pages, 2)) * 2


def _count_pages(edge_lines: Sequence[_EdgeLine]) -> bool:
    """Return True if a number in the lines increases with the page."""
    numbers = [[int(number) for number in _DIGITS.findall(edge_line.line.text)] for edge_line in edge_lines]
    return any(
        len({line_numbers[column] - edge_line.page for line_numbers, edge_line in zip(numbers, edge_lines, strict=True)}) == 1
        for column in range(min(map(len, numbers)))
    )


def _without_line_numbers(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """Remove line numbers, if nearly all lines have one and some lines break off within a sentence."""
    apart = [_number_column(lines) for lines in pages]
    if _are_line_numbers([[lines[number] for number in column] for lines, column in zip(pages, apart, strict=True)], pages):
        return [[line for number, line in enumerate(lines) if number not in column] for lines, column in zip(pages, apart, strict=True)]
    inside = [[(line, match) for line in lines if (match := _NUMBERED.match(line.text))] for lines in pages]
    if _are_consecutive([[int(match[1]) for _, match in lines] for lines in inside]) and _break_off(
        [line.text[match.end() :] for lines in inside for line, match in lines]
    ):
        line_count = sum(len(lines) for lines in pages)
        if sum(map(len, inside)) >= _NEARLY_ALL * line_count:
            return [[_without_number(line) for line in lines] for lines in pages]
    return [list(lines) for lines in pages]


def _number_column(lines: Sequence[Line]) -> frozenset[int]:
    """Return the indexes of lines that are only numbers, in one column left or right of all text."""
    numbers = [number for number, line in enumerate(lines) if _LINE_NUMBER.fullmatch(line.text)]
    if not numbers:
        return frozenset()
    # Line numbers are right-aligned, so their right edges form a column; four points allow for rounding.
    rights = Counter(round(lines[number].right / 4) for number in numbers)
    right = rights.most_common(1)[0][0]
    column = [number for number in numbers if abs(round(lines[number].right / 4) - right) <= 1]
    body_lines = [
        line for number, line in enumerate(lines) if number not in column and not line.in_margin and not _LINE_NUMBER.fullmatch(line.text)
    ]
    low, high = min(lines[number].left for number in column), max(lines[number].right for number in column)
    beside = all(line.left >= high for line in body_lines) or all(line.right <= low for line in body_lines)
    return frozenset(column) if beside and body_lines else frozenset()


def _are_line_numbers(columns: Sequence[Sequence[Line]], pages: Sequence[Sequence[Line]]) -> bool:
    texts = [line.text for lines in pages for line in lines if not _LINE_NUMBER.fullmatch(line.text) and not line.in_margin]
    return _are_consecutive([[int(line.text) for line in sorted(column, key=lambda line: line.top)] for column in columns]) and _break_off(
        texts
    )


def _are_consecutive(columns: Sequence[Sequence[int]]) -> bool:
    """Return True if the numbers increase by one, or by five, down the pages."""
    steps = [after - before for column in columns for before, after in pairwise(column)]
    # Some documents number only every fifth line.
    step = 5 if steps and steps[0] == 5 else 1
    count = sum(map(len, columns))
    return count >= (_MIN_NUMBERED if step == 1 else _MIN_PAGES) and sum(change == step for change in steps) >= _NEARLY_ALL * len(steps) > 0


def _break_off(texts: Sequence[str]) -> bool:
    # A numbered list has complete sentences; numbered lines break off within them.
    broken = sum(not _SENTENCE_END.search(before) and (after[0].islower() or after[0].isdigit()) for before, after in pairwise(texts))
    return broken >= _MIN_BROKEN * len(texts)


def _without_number(line: Line) -> Line:
    """Remove the number at the beginning of a line."""
    match = _NUMBERED.match(line.text)
    if not match:
        return line
    char_boxes = line.char_boxes[4 * match.end() :]
    return replace(line, text=line.text[match.end() :], char_boxes=char_boxes, left=char_boxes[0] if char_boxes else line.left)
