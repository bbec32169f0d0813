"""JSON Lines of fact-checks: the drafts of each line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from app.ingest.factchecks.drafts import Draft, Entry, entries
from app.ingest.rows.jsonlines import records
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.sources import Source


def read_json_lines(
    source: Source, to_draft: Callable[[Record], Draft], *, expand: Callable[[Record], Iterable[Record]] | None = None
) -> Iterator[Entry]:
    """Yield the drafts of a JSON Lines file; `expand` extracts the records of a line that may hold several."""
    for row, record in records(source):
        if isinstance(record, RowRefused):
            yield row, record
        else:
            yield from entries(row, expand(record) if expand else (record,), to_draft)
