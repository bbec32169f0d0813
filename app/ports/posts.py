"""What the services need from the posts of a library."""

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
    """The posts of a library as they can be searched. A row is one group of copies, shown by its head; words and vector are those of its
    cleaned text."""

    def posts(self, rows: Sequence[int]) -> list[Post]:
        """The heads at these rows, in the given order."""
        ...

    def allowed(self, among: PostFilter) -> Mask | None:
        """Rows that pass; None when all do. A post without a date passes no day."""
        ...


class PostLibrary(Protocol):
    """The posts of a library. Copies of one post (passed on, or the same words) form a group; one of them is shown for all."""

    def __len__(self) -> int: ...

    def add(self, posts: Iterable[Post], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Take in posts, all of them or, on an error or a cancel, none; a known id is replaced. `posts` may be a generator."""
        ...

    def add_rows(self, rows: Iterable[ReadPost], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Take in the rows of files, whose ids identify only within their source (`domain.source_ids`): a row replaces the post that it is,
        and another source's post of the same id stays beside it. All of them or none; `rows` may be a generator."""
        ...

    def set_language(self, ids: Sequence[str], language: str) -> int:
        """These posts are in this language; how many are known. It stays when the same content is imported again."""
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

    def index(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> PostIndex:
        """The index of the posts as they are now. What has changed since the last call is read anew, by words at once; vectors are those
        that `encode` has made with this encoder's model."""
        ...

    def encode(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> int:
        """Make the vectors that are missing, in steps that are kept; how many were made. What is finished stays after a cancel or a
        killed process, and the next call goes on from there."""
        ...

    def edits_of(self, question: str) -> tuple[AnswerEdit, ...]:
        """What was changed by hand in the answers to a question, in order; questions of one `question_key` are the same."""
        ...

    def keep_edits(self, question: str, edits: Sequence[AnswerEdit]) -> None:
        """These are the edits of a question from now on."""
        ...

    def all_edits(self) -> tuple[AnswerEdit, ...]:
        """The edits of every question."""
        ...

    def verify(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Is everything as it was written? Nothing is changed, and what is found is told, not raised."""
        ...

    def repair(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Make anew what can be made from rows that are whole; what was done, and what could not be, one line each."""
        ...

    def close(self) -> None: ...
