"""The line under which fact-checks that are merely near a sentence are folded away: a button, for the mouse and for keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from app.gui.icons import Icons
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, hairline, styled
from app.translation import mark, number, tr

_NOT_ABOUT_THIS = mark("Nearest in the library – not about this ({count})")
_NOT_COMPARED = mark("Nearest in the library – not compared yet ({count})")


class _FoldButton(Button):
    """The space bar works it while it has the focus, also where that key puts a sentence off elsewhere."""

    def event(self, event: QEvent) -> bool:
        """Claim the space bar before it is taken for a shortcut."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space:
            event.accept()
            return True
        return super().event(event)


class FoldLine(QWidget):
    """`toggled` carries whether the fact-checks shall be shown."""

    toggled = Signal(bool)

    def __init__(self, many: int, theme: Theme, icons: Icons, *, compared: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "surface")
        self._text = tr(_NOT_ABOUT_THIS if compared else _NOT_COMPARED, count=number(many))
        self.button = _FoldButton("", self)
        self.button.setProperty("role", "quiet")
        self.button.setCheckable(True)
        self.button.setStyleSheet(f"color: {theme.colour('muted').name()}")
        self.button.setFont(theme.font(step=-0.5))
        self.button.toggled.connect(self.toggled)
        lines = column(self)
        inner = column(made := QWidget(self), margins=(GRID, GRID, GRID, GRID))
        inner.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        lines.addWidget(made)
        lines.addWidget(hairline())
        self.show_open(False)

    def show_open(self, shown: bool) -> None:
        """Whether the fact-checks below are shown."""
        if self.button.isChecked() != shown:
            self.button.setChecked(shown)
        self.button.setText(f"{'▾' if shown else '▸'} {self._text}")
        self.button.setAccessibleName(self._text)
        self.button.setAccessibleDescription(tr("Unfolded") if shown else tr("Folded away"))
