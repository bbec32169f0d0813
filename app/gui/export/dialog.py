"""Dialog of the report: format, contents, charts, and the newsroom's name and logo."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QRadioButton,
    QWidget,
)

from app.domain.publication import NOWHERE, Addresses
from app.domain.reviewed import Included
from app.gui.export.address_fields import AddressFields
from app.gui.model.report_choice import FORMATS, INCLUDED, Wish, format_of, why_not
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import GRID, column, hairline, label
from app.gui.widgets.notice import Notice
from app.translation import mark, tr, trn

_SIZE = QSize(680, 624)
_NAMES = 208
_PICTURES = mark("Pictures (*.png *.jpg *.jpeg *.svg)")


class ExportDialog(QDialog):
    """Dialog of the report. `numbers` gives the sentences of each choice, which warns of an empty report; `own_verdicts` counts the
    user's verdicts; `addresses` are for a ClaimReview, with that of the claim if the document has none (`with_claim`).
    `accepted_wish` carries the Wish."""

    accepted_wish = Signal(object)

    def __init__(
        self,
        theme: Theme,
        wish: Wish,
        *,
        numbers: dict[Included, int],
        own_verdicts: int,
        newsroom: str,
        logo: str,
        addresses: Addresses = NOWHERE,
        with_claim: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export report"))
        self._theme, self._own_verdicts = theme, own_verdicts
        layout = column(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID), spacing=GRID)
        layout.addWidget(label(tr("Format"), font=theme.font(bold=True)))
        layout.addLayout(self._formats(wish))
        layout.addSpacing(GRID)
        layout.addWidget(hairline())
        layout.addSpacing(GRID)
        layout.addWidget(label(tr("What goes in"), font=theme.font(bold=True)))
        layout.addLayout(self._contents(wish, numbers))
        layout.addSpacing(GRID)
        layout.addWidget(hairline())
        layout.addSpacing(GRID)
        form = self._dress(newsroom, logo)
        self.addresses = AddressFields(form, self, addresses, with_claim=with_claim)
        for field in self.addresses.fields:
            field.textChanged.connect(self._check)
        layout.addLayout(form)
        layout.addStretch()
        self.trouble = Notice("notice", self)
        self.trouble.close_button.hide()
        layout.addWidget(self.trouble)
        layout.addLayout(self._buttons())
        self._check()
        resize_dialog(self, _SIZE)
        self._chosen_button().setFocus()

    @property
    def wish(self) -> Wish:
        """Return the current choice."""
        included = next(part for part, button in self.included.items() if button.isChecked())
        return Wish(suffix=self._suffix(), included=included, charts=self.charts.isChecked(), record=self.record.isChecked())

    @property
    def newsroom_name(self) -> str:
        """The newsroom's name as it stands in its field."""
        return self.newsroom.text().strip()

    @property
    def logo_path(self) -> str:
        """The logo's path as it stands in its field."""
        return self.logo.text().strip()

    def say(self, message: str, hint: str = "") -> None:
        """Show why the export cannot start."""
        self.trouble.say(message, hint=hint)

    def _formats(self, wish: Wish) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID // 2)
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(0, _NAMES)
        self.formats: dict[str, QRadioButton] = {}
        group = QButtonGroup(self)
        for row, report_format in enumerate(FORMATS):
            button = QRadioButton(tr(report_format.name), self)
            button.setChecked(report_format.suffix == wish.suffix)
            button.setAccessibleDescription(tr(report_format.purpose))
            button.toggled.connect(self._check)
            group.addButton(button)
            self.formats[report_format.suffix] = button
            grid.addWidget(button, row, 0)
            grid.addWidget(label(tr(report_format.purpose), muted=True, wrap=True), row, 1)
        return grid

    def _contents(self, wish: Wish, numbers: dict[Included, int]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID // 2)
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(0, _NAMES)
        self.included: dict[Included, QRadioButton] = {}
        group = QButtonGroup(self)
        current = wish.included if numbers.get(wish.included) else Included.EVERYTHING
        for row, (part, words) in enumerate(INCLUDED.items()):
            button = QRadioButton(tr(words), self)
            button.setChecked(part is current)
            button.setEnabled(part is Included.EVERYTHING or bool(numbers.get(part)))
            group.addButton(button)
            self.included[part] = button
            grid.addWidget(button, row, 0)
            grid.addWidget(label(trn("{count} sentence", "{count} sentences", numbers.get(part, 0)), muted=True), row, 1)
        self.charts = QCheckBox(tr("With charts"), self)
        self.charts.setChecked(wish.charts)
        grid.addWidget(self.charts, len(INCLUDED), 0)
        grid.addWidget(label(tr("Where to look, verdicts by speaker, publishers, years"), muted=True), len(INCLUDED), 1)
        self.record = QCheckBox(tr("With a record of the run"), self)
        self.record.setChecked(wish.record)
        about = tr("A second file, .run.json, says how it was made; also beside exported claims, answers and narratives")
        self.record.setAccessibleDescription(about)
        grid.addWidget(self.record, len(INCLUDED) + 1, 0)
        grid.addWidget(label(about, muted=True, wrap=True), len(INCLUDED) + 1, 1)
        return grid

    def _dress(self, newsroom: str, logo: str) -> QFormLayout:
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GRID)
        self.newsroom, self.logo = QLineEdit(newsroom, self), QLineEdit(logo, self)
        self.newsroom.setPlaceholderText(tr("Stands on the report"))
        self.logo.setPlaceholderText(tr("PNG, JPEG or SVG; none if empty"))
        self.newsroom.textChanged.connect(self._check)
        choose = Button(tr("Choose…"), self)
        choose.setAccessibleName(tr("Choose a logo"))
        choose.clicked.connect(self._choose_logo)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.logo, 1)
        row.addWidget(choose, 0, Qt.AlignmentFlag.AlignVCenter)
        form.addRow(tr("Newsroom"), self.newsroom)
        form.addRow(tr("Logo"), row)
        self.logo.setAccessibleName(tr("Logo"))
        return form

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(GRID)
        cancel, self.go_on = Button(tr("Cancel"), self), Button(tr("Save as…"), self)
        self.go_on.setProperty("role", "primary")
        self.go_on.setDefault(True)
        cancel.clicked.connect(self.reject)
        self.go_on.clicked.connect(self._go_on)
        row.addStretch()
        row.addWidget(cancel)
        row.addWidget(self.go_on)
        return row

    def _suffix(self) -> str:
        return next(suffix for suffix, button in self.formats.items() if button.isChecked())

    def _chosen_button(self) -> QRadioButton:
        return self.formats[self._suffix()]

    def _check(self) -> None:
        if not hasattr(self, "go_on"):  # still being built
            return
        report_format = format_of(self._suffix())
        self.addresses.show(report_format.suffix == "jsonld")
        problem = why_not(report_format, newsroom=self.newsroom_name, addresses=self.addresses.addresses, own_verdicts=self._own_verdicts)
        if problem:
            self.say(problem)
        else:
            self.trouble.clear()
        self.charts.setEnabled(report_format.readable)
        self.go_on.setEnabled(not problem)

    def _choose_logo(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, tr("Choose a logo"), self.logo_path, tr(_PICTURES))
        if name:
            self.logo.setText(name)

    def _go_on(self) -> None:
        self.accepted_wish.emit(self.wish)


def keep_open(dialog: QDialog) -> None:
    """Show the dialog over its window, and let it go when it is closed."""
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
