"""Help: the list of shortcuts, and what this program is."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from app.gui.shortcuts_dialog import ShortcutsDialog
from app.gui.theme import Theme
from app.translation import mark, tr

_ABOUT = mark(
    "Finds which sentences of a document can already be verified by a fact-check that somebody has published, and what "
    "that fact-check found.\n\nIt works on this computer alone and sends nothing. Verdicts are always those of the "
    "fact-checks shown; read them before you rely on them.\n\nLicence: GNU Affero General Public License, version 3 or later. "
    "The licences of the models and libraries it uses are in resources/licences and in each model’s CARD.md."
)


def show_shortcuts(parent: QWidget, theme: Theme, places: tuple[str, ...], keys: Callable[[str], tuple[str, ...]]) -> None:
    """The keyboard shortcuts, until the reader closes them."""
    dialog = ShortcutsDialog(theme, places, keys, parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


def show_about(parent: QWidget) -> None:
    """Name, version, purpose and licence."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle(tr("About Priorcheck"))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(f"Priorcheck {version()}")
    box.setInformativeText(tr(_ABOUT))
    box.open()


def version() -> str:
    """The installed version, or nothing in a checkout that was not installed."""
    from importlib import metadata  # it reads mail headers, and is not needed to show the window

    try:
        return metadata.version("priorcheck")
    except metadata.PackageNotFoundError:
        return ""
