"""Posts that a search found, page by page, and their table cells."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.ask import EVERYWHERE
from app.domain.post import Post
from app.domain.posts import PostFilter, PostPage
from app.gui.model.labels import day, one_line
from app.gui.model.pages import Pages
from app.gui.model.rows import DAY, Column
from app.translation import mark, number, tr, trn

PAGE = 100
COLUMNS = (
    Column(mark("Post"), 0),
    Column(mark("Author"), 128),
    Column(mark("Platform"), 96),
    Column(mark("Published"), 104, sample=DAY),
    Column(mark("Copies"), 72, number=True),
    Column(mark("Reactions"), 88, number=True),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PostQuery:
    """A search of the posts."""

    text: str = ""
    among: PostFilter = EVERYWHERE

    @property
    def active(self) -> bool:
        """True when anything may be hidden."""
        return bool(self.text.strip()) or self.among != EVERYWHERE


class PostsView(Pages[PostQuery, Post]):
    """Posts of the current query, latest first; counted are the copies of each."""

    def __init__(self) -> None:
        super().__init__(PostQuery())

    def add(self, page: PostPage) -> None:
        """Take over the next page."""
        self.take(page.items, page.copies, page.total)

    def texts(self, row: int) -> tuple[str, ...]:
        """The cells of a row, in the order of COLUMNS."""
        post = self.items[row]
        copies = self.counts.get(post.id, 1)
        return (
            one_line(post.text),
            one_line(post.author),
            one_line(post.platform),
            day(post.published.date()) if post.published else "",
            number(copies) if copies > 1 else "",
            number(post.engagement) if post.engagement is not None else "",
        )

    def tip(self, row: int) -> str:
        """A post in full."""
        return self.items[row].text

    def summary(self) -> str:
        """Return the number of results in words; copies of one post count once."""
        if not self.known:
            return tr("Searching…")
        if self.query.active:
            return trn("{count} post found", "{count} posts found", self.total)
        return trn("{count} post", "{count} posts", self.total)
