"""Panes side by side that stand below each other where there is no room for both."""

from __future__ import annotations

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

    def fold(self, is_narrow: bool) -> bool:
        """Put the panes below each other in a narrow page, else side by side. Return whether that changed anything."""
        if is_narrow == self.folded:
            return False
        if is_narrow:
            self._unfolded_sizes = self.sizes()
        self.setOrientation(Qt.Orientation.Vertical if is_narrow else Qt.Orientation.Horizontal)
        self.setSizes([1000] * self.count() if is_narrow else self._unfolded_sizes)  # Qt scales them to the room there is
        return True

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """As wide as the widest pane, whichever way the panes stand now."""
        widest = max((max(pane.minimumSizeHint().width(), pane.minimumWidth()) for pane in self._panes), default=0)
        return QSize(widest, super().minimumSizeHint().height())
