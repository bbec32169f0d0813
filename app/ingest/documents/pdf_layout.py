"""Map the characters of a document that was read from a PDF to their boxes on the pages.

The text is built exactly as `read_pdf` builds it, so an offset of the document identifies a character and nothing is searched for.
A hyphen that was removed when lines were joined has no offset and is outside the boxes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from app.domain.pages import Box
from app.domain.progress import CancelToken, Progress
from app.ingest.documents.pdf import SOFT_HYPHEN, PdfParagraph, paragraphs
from app.ingest.documents.pdf_furniture import remove_furniture
from app.ingest.documents.pdf_lines import Line, lines_of_pages
from app.ingest.documents.plain_text import draft_of_paragraphs

_DECIMALS = 2
_MAX_GAP = 0.5


@dataclass(frozen=True, slots=True)
class _Piece:
    """Characters of one line, from offset `start` of the text. `char_indexes` are their indexes in the line."""

    start: int
    page: int
    line: Line
    char_indexes: tuple[int, ...]


class PdfLayout:
    """The text of the document, and the boxes of any part of it."""

    def __init__(self, text: str, pieces: Sequence[_Piece]) -> None:
        self.text = text
        self._pieces = pieces
        self._starts = [piece.start for piece in pieces]

    def boxes(self, start: int, end: int) -> tuple[Box, ...]:
        """Return the boxes of `text[start:end]` in reading order: one a line, or more if other words are in between."""
        boxes: list[Box] = []
        for index in range(max(0, bisect_right(self._starts, start) - 1), bisect_right(self._starts, max(start, end - 1))):
            piece = self._pieces[index]
            letters = piece.char_indexes[max(0, start - piece.start) : max(0, end - piece.start)]
            for box in _boxes(piece.page, piece.line, letters):
                if boxes and _are_one_line(boxes[-1], box):
                    box = _union(boxes.pop(), box)  # noqa: PLW2901 - both are merged into one
                boxes.append(box)
        return tuple(boxes)


def read_layout(opened: Any, *, cancel: CancelToken, progress: Progress) -> PdfLayout:
    """Return the layout of an opened PDF. Raises InputError `document-damaged`."""
    return layout_of(list(lines_of_pages(opened, with_boxes=True, cancel=cancel, progress=progress)), cancel=cancel)


def layout_of(pages: Sequence[Sequence[Line]], *, cancel: CancelToken) -> PdfLayout:
    """Return the layout of pages whose lines have character boxes."""
    pages, _ = remove_furniture(pages)
    gathered = [paragraph for paragraph in paragraphs(pages, cancel) if paragraph.paragraph().text.strip()]
    # The same functions build the document, so that both texts are equal.
    draft = draft_of_paragraphs([paragraph.paragraph() for paragraph in gathered], kind="pdf", cancel=cancel)
    pieces: list[_Piece] = []
    start = 0
    for paragraph in gathered:
        pieces.extend(_pieces(paragraph, start, pages))
        start += len(paragraph.paragraph().text.rstrip()) + 1
    return PdfLayout(draft.text, pieces)


def _pieces(gathered: PdfParagraph, start: int, pages: Sequence[Sequence[Line]]) -> Iterator[_Piece]:
    """Yield the pieces of a paragraph that begins at offset `start`. Soft hyphens are no part of the text."""
    ends = [offset for offset, _, _ in gathered.line_starts[1:]] + [len(gathered.text)]
    offset = start
    before = 0
    for (begin, page, number), end in zip(gathered.line_starts, ends, strict=True):
        # The document's text has no soft hyphens.
        offset += sum(char != SOFT_HYPHEN for char in gathered.text[before:begin])
        line = pages[page - 1][number]
        letters = tuple(index for index, char in enumerate(line.text[: end - begin]) if char != SOFT_HYPHEN)
        yield _Piece(offset, page, line, letters)
        before = begin


def _boxes(page: int, line: Line, letters: Sequence[int]) -> Iterator[Box]:
    """Yield the boxes of these characters of a line.

    There are several boxes if other characters of the line are in between, as in lines that mix both directions of writing.
    """
    inked = [index for index, char in enumerate(line.text) if not char.isspace() and char != SOFT_HYPHEN]
    letter_set, middles = set(letters), _character_centres(line)
    visible = sorted((index for index in inked if index in letter_set), key=middles.__getitem__)
    if not visible:
        return
    first, last = middles[visible[0]], middles[visible[-1]]
    between = [middles[index] for index in inked if index not in letter_set and first < middles[index] < last]
    groups = [[visible[0]]]
    for before, index in pairwise(visible):
        if between and any(middles[before] < middle < middles[index] for middle in between):
            groups.append([])
        groups[-1].append(index)
    for group in groups:
        yield _bounding_box(page, line, group)


def _character_centres(line: Line) -> list[float]:
    """Return the centre of each character along the line's direction, in points."""
    # In vertical lines the characters follow each other from top to bottom.
    low, high = (0, 2) if line.right - line.left >= line.bottom - line.top else (1, 3)
    return [(before + after) / 2 for before, after in zip(line.char_boxes[low::4], line.char_boxes[high::4], strict=True)]


def _are_one_line(first: Box, second: Box) -> bool:
    """Return True if two boxes are halves of one line. PDF programs split lines where the direction of writing changes."""
    height = max(first.bottom - first.top, second.bottom - second.top)
    shared = min(first.bottom, second.bottom) - max(first.top, second.top)
    gap = max(first.left, second.left) - min(first.right, second.right)
    return first.page == second.page and shared > 0.8 * height and gap < _MAX_GAP * height


def _union(first: Box, second: Box) -> Box:
    left, top = min(first.left, second.left), min(first.top, second.top)
    return Box(first.page, left, top, max(first.right, second.right), max(first.bottom, second.bottom))


def _bounding_box(page: int, line: Line, letters: Sequence[int]) -> Box:
    lefts, tops, rights, bottoms = (tuple(line.char_boxes[4 * index + side] for index in letters) for side in range(4))
    return Box(
        page,
        round(min(lefts), _DECIMALS),
        round(min(tops), _DECIMALS),
        round(max(rights), _DECIMALS),
        round(max(bottoms), _DECIMALS),
    )
