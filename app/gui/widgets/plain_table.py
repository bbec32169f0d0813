"""A table of texts under headings, one line a row, whose columns are as wide as their contents."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHeaderView, QTreeWidget


def plain_table(headings: Sequence[str], *, name: str, wide_column: int | None = None) -> QTreeWidget:
    """Build an empty table. `name` is for screen readers; `wide_column` (by default the last) fills the space that the others leave."""
    table = QTreeWidget()
    table.setProperty("role", "table")
    table.setColumnCount(len(headings))
    table.setHeaderLabels(list(headings))
    table.setRootIsDecorated(False)
    table.setUniformRowHeights(True)
    table.setAccessibleName(name)
    header = table.header()
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setStretchLastSection(wide_column is None)
    if wide_column is not None:
        header.setSectionResizeMode(wide_column, QHeaderView.ResizeMode.Stretch)
    return table
