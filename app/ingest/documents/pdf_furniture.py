"""What belongs to a PDF's pages and not to its text: running heads and feet, numbers of pages and of lines."""

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
_NUMBERS = re.compile(r"\d+|(?<![^\W_])[ivxlc]+(?=\s*$|\s{2,})|^[ivxlc]+(?=\s)")
_DIGITS = re.compile(r"\d+")
_LINE_NUMBER = re.compile(r"\d{1,3}")
_NUMBERED = re.compile(r"(\d{1,3})[ \t\u00a0]{2,}(?=\S)")
_ENDED = regex.compile(r"[.!?:;…。！？।؟][\p{Pe}\p{Pf}\"']*$")
_LEAST, _SHARE, _EDGE_ROWS = 3, 3, 2
_STEADY = 4.0
"""Points by which a head may stand higher or lower on another page."""
_APART = 1.5
"""Leadings that part a head without a page's number from the words."""
_LEADING = 1.3
"""How far apart lines are, in sizes of their letters, on a page that has too few of them to say."""
_LEAST_NUMBERED, _NEARLY_ALL, _BROKEN = 5, 0.8, 0.1


@dataclass(frozen=True, slots=True)
class _Place:
    """A line at the edge of a page, by its number on it; `apart` says that nothing stands close to it."""

    page: int
    number: int
    line: Line
    apart: bool


def without_furniture(pages: Sequence[Sequence[Line]]) -> tuple[list[list[Line]], int]:
    """The pages as they are read, without what belongs to them alone, and how many lines of heads, feet and numbers of pages that are."""
    unnumbered = [_in_order(lines, before) for lines, before in zip(_without_line_numbers(pages), pages, strict=True)]
    gone = _running(unnumbered) if len(pages) >= _LEAST else set()
    kept = [
        [
            line
            for number, line in enumerate(lines)
            if (page, number) not in gone and not (line.margin and _PAGE_NUMBER.fullmatch(line.text))
        ]
        for page, lines in enumerate(unnumbered)
    ]
    return kept, sum(map(len, unnumbered)) - sum(map(len, kept))


def _in_order(lines: Sequence[Line], before: Sequence[Line]) -> list[Line]:
    """The lines in the order of reading, measured again where that is another, or where some have gone."""
    ordered = in_reading_order(lines)
    return ordered if ordered == list(before) else measured(ordered)


def _shape(text: str) -> str:
    return _NUMBERS.sub("#", text.casefold())


def _running(pages: Sequence[Sequence[Line]]) -> set[tuple[int, int]]:
    """Pages and numbers of the lines at the edges of pages that come back, page numbers aside."""
    shapes: dict[str, list[_Place]] = defaultdict(list)
    for page, lines in enumerate(pages):
        for place in _at_edges(page, lines):
            shapes[_shape(place.line.text)].append(place)
    return {(place.page, place.number) for found in shapes.values() for place in _come_back(found, len(pages))}


