"""Links are opened only after a question, in the user's own browser, and each is on record: the one thing here that leads out
of this computer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QWidget

from app import network
from app.gui.model.labels import host
from app.gui.widgets.question import agreed
from app.rights.umask import users_umask_restored
from app.translation import mark, tr


def open_elsewhere(url: QUrl) -> bool:
    """Hand an address to the program that the desktop has for it, which makes its files as the user wants and not as we do."""
    with users_umask_restored():
        return QDesktopServices.openUrl(url)


def show_folder(folder: Path) -> bool:
    """Show a folder in the desktop's own program for files."""
    return open_elsewhere(QUrl.fromLocalFile(str(folder)))


def open_file(path: Path) -> bool:
    """Open a file in the desktop's own program for its kind."""
    return open_elsewhere(QUrl.fromLocalFile(str(path)))


def ask_to_open(parent: QWidget, url: str, *, note: str = "", opener: Callable[[QUrl], bool] = open_elsewhere) -> bool:
    """Ask, then hand the link to the browser; False when it is no link of the web or the user said no."""
    if not host(url):
        return False
    warning = "\n\n".join((url, tr("Your browser goes online for this; Priorcheck itself sends nothing.")))
    about = f"{note}\n\n{warning}" if note else warning
    prompt = tr("Open {site} in your browser?", site=host(url))
    was_opened = agreed(parent, tr("Open link"), prompt, about=about, yes=tr("Open in browser")) and opener(QUrl(url))
    if was_opened:
        _record(parent, url)
    return was_opened


def _record(parent: QWidget, url: str) -> None:
    entry = network.Entry(
        time=datetime.now(UTC), process="window", who=mark("A link you opened"), host=host(url), outcome=network.Outcome.BROWSER
    )
    try:
        network.append(entry)
    except OSError as error:
        message = tr("The link was opened, but the network record does not tell of it ({reason}).", reason=error.strerror)
        box = QMessageBox(QMessageBox.Icon.Warning, tr("Network record"), message, parent=parent)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setInformativeText(tr("Free some space, or make {file} writable.", file=network.record_path()))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()
