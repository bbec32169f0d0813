"""Tables (CSV, TSV, XLSX): the header is recognised by its column names, the rows below it become records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from app.errors import InputError
from app.ingest.rows.delimited import delimited_rows
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.sources import Source
from app.ingest.rows.spreadsheet import spreadsheet_rows
from app.translation import tr, trn

_SAMPLE_ROWS = 500
_MAX_HEADER_ROW = 40
_MIN_NAMED_COLUMNS = 2

Cells = list[str]


@dataclass(frozen=True, slots=True)
class Naming:
    """Recognition of one kind of table.

    `recognised` counts the fields that a row's cells name as a header; `is_data` tells whether a first row is data.
    """

    recognised: Callable[[Sequence[str]], int]
    is_data: Callable[[Sequence[str]], bool]


@dataclass(frozen=True, slots=True)
class Table:
    """An open table: its header, the rows read ahead, and all rows as (number from 1, cells)."""

    header: tuple[str, ...]
    sample: tuple[Cells, ...]
    rows: Iterator[tuple[int, Cells | RowRefused]]


def open_table(source: Source, naming: Naming, *, header: Sequence[str] = ()) -> Table:
    """Open the table in this file; `header` names the columns of a table without a header. Raises InputError."""
    cells = (
        spreadsheet_rows(source, naming.recognised) if source.head.startswith(b"PK\x03\x04") else delimited_rows(source, naming.recognised)
    )
    rows = enumerate(cells, start=1)
    first = None if header else _first_row(source, rows)
    sample = list(islice(rows, _SAMPLE_ROWS))
    columns, sample = (tuple(header), sample) if first is None else _split_header(first, sample, naming)
    return Table(
        header=columns,
        sample=tuple(row for _, row in sample if row and not isinstance(row, RowRefused)),
        rows=chain(sample, rows),
    )


def _first_row(source: Source, rows: Iterator[tuple[int, Cells | RowRefused]]) -> tuple[int, Cells]:
    """Return the first row that is not blank, with its number."""
    number, first = next(((number, row) for number, row in rows if row), (0, []))
    if isinstance(first, RowRefused) or not first:
        raise InputError(
            f"{source.kind}-empty", tr("{name} holds no table.", name=source.name), hint=tr("The first row must name the columns.")
        )
    return number, first


def _split_header(
    first: tuple[int, Cells], sample: list[tuple[int, Cells | RowRefused]], naming: Naming
) -> tuple[tuple[str, ...], list[tuple[int, Cells | RowRefused]]]:
    """Return the header and the rows below it: the first row, a row below title lines, or numbered columns if the table begins with
    data."""
    header_index = None if naming.recognised(first[1]) >= _MIN_NAMED_COLUMNS else _header_below_titles(sample, naming)
    if header_index is not None:
        header_cells = sample[header_index][1]
        return _column_names(header_cells if isinstance(header_cells, list) else []), sample[header_index + 1 :]
    # Otherwise the first row of a table without a header would be lost.
    if naming.is_data(first[1]):
        return _column_names([""] * len(first[1])), [first, *sample]
    return _column_names(first[1]), sample


def _header_below_titles(sample: Sequence[tuple[int, Cells | RowRefused]], naming: Naming) -> int | None:
    """Return the index of a header below titles and notes: the first of the next rows that names several fields."""
    for index, (_, cells) in enumerate(sample[:_MAX_HEADER_ROW]):
        if not isinstance(cells, RowRefused) and naming.recognised(cells) >= _MIN_NAMED_COLUMNS:
            return index
    return None


def _column_names(first: Cells) -> tuple[str, ...]:
    """Return unique column names: a column without a name gets its number, and a repeated name its number in parentheses."""
    names = [name.strip() or f"column {number}" for number, name in enumerate(first, start=1)]
    return tuple(name if name not in names[:index] else f"{name} ({index + 1})" for index, name in enumerate(names))


def table_records(table: Table) -> Iterator[tuple[str, Record | RowRefused]]:
    """Yield ("row N", the row's cells by column, or the reason of its refusal) for every row that is not blank."""
    for number, cells in table.rows:
        row = tr("row {number}", number=number)
        if isinstance(cells, RowRefused):
            yield row, cells
        # Surplus cells with a value mean that a delimiter is missing its quotation marks; blank ones are padding.
        elif len(cells) > len(table.header) and any(cell.strip() for cell in cells[len(table.header) :]):
            yield row, RowRefused(_too_many_cells(len(cells), len(table.header)))
        elif cells:
            yield row, table_record(table.header, cells)


def table_record(header: Sequence[str], cells: Cells) -> Record:
    """Return the cells by column name."""
    return dict(zip(header, cells, strict=False))


def _too_many_cells(cells: int, header_cells: int) -> str:
    return trn(
        "The row has {count} cell where the header has {named}.",
        "The row has {count} cells where the header has {named}.",
        cells,
        named=header_cells,
    )
