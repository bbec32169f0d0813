"""A layout that fills lines from left to right and wraps, for chips."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Items keep their own size; a line is as high as its highest item. With `spread` the last item stands at the far end of
    its line, with `middle` items stand at half the height of theirs, with `centred` lines stand in the middle of the width."""

    def __init__(
        self, parent: QWidget | None = None, *, spacing: int = 4, spread: bool = False, middle: bool = False, centred: bool = False
    ) -> None:
        super().__init__(parent)
        self._spread, self._middle, self._centred = spread, middle, centred
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}  # by width, until an item is another: layouts around it ask again and again
        self.setSpacing(spacing)
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802
        self._items.append(item)
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        self.invalidate()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        height = self._heights.get(width)
        if height is None:
            height = self._heights[width] = self._place(QRect(0, 0, width, 0), move=False)
        return height

    def invalidate(self) -> None:
        """An item, or what it needs, is another."""
        self._heights.clear()
        super().invalidate()

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:  # noqa: N802
        return self.minimumSize()

    def minimumSize(self) -> QSize:  # noqa: N802
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _place(self, rect: QRect, *, move: bool) -> int:
        x, y, line = rect.x(), rect.y(), 0
        placed: list[QLayoutItem] = []
        for item in self._items:
            hint = item.sizeHint()
            if item.isEmpty():
                continue
            if x + hint.width() > rect.right() + 1 and line:
                self._settle(placed, line, rect)
                x, y, line = rect.x(), y + line + self.spacing(), 0
            if self._spread and item is self._items[-1]:
                x = max(x, rect.right() + 1 - hint.width())
            if move:
                item.setGeometry(QRect(QPoint(x, y), QSize(min(hint.width(), max(rect.width(), 1)), hint.height())))
                placed.append(item)
            x += hint.width() + self.spacing()
            line = max(line, hint.height())
        self._settle(placed, line, rect)
        return y + line - rect.y()

    def _settle(self, placed: list[QLayoutItem], line: int, rect: QRect) -> None:
        """Move the items of a line that is full to where they stand in it."""
        free_width = rect.right() - placed[-1].geometry().right() if placed and self._centred else 0
        for item in placed if self._middle or free_width > 0 else ():
            vertical_offset = (line - item.geometry().height()) // 2 if self._middle else 0
            item.setGeometry(item.geometry().translated(max(free_width, 0) // 2, vertical_offset))
        placed.clear()
