"""The handlers that work with the posts of a library. As in `handlers`, what is heavy is imported inside them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.posts import PostImportReport, PostPage, PostStatistics
from app.errors import read_or_default
from app.worker import protocol
from app.worker.context import JobContext
from app.worker.protocol import AskEditsKept, AskResult, PairsWritten, PostsEncoded, Written
from app.worker.routing import handles
from app.worker.shared_session import SharedSession

if TYPE_CHECKING:
    from app.ports import PostLibrary

_NONE_YET = "posts-not-found"


@dataclass(frozen=True, slots=True)
class AskHandlers:
    """Posts, and questions put to them; handlers that read while another job may write open the posts a second time."""

    shared: SharedSession

    @handles(protocol.AskQuestion)
    def ask(self, request: protocol.AskQuestion, context: JobContext) -> AskResult:
        from app.services.asking import ask_posts
        from app.services.assisted_asking import AnswerFinder

        edits = self.shared.posts(request.library).edits_of(request.question)
        engine, options = self.shared.ask_engine(request.library), request.options
        finder = AnswerFinder(self.shared.asker(context), options.llm_read, context.progress) if options.llm_read else None
        answered = ask_posts(
            request.question, engine=engine, options=options, progress=context.progress, cancel=context.cancel, finder=finder
        )
        return AskResult(answered=answered, edits=edits)

    @handles(protocol.ImportPosts)
    def import_posts(self, request: protocol.ImportPosts, context: JobContext) -> PostImportReport:
        from app.services.posts import import_posts

        return import_posts(
            tuple(Path(path) for path in request.paths),
            posts=self.shared.posts(request.library, create=True),
            options=request.options,
            progress=context.progress,
            cancel=context.cancel,
        )

    @handles(protocol.EncodePosts)
    def encode(self, request: protocol.EncodePosts, context: JobContext) -> PostsEncoded:
        from app.services.posts import IN_PASSING, prepare_posts

        posts, limit = self.shared.posts(request.library), None if request.make else IN_PASSING
        report = prepare_posts(
            posts=posts, encoder=self.shared.encoder(), encode_limit=limit, progress=context.progress, cancel=context.cancel
        )
        return PostsEncoded(made=report.made, waiting=report.waiting)

    @handles(protocol.DescribePosts)
    def describe(self, request: protocol.DescribePosts, context: JobContext) -> PostStatistics:
        no_posts = PostStatistics(posts=0, groups=0, size_bytes=0)
        return read_or_default(lambda: self._posts(request.library).statistics(), _NONE_YET, default=no_posts)

    @handles(protocol.SearchPosts)
    def search(self, request: protocol.SearchPosts, context: JobContext) -> PostPage:
        posts = self._posts(request.library)
        return posts.search(request.text, among=request.among, offset=request.offset, limit=request.limit)

    @handles(protocol.KeepAskEdits)
    def keep_edits(self, request: protocol.KeepAskEdits, context: JobContext) -> AskEditsKept:
        self.shared.posts(request.library).keep_edits(request.question, request.edits)
        return AskEditsKept(count=len(request.edits))

    @handles(protocol.WriteAnswers)
    def write_answers(self, request: protocol.WriteAnswers, context: JobContext) -> Written:
        from app.services.reports import write_answers

        write_answers(request.answered, Path(request.path), record=request.record)
        return Written(path=request.path)

    @handles(protocol.WriteStancePairs)
    def write_pairs(self, request: protocol.WriteStancePairs, context: JobContext) -> PairsWritten:
        from dataclasses import asdict

        from app.domain.answer_edits import stance_pairs
        from app.services.reports import write_json_lines

        pairs = stance_pairs(self._posts(request.library).all_edits())
        write_json_lines(map(asdict, pairs), Path(request.path))
        return PairsWritten(path=request.path, count=len(pairs))

    def _posts(self, library: str) -> PostLibrary:
        return self.shared.posts(library, second_connection=True)
