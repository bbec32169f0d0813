"""Evidence documents that a search found, page by page, and their table cells."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.evidence import EvidenceDocument, EvidencePage, SourceWarning, warning_of
from app.gui.model.labels import day, host, one_line
from app.gui.model.pages import Pages
from app.gui.model.rows import DAY, Column
from app.translation import mark, number, tr, trn

PAGE = 100
COLUMNS = (
    Column(mark("Document"), 0),
    Column(mark("Source"), 168),
    Column(mark("Medium"), 96),
    Column(mark("Published"), 112, sample=DAY),
    Column(mark("On your list"), 112),
    Column(mark("Passages"), 80, number=True),
)


class EvidenceView(Pages[str, EvidenceDocument]):
    """Documents of the current query; counted are the passages of each. `warnings` is the user's list of sources."""

    def __init__(self) -> None:
        super().__init__("")
        self.warnings: tuple[SourceWarning, ...] = ()

    def add(self, page: EvidencePage) -> None:
        """Take over the next page."""
        self.take(page.items, page.passages, page.total)

    def texts(self, row: int) -> tuple[str, ...]:
        """The cells of a row, in the order of COLUMNS."""
        document = self.items[row]
        return (
            one_line(document.title) or one_line(document.text),
            one_line(document.source) or host(document.url),
            one_line(document.medium),
            day(document.published) or tr("no date"),
            one_line(self.warning(document)),
            number(self.counts.get(document.id, 0)),
        )

    def tip(self, row: int) -> str:
        """The title and the beginning of the text."""
        document = self.items[row]
        return f"{document.title}\n{document.text}".strip()[:400]

    def warning(self, document: EvidenceDocument) -> str:
        """Return the user's warning about the document's source, or ""."""
        return warning_of(document.url, document.source, self.warnings)

    def summary(self) -> str:
        """Return the number of results in words."""
        if not self.known:
            return tr("Searching…")
        if self.query.strip():
            return trn("{count} document found", "{count} documents found", self.total)
        return trn("{count} document", "{count} documents", self.total)


def sources_words(warnings: Sequence[SourceWarning]) -> str:
    """Return the length of the list of sources, for its button."""
    return tr("Sources to be wary of: {count}", count=number(len(warnings))) if warnings else tr("Sources to be wary of")
