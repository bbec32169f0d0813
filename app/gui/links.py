"""Links are opened only after a question, in the user's own browser: the one thing here that leads out of this computer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QWidget

from app.gui.model.labels import host


def ask_to_open(parent: QWidget, url: str, *, note: str = "", opener: Callable[[QUrl], bool] = QDesktopServices.openUrl) -> bool:
    """Ask, then hand the link to the browser; False when it is no link of the web or the user said no."""
    if not host(url):
        return False
    box = QMessageBox(parent)
    box.setWindowTitle("Open link")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(f"Open {host(url)} in your browser?")
    told = f"{url}\n\nYour browser goes online for this; Priorcheck itself sends nothing."
    box.setInformativeText(f"{note}\n\n{told}" if note else told)
    yes = box.addButton("Open in browser", QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    agreed = box.clickedButton() is yes
    box.deleteLater()
    return agreed and opener(QUrl(url))
