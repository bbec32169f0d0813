"""Help windows: user guide, shortcuts, About, licences."""

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
    "“Licences” lists the models and libraries it uses, each with its terms; some models learnt from collections that are for "
    "non-commercial use only."
)


def show_shortcuts(parent: QWidget, theme: Theme, page_names: tuple[str, ...], keys: Callable[[str], tuple[str, ...]]) -> None:
    """The keyboard shortcuts, until the reader closes them."""
    dialog = ShortcutsDialog(theme, page_names, keys, parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


def show_guide(parent: QWidget, theme: Theme) -> None:
    """Open the user guide in a separate window."""
    from app.gui.guide_window import GuideWindow

    guide = GuideWindow(theme, parent)
    guide.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    guide.show()


def show_licences(parent: QWidget, theme: Theme) -> None:
    """Models and libraries with their licences."""
    from app.gui.licences_dialog import LicencesDialog

    LicencesDialog(theme, parent).open()


def show_about(parent: QWidget, theme: Theme) -> None:
    """Name, version, purpose and licence; from here to the licences of everything inside."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle(tr("About Priorcheck"))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(f"Priorcheck {version()}")
    box.setInformativeText(tr(_ABOUT))
    licences = box.addButton(tr("Licences…"), QMessageBox.ButtonRole.ActionRole)
    licences.clicked.connect(lambda: show_licences(parent, theme))
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Close))
    box.open()


def version() -> str:
    """The installed version, or nothing in a checkout that was not installed."""
    from importlib import metadata  # it reads mail headers, and is not needed to show the window

    try:
        return metadata.version("priorcheck")
    except metadata.PackageNotFoundError:
        return ""
