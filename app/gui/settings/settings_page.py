"""A page of settings: for each its name, its control, what it means, and what is wrong with what was entered."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QLabel, QWidget

from app.gui.model.mnemonics import with_mnemonics
from app.gui.model.settings_pages import Page
from app.gui.settings.fields import AnyField, field_for
from app.gui.theme import Theme
from app.gui.widgets.labels import GRID, column, label
from app.settings import DECLARED, Settings, Value
from app.translation import mark, tr

CLOSE = mark("&Close")  # the dialog's own button, whose letter no setting may have


class SettingsPage(QWidget):
    """`enter` takes a key and a value and says in a sentence what is wrong with it, or nothing when it holds now."""

    def __init__(self, page: Page, theme: Theme, enter: Callable[[str, Value], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._enter = theme, enter
        self._headings: list[QLabel] = []
        self._small: list[QLabel] = []
        self.fields: dict[str, AnyField] = {}
        self.errors: dict[str, QLabel] = {}
        layout = column(self, margins=(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID), spacing=GRID // 2)
        if page.remark:
            layout.addWidget(label(tr(page.remark), muted=True, wrap=True))
            layout.addSpacing(GRID)
        names = with_mnemonics((tr(DECLARED[key].label) for key in page.keys), reserved_letters=tr(CLOSE).partition("&")[2][:1])
        for key, name in zip(page.keys, names, strict=True):
            for part in self._block(key, name):
                layout.addWidget(part)
            layout.addSpacing(2 * GRID)
        layout.addStretch()
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_settings(self, settings: Settings) -> None:
        """Show these values; what was wrong is forgotten."""
        for key, field in self.fields.items():
            field.show_value(settings.values()[key])
            self.errors[key].hide()

    def show_value(self, key: str, value: Value, *, problem: str = "") -> None:
        """Show the value of one setting, and what was wrong with another that was tried."""
        self.fields[key].show_value(value)
        self._tell(key, problem)

    def _block(self, key: str, name: str) -> tuple[QWidget, ...]:
        setting = DECLARED[key]
        field = field_for(setting, self)
        heading = label(name)
        heading.setBuddy(field.focus)
        meaning, error = label(tr(setting.help), muted=True, wrap=True), label(wrap=True)
        error.setProperty("role", "wrong")
        error.hide()
        self._headings.append(heading)
        self._small += [meaning, error]
        self.fields[key], self.errors[key] = field, error

        def entered(value: Value) -> None:
            self._entered(key, value)

        field.entered.connect(entered)
        return heading, field, error, meaning

    def _entered(self, key: str, value: Value) -> None:
        self._tell(key, self._enter(key, value))

    def _tell(self, key: str, problem: str) -> None:
        error = self.errors[key]
        error.setText(problem)
        error.setVisible(bool(problem))
        meaning = tr(DECLARED[key].help)
        self.fields[key].focus.setAccessibleDescription(f"{problem} {meaning}" if problem else meaning)

    def _restyle(self) -> None:
        for heading in self._headings:
            heading.setFont(self._theme.font(bold=True))
        for small in self._small:
            small.setFont(self._theme.font(step=-1))
