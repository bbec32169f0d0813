"""A question that waits for its answer; closing it, and the Return key, say no."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget


def agreed(parent: QWidget, title: str, text: str, *, yes: str, about: str = "", no: str = "", destroys: bool = False) -> bool:
    """Ask in plain text and say whether the reader pressed `yes`; `no` is the other button, Cancel unless it is named, and
    `destroys` tells the desktop that `yes` loses something."""
    box = QMessageBox(parent)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setInformativeText(about)
    accept = box.addButton(yes, QMessageBox.ButtonRole.DestructiveRole if destroys else QMessageBox.ButtonRole.AcceptRole)
    refuse = box.addButton(no, QMessageBox.ButtonRole.RejectRole) if no else box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(refuse)
    box.exec()
    pressed = box.clickedButton() is accept
    box.deleteLater()
    return pressed
