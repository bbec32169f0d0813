"""What happens when a document is opened: read it, show it, rank it, show first and final results. Knows no widgets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.domain.document import Document
from app.domain.options import MatchOptions
from app.domain.ranked import RankedDocument
from app.gui.jobs import Failure, Jobs
from app.translation import tr
from app.worker.protocol import RankDocument, ReadDocument


class DocumentFlow(QObject):
    """One document at a time; opening another, or another date, stops the job that is running for the one before. While `waiting`,
    nothing is ranked: a project may bring another version of the document.

    `opened` carries a Document and the path it was read from ("" for pasted text), `ranked` each version of the ranking,
    `failed` (what was being done, Failure).
    """

    opened = Signal(object, str)
    ranked = Signal(object)
    failed = Signal(str, object)

    def __init__(self, jobs: Jobs, library: Path, *, options: Callable[[], MatchOptions], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._options = jobs, options
        self._job: int | None = None
        self._path = ""
        self.library = library
        self.can_rank = True
        self.waiting = False
        self.document: Document | None = None
        self.as_of: date | None = None

    @property
    def busy(self) -> bool:
        """True while a document is being read or ranked."""
        return self._job is not None

    @property
    def reading(self) -> str:
        """The name of the file that was read last; nothing for pasted text."""
        return Path(self._path).name if self._path else ""

    def open_file(self, path: Path) -> None:
        """Read a file, then rank it."""
        self._read(ReadDocument(path=str(path)), title=tr("Reading {name}", name=path.name), path=str(path))

    def open_text(self, text: str, *, title: str = "") -> None:
        """Take pasted text for a document, then rank it."""
        self._read(ReadDocument(text=text, title=title or tr("Pasted text")), title=tr("Reading pasted text"), path="")

    def show(self, ranked: RankedDocument) -> None:
        """Show a ranking that was made elsewhere."""
        self._jobs.drop(self._job)
        self._job, self.document = None, ranked.document
        self.opened.emit(ranked.document, ranked.document.source)
        self.ranked.emit(ranked)

    def replace(self, document: Document, *, first_results: bool = True) -> None:
        """Go on with an edited document: rank it anew."""
        self.document = document
        self.rank(first_results=first_results)

    def rank(self, *, first_results: bool = True) -> None:
        """Rank the open document against the library as it is now. Without `first_results` only the last version is told of: what is on
        screen is better than a ranking that has just begun."""
        self._jobs.drop(self._job)
        self._job = None
        if self.document is None or not self.can_rank or self.waiting:
            return
        options = replace(self._options(), as_of=self.as_of)
        request = RankDocument(library=str(self.library), document=self.document, options=options)
        partial = self.ranked.emit if first_results else None
        self._job = self._jobs.ask(request, title=tr("Ranking"), done=self._finished, failed=self._rank_failed, partial=partial)

    def close(self) -> None:
        """Stop what is running."""
        self._jobs.drop(self._job)
        self._job = None

    def _read(self, request: ReadDocument, *, title: str, path: str) -> None:
        self._jobs.drop(self._job)
        self._path = path
        self._job = self._jobs.ask(request, title=title, done=self._read_done, failed=self._read_failed)

    def _read_done(self, document: Document) -> None:
        self._job = None
        self.document = document
        self.opened.emit(document, self._path)
        self.rank()

    def _finished(self, ranked: RankedDocument) -> None:
        self._job = None
        self.ranked.emit(ranked)

    def _read_failed(self, failure: Failure) -> None:
        self._job = None
        self.failed.emit("read", failure)

    def _rank_failed(self, failure: Failure) -> None:
        self._job = None
        self.failed.emit("rank", failure)
