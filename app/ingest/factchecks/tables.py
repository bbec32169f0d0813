"""Tables of fact-checks (CSV, TSV, XLSX), and the CheckThat! lab's tables with or without a header."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from app.domain.options import ImportOptions
from app.errors import InputError
from app.ingest.factchecks.columns import chosen_columns, guess_columns, is_data, recognised
from app.ingest.factchecks.delimited import delimited_rows
from app.ingest.factchecks.drafts import Draft, Entry, Record, RowRefused, entries
from app.ingest.factchecks.mapped import mapped_draft
from app.ingest.factchecks.sources import Source
from app.ingest.factchecks.spreadsheet import spreadsheet_rows
from app.translation import tr, trn

_SAMPLE = 500
_DEEPEST_HEADER = 40
_LEAST_NAMED = 2
_CHECKTHAT = ("vclaim_id", "vclaim", "title", "body")
_CHECKTHAT_PUBLISHERS = {"vclaim-pol": "PolitiFact", "vclaim-sno": "Snopes"}

Cells = list[str]


@dataclass(frozen=True, slots=True)
class Table:
    """A table that has been opened: its header, the rows read ahead, and all rows as (number counted from 1, cells)."""

    header: tuple[str, ...]
    sample: tuple[Cells, ...]
    rows: Iterator[tuple[int, Cells | RowRefused]]


def open_table(source: Source, *, header: Sequence[str] = ()) -> Table:
    """The table in this file; `header` names the columns of a table that has none of its own. Raises InputError."""
    cells = spreadsheet_rows(source) if source.head.startswith(b"PK\x03\x04") else delimited_rows(source)
    rows = enumerate(cells, start=1)
    first = None if header else _first(source, rows)
    sample = list(islice(rows, _SAMPLE))
    own, sample = (tuple(header), sample) if first is None else _headed(first, sample)
    return Table(
        header=own,
        sample=tuple(row for _, row in sample if row and not isinstance(row, RowRefused)),
        rows=chain(sample, rows),
    )


def _first(source: Source, rows: Iterator[tuple[int, Cells | RowRefused]]) -> tuple[int, Cells]:
    """The first row that is not blank, with its number."""
    number, first = next(((number, row) for number, row in rows if row), (0, []))
    if isinstance(first, RowRefused) or not first:
        raise InputError(
            "factchecks-empty", tr("{name} holds no table.", name=source.name), hint=tr("The first row must name the columns.")
        )
    return number, first


def _headed(
    first: tuple[int, Cells], sample: list[tuple[int, Cells | RowRefused]]
) -> tuple[tuple[str, ...], list[tuple[int, Cells | RowRefused]]]:
    """The header and the rows below it: the first row, one below lines of title, or none in a table that begins with data."""
    place = None if recognised(first[1]) >= _LEAST_NAMED else _lower_header(sample)
    if place is not None:
        named = sample[place][1]
        return _names(named if isinstance(named, list) else []), sample[place + 1 :]
    if is_data(first[1]):
        return _names([""] * len(first[1])), [first, *sample]
    return _names(first[1]), sample


def _lower_header(sample: Sequence[tuple[int, Cells | RowRefused]]) -> int | None:
    """The place of a header that stands below titles and notes: the first of the next rows that names several fields."""
    for place, (_, cells) in enumerate(sample[:_DEEPEST_HEADER]):
        if not isinstance(cells, RowRefused) and recognised(cells) >= _LEAST_NAMED:
            return place
    return None


def _names(first: Cells) -> tuple[str, ...]:
    """The columns' names, each its own: without one a column is named by its number, a second of one name by its place."""
    names = [name.strip() or f"column {number}" for number, name in enumerate(first, start=1)]
    return tuple(name if name not in names[:index] else f"{name} ({index + 1})" for index, name in enumerate(names))


def read_table(source: Source, options: ImportOptions) -> Iterator[Entry]:
    """The drafts of a table whose first row names its columns, under the guessed mapping with the user's over it."""
    table = open_table(source)
    return _drafts(table, chosen_columns(table.header, guess_columns(table.header, table.sample), options))


def read_checkthat_table(source: Source, options: ImportOptions) -> Iterator[Entry]:
    """The drafts of `vclaim_id, vclaim, title, body`, with that header or with none."""
    first = source.head.lstrip(b"\xef\xbb\xbf").split(b"\n", 1)[0].lower()
    table = open_table(source, header=() if b"vclaim_id" in first or b"claim\t" in first else _CHECKTHAT)
    columns = chosen_columns(table.header, guess_columns(table.header, table.sample), options)
    for row, outcome in _drafts(table, columns):
        if isinstance(outcome, Draft):
            attribute(outcome)
        yield row, outcome


def attribute(draft: Draft) -> None:
    """Name the publisher that the lab's id stands for, and the language that this publisher writes."""
    publisher = _CHECKTHAT_PUBLISHERS.get(draft.id[:10], "")
    if publisher and not draft.publisher:
        draft.publisher, draft.language = publisher, draft.language or "en"


def _drafts(table: Table, columns: dict[str, str]) -> Iterator[Entry]:
    to_draft = mapped_draft(columns, [_record(table.header, cells) for cells in table.sample])
    for number, cells in table.rows:
        row = tr("row {number}", number=number)
        if not cells:
            continue
        if isinstance(cells, RowRefused):
            yield row, cells
        elif len(cells) > len(table.header) and any(cell.strip() for cell in cells[len(table.header) :]):
            yield row, RowRefused(_too_many(len(cells), len(table.header)))
        else:
            yield from entries(row, (_record(table.header, cells),), to_draft)


def _too_many(cells: int, named: int) -> str:
    return trn(
        "The row has {count} cell where the header has {named}.",
        "The row has {count} cells where the header has {named}.",
        cells,
        named=named,
    )


def _record(header: Sequence[str], cells: Cells) -> Record:
    return dict(zip(header, cells, strict=False))
