"""Pages under each other in a view: where each is at a zoom, which are in sight, and which sentence is at a place."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.pages import Box, PageBoxes
from app.domain.sentence_edits import Edited

GAP = 16
LEAST_ZOOM, MOST_ZOOM = 0.25, 4.0
_WIDEST = 3.0
_NEAR = 3.0


@dataclass(frozen=True, slots=True)
class Spot:
    """A rectangle in the view's pixels, measured from the upper left corner of all pages together."""

    left: float
    top: float
    width: float
    height: float


class PageLayout:
    """Pages at a scale (pixels a point); `zoom` is a multiple of the scale at which the widest page fits the view."""

    def __init__(self, sizes: Sequence[tuple[float, float]], *, view_width: float, zoom: float = 1.0) -> None:
        max_width = max((width for width, _ in sizes), default=1.0)
        self.scale = max(0.05, min(_WIDEST, (view_width - 2 * GAP) / max(1.0, max_width))) * zoom
        self.width = max(view_width, max_width * self.scale + 2 * GAP)
        self._tops: list[float] = []
        self._sizes = [(width * self.scale, height * self.scale) for width, height in sizes]
        top = float(GAP)
        for _, height in self._sizes:
            self._tops.append(top)
            top += height + GAP
        self.height = top

    def page(self, number: int) -> Spot:
        """Return the rectangle of a page (1-based)."""
        width, height = self._sizes[number - 1]
        return Spot((self.width - width) / 2, self._tops[number - 1], width, height)

    def place(self, box: Box) -> Spot:
        """Return the rectangle of a box."""
        page = self.page(box.page)
        return Spot(
            page.left + box.left * self.scale,
            page.top + box.top * self.scale,
            (box.right - box.left) * self.scale,
            (box.bottom - box.top) * self.scale,
        )

    def between(self, top: float, bottom: float) -> range:
        """The pages (1-based) that show between two heights."""
        first = max(0, bisect_right(self._tops, top) - 1)
        if first < len(self._tops) and self._tops[first] + self._sizes[first][1] <= top:
            first += 1
        return range(first + 1, bisect_left(self._tops, bottom) + 1)

    def point(self, x: float, y: float) -> tuple[int, float, float] | None:
        """The page at a place and the point on it, None between pages."""
        for number in self.between(y, y + 1):
            spot = self.page(number)
            if spot.left <= x <= spot.left + spot.width and spot.top <= y <= spot.top + spot.height:
                return number, (x - spot.left) / self.scale, (y - spot.top) / self.scale
        return None


class BoxesByPage:
    """The boxes of every sentence, found by page and by place."""

    def __init__(self, page_boxes: PageBoxes) -> None:
        self.sizes = page_boxes.sizes
        self.of_sentence = page_boxes.boxes
        self._on_page: dict[int, dict[int, list[Box]]] = {}
        for index, boxes in enumerate(page_boxes.boxes):
            for box in boxes:
                self._on_page.setdefault(box.page, {}).setdefault(index, []).append(box)
        self._edges: dict[int, dict[int, float]] = {}

    def followed(self, edited: Edited) -> PageBoxes:
        """Return the known boxes of the edited document: those of an old sentence follow it."""
        boxes: list[tuple[Box, ...]] = [()] * len(edited.document.sentences)
        for old, new in enumerate(edited.moved):
            if new is not None:
                boxes[new] += self.of_sentence[old]
        return PageBoxes(sizes=self.sizes, boxes=tuple(boxes))

    def on_page(self, page: int) -> dict[int, list[Box]]:
        """The boxes on a page of every sentence that has some there."""
        return self._on_page.get(page, {})

    def edges(self, page: int) -> dict[int, float]:
        """For every sentence that begins on a page where the lines around its beginning begin: a mark left of there covers no words."""
        if page not in self._edges:
            page_boxes = [box for boxes in self.on_page(page).values() for box in boxes]
            begins_here = {index: boxes[0] for index, boxes in self.on_page(page).items() if self.of_sentence[index][0] is boxes[0]}
            self._edges[page] = {index: _column_left(box.left, page_boxes) for index, box in begins_here.items()}
        return self._edges[page]

    def sentence_at(self, page: int, x: float, y: float) -> int | None:
        """Return the sentence at a point of a page, or close to it."""
        distances = [(_distance(box, x, y), index) for index, boxes in self.on_page(page).items() for box in boxes]
        distance, index = min(distances, default=(_NEAR + 1, 0))
        return index if distance <= _NEAR else None


def _column_left(x: float, boxes: Sequence[Box]) -> float:
    """Return the left edge shared by most boxes that span `x`, at most `x`."""
    lefts = Counter(round(box.left) for box in boxes if box.left - 1 <= x <= box.right)
    return min(x, float(lefts.most_common(1)[0][0]))


def _distance(box: Box, x: float, y: float) -> float:
    return max(box.left - x, x - box.right, box.top - y, y - box.bottom)
