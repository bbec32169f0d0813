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
        self._groups = grouped(opinions, merge_similar=together)
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
        """Return True if all requested groups are built."""
        return not self._turns.active

    def fill(self, upto: int = _FIRST) -> Work:
        """Build the groups up to this number, one per step. They are shown in batches, since each insertion moves everything below."""
        views = []
        for group in self._groups[self._shown : upto]:
            views.append((self._view(group.head), group))
            yield
        for position, (view, group) in enumerate(views, start=1):
            self._place(view, self._posts)
            if group.further:
                self._offer(group)
            if not position % _AT_ONCE:
                yield
        self._shown += len(views)
        self._tell_more()

    def fill_like(self, before: OpinionColumn) -> Work:
        """Build as many groups as another column shows, with the same ones unfolded."""
        yield from self.fill(max(before.shown, _FIRST))
        for cluster in before.unfolded & self._folded.keys():
            yield from self._unfolding(*self._folded.pop(cluster), focus=False)

    def in_order(self) -> list[OpinionView]:
        """Return the shown posts from the top."""
        return sorted((view for view in self.views if not view.isHidden()), key=lambda view: view.y())

    @property
    def shown(self) -> int:
        """Return the number of shown groups."""
        return self._shown

    def show_more(self) -> None:
        """Build the next posts in idle time, and focus the first of them."""
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
        """Add the button that unfolds the other posts of a group."""
        button = Button(group.words, self)
        button.setProperty("role", "link")
        button.setFont(self._signals.theme.font(step=-1))
        folded = QVBoxLayout()
        folded.setContentsMargins(2 * GRID, 0, 0, 0)
        folded.setSpacing(0)
        indented = QHBoxLayout()
        indented.setContentsMargins(GRID - 2, 0, 0, GRID)
        indented.addWidget(button)
        indented.addStretch()
        self._posts.addLayout(indented)
        self._posts.addLayout(folded)
        self._follow(button)
        self.same.append(button)
        button.show()

        self._folded[group.head.cluster] = (group, folded, button)

        def unfold() -> None:
            self._turns.finish()
            self._folded.pop(group.head.cluster, None)
            self._turns.start(self._unfolding(group, folded, button))

        button.clicked.connect(unfold)

    def _unfolding(self, group: OpinionGroup, folded: QVBoxLayout, button: Button, *, focus: bool = True) -> Work:
        """Show the other posts of a group in place of its button."""
        views = []
        self.unfolded.add(group.head.cluster)
        for opinion in group.further:
            views.append(self._view(opinion))
            yield
        last, self._last = self._last, button
        for view in views:
            self._place(view, folded)
        if last is not button:
            self._last = last
        if focus:
            views[0].setFocus()
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
        """Put this widget last in the tab order, whenever it is built."""
        if self._last is not None:
            QWidget.setTabOrder(self._last, stop)
        self._last = stop

    def _tell_more(self) -> None:
        remaining = len(self._groups) - self._shown
        self.more.setText(tr("Show {next} more of {left}", next=number(min(_MORE, remaining)), left=number(remaining)))
        self.more.setVisible(remaining > 0 and self._shown >= _FIRST)
        if self._last is not None:
            QWidget.setTabOrder(self._last, self.more)
