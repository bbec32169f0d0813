"""Panes side by side that stand below each other where there is no room for both."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget


class FoldingPanes(QSplitter):
    """A splitter that its page turns with `fold`; `sizes` are those of the panes side by side. It asks for no more width
    than its widest pane, since the page folds it before that width is reached."""

    def __init__(self, panes: tuple[QWidget, ...], sizes: Sequence[int], parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._panes = panes
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        for pane in panes:
            self.addWidget(pane)
        self._unfolded_sizes = list(sizes)
        self.setSizes(self._unfolded_sizes)
        self.splitterMoved.connect(self._moved)

    @property
    def folded(self) -> bool:
        """Return whether the panes stand below each other."""
        return self.orientation() is Qt.Orientation.Vertical

    @property
    def unfolded_width(self) -> int:
        """Return the least width of the panes side by side, in pixels."""
        return sum(self._least_widths()) + self.handleWidth() * (len(self._panes) - 1)

    def restoreState(self, state: QByteArray | bytes | bytearray | memoryview) -> bool:  # noqa: N802
        """Restore the stored sizes, and come back to them after folding."""
        is_restored = super().restoreState(state)
        self._unfolded_sizes = self.sizes()
        return is_restored

    def fold(self, is_narrow: bool, *, shares: Sequence[int] = (1, 1)) -> None:
        """Put the panes below each other in a narrow page, else side by side. `shares` are those of the height."""
        if is_narrow == self.folded:
            return
        self.setOrientation(Qt.Orientation.Vertical if is_narrow else Qt.Orientation.Horizontal)
        # Qt scales the sizes to the room there is.
        self.setSizes([1000 * share for share in shares] if is_narrow else self._unfolded_sizes)

    def _moved(self) -> None:
        """Remember what the reader chose: the sizes in a narrow page say nothing about the wide one."""
        if not self.folded:
            self._unfolded_sizes = self.sizes()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """As wide as the widest pane, whichever way the panes stand now."""
        return QSize(max(self._least_widths(), default=0), super().minimumSizeHint().height())

    def _least_widths(self) -> list[int]:
        return [max(pane.minimumSizeHint().width(), pane.minimumWidth()) for pane in self._panes]


class FoldingRow(QSplitter):
    """Folding panes beside another pane, folded while the row is narrower than `narrow` pixels; `turned` tells that they were turned.
    `shares` are those of the width that the folding panes have side by side and below each other, `heights` those of the folded
    panes."""

    turned = Signal()

    def __init__(
        self,
        panes: FoldingPanes,
        other: QWidget,
        *,
        narrow: int,
        shares: tuple[float, float],
        heights: Sequence[int],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._panes, self._narrow, self._shares, self._heights = panes, narrow, shares, heights
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        for widget, share in ((panes, shares[0]), (other, 1 - shares[0])):
            self.addWidget(widget)
            self.setStretchFactor(self.count() - 1, round(100 * share))
        self._share_width(narrow, is_narrow=False)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fold or unfold the panes; the first panes get the share of the width that they have there."""
        super().resizeEvent(event)
        is_narrow = self.width() < self._narrow
        if is_narrow != self._panes.folded:
            self._share_width(self.width(), is_narrow=is_narrow)
            self._panes.fold(is_narrow, shares=self._heights)
            self.turned.emit()

    def reset(self) -> None:
        """Give the panes the shares of the width that they have at first."""
        self._share_width(self.width(), is_narrow=self._panes.folded)

    def _share_width(self, width: int, *, is_narrow: bool) -> None:
        first_width = int(width * self._shares[is_narrow])
        self.setSizes([first_width, width - first_width])
