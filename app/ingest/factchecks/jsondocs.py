"""JSON documents: a file that is one value, a list of values, or one value a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from app.ingest.factchecks.drafts import Draft, Entry, entries
from app.ingest.rows.jsonvalues import values
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.sources import Source
from app.translation import tr, trc

# Keys of the lists of fact-checks inside a document.
CONTAINERS = ("@graph", "claims", "claimReviewMarkupPages")

Expand = Callable[[object], Iterable[Record]]


def read_values(source: Source, expand: Expand, to_draft: Callable[[Record], Draft], *, missing: str) -> Iterator[Entry]:
    """Yield the drafts of every record that `expand` extracts from the file's values; a value without any is refused as `missing`."""
    for row, value in values(source, CONTAINERS):
        if isinstance(value, RowRefused):
            yield row, value
            continue
        try:
            records = list(expand(value))
        except RecursionError:
            yield row or trc("place in a file", "file"), RowRefused(tr("The value is nested too deeply."))
            continue
        if records:
            yield from entries(row, records, to_draft)
        else:
            yield row or trc("place in a file", "file"), RowRefused(missing)
