"""Parts that the dialogs of reports share: what is in the way, whether the ranking still runs, and the buttons."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFormLayout, QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, hairline
from app.gui.widgets.notice import Notice
from app.gui.widgets.scroll_column import ScrollColumn
from app.translation import tr


class DialogBody(ScrollColumn):
    """Content of a dialog above its buttons: as high as it needs to be, and scrolled where the screen is lower."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        inside = QWidget(self)
        self.layout_inside = column(inside, spacing=GRID)
        self.setWidget(inside)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """Return the height of the whole content in pixels."""
        return self.layout_inside.totalHeightForWidth(width)


def rule(layout: QVBoxLayout) -> None:
    """Add a line between two parts of a dialog."""
    layout.addSpacing(GRID)
    layout.addWidget(hairline())
    layout.addSpacing(GRID)


def form() -> QFormLayout:
    """Return an empty form."""
    layout = QFormLayout()
    layout.setHorizontalSpacing(2 * GRID)
    return layout


def lasting_notice(parent: QWidget) -> Notice:
    """Return a notice that the reader cannot dismiss."""
    notice = Notice("notice", parent)
    notice.close_button.hide()
    return notice


def unfinished_notice(parent: QWidget, *, running: bool) -> Notice:
    """Return a notice that says, while the ranking runs, that the export has only what was found so far."""
    notice = lasting_notice(parent)
    if running:
        notice.say(tr("The ranking is not finished."), hint=tr("The export will have what was found so far. Wait for the rest, or go on."))
    return notice


def buttons(dialog: QDialog) -> tuple[QHBoxLayout, Button]:
    """Return the row of a dialog's buttons, and the one that goes on."""
    row = QHBoxLayout()
    row.setSpacing(GRID)
    cancel, go_on = Button(tr("Cancel"), dialog), Button(tr("Save as…"), dialog)
    go_on.setProperty("role", "primary")
    go_on.setDefault(True)
    cancel.clicked.connect(dialog.reject)
    row.addStretch()
    row.addWidget(cancel)
    row.addWidget(go_on)
    return row, go_on


def keep_open(dialog: QDialog) -> None:
    """Show the dialog over its window, and let it go when it is closed."""
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
