"""The bar under the matches: one button a decision with its key on it, and what was laid down about the sentence."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from app.domain.review import Decision
from app.gui.icons import Icons
from app.gui.model.key_names import told_key
from app.gui.model.review_state import NOTHING_DECIDED, ReviewState
from app.gui.theme import Theme
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.key_button import KeyButton
from app.gui.widgets.labels import GRID, column, label, styled
from app.translation import tr

_NOTES = frozenset({"flag", "note", "tag", "verdict"})
"""The commands that add something to a sentence; their buttons stand below those that decide about it."""
_TAKEN = {
    Decision.CONFIRMED: "confirm",
    Decision.PARTIAL: "confirm_part",
    Decision.REJECTED: "reject_all",
    Decision.DEFERRED: "defer",
}
"""The command that each decision about a sentence comes from."""


class ReviewBar(QWidget):
    """Shows the actions it was given, in their order; hidden while no sentence is chosen."""

    def __init__(self, theme: Theme, icons: Icons, actions: tuple[tuple[QAction, str], ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "footer")
        self._theme, self._icons = theme, icons
        self.state = NOTHING_DECIDED
        layout = column(self, margins=(2 * GRID, GRID, 2 * GRID, GRID), spacing=GRID - 2)
        self.words = label("", muted=True, wrap=True, selectable=True)
        self.words.setAccessibleName(tr("Your decision"))
        layout.addWidget(self.words)
        self._names = tuple(action.objectName() for action, _ in actions)
        self.buttons = tuple(self._button(action, short) for action, short in actions)
        for are_notes in (False, True):
            group = QWidget(self)
            flow = FlowLayout(group, spacing=GRID - 2)
            for name, button in zip(self._names, self.buttons, strict=True):
                if (name in _NOTES) is are_notes:
                    flow.addWidget(button)
            group.setVisible(flow.count() > 0)
            layout.addWidget(group)
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
        taken = _taken(self.state)
        for name, button in zip(self._names, self.buttons, strict=True):
            button.set_taken(name in taken)

    def _button(self, action: QAction, short: str) -> KeyButton:
        button = KeyButton(short, self._theme, self)
        button.setAccessibleName(action.text().rstrip("…"))
        button.clicked.connect(action.trigger)
        follow = partial(_follow, button, action)  # the key may be changed in the preferences
        action.changed.connect(follow)
        follow()
        return button

    def _restyle(self) -> None:
        self.words.setFont(self._theme.font(step=-1))
        for button in self.buttons:
            button.setFont(self._theme.font(step=-0.5))


def _follow(button: KeyButton, action: QAction) -> None:
    button.show_key(told_key(action.shortcut().toString()))
    button.setToolTip(action.toolTip())
    button.setEnabled(action.isEnabled())


def _taken(state: ReviewState) -> set[str]:
    """Return the names of the commands whose result holds for a sentence."""
    notes = {"flag": state.flagged, "note": bool(state.note), "tag": bool(state.tags), "verdict": state.verdict is not None}
    names = {name for name, holds in notes.items() if holds}
    return names | {_TAKEN[state.decision]} if state.decision is not None else names


def review_words(state: ReviewState) -> str:
    """All that was laid down about a sentence, in words."""
    tags = tr("Tags: {tags}", tags=", ".join(state.tags)) if state.tags else ""
    note = tr("Note: {note}", note=state.note) if state.note else ""
    parts = (", ".join(badge.word for badge in state.badges), state.judged, tags, note)
    return " · ".join(part for part in parts if part)