def _at_edges(page: int, lines: Sequence[Line]) -> Iterator[_Place]:
    """The lines in the margins, and those of the first and last rows."""
    tops = sorted({round(line.top) for line in lines})
    edges = {*tops[:_EDGE_ROWS], *tops[-_EDGE_ROWS:]}
    steps = sorted(after - before for before, after in pairwise(tops))
    for number, line in enumerate(lines):
        if line.margin or round(line.top) in edges:
            near = min((abs(top - line.top) for top in tops if abs(top - line.top) > 1), default=0.0)
            yield _Place(page, number, line, near > _APART * (steps[len(steps) // 2] if len(steps) >= _LEAST else line.size * _LEADING))


def _come_back(found: Sequence[_Place], pages: int) -> list[_Place]:
    """Those of the lines of one form that are heads or feet."""
    inside = [place for place in found if place.line.margin]
    if _often(inside, pages) or _alternate(inside, pages):
        return inside
    middle = sorted(place.line.top for place in found)[len(found) // 2]
    steady = [place for place in found if abs(place.line.top - middle) <= _STEADY and not _ENDED.search(place.line.text)]
    if _often(steady, pages) and (_count_pages(steady) or all(place.apart for place in steady)):
        return steady
    return []


def _often(found: Sequence[_Place], pages: int) -> bool:
    on = len({place.page for place in found})
    return on >= _LEAST and on * _SHARE >= pages


def _alternate(found: Sequence[_Place], pages: int) -> bool:
    """Return True if the lines are on nearly all odd pages, or on nearly all even ones, at one height."""
    on = sorted({place.page for place in found})
    if len(on) < 2 or len({page % 2 for page in on}) > 1:
        return False
    tops = [place.line.top for place in found]
    return max(tops) - min(tops) <= _STEADY and len(on) * 3 >= len(range(on[0] % 2, pages, 2)) * 2


def _count_pages(found: Sequence[_Place]) -> bool:
    """Return True if one of the numbers in the lines rises as the pages do."""
    numbers = [[int(number) for number in _DIGITS.findall(place.line.text)] for place in found]
    return any(
        len({all_of[at] - place.page for all_of, place in zip(numbers, found, strict=True)}) == 1 for at in range(min(map(len, numbers)))
    )


def _without_line_numbers(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """The pages without the numbers of their lines, where nearly all lines have one and some go on with a sentence."""
    apart = [_number_column(lines) for lines in pages]
    if _are_line_numbers([[lines[number] for number in column] for lines, column in zip(pages, apart, strict=True)], pages):
        return [[line for number, line in enumerate(lines) if number not in column] for lines, column in zip(pages, apart, strict=True)]
    inside = [[(line, found) for line in lines if (found := _NUMBERED.match(line.text))] for lines in pages]
    if _rise([[int(found[1]) for _, found in lines] for lines in inside]) and _go_on(
        [line.text[found.end() :] for lines in inside for line, found in lines]
    ):
        written = sum(len(lines) for lines in pages)
        if sum(map(len, inside)) >= _NEARLY_ALL * written:
            return [[_unnumbered(line) for line in lines] for lines in pages]
    return [list(lines) for lines in pages]


def _number_column(lines: Sequence[Line]) -> frozenset[int]:
    """The lines of a page that are numbers alone in one column left or right of all other words."""
    numbers = [number for number, line in enumerate(lines) if _LINE_NUMBER.fullmatch(line.text)]
    if not numbers:
        return frozenset()
    rights = Counter(round(lines[number].right / 4) for number in numbers)
    right = rights.most_common(1)[0][0]
    column = [number for number in numbers if abs(round(lines[number].right / 4) - right) <= 1]
    others = [
        line for number, line in enumerate(lines) if number not in column and not line.margin and not _LINE_NUMBER.fullmatch(line.text)
    ]
    low, high = min(lines[number].left for number in column), max(lines[number].right for number in column)
    beside = all(line.left >= high for line in others) or all(line.right <= low for line in others)
    return frozenset(column) if beside and others else frozenset()


def _are_line_numbers(columns: Sequence[Sequence[Line]], pages: Sequence[Sequence[Line]]) -> bool:
    texts = [line.text for lines in pages for line in lines if not _LINE_NUMBER.fullmatch(line.text) and not line.margin]
    return _rise([[int(line.text) for line in sorted(column, key=lambda line: line.top)] for column in columns]) and _go_on(texts)


def _rise(columns: Sequence[Sequence[int]]) -> bool:
    """Return True if numbers rise by one, or by five, down the pages."""
    steps = [after - before for column in columns for before, after in pairwise(column)]
    step = 5 if steps and steps[0] == 5 else 1
    count = sum(map(len, columns))
    return count >= (_LEAST_NUMBERED if step == 1 else _LEAST) and sum(each == step for each in steps) >= _NEARLY_ALL * len(steps) > 0


def _go_on(texts: Sequence[str]) -> bool:
    broken = sum(not _ENDED.search(before) and (after[0].islower() or after[0].isdigit()) for before, after in pairwise(texts))
    return broken >= _BROKEN * len(texts)


def _unnumbered(line: Line) -> Line:
    """The line without the number that it begins with."""
    found = _NUMBERED.match(line.text)
    if not found:
        return line
    places = line.places[4 * found.end() :]
    return replace(line, text=line.text[found.end() :], places=places, left=places[0] if places else line.left)
