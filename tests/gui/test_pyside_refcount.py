"""Smoke test of the installed PySide6: 6.12.0 drops a reference to None with every void call and so crashes Python 3.11."""

from __future__ import annotations

import sys

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot


def test_void_calls_keep_the_references_to_none(qtbot: QtBot) -> None:
    label = QLabel()
    qtbot.addWidget(label)
    before = sys.getrefcount(None)
    for number in range(20_000):
        label.setText(str(number))
    assert label.text() == "19999"
    assert sys.getrefcount(None) > before - 10_000
