"""State of the library page: the query and the pages of its answer read so far."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.domain.factcheck import EVERY_FACTCHECK, NATURAL_ORDER, FactCheck, FactCheckFilter, FactCheckOrder, SortColumn
from app.domain.importing import ImportReport
from app.gui.model.labels import day, one_line, shortened
from app.gui.model.language_names import language_name
from app.gui.model.verdicts import verdict_badge
from app.translation import tr, trn

PAGE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryQuery:
    """A search of the library; empty values admit all."""

    text: str = ""
    among: FactCheckFilter = EVERY_FACTCHECK
    order: FactCheckOrder = NATURAL_ORDER

    @property
    def active(self) -> bool:
        """True when anything may be hidden."""
        return bool(self.text.strip()) or self.among != EVERY_FACTCHECK

    @property
    def restriction(self) -> str:
        """Return in words the restrictions that no field of the search shows."""
        if self.among.rating:
            return tr("Rated “{rating}”", rating=shortened(self.among.rating, 40))
        return tr("One group of duplicates") if self.among.group else ""


def next_order(current: FactCheckOrder, column: SortColumn) -> FactCheckOrder:
    """Return the order after a click on a column's heading: sorted by it (days the newest first), then the other way round, then as
    at first."""
    first = FactCheckOrder(column=column, descending=column is SortColumn.PUBLISHED)
    if current == first:
        return replace(first, descending=not first.descending)
    return NATURAL_ORDER if current.column is column else first


class LibraryView:
    """Items of the current query, in the library's order; pages that belong to another query are not taken."""

    def __init__(self) -> None:
        self.query = LibraryQuery()
        self.items: list[FactCheck] = []
        self.total = 0
        self.passages: dict[str, str] = {}
        self.same_as: dict[str, tuple[str, ...]] = {}
        self.known = False

    @property
    def complete(self) -> bool:
        """True when every item of the answer was read."""
        return self.known and len(self.items) >= self.total

    @property
    def count(self) -> int:
        """Return the number of items read."""
        return len(self.items)

    def texts(self, row: int) -> tuple[str, ...]:
        """The cells of a row."""
        check = self.items[row]
        language = one_line(language_name(check.language)) if check.language else ""
        return (
            verdict_badge(check.verdict).word,
            one_line(check.claim),
            one_line(check.publisher),
            day(check.published),
            language,
            one_line(check.rating),
            one_line(check.claimant),
        )

    def tip(self, row: int) -> str:
        """The claim of a row."""
        return self.items[row].claim

    def ask(self, query: LibraryQuery) -> None:
        """Begin another query."""
        self.query, self.items, self.total, self.known = query, [], 0, False
        self.passages, self.same_as = {}, {}

    def add(self, items: tuple[FactCheck, ...], *, total: int, passages: dict[str, str], same_as: dict[str, tuple[str, ...]]) -> None:
        """Take over the next page; a page without items ends the answer."""
        self.items += items
        self.total = total if items else len(self.items)
        self.known = True
        self.passages |= passages
        self.same_as |= same_as

    def replace(self, items: tuple[FactCheck, ...], *, total: int, passages: dict[str, str], same_as: dict[str, tuple[str, ...]]) -> None:
        """The same query answered anew: these items take the place of all that were read."""
        self.items, self.passages, self.same_as = [], {}, {}
        self.add(items, total=total, passages=passages, same_as=same_as)

    def place_of(self, name: str) -> int:
        """Return the row of this id, or -1 where it is not among the items."""
        return next((row for row, item in enumerate(self.items) if item.id == name), -1)

    def summary(self) -> str:
        """Return the number of results in words."""
        if not self.known:
            return tr("Searching…")
        if self.query.active:
            return trn("{count} fact-check found", "{count} fact-checks found", self.total)
        return trn("{count} fact-check", "{count} fact-checks", self.total)


def report_summary(report: ImportReport) -> str:
    """The counts of an import in one line."""
    counts = report.counts
    parts = [
        trn("{count} added", "{count} added", counts.added),
        trn("{count} changed", "{count} changed", counts.changed),
        trn("{count} unchanged", "{count} unchanged", counts.unchanged),
        trn("{count} refused", "{count} refused", len(report.refused)),
    ]
    if counts.grouped:
        parts.append(trn("{count} grouped with others as duplicates", "{count} grouped with others as duplicates", counts.grouped))
    return ", ".join(parts) + "."
