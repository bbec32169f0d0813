"""Layout of a report's pieces on pages, set by MuPDF: what belongs together stays on one page."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from app.services.reports.blocks import Tick
from app.services.reports.mupdf import silent_mupdf
from app.services.reports.pdf_pieces import Group, Piece

PAPER = (0.0, 0.0, 595.0, 842.0)
LEFT, TOP, RIGHT, BOTTOM = 50.0, 56.0, 545.0, 782.0
_UNBOUNDED = 100_000.0
_SLACK = 0.5
_STYLE = """
body,p,h1,h2,h3,ul,li{margin:0}body{font-family:sans-serif;font-size:10pt;line-height:1.35;color:#1b1f24}
h1{font-size:19pt}h2{font-size:14pt}h3{font-size:10.5pt}ul{margin-left:14pt}
.soft{color:#57606a;font-size:8.5pt}.quote{font-size:11pt}
.false,.mostly-false{color:#a33c00}.true,.mostly-true{color:#00664b}.between{color:#7a5200}.unsettled{color:#57606a}
.who{font-size:8.5pt;font-weight:bold;color:#57606a}.method{font-size:8.5pt}a{color:#0b5cad}li{font-size:8.5pt;color:#57606a}
"""


@dataclass(frozen=True, slots=True)
class Placement:
    """Part of a piece on a page, counted from 0. `area` is (x0, y0, x1, y1) in points from the top left; `links` are the areas of its
    address, one for each line."""

    piece: Piece
    page: int
    area: tuple[float, float, float, float]
    links: tuple[tuple[float, float, float, float], ...] = ()


def lay_out(groups: Iterable[Group], archive: Any, tick: Tick) -> tuple[bytes, list[Placement]]:
    """Return the pages as PDF, and the pieces on them in the order in which they were drawn; `tick` is called for every page."""
    pages = _Pages(archive, tick)
    for group in groups:
        pages.add(group)
    return pages.close(), pages.placements


class _Pages:
    """Pages that are filled from top to bottom."""

    def __init__(self, archive: Any, tick: Tick) -> None:
        self._pymupdf = silent_mupdf()
        self._archive, self._tick = archive, tick
        self._stream = io.BytesIO()
        self._writer = self._pymupdf.DocumentWriter(self._stream)
        self._page, self._y = -1, TOP
        self.placements: list[Placement] = []
        self._begin()

    def add(self, group: Group) -> None:
        """Draw a group: on this page, on the next one if it fits only there, else piece by piece."""
        stories = [(piece, self._story(piece)) for piece in group]
        heights = [self._height(piece, story) for piece, story in stories]
        height = sum(heights) + sum(piece.before for piece in group[1:])
        if self._y > TOP and self._y + group[0].before + height > BOTTOM and height <= BOTTOM - TOP:
            self._turn()
        for (piece, story), piece_height in zip(stories, heights, strict=True):
            self._draw(piece, story, piece_height)

    def close(self) -> bytes:
        """End the last page and return the PDF."""
        self._writer.end_page()
        self._writer.close()
        return self._stream.getvalue()

    def _story(self, piece: Piece) -> Any:
        return self._pymupdf.Story(f"<body>{piece.markup}</body>", user_css=_STYLE, archive=self._archive)

    def _height(self, piece: Piece, story: Any) -> float:
        _, filled = story.place(self._pymupdf.Rect(LEFT + piece.indent, 0, RIGHT, _UNBOUNDED))
        story.reset()
        return float(filled[3])

    def _draw(self, piece: Piece, story: Any, height: float) -> None:
        """Draw a piece, over several pages if it is longer than one."""
        self._y += piece.before if self._y > TOP else 0.0
        if self._y + height > BOTTOM and self._y > TOP and height <= BOTTOM - TOP:
            self._turn()
        has_more = True
        while has_more:
            bottom = min(self._y + height + _SLACK, BOTTOM)
            has_more, filled = story.place(self._pymupdf.Rect(LEFT + piece.indent, self._y, RIGHT, bottom))
            links = self._link_areas(story)
            story.draw(self._device)
            area = (LEFT + piece.indent, self._y, RIGHT, float(filled[3]))
            self.placements.append(Placement(piece, self._page, area, links))
            self._y = float(filled[3])
            if has_more:
                self._turn()
                height = _UNBOUNDED

    def _link_areas(self, story: Any) -> tuple[tuple[float, float, float, float], ...]:
        """Return the areas of an address line by line; the layout reports it in pieces."""
        areas: dict[int, Any] = {}

        def note(position: Any) -> None:
            if position.open_close & 1 and position.href:
                line, area = round(position.rect[1]), self._pymupdf.Rect(position.rect)
                areas[line] = areas[line] | area if line in areas else area

        story.element_positions(note)
        return tuple((area.x0, area.y0, area.x1, area.y1) for area in areas.values())

    def _turn(self) -> None:
        self._writer.end_page()
        self._begin()

    def _begin(self) -> None:
        self._page += 1
        self._tick(self._page, 0)
        self._device = self._writer.begin_page(self._pymupdf.Rect(PAPER))
        self._y = TOP
