"""Post handlers of the fake worker: one post, one answer."""

from __future__ import annotations

from app.domain.ask import Answer, Answered, Opinion, QuestionType
from app.domain.importing import ChangeCounts
from app.domain.post import Post
from app.domain.posts import PostImportReport, PostPage, PostStatistics
from app.domain.ranked import RunRecord
from app.worker import protocol
from app.worker.context import JobContext

POST = Post(id="x:1", text="Rust. 😂", platform="x")


def answered(question: str) -> Answered:
    """Return one answer that one post supports."""
    opinion = Opinion(post=POST, score=0.5, relevance=1.0, stance=(0.7, 0.1, 0.2), said="Rust", same_as=("x:2",))
    answer = Answer(name="Rust", claim="It is rust", contested=0.25, supporting=(opinion,), forms=(("Rust", 1),))
    return Answered(question=question, kind=QuestionType.ENTITY, answers=(answer,), run=RunRecord(program="fake", created=""), searched=1)


def ask(request: protocol.AskQuestion, context: JobContext) -> protocol.AskResult:
    """Answer Rust to every question."""
    return protocol.AskResult(answered=answered(request.question))


def import_posts(request: protocol.ImportPosts, context: JobContext) -> PostImportReport:
    """Count one post per file."""
    return PostImportReport(counts=ChangeCounts(added=len(request.paths)))


def encode(request: protocol.EncodePosts, context: JobContext) -> protocol.PostsEncoded:
    """Finish at once."""
    return protocol.PostsEncoded(made=int(request.make), waiting=0)


def describe(request: protocol.DescribePosts, context: JobContext) -> PostStatistics:
    """Describe two posts, copies of each other."""
    return PostStatistics(posts=2, groups=1, size_bytes=10)


def search(request: protocol.SearchPosts, context: JobContext) -> PostPage:
    """Return the only post."""
    return PostPage(items=(POST,), total=1, copies={POST.id: 2})


def keep_edits(request: protocol.KeepAskEdits, context: JobContext) -> protocol.AskEditsKept:
    """Count the edits and discard them."""
    return protocol.AskEditsKept(count=len(request.edits))


def write_answers(request: protocol.WriteAnswers, context: JobContext) -> protocol.Written:
    """Write nothing."""
    return protocol.Written(path=request.path)


def write_pairs(request: protocol.WriteStancePairs, context: JobContext) -> protocol.PairsWritten:
    """Write nothing."""
    return protocol.PairsWritten(path=request.path, count=0)


HANDLERS: dict[type[protocol.AnyRequest], object] = {
    protocol.AskQuestion: ask,
    protocol.ImportPosts: import_posts,
    protocol.EncodePosts: encode,
    protocol.DescribePosts: describe,
    protocol.SearchPosts: search,
    protocol.KeepAskEdits: keep_edits,
    protocol.WriteAnswers: write_answers,
    protocol.WriteStancePairs: write_pairs,
}
