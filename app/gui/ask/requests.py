"""Requests about a library's posts: statistics, search, import, answers. Knows no widgets."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.domain.answer_edits import AnswerEdit
from app.domain.ask import AskOptions
from app.domain.options import PostImportOptions
from app.gui.jobs import Jobs, JobSlot
from app.gui.library_requests import LibraryRequests
from app.gui.model.posts_view import PAGE, PostQuery
from app.gui.source_requests import SourceRequests
from app.translation import tr
from app.worker.protocol import (
    AskQuestion,
    DescribePosts,
    EncodePosts,
    ImportPosts,
    KeepAskEdits,
    SearchPosts,
)


class AskRequests(SourceRequests):
    """`described` carries PostStatistics, `encoded` a PostsEncoded, `imported` a PostImportReport, `found` a PostPage, `asked` an Asked,
    `kept` (question, edits); `failed` names index, ask and keep, too."""

    requested = Signal(object)
    saved = Signal(str, object)

    def __init__(self, jobs: Jobs, library: LibraryRequests, parent: QObject) -> None:
        super().__init__(jobs, library, parent)
        self._asking = JobSlot(jobs)

    def describe(self) -> None:
        """Request the statistics of the posts."""
        self._describe(DescribePosts(library=self.library), tr("Reading the posts"))

    def index(self) -> None:
        """Update the index of the posts in advance, which makes the first answer faster."""
        failed = partial(self.failed.emit, "index")
        self._jobs.ask(EncodePosts(library=self.library, make=False), title=tr("Reading the posts"), done=self.encoded.emit, failed=failed)

    def encode(self) -> None:
        """Make the posts searchable by meaning."""
        self._encode(EncodePosts(library=self.library), tr("Making posts searchable by meaning"))

    def import_files(self, paths: tuple[Path, ...], options: PostImportOptions) -> None:
        """Import files."""
        self._import(ImportPosts(library=self.library, paths=tuple(map(str, paths)), options=options), tr("Importing posts"))

    def search(self, query: PostQuery, offset: int) -> None:
        """Request a page of posts."""
        self._search(SearchPosts(library=self.library, text=query.text, among=query.among, offset=offset, limit=PAGE))

    def ask(self, question: str, options: AskOptions) -> None:
        """Request answers to a question; an earlier request that is still running is dropped."""
        request = AskQuestion(library=self.library, question=question, options=options)
        self._asking.ask(request, self.requested.emit, title=tr("Looking for answers"), failed=partial(self.failed.emit, "ask"))

    def drop_question(self) -> None:
        """Drop the running question."""
        self._asking.drop()

    def keep(self, question: str, edits: tuple[AnswerEdit, ...]) -> None:
        """Save the manual changes to the answers of a question."""
        failed = partial(self.failed.emit, "keep")
        request = KeepAskEdits(library=self.library, question=question, edits=edits)
        self._jobs.ask(
            request, title=tr("Keeping your changes"), done=lambda _: self.saved.emit(question, edits), failed=failed, quiet=True
        )
