"""Panes side by side that stand below each other where there is no room for both."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSplitter, QWidget


class FoldingPanes(QSplitter):
    """A splitter that its page turns with `fold`. It asks for no more width than its widest pane, since the page folds it before that
    width is reached."""

    def __init__(self, panes: tuple[QWidget, ...], parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._panes = panes
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        for pane in panes:
            self.addWidget(pane)
        self._unfolded_sizes: list[int] = []

    @property
    def folded(self) -> bool:
        """Return whether the panes stand below each other."""
        return self.orientation() is Qt.Orientation.Vertical

    @property
    def unfolded_width(self) -> int:
        """Return the least width of the panes side by side, in pixels."""
        return sum(self._least_widths()) + self.handleWidth() * (len(self._panes) - 1)

    def fold(self, is_narrow: bool, *, shares: Sequence[int] = (1, 1)) -> bool:
        """Put the panes below each other in a narrow page, else side by side. `shares` are those of the height. Return whether that
        changed anything."""
        if is_narrow == self.folded:
            return False
        if is_narrow:
            self._unfolded_sizes = self.sizes()
        self.setOrientation(Qt.Orientation.Vertical if is_narrow else Qt.Orientation.Horizontal)
        # Qt scales the sizes to the room there is.
        self.setSizes([1000 * share for share in shares] if is_narrow else self._unfolded_sizes)
        return True

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """As wide as the widest pane, whichever way the panes stand now."""
        return QSize(max(self._least_widths(), default=0), super().minimumSizeHint().height())

    def _least_widths(self) -> list[int]:
        return [max(pane.minimumSizeHint().width(), pane.minimumWidth()) for pane in self._panes]
