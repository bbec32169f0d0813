"""The line under the matches: one button a decision with its key, and what was laid down about the sentence."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from app.gui.icons import Icons
from app.gui.model.key_names import told_key
from app.gui.model.review_state import NOTHING_DECIDED, ReviewState
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label, styled
from app.translation import tr

_ACROSS = 4
"""So many buttons stand in a line where there is room for them."""


class ReviewBar(QWidget):
    """Shows the actions it was given, in their order; hidden while no sentence is chosen."""

    def __init__(self, theme: Theme, icons: Icons, actions: tuple[tuple[QAction, str], ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "footer")
        self._theme, self._icons = theme, icons
        self.state = NOTHING_DECIDED
        layout = column(self, margins=(2 * GRID, GRID, 2 * GRID, GRID), spacing=GRID // 2)
        self.words = label("", muted=True, wrap=True, selectable=True)
        self.words.setAccessibleName(tr("Your decision"))
        layout.addWidget(self.words)
        self._grid, self._across = QGridLayout(), 0
        self._grid.setSpacing(0)
        self.buttons = tuple(self._button(action, short) for action, short in actions)
        layout.addLayout(self._grid)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.show_state(None)

    def show_state(self, state: ReviewState | None) -> None:
        """Show the review state of the selected sentence; None hides the line."""
        self.setVisible(state is not None)
        self.state = state or NOTHING_DECIDED
        words = review_words(self.state)
        self.words.setText(words)
        self.words.setVisible(bool(words))

    def event(self, event: QEvent) -> bool:
        """Put as many buttons into a line as can be read whole, whenever there is other room or they need other room."""
        handled = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._arrange()
        return handled

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """As narrow as one button a line; how many stand in a line now asks for nothing."""
        return QSize(self._widths(1) + 4 * GRID, super().minimumSizeHint().height())

    def _arrange(self) -> None:
        room = self.width() - 4 * GRID
        column_count = next((count for count in range(_ACROSS, 1, -1) if self._widths(count) <= room), 1)
        if column_count == self._across:
            return
        self._grid.setColumnStretch(self._across, 0)
        self._across = column_count
        for index, button in enumerate(self.buttons):
            self._grid.addWidget(button, index // column_count, index % column_count, Qt.AlignmentFlag.AlignLeft)
        self._grid.setColumnStretch(column_count, 1)

    def _widths(self, column_count: int) -> int:
        """Return the width of the grid with so many buttons in each line."""
        return sum(
            max((button.sizeHint().width() for button in self.buttons[column::column_count]), default=0) for column in range(column_count)
        )

    def _button(self, action: QAction, short: str) -> QPushButton:
        button = Button(short, self)
        button.setProperty("role", "quiet")
        button.setAccessibleName(action.text().rstrip("…"))
        button.clicked.connect(action.trigger)

        def follow() -> None:
            """The key may be changed in the preferences."""
            button.setText(f"{short}  {told_key(action.shortcut().toString())}".rstrip())
            button.setToolTip(action.toolTip())
            button.setEnabled(action.isEnabled())

        action.changed.connect(follow)
        follow()
        return button

    def _restyle(self) -> None:
        self.words.setFont(self._theme.font(step=-1))
        for button in self.buttons:
            button.setFont(self._theme.font(step=-0.5))
        self._arrange()


def review_words(state: ReviewState) -> str:
    """All that was laid down about a sentence, in words."""
    tags = tr("Tags: {tags}", tags=", ".join(state.tags)) if state.tags else ""
    note = tr("Note: {note}", note=state.note) if state.note else ""
    parts = (", ".join(badge.word for badge in state.badges), state.judged, tags, note)
    return " · ".join(part for part in parts if part)
