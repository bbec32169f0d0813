"""The fields for what stands above a report: title, who checked it, newsroom, and its logo."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLineEdit, QWidget

from app.gui.file_dialogs import Purpose, choose_file
from app.gui.model.report_choice import Masthead
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID
from app.translation import mark, tr, trc

_PICTURES = mark("Pictures (*.png *.jpg *.jpeg *.svg)")


class MastheadFields(QWidget):
    """Rows of a form, which own no widget of their own. `changed` is emitted when a field is typed in."""

    changed = Signal()

    def __init__(self, form: QFormLayout, parent: QWidget, masthead: Masthead) -> None:
        super().__init__(parent)
        self.hide()
        self._form = form
        self.title, self.byline, self.newsroom, self.logo = (
            QLineEdit(text, parent) for text in (masthead.title, masthead.byline, masthead.newsroom, masthead.logo)
        )
        self.title.setPlaceholderText(tr("Report"))
        self.byline.setPlaceholderText(tr("Nobody has reviewed this yet"))
        self.newsroom.setPlaceholderText(tr("Printed on every report"))
        self.logo.setPlaceholderText(tr("PNG, JPEG or SVG; none if empty"))
        self.choose = Button(tr("Choose…"), parent)
        self.choose.setAccessibleName(tr("Choose a logo"))
        self.choose.clicked.connect(self._choose_logo)
        for name, field in ((tr("Title"), self.title), (trc("byline", "Checked by"), self.byline), (tr("Newsroom"), self.newsroom)):
            form.addRow(name, field)
            field.setAccessibleName(name)
        self._logo_row = self._made_logo_row()
        form.addRow(tr("Logo"), self._logo_row)
        self.logo.setAccessibleName(tr("Logo"))
        for field in (self.title, self.byline, self.newsroom, self.logo):
            field.textChanged.connect(self.changed)

    @property
    def masthead(self) -> Masthead:
        """Return the masthead as it stands in the fields."""
        title, byline, newsroom, logo = (field.text().strip() for field in (self.title, self.byline, self.newsroom, self.logo))
        return Masthead(title=title, byline=byline, newsroom=newsroom, logo=logo)

    def show_for(self, *, reading: bool, logo: bool) -> None:
        """Show title and byline for a format that is read, and the logo for one that has room for it; the newsroom always."""
        self._form.setRowVisible(self.title, reading)
        self._form.setRowVisible(self.byline, reading)
        self._form.setRowVisible(self._logo_row, logo)

    def _made_logo_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.logo, 1)
        row.addWidget(self.choose, 0, Qt.AlignmentFlag.AlignVCenter)
        return row

    def _choose_logo(self) -> None:
        path = choose_file(self.choose, Purpose.LOGO, tr("Choose a logo"), tr(_PICTURES), start=self.logo.text().strip())
        if path is not None:
            self.logo.setText(str(path))
