"""Collects every text that a window shows, for `tests.fakes.catalogue` to search for untranslated ones."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTableView,
    QTabWidget,
    QTextEdit,
    QWidget,
)


def shown_texts(root: QWidget) -> Iterator[str]:
    """Yield every text of a widget and its children: labels, buttons, tool tips, accessible names, menus, table headers."""
    for widget in (root, *root.findChildren(QWidget)):
        yield from (widget.windowTitle(), widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.statusTip())
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        if isinstance(widget, QGroupBox | QMenu):
            yield widget.title()
        if isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit):
            yield widget.placeholderText()
        if isinstance(widget, QComboBox):
            yield from (widget.itemText(index) for index in range(widget.count()))
            yield widget.placeholderText()
        if isinstance(widget, QTabWidget):
            yield from (widget.tabText(index) for index in range(widget.count()))
        if isinstance(widget, QTableView):
            yield from _headers(widget)
        yield from (text for action in widget.actions() for text in (action.text(), action.toolTip()))


def _headers(view: QAbstractItemView) -> Iterator[str]:
    model: QAbstractItemModel | None = view.model()
    if model is None:
        return
    for column in range(model.columnCount()):
        yield str(model.headerData(column, Qt.Orientation.Horizontal) or "")
