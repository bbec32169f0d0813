"""What a client asks of the posts of a library, and what it is answered with."""

from __future__ import annotations

import msgspec

from app.domain.answer_edits import AnswerEdit
from app.domain.ask import Answered, AskOptions
from app.domain.options import PostImportOptions
from app.domain.posts import PostFilter
from app.worker.protocol.requests import Request


class AskQuestion(Request, frozen=True, kw_only=True):
    """Put a question to the posts. Result: Asked."""

    library: str
    question: str
    options: AskOptions


class ImportPosts(Request, frozen=True, kw_only=True):
    """Import files of posts into the library. Result: PostImportReport."""

    library: str
    paths: tuple[str, ...]
    options: PostImportOptions


class EncodePosts(Request, frozen=True, kw_only=True):
    """Make the posts searchable by meaning: those that are not yet, each kept once it is done. Where `make` is off, bring the index up to
    date, make what is a matter of seconds, and say how many are. Result: PostsEncoded."""

    library: str
    make: bool = True


class DescribePosts(Request, frozen=True, kw_only=True):
    """Statistics of the posts. Result: PostStatistics."""

    library: str


class SearchPosts(Request, frozen=True, kw_only=True):
    """A page of the posts for the eye, latest first. Result: PostPage."""

    library: str
    text: str = ""
    among: PostFilter = PostFilter()
    offset: int = 0
    limit: int = 50


class KeepAskEdits(Request, frozen=True, kw_only=True):
    """These are the edits of a question's answers from now on. Result: AskEditsKept."""

    library: str
    question: str
    edits: tuple[AnswerEdit, ...]


class WriteAnswers(Request, frozen=True, kw_only=True):
    """Write answers to a file; `path` and `record` as for WriteReport. Result: Written."""

    answered: Answered
    path: str
    record: bool = False


class WriteStancePairs(Request, frozen=True, kw_only=True):
    """Write every corrected side as JSON Lines {premise, hypothesis, label}. Result: PairsWritten."""

    library: str
    path: str


class Asked(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The answers as they were found, and the edits that were made to them by hand before, not yet applied."""

    answered: Answered
    edits: tuple[AnswerEdit, ...] = ()


class PostsEncoded(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """How many posts were made searchable by meaning now, and how many still wait for it."""

    made: int
    waiting: int


class AskEditsKept(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """How many edits are kept of the question."""

    count: int


class PairsWritten(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Where pairs were written, and how many."""

    path: str
    count: int
