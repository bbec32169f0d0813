"""Where the sentences of a document stand on its pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle on a page (1-based), in points from the upper left corner of the page as it is shown."""

    page: int
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PageBoxes:
    """`sizes` are width and height of every page in points; `boxes` has for each span that was asked for its boxes in
    reading order, none where its words are not on the pages."""

    sizes: tuple[tuple[float, float], ...]
    boxes: tuple[tuple[Box, ...], ...]
