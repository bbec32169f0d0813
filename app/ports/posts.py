"""What the services need from the posts of a library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from app.domain.importing import ChangeCounts
from app.domain.post import Post
from app.domain.posts import PostFilter, PostPage, PostStatistics
from app.domain.progress import CancelToken, Progress


class PostLibrary(Protocol):
    """The posts of a library. Copies of one post (passed on, or the same words) form a group; one of them is shown for all."""

    def __len__(self) -> int: ...

    def add(self, posts: Iterable[Post], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Take in posts, all of them or, on an error or a cancel, none; a known id is replaced. `posts` may be a generator."""
        ...

    def delete(self, ids: Sequence[str], *, cancel: CancelToken) -> int:
        """Forget posts; how many were known."""
        ...

    def get(self, ids: Sequence[str]) -> dict[str, Post]:
        """The known ones of these ids."""
        ...

    def same_as(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """For each known id the other ids of its group, in id order."""
        ...

    def search(self, text: str, *, among: PostFilter, offset: int = 0, limit: int = 50) -> PostPage:
        """Full-text search for the eye, latest first; an empty text lists all."""
        ...

    def statistics(self) -> PostStatistics: ...

    def close(self) -> None: ...
