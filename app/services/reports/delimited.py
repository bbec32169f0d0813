"""Tables as text: CSV for a file, tab-separated lines for the clipboard; cells that a spreadsheet would run are made inert."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import date

from app.domain.spreadsheet import inert
from app.services.reports.tables import Cell, Table


def csv_bytes(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Return a CSV file in UTF-8 with a byte order mark, by which spreadsheets recognise the encoding."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(head)
    writer.writerows([inert(cell) for cell in row] for row in rows)
    return ("\ufeff" + stream.getvalue()).encode("utf-8", "replace")


def table_csv(table: Table) -> bytes:
    """A table as CSV; probabilities with six decimals, dates as ISO."""
    return csv_bytes([column.title for column in table.columns], ([_value(cell) for cell in row] for row in table.rows))


def table_tsv(table: Table) -> str:
    """A table as lines with tabs between the cells; white space within a cell is folded."""
    lines = [[column.title for column in table.columns], *([str(inert(_folded(cell))) for cell in row] for row in table.rows)]
    return "\n".join("\t".join(line) for line in lines) + "\n"


def _value(cell: Cell) -> object:
    if cell is None:
        return ""
    if isinstance(cell, date):
        return cell.isoformat()
    return round(cell, 6) if isinstance(cell, float) else cell


def _folded(cell: Cell) -> object:
    value = _value(cell)
    return " ".join(value.split()) if isinstance(value, str) else value
