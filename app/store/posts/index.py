"""The PostIndex port: canonical posts and vectors of one state of the posts, pinned by a read transaction."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.post import Post
from app.domain.posts import PostFilter
from app.ports import Mask
from app.store.database import library_errors
from app.store.posts.canonical_posts import CanonicalPosts
from app.store.posts.schema import POST
from app.store.posts.searching import POST_COLUMNS, post_of
from app.store.row_index.index_cache import PinnedIndex
from app.store.stored_values import reading_stored_values

_POSTS = f"SELECT row, {POST_COLUMNS} FROM post WHERE row IN ({{marks}})"


class SqlitePostIndex(PinnedIndex[CanonicalPosts]):
    """PostIndex: BM25 and cosine over the cleaned texts."""

    def posts(self, rows: Sequence[int]) -> list[Post]:
        """Return the posts at these rows, in the given order."""
        numbers = self._rows.numbers[list(rows)]
        self._check(POST, "row", numbers)
        with library_errors(self._pinned.path, file=self._pinned.file), reading_stored_values():
            return [post_of(values) for values in self._values(numbers, _POSTS)]

    def allowed(self, among: PostFilter) -> Mask | None:
        """Return a mask of the rows that pass the filter; None when all do."""
        return self._rows.allowed(among)
