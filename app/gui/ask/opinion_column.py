"""The posts of one side of an answer: the first few, and more when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.domain.answer_edits import Side
from app.domain.ask import Opinion
from app.gui.ask.opinion_view import OpinionView
from app.gui.ask.wishes import Kit
from app.gui.model.ask_groups import OpinionGroup, grouped
from app.gui.model.ask_words import SIDES, count_words, nobody_words
from app.gui.widgets.button import Button
from app.gui.widgets.plain import GRID, column, label
from app.gui.widgets.turns import Turns
from app.translation import number, tr

_FIRST, _MORE = 3, 10
_ICON = 16


class OpinionColumn(QWidget):
    """Nothing is made at once: `fill` makes one post a step."""

    def __init__(
        self, side: Side, opinions: tuple[Opinion, ...], kit: Kit, *, answer: str, together: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._side, self._answer, self._kit = side, answer, kit
        self._groups = grouped(opinions, together=together)
        self._shown = 0
        self._last: QWidget | None = None
        self.views: list[OpinionView] = []
        self.same: list[Button] = []
        self._turns = Turns(self)
        self._lines = column(self, spacing=4)
        self._lines.addWidget(self._heading(len(opinions)))
        self.nobody = label(nobody_words(side), muted=True, wrap=True)
        self.nobody.setContentsMargins(GRID, 4, GRID, 4)
        self.nobody.setVisible(not opinions)
        self._lines.addWidget(self.nobody)
        self._posts = QVBoxLayout()
        self._posts.setSpacing(0)
        self._lines.addLayout(self._posts)
        self.more = Button("", self)
        self.more.setProperty("role", "quiet")
        self.more.clicked.connect(self.show_more)
        self.more.hide()
        self._lines.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        self._lines.addStretch()

    @property
    def complete(self) -> bool:
        """Whether nothing is still waiting to be made."""
        return not self._turns.active

    def fill(self, upto: int = _FIRST) -> Iterator[None]:
        """Make the groups up to this number, one a step."""
        while self._shown < min(upto, len(self._groups)):
            self._add_group(self._groups[self._shown])
            self._shown += 1
            self._tell_more()
            yield

    def show_more(self) -> None:
        """Make the next posts, in turns."""
        if self.complete:
            before = len(self.views)
            self._turns.start(self._continue(before))

    def _continue(self, before: int) -> Iterator[None]:
        for _ in self.fill(self._shown + _MORE):
            if len(self.views) == before + 1:
                self.views[before].setFocus()  # the button may be gone; reading goes on where the new posts begin
            yield

    def _heading(self, posts: int) -> QWidget:
        look, theme = SIDES[self._side], self._kit.theme
        head = QWidget(self)
        row = QHBoxLayout(head)
        row.setContentsMargins(GRID, 0, GRID, 0)
        row.setSpacing(6)
        icon = QLabel(head)
        colour = theme.tone(look.tone)
        icon.setPixmap(self._kit.icons.pixmap(look.icon, colour, size=theme.grown(_ICON), scale=self.devicePixelRatioF()))
        self.heading = label(count_words(self._side, posts), font=theme.font(bold=True))
        self.heading.setStyleSheet(f"color: {colour.name()}")
        row.addWidget(icon)
        row.addWidget(self.heading)
        row.addStretch()
        return head

    def _add_group(self, group: OpinionGroup) -> None:
        self._place(self._view(group.head), self._posts)
        if not group.others:
            return
        same = Button(group.words, self)
        same.setProperty("role", "quiet")
        same.setFont(self._kit.theme.font(step=-1))
        others = QVBoxLayout()
        others.setContentsMargins(2 * GRID, 0, 0, 0)
        others.setSpacing(0)
        self._posts.addWidget(same, 0, Qt.AlignmentFlag.AlignLeft)
        self._posts.addLayout(others)
        self._follow(same)
        self.same.append(same)
        same.show()

        def unfold() -> None:
            self._turns.finish()
            self._turns.start(self._unfolding(group, others, same))

        same.clicked.connect(unfold)

    def _unfolding(self, group: OpinionGroup, others: QVBoxLayout, button: Button) -> Iterator[None]:
        """The others of a group in place of the button that told of them."""
        kept, self._last = self._last, button
        for place, one in enumerate(group.others):
            view = self._view(one)
            self._place(view, others)
            if not place:
                view.setFocus()
                button.hide()
            yield
        if kept is not button:
            self._last = kept

    def _view(self, opinion: Opinion) -> OpinionView:
        view = OpinionView(opinion, self._side, self._kit, answer=self._answer, parent=self)
        view.resize(self.width(), view.height())  # else its lines are broken for another width first
        self.views.append(view)
        return view

    def _place(self, view: OpinionView, lines: QVBoxLayout) -> None:
        lines.addWidget(view)
        for stop in (view, *([view.whole] if hasattr(view, "whole") else []), view.more):
            self._follow(stop)
        view.show()  # the layout would do so only when the event loop turns

    def _follow(self, stop: QWidget) -> None:
        """Tab comes to this after what was made before it, whenever it is made."""
        if self._last is not None:
            QWidget.setTabOrder(self._last, stop)
        self._last = stop

    def _tell_more(self) -> None:
        left = len(self._groups) - self._shown
        self.more.setText(tr("Show {next} more of {left}", next=number(min(_MORE, left)), left=number(left)))
        self.more.setVisible(left > 0 and self._shown >= _FIRST)
        if self._last is not None:
            QWidget.setTabOrder(self._last, self.more)
