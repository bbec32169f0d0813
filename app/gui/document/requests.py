"""Worker requests of the document page: read a document, rank it, pass on first and final results. Uses no widgets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.domain.document import Document
from app.domain.options import MatchOptions
from app.domain.ranked import RankedDocument
from app.gui.jobs import Jobs, JobSlot
from app.translation import tr
from app.worker.protocol import RankDocument, ReadDocument


class DocumentRequests(QObject):
    """One document at a time; opening another, or another date, stops the job that is running for the one before. While `waiting`,
    nothing is ranked: a project may bring another version of the document. While `keeping`, its ranking was made with another library,
    and only the reader's word replaces it.

    `opened` carries a Document and the path it was read from ("" for pasted text), `ranked` each version of the ranking,
    `failed` (what was being done, Failure).
    """

    opened = Signal(object, str)
    ranked = Signal(object)
    failed = Signal(str, object)

    def __init__(self, jobs: Jobs, library: Path, *, options: Callable[[], MatchOptions], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._slot, self._options = JobSlot(jobs), options
        self._path = ""
        self.library = library
        self.can_rank = True
        self.waiting = False
        self.keeping = False
        self.document: Document | None = None
        self.as_of: date | None = None

    @property
    def busy(self) -> bool:
        """True while a document is being read or ranked."""
        return self._slot.busy

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
        self._slot.drop()
        self.document, self.keeping = ranked.document, False
        self.opened.emit(ranked.document, ranked.document.source)
        self.ranked.emit(ranked)

    def replace(self, document: Document, *, first_results: bool = True) -> None:
        """Go on with an edited document: rank it anew."""
        self.document = document
        self.rank(first_results=first_results)

    def restore(self, document: Document) -> None:
        """Go on with an earlier version of the document, whose ranking is known; what is running is stopped."""
        self._slot.drop()
        self.document = document

    def rank(self, *, first_results: bool = True) -> None:
        """Rank the open document against the library as it is now. Without `first_results` only the last version is told of: what is on
        screen is better than a ranking that has just begun."""
        self._slot.drop()
        if self.document is None or not self.can_rank or self.waiting or self.keeping:
            return
        options = replace(self._options(), as_of=self.as_of)
        request = RankDocument(library=str(self.library), document=self.document, options=options)
        first = self.ranked.emit if first_results else None
        self._slot.ask(request, self.ranked.emit, title=tr("Ranking"), failed=partial(self.failed.emit, "rank"), partial=first)

    def forget(self) -> None:
        """Leave the document."""
        self._slot.drop()
        self.document, self.waiting, self.keeping = None, False, False

    def close(self) -> None:
        """Stop what is running."""
        self._slot.drop()

    def _read(self, request: ReadDocument, *, title: str, path: str) -> None:
        self._path = path
        self._slot.ask(request, self._read_done, title=title, failed=partial(self.failed.emit, "read"))

    def _read_done(self, document: Document) -> None:
        self.document, self.keeping = document, False
        self.opened.emit(document, self._path)
        self.rank()
