"""Ports of a library's posts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from app.domain.answer_edits import AnswerEdit
from app.domain.importing import ChangeCounts, CheckResult, ReadPost
from app.domain.post import Post
from app.domain.posts import PostFilter, PostPage, PostStatistics
from app.domain.progress import CancelToken, Progress
from app.ports.arrays import Mask
from app.ports.indexes import RowIndex
from app.ports.models import TextEncoder


class PostIndex(RowIndex, Protocol):
    """Searchable posts of a library. A row is one group of copies, represented by its head; words and vector are those of its
    cleaned text."""

    def posts(self, rows: Sequence[int]) -> list[Post]:
        """Return the heads at these rows, in the given order."""
        ...

    def allowed(self, among: PostFilter) -> Mask | None:
        """Return a mask of the rows that pass; None if all do. An undated post passes no filter by day."""
        ...


class PostLibrary(Protocol):
    """Posts of a library. Copies of one post (reposts, or the same words) form a group; one of them is displayed for all."""

    def __len__(self) -> int: ...

    def add(self, posts: Iterable[Post], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Add posts, all or, after an error or a cancellation, none; one with an existing id replaces it. `posts` may be a
        generator."""
        ...

    def add_rows(self, rows: Iterable[ReadPost], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Add rows of files, whose ids identify only within their source (`domain.source_ids`): a row replaces only the post that
        it is, not another source's post with the same id. All or none; `rows` may be a generator."""
        ...

    def set_language(self, ids: Sequence[str], language: str) -> int:
        """Set the language of posts; return the number of known ids. It survives another import of the same content."""
        ...

    def delete(self, ids: Sequence[str], *, cancel: CancelToken) -> int:
        """Delete posts; return the number of known ids."""
        ...

    def get(self, ids: Sequence[str]) -> dict[str, Post]:
        """Return the posts by id, without unknown ids."""
        ...

    def same_as(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return for each known id the other ids of its group, in id order."""
        ...

    def search(self, text: str, *, among: PostFilter, offset: int = 0, limit: int = 50) -> PostPage:
        """Search in the full text, latest first; an empty text lists all."""
        ...

    def statistics(self) -> PostStatistics: ...

    def index(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> PostIndex:
        """Return the index of the current posts. Changes since the last call are indexed by words at once; vectors are those that
        `encode` has made with this encoder's model."""
        ...

    def encode(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> int:
        """Make the missing vectors and return their number. Finished steps survive a cancellation or a killed process, and the next
        call continues from there."""
        ...

    def edits_of(self, question: str) -> tuple[AnswerEdit, ...]:
        """Return the manual edits of the answers to a question, in order; questions with one `question_key` are the same."""
        ...

    def keep_edits(self, question: str, edits: Sequence[AnswerEdit]) -> None:
        """Replace the edits of a question."""
        ...

    def all_edits(self) -> tuple[AnswerEdit, ...]:
        """Return the edits of all questions."""
        ...

    def verify(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Check the integrity of everything stored. Nothing is changed, and faults are returned, not raised."""
        ...

    def repair(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Rebuild everything that can be derived from intact rows; return one line for each repair and each failure."""
        ...

    def close(self) -> None: ...
