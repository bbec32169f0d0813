"""Tables of fact-checks (CSV, TSV, XLSX), and the CheckThat! lab's tables with or without a header."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.options import ImportOptions
from app.ingest.factchecks.columns import chosen_columns, guess_columns, is_data, recognised
from app.ingest.factchecks.drafts import Draft, Entry, entries
from app.ingest.factchecks.mapped import mapped_draft
from app.ingest.rows.outcomes import RowRefused
from app.ingest.rows.sources import Source
from app.ingest.rows.tables import Naming, Table, open_table, table_record, table_records

NAMING = Naming(recognised, is_data)
_CHECKTHAT_HEADER = ("vclaim_id", "vclaim", "title", "body")
_CHECKTHAT_PUBLISHERS = {"vclaim-pol": "PolitiFact", "vclaim-sno": "Snopes"}


def read_table(source: Source, options: ImportOptions) -> Iterator[Entry]:
    """Yield the drafts of a table with a header, under the guessed mapping with the user's applied."""
    table = open_table(source, NAMING)
    return _drafts(table, chosen_columns(table.header, guess_columns(table.header, table.sample), options), options.day_order)


def read_checkthat_table(source: Source, options: ImportOptions) -> Iterator[Entry]:
    """Yield the drafts of a table with the columns `vclaim_id, vclaim, title, body`, with or without that header."""
    # The lab published its tables with and without a header.
    first = source.head.lstrip(b"\xef\xbb\xbf").split(b"\n", 1)[0].lower()
    table = open_table(source, NAMING, header=() if b"vclaim_id" in first or b"claim\t" in first else _CHECKTHAT_HEADER)
    columns = chosen_columns(table.header, guess_columns(table.header, table.sample), options)
    for row, outcome in _drafts(table, columns, options.day_order):
        if isinstance(outcome, Draft):
            set_publisher(outcome)
        yield row, outcome


def set_publisher(draft: Draft) -> None:
    """Set the publisher that the lab's id names, and its language."""
    # The lab's ids begin with "vclaim-" and three letters of the publisher.
    publisher = _CHECKTHAT_PUBLISHERS.get(draft.id[:10], "")
    if publisher and not draft.publisher:
        draft.publisher, draft.language = publisher, draft.language or "en"


def _drafts(table: Table, columns: dict[str, str], day_order: str) -> Iterator[Entry]:
    to_draft = mapped_draft(columns, [table_record(table.header, cells) for cells in table.sample], day_order=day_order)
    for row, record in table_records(table):
        if isinstance(record, RowRefused):
            yield row, record
        else:
            yield from entries(row, (record,), to_draft)
