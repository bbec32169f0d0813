"""The members of a duplicate group side by side, a line for each field; what differs is marked by a word and a ground."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QScrollArea, QWidget

from app.domain.factcheck import FactCheck
from app.domain.overview import DuplicateGroup
from app.gui.icons import Icons
from app.gui.model.colours import Tone
from app.gui.model.duplicates import VERDICT, Line, lines, summary
from app.gui.model.labels import inert
from app.gui.model.verdicts import verdict_badge
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label, styled
from app.translation import tr, trn

_MOST = 6
_WIDTH = 176


class GroupView(QScrollArea):
    """`show_asked` carries the id that names the group."""

    show_asked = Signal(str)

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._icons = theme, icons
        self._group: DuplicateGroup | None = None
        self.setWidgetResizable(True)
        self.setAccessibleName(tr("Members of the chosen group"))
        theme.changed.connect(self._rebuild)
        self.show_group(None)

    def show_group(self, group: DuplicateGroup | None) -> None:
        """Show the members of this group."""
        self._group = group
        body = styled(QWidget(), "surface")
        rows = column(body, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        if group is None:
            message = tr("Fact-checks of one publisher about one page or with one claim are shown as one.")
            rows.addWidget(label(message, muted=True, wrap=True))
        else:
            rows.addLayout(self._top(group))
            rows.addLayout(self._grid(group))
            unlisted_count = len(group.members) - _MOST
            if unlisted_count > 0:
                message = trn(
                    "… and {count} more; show them in the library.", "… and {count} more; show them in the library.", unlisted_count
                )
                rows.addWidget(label(message, muted=True))
        rows.addStretch()
        self.setWidget(body)

    def _rebuild(self) -> None:
        self.show_group(self._group)

    def _top(self, group: DuplicateGroup) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(GRID)
        if group.disagrees:
            colour = self._theme.tone(Tone.ORANGE)
            icon = QLabel()
            icon.setPixmap(self._icons.pixmap("disputed", colour, size=self._theme.grown(16), scale=self.devicePixelRatioF()))
            word = label(tr("Verdicts disagree"), font=self._theme.font(bold=True))
            word.setStyleSheet(f"color: {colour.name()}")
            row.addWidget(icon)
            row.addWidget(word)
        row.addWidget(label(summary(group), muted=True), 1)
        button = Button(tr("Show in the library"))
        button.clicked.connect(self._show)
        row.addWidget(button)
        return row

    def _show(self) -> None:
        if self._group is not None:
            self.show_asked.emit(self._group.members[0].id)

    def _grid(self, group: DuplicateGroup) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID)
        members = group.members[:_MOST]
        for index, member in enumerate(members, start=1):
            grid.setColumnStretch(index, 1)
            grid.setColumnMinimumWidth(index, _WIDTH)
            grid.addWidget(label(inert(member.id), muted=True, wrap=True, selectable=True, font=self._theme.font(step=-1)), 0, index)
        for index, line in enumerate(lines(group), start=1):
            self._line(grid, index, line, members)
        return grid

    def _line(self, grid: QGridLayout, row: int, line: Line, members: tuple[FactCheck, ...]) -> None:
        top = Qt.AlignmentFlag.AlignTop
        words = f"{line.name}\n{tr('differs')}" if line.differs else line.name
        name = label(words, muted=not line.differs, font=self._theme.font(step=-1))
        grid.addWidget(name, row, 0, top)
        for number, (value, member) in enumerate(zip(line.values, members, strict=False), start=1):
            cell = label(inert(value) or "–", wrap=True, selectable=True, font=self._theme.font(bold=line.field == VERDICT))
            if line.differs:
                cell.setProperty("role", "differs")
            if line.field == VERDICT:
                cell.setStyleSheet(f"color: {self._theme.tone(verdict_badge(member.verdict).tone).name()}")
            grid.addWidget(cell, row, number, top)
