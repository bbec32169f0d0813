"""Finds what the window shows without having asked for a translation, by a catalogue that puts brackets around every text."""

from __future__ import annotations

import gettext
import re
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

_INSIDE = re.compile(r"⟦[^⟦⟧]*⟧")
_WORD = re.compile(r"[A-Za-z]{3,}")


class Bracketed(gettext.NullTranslations):
    """Every text in ⟦brackets⟧, so that one without them was never translated."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return f"⟦{message}⟧"


def untranslated(text: str) -> bool:
    """Whether words stand outside of all brackets."""
    while _INSIDE.search(text):
        text = _INSIDE.sub("", text)
    return bool(_WORD.search(text))


def shown_texts(root: QWidget) -> Iterator[str]:
    """Every text of a widget and what is in it: labels, buttons, tool tips, names for screen readers, menus, headers of tables."""
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
