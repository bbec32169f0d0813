"""The line under the matches: one button a decision with its key, and what was laid down about the sentence."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from app.gui.icons import Icons
from app.gui.model.review_state import NOTHING_DECIDED, ReviewState
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.plain import GRID, column, label, styled
from app.translation import tr

_ACROSS = 4


class ReviewBar(QWidget):
    """Shows the actions it was given, in their order; hidden while no sentence is chosen."""

    def __init__(self, theme: Theme, icons: Icons, actions: tuple[tuple[QAction, str], ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "footer")
        self._theme, self._icons = theme, icons
        self.state = NOTHING_DECIDED
        lines = column(self, margins=(2 * GRID, GRID, 2 * GRID, GRID), spacing=GRID // 2)
        self.words = label("", muted=True, wrap=True, selectable=True)
        self.words.setAccessibleName(tr("Your decision"))
        lines.addWidget(self.words)
        grid = QGridLayout()
        grid.setSpacing(0)
        grid.setContentsMargins(-GRID, 0, 0, 0)
        self.buttons = tuple(self._button(action, short) for action, short in actions)
        for place, button in enumerate(self.buttons):
            grid.addWidget(button, place // _ACROSS, place % _ACROSS, Qt.AlignmentFlag.AlignLeft)
        grid.setColumnStretch(_ACROSS, 1)
        lines.addLayout(grid)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.show_state(None)

    def show_state(self, state: ReviewState | None) -> None:
        """What was decided about the chosen sentence; None hides the line."""
        self.setVisible(state is not None)
        self.state = state or NOTHING_DECIDED
        words = review_words(self.state)
        self.words.setText(words)
        self.words.setVisible(bool(words))

    def _button(self, action: QAction, short: str) -> QPushButton:
        button = Button(short, self)
        button.setProperty("role", "quiet")
        button.setAccessibleName(action.text().rstrip("…"))
        button.clicked.connect(action.trigger)

        def follow() -> None:
            """The key may be changed in the preferences."""
            button.setText(f"{short}  {action.shortcut().toString()}".rstrip())
            button.setToolTip(action.toolTip())
            button.setEnabled(action.isEnabled())

        action.changed.connect(follow)
        follow()
        return button

    def _restyle(self) -> None:
        self.words.setFont(self._theme.font(step=-1))
        for button in self.buttons:
            button.setFont(self._theme.font(step=-0.5))


def review_words(state: ReviewState) -> str:
    """All that was laid down about a sentence, in words."""
    tags = tr("Tags: {tags}", tags=", ".join(state.tags)) if state.tags else ""
    note = tr("Note: {note}", note=state.note) if state.note else ""
    parts = (", ".join(look.word for look in state.looks), state.judged, tags, note)
    return " · ".join(part for part in parts if part)
