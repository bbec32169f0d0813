"""One post that takes a side: verbatim, with who wrote it, and how surely it takes the side. The reader can say otherwise."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.domain.answer_edits import Side
from app.domain.ask import Opinion
from app.gui.ask.signals import AnswerSignals
from app.gui.model.ask_words import post_facts, side_share, side_words, spoken_post
from app.gui.model.labels import host, inert
from app.gui.widgets.breaking_label import BreakingLabel
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.menu import Menu
from app.gui.widgets.meter import Meter
from app.translation import mark, tr

_LONG, _SHOWN = 700, 500
_SAY = {
    Side.SUPPORTS: (mark("It supports the claim"), "S"),
    Side.REFUTES: (mark("It refutes the claim"), "R"),
    Side.NEITHER: (mark("It does neither"), "N"),
}


class OpinionView(QWidget):
    """Reached by Tab; `answer` is the name of the answer that it stands under."""

    def __init__(self, opinion: Opinion, side: Side, signals: AnswerSignals, *, answer: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "opinion")
        self.opinion, self.side, self.answer = opinion, side, answer
        self._signals, theme = signals, signals.theme
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(spoken_post(opinion, side))
        small = theme.font(step=-1)
        layout = column(self, margins=(GRID, GRID - 2, GRID, GRID - 2), spacing=4)
        text = opinion.post.text
        short = text[:_SHOWN].rstrip() + "…" if len(text) > _LONG else text
        self.text = BreakingLabel(short, parent=self)
        layout.addWidget(self.text)
        self.whole: Button | None = None
        if short is not text:
            self.whole = Button(tr("Show the whole post"), self)
            self.whole.setProperty("role", "link")
            self.whole.clicked.connect(self._show_whole)
            layout.addWidget(self.whole, 0, Qt.AlignmentFlag.AlignLeft)
        self.facts = label(inert(post_facts(opinion)), font=small, muted=True, wrap=True)
        layout.addWidget(self.facts)
        row = QHBoxLayout()
        row.setSpacing(6)
        if not opinion.corrected:
            row.addWidget(Meter(theme, side_share(opinion, side), self), 0, Qt.AlignmentFlag.AlignVCenter)
        self.sure = label(side_words(opinion, side), font=small, muted=not opinion.corrected)
        row.addWidget(self.sure)
        row.addStretch()
        self.more = Button("⋯", self)
        self.more.setProperty("role", "link")
        self.more.setAccessibleName(tr("What to do with this post"))
        self.more.setToolTip(tr("Say which side it takes, copy it, open its link"))
        self.more.clicked.connect(self._open_menu)
        row.addWidget(self.more)
        layout.addLayout(row)

    def say(self, side: Side) -> None:
        """Emit the side that the reader chose, unless the reader put it there before."""
        if side is not self.side or not self.opinion.corrected:
            self._signals.side_said.emit(self.answer, self.opinion, side)

    def copy(self) -> None:
        """Copy the post with its link."""
        self._signals.post_copied.emit(self.opinion)

    def open_link(self) -> None:
        """Ask for the post's link to be opened, where it has one."""
        if host(self.opinion.post.url):
            self._signals.link_asked.emit(self.opinion.post.url)

    def menu(self) -> Menu:
        """Return the menu of actions on the post."""
        menu = Menu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for side, (words, key) in _SAY.items():
            action = _action(menu, tr(words), key)
            action.setCheckable(True)
            action.setChecked(side is self.side)
            action.triggered.connect(lambda _checked=False, side=side: self.say(side))
        menu.addSeparator()
        _action(menu, tr("Copy the post with its link"), "C").triggered.connect(self.copy)
        site = host(self.opinion.post.url)
        link = _action(menu, tr("Open {site}", site=site) if site else tr("No link"), "O" if site else "")
        link.setEnabled(bool(site))
        link.triggered.connect(self.open_link)
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Open the menu by right click or menu key."""
        self.menu().popup(event.globalPos())

    def _open_menu(self) -> None:
        self.menu().popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def _show_whole(self) -> None:
        self.text.setText(self.opinion.post.text)
        if self.whole is not None:
            self.whole.hide()
        self.setFocus()


def _action(menu: Menu, text: str, key: str) -> QAction:
    """Add an entry that names its key. The pane handles the key itself, since the menu is closed by then."""
    label = text.replace("&", "&&")
    return menu.addAction(f"{label}\t{key}" if key else label)
