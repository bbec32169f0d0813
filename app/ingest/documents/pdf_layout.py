"""Where every character of a document that was read from a PDF stands on its pages.

The text is put together exactly as `read_pdf` does it, so that an offset of the document is the place of a character and
nothing is searched for. A hyphen that joining the lines took away has no offset, and lies outside the boxes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from app.domain.pages import Box
from app.domain.progress import CancelToken, Progress
from app.ingest.documents.pdf import SOFT_HYPHEN, Gathered, paragraphs
from app.ingest.documents.pdf_furniture import without_furniture
from app.ingest.documents.pdf_lines import Line, lines_of_pages
from app.ingest.documents.plain import draft_of_paragraphs

_PRECISION = 2
_SPACE = 0.5


@dataclass(frozen=True, slots=True)
class _Piece:
    """Characters of one line that stand in the text from `start` on: `letters` are their numbers in the line."""

    start: int
    page: int
    line: Line
    letters: tuple[int, ...]


class PdfLayout:
    """The text of the document, and the boxes of any part of it."""

    def __init__(self, text: str, pieces: Sequence[_Piece]) -> None:
        self.text = text
        self._pieces = pieces
        self._starts = [piece.start for piece in pieces]

    def boxes(self, start: int, end: int) -> tuple[Box, ...]:
        """One box a line (more where other words stand between) of `text[start:end]`, in reading order."""
        found: list[Box] = []
        for place in range(max(0, bisect_right(self._starts, start) - 1), bisect_right(self._starts, max(start, end - 1))):
            piece = self._pieces[place]
            letters = piece.letters[max(0, start - piece.start) : max(0, end - piece.start)]
            for box in _boxes(piece.page, piece.line, letters):
                if found and _beside(found[-1], box):
                    box = _both(found.pop(), box)  # noqa: PLW2901 - the two are one from here on
                found.append(box)
        return tuple(found)


def read_layout(opened: Any, *, cancel: CancelToken, progress: Progress) -> PdfLayout:
    """The layout of an opened PDF. Raises InputError `document-damaged`."""
    return layout_of(list(lines_of_pages(opened, placed=True, cancel=cancel, progress=progress)), cancel=cancel)


def layout_of(pages: Sequence[Sequence[Line]], *, cancel: CancelToken) -> PdfLayout:
    """The layout of pages whose lines know the places of their letters."""
    pages, _ = without_furniture(pages)
    gathered = [each for each in paragraphs(pages, cancel) if each.paragraph().text.strip()]
    draft = draft_of_paragraphs([each.paragraph() for each in gathered], kind="pdf", cancel=cancel)
    pieces: list[_Piece] = []
    start = 0
    for each in gathered:
        pieces.extend(_pieces(each, start, pages))
        start += len(each.paragraph().text.rstrip()) + 1
    return PdfLayout(draft.text, pieces)


def _pieces(gathered: Gathered, start: int, pages: Sequence[Sequence[Line]]) -> Iterator[_Piece]:
    """The pieces of a paragraph that begins at `start` of the text; soft hyphens have gone from it."""
    ends = [offset for offset, _, _ in gathered.begins[1:]] + [len(gathered.text)]
    offset = start
    before = 0
    for (begin, page, number), end in zip(gathered.begins, ends, strict=True):
        offset += sum(char != SOFT_HYPHEN for char in gathered.text[before:begin])
        line = pages[page - 1][number]
        letters = tuple(place for place, char in enumerate(line.text[: end - begin]) if char != SOFT_HYPHEN)
        yield _Piece(offset, page, line, letters)
        before = begin


def _boxes(page: int, line: Line, letters: Sequence[int]) -> Iterator[Box]:
    """One box around these letters; several where letters of the line that are not among them stand in between, as they may
    where a line reads both ways."""
    inked = [place for place, char in enumerate(line.text) if not char.isspace() and char != SOFT_HYPHEN]
    wanted, middles = set(letters), _middles(line)
    shown = sorted((place for place in inked if place in wanted), key=middles.__getitem__)
    if not shown:
        return
    first, last = middles[shown[0]], middles[shown[-1]]
    between = [middles[place] for place in inked if place not in wanted and first < middles[place] < last]
    groups = [[shown[0]]]
    for before, place in pairwise(shown):
        if between and any(middles[before] < middle < middles[place] for middle in between):
            groups.append([])
        groups[-1].append(place)
    for group in groups:
        yield _around(page, line, group)


def _middles(line: Line) -> list[float]:
    """Where each letter stands along its line."""
    low, high = (0, 2) if line.right - line.left >= line.bottom - line.top else (1, 3)
    return [(before + after) / 2 for before, after in zip(line.places[low::4], line.places[high::4], strict=True)]


def _beside(first: Box, second: Box) -> bool:
    """Whether two boxes are the halves of one line, which PDF programs cut where the direction of writing changes."""
    height = max(first.bottom - first.top, second.bottom - second.top)
    shared = min(first.bottom, second.bottom) - max(first.top, second.top)
    gap = max(first.left, second.left) - min(first.right, second.right)
    return first.page == second.page and shared > 0.8 * height and gap < _SPACE * height


def _both(first: Box, second: Box) -> Box:
    left, top = min(first.left, second.left), min(first.top, second.top)
    return Box(first.page, left, top, max(first.right, second.right), max(first.bottom, second.bottom))


def _around(page: int, line: Line, shown: Sequence[int]) -> Box:
    lefts, tops, rights, bottoms = (tuple(line.places[4 * place + side] for place in shown) for side in range(4))
    return Box(
        page,
        round(min(lefts), _PRECISION),
        round(min(tops), _PRECISION),
        round(max(rights), _PRECISION),
        round(max(bottoms), _PRECISION),
    )
