"""The posts behind the answers: a search in them, the table of what it found, and the chosen one in full beside it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.domain.posts import PostPage, PostStatistics
from app.gui.ask.post_details import PostDetails
from app.gui.ask.post_filters import PostFilters
from app.gui.ask.signals import AnswerSignals
from app.gui.model.posts_view import COLUMNS, PostQuery, PostsView
from app.gui.widgets.searched_table import Names, SearchedTable
from app.translation import tr


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
        """The next page of the query."""
        self.view.add(page)
        self.grow()

    def show_statistics(self, statistics: PostStatistics) -> None:
        """What the filters offer."""
        self.filters.show_statistics(statistics)

    def _ask(self, words: str) -> None:
        self.view.ask(PostQuery(text=words, among=self.filters.among))

    def _want(self) -> None:
        self.page_wanted.emit(self.view.query, len(self.view.items))

    def _show(self, row: int | None) -> None:
        post = None if row is None else self.view.items[row]
        self.details.show_post(post, copies=self.view.counts.get(post.id, 1) if post else 1)
