"""A control for each kind of setting: shows a value, and says when the user has entered another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QSizePolicy, QSpinBox, QWidget

from app.gui.file_dialogs import Purpose, choose_file, choose_folder
from app.gui.model.settings_pages import CHOICES, LOWEST_MEANS, joined, model_folder, parted
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, ElidedLabel
from app.settings import Kind, Setting, Value
from app.translation import tr

_NARROW = 160


class Field(QWidget):
    """Base class of the fields. `show_value` sets the value without a signal; `entered` carries the value when the user is done
    with it;
    `focus` is the widget that takes the focus and bears the accessible name.
    """

    entered = Signal(object)
    focus: QWidget

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setting = setting
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(GRID)

    def _put(self, control: QWidget, *, stretch: int = 0) -> None:
        control.setAccessibleName(tr(self.setting.label))
        control.setAccessibleDescription(tr(self.setting.help))
        self.focus = control
        self.row.addWidget(control, stretch)


class ChoiceField(Field):
    """One of a few."""

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(setting, parent)
        self.box = QComboBox(self)
        self.box.setMinimumWidth(_NARROW)
        words = CHOICES.get(setting.key, {})
        for choice in setting.choices:
            self.box.addItem(tr(words[choice]) if choice in words else choice, choice)
        self.box.activated.connect(self._activated)
        self._put(self.box)
        self.row.addStretch()

    def show_value(self, value: Value) -> None:
        """Choose it."""
        self.box.setCurrentIndex(self.box.findData(value))

    def _activated(self) -> None:
        self.entered.emit(self.box.currentData())


class NumberField(Field):
    """A whole number; or a factor, shown in percent."""

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(setting, parent)
        self._unit = 100 if setting.kind is Kind.NUMBER else 1
        self.box = QSpinBox(self)
        self.box.setMinimumWidth(_NARROW)
        self.box.setRange(round((setting.lowest or 0) * self._unit), round((setting.highest or 0) * self._unit))
        self.box.setSpecialValueText(tr(LOWEST_MEANS.get(setting.key, "")))
        self.box.setKeyboardTracking(False)
        self.box.lineEdit().setTextMargins(GRID - 1, 0, 0, 0)  # the style sheet's padding does not reach it
        if setting.kind is Kind.NUMBER:
            self.box.setSuffix(" %")
            self.box.setSingleStep(10)
        self.box.valueChanged.connect(self._changed)
        self._put(self.box)
        self.row.addStretch()

    def show_value(self, value: Value) -> None:
        """Show it."""
        if isinstance(value, int | float):
            blocker = QSignalBlocker(self.box)
            self.box.setValue(round(value * self._unit))
            blocker.unblock()

    def _changed(self, number: int) -> None:
        self.entered.emit(number / self._unit if self.setting.kind is Kind.NUMBER else number)


class LineField(Field):
    """A line of text; a list of texts, with semicolons between; or a place on the disk, with a button to choose it."""

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(setting, parent)
        self._shown = ""
        self.line = QLineEdit(self)
        self.line.editingFinished.connect(self._edited)
        if setting.kind is Kind.TEXTS:
            self.line.setPlaceholderText(tr("Several with semicolons between"))
        self._put(self.line, stretch=1)
        if setting.kind in (Kind.FOLDER, Kind.FILE):
            self.choose = Button(tr("Choose…"), self)
            self.choose.setAccessibleName(tr("Choose: {setting}", setting=tr(setting.label)))
            self.choose.clicked.connect(self._choose)
            self.row.addWidget(self.choose)

    def show_value(self, value: Value) -> None:
        """Show it."""
        self._shown = joined(value) if isinstance(value, tuple) else str(value)
        self.line.setText(self._shown)

    def _edited(self) -> None:
        text = self.line.text().strip()
        if text != self._shown:
            self._shown = text
            if self.setting.kind is Kind.TEXTS:
                self.entered.emit(parted(text))
            else:
                self.entered.emit(str(Path(text).expanduser()) if text.startswith("~/") else text)

    def _choose(self) -> None:
        choose = choose_folder if self.setting.kind is Kind.FOLDER else choose_file
        purpose = Purpose.REPORT if self.setting.kind is Kind.FOLDER else Purpose.LOGO
        path = choose(self, purpose, tr(self.setting.label), start=self.line.text())
        if path is not None:
            self.line.setText(str(path))
            self._edited()


class ModelField(Field):
    """Chooses the folder of a model or the file of the language model. A new choice has to pass a test. The user can go back to the
    bundled model (for the language model: to none).
    """

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(setting, parent)
        self._is_file = setting.kind is Kind.MODEL_FILE
        self.folder = ElidedLabel(self)
        self.folder.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.row.addWidget(self.folder, 1, Qt.AlignmentFlag.AlignVCenter)
        self.choose = Button(tr("Choose…"), self)
        self.choose.clicked.connect(self._choose)
        self._put(self.choose)
        name = tr(setting.label)
        self.choose.setAccessibleName(
            tr("{setting}: choose a file", setting=name) if self._is_file else tr("{setting}: choose a folder", setting=name)
        )
        self.back = Button(tr("Use none") if self._is_file else tr("Use the bundled model"), self)
        self.back.clicked.connect(self._give_back)
        reset_text = tr("{setting}: use none", setting=name) if self._is_file else tr("{setting}: use the bundled model", setting=name)
        self.back.setAccessibleName(reset_text)
        self.row.addWidget(self.back)

    def show_value(self, value: Value) -> None:
        """Show the folder, or that there is none."""
        folder = model_folder(str(value))
        default_text = tr("None") if self._is_file else tr("The bundled model")
        self.folder.setText(folder or (tr("Cannot be read") if value else default_text))
        self.folder.setToolTip(folder.replace("<", "‹"))
        self.back.setEnabled(bool(value))
        self.choose.setEnabled(True)

    def _choose(self) -> None:
        if self._is_file:
            kinds = ";;".join((tr("Language models ({patterns})", patterns="*.gguf"), tr("All files ({patterns})", patterns="*")))
            path = choose_file(self, Purpose.MODEL, tr(self.setting.label), kinds)
        else:
            path = choose_folder(self, Purpose.MODEL, tr(self.setting.label))
        if path is not None:
            self.folder.setText(tr("Being loaded and tested…") if self._is_file else tr("Being tested on known pairs…"))
            self.choose.setEnabled(False)
            self.back.setEnabled(False)
            self.entered.emit(str(path))

    def _give_back(self) -> None:
        self.show_value("")
        self.entered.emit("")


def field_for(setting: Setting, parent: QWidget | None = None) -> AnyField:
    """The control for this setting's kind."""
    return _FIELDS[setting.kind](setting, parent)


AnyField = ChoiceField | NumberField | LineField | ModelField
_FIELDS: dict[Kind, Callable[[Setting, QWidget | None], AnyField]] = {
    Kind.CHOICE: ChoiceField,
    Kind.INTEGER: NumberField,
    Kind.NUMBER: NumberField,
    Kind.TEXT: LineField,
    Kind.TEXTS: LineField,
    Kind.FOLDER: LineField,
    Kind.FILE: LineField,
    Kind.MODEL: ModelField,
    Kind.MODEL_FILE: ModelField,
}
