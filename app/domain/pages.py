"""Positions of a document's sentences on its pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle on a page (1-based), in points from the upper left corner of the displayed page."""

    page: int
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PageBoxes:
    """`sizes` are the pages' (width, height) in points; `boxes` has the boxes of each requested span in reading order, empty if its
    words are not on the pages."""

    sizes: tuple[tuple[float, float], ...]
    boxes: tuple[tuple[Box, ...], ...]
