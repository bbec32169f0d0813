"""The posts of one side of an answer: the first few, and more when they are asked for."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.domain.answer_edits import Side
from app.domain.ask import Opinion
from app.gui.ask.opinion_view import OpinionView
from app.gui.ask.signals import AnswerSignals
from app.gui.model.ask_groups import OpinionGroup, grouped
from app.gui.model.ask_words import SIDES, count_words, nobody_words
from app.gui.widgets.button import Button
from app.gui.widgets.idle_work import IdleWork, Work
from app.gui.widgets.labels import GRID, column, label
from app.translation import number, tr

_FIRST, _MORE, _AT_ONCE = 3, 10, 3
_ICON = 16


class OpinionColumn(QWidget):
    """Nothing is made at once: `fill` makes one post a step."""

    def __init__(
        self,
        side: Side,
        opinions: tuple[Opinion, ...],
        signals: AnswerSignals,
        *,
        answer: str,
        together: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.side, self.answer, self._signals = side, answer, signals
        self._groups = grouped(opinions, together=together)
        self._shown = 0
        self._last: QWidget | None = None
        self.views: list[OpinionView] = []
        self.same: list[Button] = []
        self.unfolded: set[int] = set()
        self._folded: dict[int, tuple[OpinionGroup, QVBoxLayout, Button]] = {}
        self._turns = IdleWork(self)
        self._lines = column(self, spacing=4)
        self._lines.addWidget(self._heading(len(opinions)))
        self.nobody = label(nobody_words(side), muted=True, wrap=True)
        self.nobody.setContentsMargins(GRID, 4, GRID, 4)
        self._lines.addWidget(self.nobody)
        self.nobody.setVisible(not opinions)
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

    def fill(self, upto: int = _FIRST) -> Work:
        """Make the groups up to this number, one a step, and show them a few at a time: whatever is shown moves all that is below."""
        made = []
        for group in self._groups[self._shown : upto]:
            made.append((self._view(group.head), group))
            yield
        for place, (view, group) in enumerate(made, start=1):
            self._place(view, self._posts)
            if group.others:
                self._offer(group)
            if not place % _AT_ONCE:
                yield
        self._shown += len(made)
        self._tell_more()

    def fill_like(self, before: OpinionColumn) -> Work:
        """Make as many groups as another column shows, with what was unfolded there."""
        yield from self.fill(max(before.shown, _FIRST))
        for cluster in before.unfolded & self._folded.keys():
            yield from self._unfolding(*self._folded.pop(cluster), focus=False)

    def in_order(self) -> list[OpinionView]:
        """The posts that are shown, from the top."""
        return sorted((view for view in self.views if not view.isHidden()), key=lambda view: view.y())

    @property
    def shown(self) -> int:
        """How many groups are shown."""
        return self._shown

    def show_more(self) -> None:
        """Make the next posts, in turns; reading goes on where they begin."""
        if self.complete and self._shown < len(self._groups):
            self._turns.start(self._continue(len(self.views)))

    def _continue(self, before: int) -> Work:
        yield from self.fill(self._shown + _MORE)
        self.views[before].setFocus()

    def _heading(self, posts: int) -> QWidget:
        badge, theme = SIDES[self.side], self._signals.theme
        head = QWidget(self)
        row = QHBoxLayout(head)
        row.setContentsMargins(GRID, 0, GRID, 0)
        row.setSpacing(6)
        icon = QLabel(head)
        colour = theme.tone(badge.tone)
        icon.setPixmap(self._signals.icons.pixmap(badge.icon, colour, size=theme.grown(_ICON), scale=self.devicePixelRatioF()))
        self.heading = label(count_words(self.side, posts), font=theme.font(bold=True))
        self.heading.setStyleSheet(f"color: {colour.name()}")
        row.addWidget(icon)
        row.addWidget(self.heading)
        row.addStretch()
        return head

    def _offer(self, group: OpinionGroup) -> None:
        """The button that tells of the others of a group, and shows them."""
        same = Button(group.words, self)
        same.setProperty("role", "link")
        same.setFont(self._signals.theme.font(step=-1))
        others = QVBoxLayout()
        others.setContentsMargins(2 * GRID, 0, 0, 0)
        others.setSpacing(0)
        indented = QHBoxLayout()
        indented.setContentsMargins(GRID - 2, 0, 0, GRID)
        indented.addWidget(same)
        indented.addStretch()
        self._posts.addLayout(indented)
        self._posts.addLayout(others)
        self._follow(same)
        self.same.append(same)
        same.show()

        self._folded[group.head.cluster] = (group, others, same)

        def unfold() -> None:
            self._turns.finish()
            self._folded.pop(group.head.cluster, None)
            self._turns.start(self._unfolding(group, others, same))

        same.clicked.connect(unfold)

    def _unfolding(self, group: OpinionGroup, others: QVBoxLayout, button: Button, *, focus: bool = True) -> Work:
        """The others of a group in place of the button that told of them."""
        made = []
        self.unfolded.add(group.head.cluster)
        for one in group.others:
            made.append(self._view(one))
            yield
        kept, self._last = self._last, button
        for view in made:
            self._place(view, others)
        if kept is not button:
            self._last = kept
        if focus:
            made[0].setFocus()
        button.hide()

    def _view(self, opinion: Opinion) -> OpinionView:
        view = OpinionView(opinion, self.side, self._signals, answer=self.answer, parent=self)
        view.hide()
        for part in (view, *view.findChildren(QWidget)):
            part.ensurePolished()  # now, a post a step, and not when all are shown
        layout = view.layout()
        if self.isVisible() and layout is not None:
            view.resize(self.width(), view.heightForWidth(self.width()))
            layout.activate()
        self.views.append(view)
        return view

    def _place(self, view: OpinionView, lines: QVBoxLayout) -> None:
        lines.addWidget(view)
        for stop in (view, view.whole, view.more):
            if stop is not None:
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
