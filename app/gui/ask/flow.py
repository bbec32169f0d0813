"""What the window asks of a library's posts: what there are, finding them, taking them in, answers. Knows no widgets."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.domain.answer_edits import AnswerEdit
from app.domain.ask import AskOptions
from app.domain.options import PostImportOptions
from app.domain.posts import PostImportReport, PostPage, PostStatistics
from app.gui.jobs import Failure, Jobs
from app.gui.library_flow import LibraryFlow
from app.gui.model.posts_view import PAGE, PostQuery
from app.translation import tr
from app.worker.protocol import (
    Asked,
    AskEditsKept,
    AskQuestion,
    DescribePosts,
    EncodePosts,
    ImportPosts,
    KeepAskEdits,
    PostsEncoded,
    SearchPosts,
)


class AskFlow(QObject):
    """`described` carries PostStatistics, `encoded` a PostsEncoded, `imported` a PostImportReport, `found` a PostPage, `asked` an Asked,
    `kept` (question, edits), `failed` (what, Failure), where `what` names the request: describe, index, encode, import, search, ask,
    keep."""

    described = Signal(object)
    encoded = Signal(object)
    imported = Signal(object)
    found = Signal(object)
    asked = Signal(object)
    kept = Signal(str, object)
    failed = Signal(str, object)

    def __init__(self, jobs: Jobs, library: LibraryFlow, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._library = jobs, library
        self.import_job: int | None = None
        self.encode_job: int | None = None
        self._ask_job: int | None = None
        self._search_job: int | None = None

    @property
    def library(self) -> str:
        """The folder that is worked on."""
        return str(self._library.library)

    def describe(self) -> None:
        """What the library has in posts."""
        failed = partial(self.failed.emit, "describe")
        self._jobs.start(
            DescribePosts(library=self.library), title=tr("Reading the posts"), done=self._described, failed=failed, quiet=True
        )

    def index(self) -> None:
        """Bring the posts' index up to date, so that the first question is answered at once."""
        failed = partial(self.failed.emit, "index")
        request = EncodePosts(library=self.library, make=False)
        self._jobs.start(request, title=tr("Reading the posts"), done=self._indexed, failed=failed)

    def encode(self) -> None:
        """Make the posts searchable by meaning; what is done stays done when this is cancelled."""
        if self.encode_job is None:
            title = tr("Making posts searchable by meaning")
            request = EncodePosts(library=self.library)
            self.encode_job = self._jobs.start(request, title=title, done=self._encoded, failed=self._not_encoded)

    def cancel_encode(self) -> None:
        """Stop making them searchable."""
        if self.encode_job is not None:
            self._jobs.cancel(self.encode_job)

    def import_files(self, paths: tuple[Path, ...], options: PostImportOptions) -> None:
        """Import files; the library stays as it was if this is cancelled or fails."""
        request = ImportPosts(library=self.library, paths=tuple(map(str, paths)), options=options)
        self.import_job = self._jobs.start(request, title=tr("Importing posts"), done=self._imported, failed=self._not_imported)

    def cancel_import(self) -> None:
        """Stop the import that is running."""
        if self.import_job is not None:
            self._jobs.cancel(self.import_job)

    def search(self, query: PostQuery, offset: int) -> None:
        """A page of posts; an earlier search that is still running is dropped."""
        self._jobs.drop(self._search_job)
        request = SearchPosts(library=self.library, text=query.text, among=query.among, offset=offset, limit=PAGE)
        failed = partial(self.failed.emit, "search")
        self._search_job = self._jobs.start(request, title=tr("Searching"), done=self._page, failed=failed, quiet=True)

    def ask(self, question: str, options: AskOptions) -> None:
        """Put a question; an earlier one that is still running is dropped."""
        self.drop_question()
        request = AskQuestion(library=self.library, question=question, options=options)
        self._ask_job = self._jobs.start(request, title=tr("Looking for answers"), done=self._asked, failed=self._not_asked)

    def drop_question(self) -> None:
        """Nobody waits for the running question any more."""
        self._jobs.drop(self._ask_job)
        self._ask_job = None

    def keep(self, question: str, edits: tuple[AnswerEdit, ...]) -> None:
        """Keep what was changed by hand in the answers to a question."""
        failed = partial(self.failed.emit, "keep")
        request = KeepAskEdits(library=self.library, question=question, edits=edits)
        self._jobs.start(request, title=tr("Keeping your changes"), done=partial(self._kept, question, edits), failed=failed, quiet=True)

    def _described(self, value: object) -> None:
        if isinstance(value, PostStatistics):
            self.described.emit(value)

    def _indexed(self, value: object) -> None:
        if isinstance(value, PostsEncoded):
            self.encoded.emit(value)

    def _encoded(self, value: object) -> None:
        self.encode_job = None
        self._indexed(value)

    def _not_encoded(self, failure: Failure) -> None:
        self.encode_job = None
        self.failed.emit("encode", failure)

    def _imported(self, value: object) -> None:
        self.import_job = None
        if isinstance(value, PostImportReport):
            self.imported.emit(value)

    def _not_imported(self, failure: Failure) -> None:
        self.import_job = None
        self.failed.emit("import", failure)

    def _page(self, value: object) -> None:
        if isinstance(value, PostPage):
            self.found.emit(value)

    def _asked(self, value: object) -> None:
        self._ask_job = None
        if isinstance(value, Asked):
            self.asked.emit(value)

    def _not_asked(self, failure: Failure) -> None:
        self._ask_job = None
        self.failed.emit("ask", failure)

    def _kept(self, question: str, edits: tuple[AnswerEdit, ...], value: object) -> None:
        if isinstance(value, AskEditsKept):
            self.kept.emit(question, edits)
