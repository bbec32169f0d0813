"""The documents of the evidence that a search found, page by page, and what a table shows of each."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.evidence import EvidenceDocument, EvidencePage, SourceWarning, warning_of
from app.gui.model.labels import day, host, one_line
from app.gui.model.rows import Column
from app.translation import mark, number, tr, trn

PAGE = 100
COLUMNS = (
    Column(mark("Document"), 0),
    Column(mark("Source"), 168),
    Column(mark("Medium"), 96),
    Column(mark("Published"), 112),
    Column(mark("On your list"), 112),
    Column(mark("Passages"), 80, number=True),
)


class EvidenceView:
    """Documents of the current query; `warnings` is the user's list of sources."""

    def __init__(self) -> None:
        self.query = ""
        self.items: list[EvidenceDocument] = []
        self.passages: dict[str, int] = {}
        self.total = 0
        self.known = False
        self.warnings: tuple[SourceWarning, ...] = ()

    @property
    def count(self) -> int:
        """How many documents were read."""
        return len(self.items)

    @property
    def complete(self) -> bool:
        """True when every document of the answer was read."""
        return self.known and len(self.items) >= self.total

    def ask(self, query: str) -> None:
        """Begin another query."""
        self.query, self.items, self.passages, self.total, self.known = query, [], {}, 0, False

    def add(self, page: EvidencePage) -> None:
        """Take over the next page; a page without documents ends the answer."""
        self.items += page.items
        self.passages |= page.passages
        self.total = page.total if page.items else len(self.items)
        self.known = True

    def texts(self, row: int) -> tuple[str, ...]:
        """The cells of a row, in the order of COLUMNS."""
        document = self.items[row]
        return (
            one_line(document.title) or one_line(document.text),
            one_line(document.source) or host(document.url),
            one_line(document.medium),
            day(document.published) or tr("no date"),
            one_line(self.warning(document)),
            number(self.passages.get(document.id, 0)),
        )

    def tip(self, row: int) -> str:
        """The title and the beginning of the text."""
        document = self.items[row]
        return f"{document.title}\n{document.text}".strip()[:400]

    def warning(self, document: EvidenceDocument) -> str:
        """What the list says of the document's source, "" where it says nothing."""
        return warning_of(document.url, document.source, self.warnings)

    def summary(self) -> str:
        """How many were found."""
        if not self.known:
            return tr("Searching…")
        if self.query.strip():
            return trn("{count} document found", "{count} documents found", self.total)
        return trn("{count} document", "{count} documents", self.total)


def sources_words(warnings: Sequence[SourceWarning]) -> str:
    """How long the list of sources is, for its button."""
    return tr("Sources to be wary of: {count}", count=number(len(warnings))) if warnings else tr("Sources to be wary of")
