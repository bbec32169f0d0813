"""The preferences window: the names of the pages at the left, the page at the right. What is changed holds at once."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QListWidget, QPushButton, QStackedWidget, QWidget

from app.gui.settings.settings_page import CLOSE
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, hairline, styled
from app.gui.widgets.notice import Notice
from app.gui.widgets.scroll_column import ScrollColumn
from app.translation import tr

_SIZE = QSize(840, 600)
_NAMES_WIDTH = 176


class PreferencesDialog(QDialog):
    """Pages by title, in order. `notes` tell what of the settings file could not be used."""

    def __init__(self, theme: Theme, pages: Sequence[tuple[str, QWidget]], notes: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Preferences"))
        self.resize(QSize(theme.grown(_SIZE.width()), theme.grown(_SIZE.height())).boundedTo(parent.size()))
        layout = column(self)
        self.notes = Notice("notice", self)
        layout.addWidget(self.notes)
        row = QHBoxLayout()
        row.setSpacing(0)
        self.names = QListWidget(self)
        self.names.setProperty("role", "pages")
        self.names.setAccessibleName(tr("Pages of the preferences"))
        self.stack = QStackedWidget(self)
        for title, page in pages:
            self.names.addItem(title)
            self.stack.addWidget(_scrolled(styled(page, "surface")))
        self.names.ensurePolished()
        self.names.setFixedWidth(max(theme.grown(_NAMES_WIDTH), self.names.sizeHintForColumn(0) + 3 * GRID))
        self.names.currentRowChanged.connect(self.stack.setCurrentIndex)
        row.addWidget(self.names)
        row.addWidget(hairline(vertical=True))
        row.addWidget(self.stack, 1)
        layout.addLayout(row, 1)
        layout.addWidget(hairline())
        foot = QHBoxLayout()
        foot.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        foot.addStretch()
        self.close_button = Button(tr(CLOSE), self)
        self.close_button.clicked.connect(self.accept)
        foot.addWidget(self.close_button)
        layout.addLayout(foot)
        if notes:
            self.notes.say(tr("A part of the settings file could not be used."), hint=" ".join(notes))
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Return in a field enters the field's value and presses nothing
        self.show_page(0)

    def show_page(self, number: int) -> None:
        """Show the page of this number."""
        self.names.setCurrentRow(number)
        self.names.setFocus()


def _scrolled(page: QWidget) -> ScrollColumn:
    area = ScrollColumn()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(page)
    return area
