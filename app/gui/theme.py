"""Light and dark: the scheme in use, Qt's palette and style sheet made from it, and the three sizes of the one typeface."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from app.gui.model.colours import DARK, LIGHT, Scheme, Tone, mix
from app.paths import resources_dir
from app.settings import LARGEST_TEXT, SMALLEST_TEXT
from app.translation import mark


class Appearance(StrEnum):
    """Light or dark appearance, as the user chose; SYSTEM follows the desktop."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


APPEARANCES = {Appearance.SYSTEM: mark("As the system"), Appearance.LIGHT: mark("Light"), Appearance.DARK: mark("Dark")}

_REQUESTS = {
    Appearance.SYSTEM: Qt.ColorScheme.Unknown,
    Appearance.LIGHT: Qt.ColorScheme.Light,
    Appearance.DARK: Qt.ColorScheme.Dark,
}


class Theme(QObject):
    """The scheme in use and its fonts; emits `changed` when either is another, and `changing` before it is so:
    what will be made anew is best gone by then, since every widget there is costs time."""

    changing = Signal()
    changed = Signal()

    def __init__(self, application: QApplication, *, appearance: Appearance = Appearance.SYSTEM, scale: float = 1.0) -> None:
        super().__init__(application)
        self._application = application
        self._base_points = _points(application.font())
        self._sheet = (resources_dir() / "styles" / "priorcheck.qss").read_text(encoding="utf-8")
        self.appearance = appearance
        self.scale = scale
        self.scheme: Scheme = LIGHT
        if application.style().name() != "fusion":
            application.setStyle("Fusion")
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)
        self.choose(appearance)

    def choose(self, appearance: Appearance) -> None:
        """Switch to the light or dark appearance, or to the desktop's."""
        self.appearance = appearance
        QGuiApplication.styleHints().setColorScheme(_REQUESTS[appearance])
        self._apply()

    def set_scale(self, scale: float) -> None:
        """Text this many times as large as the system's."""
        self.scale = round(max(SMALLEST_TEXT, min(LARGEST_TEXT, scale)), 2)
        self._apply()

    def colour(self, name: str) -> QColor:
        """A colour of the scheme by its field name."""
        return QColor(getattr(self.scheme, name))

    def tone(self, tone: Tone) -> QColor:
        """A readable text colour of this tone."""
        return QColor(self.scheme.tones[tone])

    def font(self, *, step: float = 0, bold: bool = False) -> QFont:
        """The typeface with tabular figures; `step` is points above (title: 3) or below (small: -1) the normal size."""
        font = QFont(self._application.font())
        font.setPointSizeF(max(6.0, (self._base_points + step) * self.scale))
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        font.setFeature(QFont.Tag("tnum"), 1)
        return font

    def grown(self, pixels: int) -> int:
        """Scale the size of a picture in a line of text; it grows with the text and never shrinks."""
        return round(pixels * max(1.0, self.scale))

    def _system_changed(self, _scheme: Qt.ColorScheme) -> None:
        if self.appearance is Appearance.SYSTEM:
            self._apply()

    def _apply(self) -> None:
        self.changing.emit()
        system_scheme = QGuiApplication.styleHints().colorScheme()
        dark = self.appearance is Appearance.DARK or (self.appearance is Appearance.SYSTEM and system_scheme == Qt.ColorScheme.Dark)
        self.scheme = DARK if dark else LIGHT
        font = QFont(self._application.font())
        font.setPointSizeF(max(6.0, self._base_points * self.scale))
        sheet, resized = style_sheet(self._sheet, self.scheme), font != self._application.font()
        if resized or sheet != self._application.styleSheet():
            # Widgets take a new font only when the sheet is set anew; and going from one sheet to another takes twice as long.
            self._application.setStyleSheet("")
        if resized:
            self._application.setFont(font)
        self._application.setPalette(palette(self.scheme))
        if sheet != self._application.styleSheet():
            self._application.setStyleSheet(sheet)
        if resized:
            self._inherit(font)
        self.changed.emit()

    def _inherit(self, font: QFont) -> None:
        """Hands the font to widgets that Qt left with the one before: which ones differs from run to run, tab bars among them."""
        for widget in self._application.allWidgets():
            if not widget.font().resolveMask() and widget.font().pointSizeF() != font.pointSizeF():
                widget.setFont(QFont())


def palette(scheme: Scheme) -> QPalette:
    """Qt's palette for a scheme, for whatever the style sheet does not name."""
    roles = {
        QPalette.ColorRole.Window: scheme.window,
        QPalette.ColorRole.WindowText: scheme.text,
        QPalette.ColorRole.Base: scheme.surface,
        QPalette.ColorRole.AlternateBase: scheme.sunken,
        QPalette.ColorRole.Text: scheme.text,
        QPalette.ColorRole.Button: scheme.surface,
        QPalette.ColorRole.ButtonText: scheme.text,
        QPalette.ColorRole.Highlight: scheme.accent,
        QPalette.ColorRole.HighlightedText: scheme.accent_text,
        QPalette.ColorRole.PlaceholderText: scheme.muted,
        QPalette.ColorRole.ToolTipBase: scheme.surface,
        QPalette.ColorRole.ToolTipText: scheme.text,
        QPalette.ColorRole.Link: scheme.accent,
        QPalette.ColorRole.Mid: scheme.hairline,
    }
    qt_palette = QPalette()
    for role, colour in roles.items():
        qt_palette.setColor(role, QColor(colour))
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
        qt_palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(scheme.muted))
    return qt_palette


def style_sheet(sheet: str, scheme: Scheme) -> str:
    """The style sheet with every `@name` replaced; longer names first, since one may begin another."""
    colours = {name: getattr(scheme, name) for name in _NAMES}
    colours |= {tone.value: colour for tone, colour in scheme.tones.items()}
    colours["accent_strong"] = mix(scheme.accent, scheme.text, 0.85)
    colours["scroll"] = mix(scheme.text, scheme.surface, 0.25)
    kind = "dark" if scheme.dark else "light"
    for name in ("chevron", "rise", "tick"):
        colours[name] = (resources_dir() / "styles" / f"{name}-{kind}.svg").as_posix()
    for name in sorted(colours, key=len, reverse=True):
        sheet = sheet.replace(f"@{name}", colours[name])
    return sheet


_NAMES = ("window", "surface", "sunken", "text", "muted", "hairline", "accent", "accent_text", "selection", "hover")


def _points(font: QFont) -> float:
    return font.pointSizeF() if font.pointSizeF() > 0 else font.pixelSize() * 0.75
