"""The posts behind the answers: a search in them, the table of what it found, and the chosen one in full beside it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.domain.ask import Opinion
from app.domain.post import Post
from app.domain.posts import PostPage, PostStatistics
from app.gui.ask.post_filters import PostFilters
from app.gui.ask.signals import AnswerSignals
from app.gui.model.ask_words import post_facts
from app.gui.model.labels import host, inert
from app.gui.model.posts_view import COLUMNS, PostQuery, PostsView
from app.gui.widgets.breaking_label import BreakingLabel
from app.gui.widgets.button import Button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.scroll_column import ScrollColumn
from app.gui.widgets.searched_table import Names, SearchedTable
from app.translation import tr, trn


class PostDetails(ScrollColumn):
    """Shows the post that is chosen in the table."""

    def __init__(self, signals: AnswerSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._signals = signals
        self.setAccessibleName(tr("Details of the chosen post"))
        self._shown: tuple[Post | None, int] = (None, 1)
        signals.theme.changed.connect(self._rebuild)
        self.show_post(None)

    def show_post(self, post: Post | None, *, copies: int = 1) -> None:
        """Show a post, of which there are so many copies."""
        self._shown = post, copies
        small = self._signals.theme.font(step=-1)
        body = styled(QWidget(), "surface")
        layout = column(body, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        if post is None:
            layout.addWidget(label(tr("Choose a post to see all of it."), muted=True, wrap=True))
        else:
            opinion = Opinion(post=post, score=0.0, relevance=0.0, stance=(0.0, 0.0, 1.0))
            layout.addWidget(BreakingLabel(post.text, font=self._signals.theme.font(step=1)))
            facts = [post_facts(opinion), tr("Language: {language}", language=post.language) if post.language else ""]
            if copies > 1:
                facts.append(trn("{count} post with these words, shown once", "{count} posts with these words, shown once", copies))
            facts += [tr("Passes on {id}", id=post.repeats) if post.repeats else "", tr("Id {id}", id=post.id)]
            for fact in facts:
                if fact:
                    layout.addWidget(label(inert(fact), font=small, muted=True, wrap=True, selectable=True))
            layout.addLayout(self._buttons(opinion))
        layout.addStretch()
        self.setWidget(body)

    def _buttons(self, opinion: Opinion) -> FlowLayout:
        row = FlowLayout()
        row.setContentsMargins(-GRID, 0, 0, 0)
        site, signals = host(opinion.post.url), self._signals
        copy = Button(tr("Copy the post with its link"))
        copy.clicked.connect(lambda: signals.post_copied.emit(opinion))
        link = Button(tr("Open {site}", site=site.replace("&", "&&")) if site else tr("No link"))
        link.setEnabled(bool(site))
        link.clicked.connect(lambda: signals.link_asked.emit(opinion.post.url))
        for button in (copy, link):
            button.setProperty("role", "quiet")
            row.addWidget(button)
        return row

    def _rebuild(self) -> None:
        post, copies = self._shown
        self.show_post(post, copies=copies)


class PostsPage(SearchedTable):
    """`page_wanted` carries the query and how many posts of it are here."""

    page_wanted = Signal(object, int)

    def __init__(self, signals: AnswerSignals, parent: QWidget | None = None) -> None:
        self.view = PostsView()
        names = Names(tr("Search the words of posts"), tr("Search the posts"), tr("Posts in the library"))
        super().__init__(self.view, COLUMNS, names, parent)
        self.details = PostDetails(signals, self)
        self.filters = PostFilters(self)
        for button in self.filters.buttons():
            self.line.addWidget(button)
        self.line.addWidget(self.found)
        self.head.addWidget(self.filters.chips)
        self.stand_beside(self.details)
        self.filters.changed.connect(self.ask)

    def show_page(self, page: PostPage) -> None:
        """Append the next page of the query."""
        self.view.add(page)
        self.grow()

    def show_statistics(self, statistics: PostStatistics) -> None:
        """Update the choices of the filters."""
        self.filters.show_statistics(statistics)

    def _ask(self, words: str) -> None:
        self.view.ask(PostQuery(text=words, among=self.filters.among))

    def _want(self) -> None:
        self.page_wanted.emit(self.view.query, len(self.view.items))

    def _show(self, row: int | None) -> None:
        post = None if row is None else self.view.items[row]
        self.details.show_post(post, copies=self.view.counts.get(post.id, 1) if post else 1)
