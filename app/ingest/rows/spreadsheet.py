"""Reader of XLSX workbooks: the first sheet with a matching table, with link targets and merged cells filled in."""

from __future__ import annotations

import io
import warnings
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import islice
from typing import Any

from app.errors import InputError
from app.ingest.rows.delimited import Recognise
from app.ingest.rows.outcomes import RowRefused
from app.ingest.rows.sheet_cells import can_be_read_whole, rows_of, unpacked_size
from app.ingest.rows.sources import MAX_COMPRESSION_RATIO, SMALL_UNPACKED_BYTES, Source, unpacks_too_far
from app.translation import tr

# Errors that openpyxl raises for one kind of damage or another; it has none of its own for a bad workbook.
_ARCHIVE_FAULTS = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)
_DAMAGE_ERRORS = (*_ARCHIVE_FAULTS, KeyError, IndexError, ValueError, TypeError, AttributeError, OSError, SyntaxError, OverflowError)

# Larger workbooks are streamed, without links and merged cells.
_MAX_FULL_LOAD = 4 << 20
_MAX_HEADER_ROW = 40
_MIN_NAMED_COLUMNS = 2
_MAX_MERGED_ROWS = 1000
_MAX_LINK_WORDS = 3

Cells = list[str]


def spreadsheet_rows(source: Source, recognised: Recognise) -> Iterator[Cells | RowRefused]:
    """Yield the rows of the first sheet with a matching table, else with any rows; blank rows as [], dates as ISO text. Raises
    InputError for a damaged file."""
    import openpyxl

    with source.open() as stream:
        data = io.BytesIO(stream.read())
    # Checked before opening, since openpyxl unpacks whole parts.
    if unpacked_size(data) > max(SMALL_UNPACKED_BYTES, MAX_COMPRESSION_RATIO * data.getbuffer().nbytes):
        raise unpacks_too_far(source)
    with warnings.catch_warnings():
        # openpyxl warns of styles and extensions that do not concern the cells.
        warnings.simplefilter("ignore")
        try:
            full_load = data.getbuffer().nbytes <= _MAX_FULL_LOAD and can_be_read_whole(data)
            book = openpyxl.load_workbook(data, read_only=not full_load, data_only=True)
        except _DAMAGE_ERRORS as error:
            raise _damaged(source) from error
        try:
            yield from _rows(book.worksheets, source, recognised)
        finally:
            book.close()


def _rows(sheets: Sequence[Any], source: Source, recognised: Recognise) -> Iterator[Cells | RowRefused]:
    """Yield the rows of the first sheet with a matching table, else of the first with any rows. Further matching sheets are
    reported."""
    tables = [sheet for sheet in sheets if _is_table(sheet, source, recognised)]
    for sheet in tables[:1] or sheets:
        has_rows = False
        for cells in _sheet_rows(sheet, source):
            has_rows = True
            yield cells
        if has_rows:
            break
    for sheet in tables[1:]:
        reason = tr(
            "The sheet “{name}” holds another table, which was not read; save it as a file of its own and import that.", name=sheet.title
        )
        yield RowRefused(reason)


def _is_table(sheet: Any, source: Source, recognised: Recognise) -> bool:
    return any(recognised(cells) >= _MIN_NAMED_COLUMNS for cells in islice(_sheet_rows(sheet, source), _MAX_HEADER_ROW))


def _sheet_rows(sheet: Any, source: Source) -> Iterator[Cells]:
    """Yield the rows of a sheet up to the last with a value, a blank one as []."""
    merged = _values_of_merged(sheet)
    rows = rows_of(sheet)
    blank_rows = 0
    while (cells := _next_row(rows, merged, source)) is not None:
        if any(cell.strip() for cell in cells):
            yield from ([] for _ in range(blank_rows))
            yield cells
            blank_rows = 0
        else:
            blank_rows += 1


def _values_of_merged(sheet: Any) -> dict[tuple[int, int], object]:
    """Return the values of cells merged downwards, for every further row that they cover."""
    values: dict[tuple[int, int], object] = {}
    for area in getattr(getattr(sheet, "merged_cells", None), "ranges", ()):
        if 0 < area.max_row - area.min_row < _MAX_MERGED_ROWS:
            for row in range(area.min_row + 1, area.max_row + 1):
                values[row, area.min_col] = sheet.cell(area.min_row, area.min_col).value
    return values


def _next_row(rows: Iterator[Any], merged: Mapping[tuple[int, int], object], source: Source) -> Cells | None:
    try:
        row = next(rows, None)
    except _DAMAGE_ERRORS as error:
        raise _damaged(source) from error
    return None if row is None else [_cell_text(cell, merged) for cell in row]


def _cell_text(cell: Any, merged: Mapping[tuple[int, int], object]) -> str:
    """Return a cell's text; for a link behind a few words ("Read"), its address."""
    if cell is None:
        return ""
    value = cell.value
    # Only the first cell of a merged range has its value.
    if value is None and merged:
        value = merged.get((getattr(cell, "row", 0), getattr(cell, "column", 0)))
    target = getattr(getattr(cell, "hyperlink", None), "target", None)
    if (
        isinstance(target, str)
        and target.startswith(("http://", "https://"))
        and isinstance(value, str)
        and len(value.split()) <= _MAX_LINK_WORDS
    ):
        return target
    return _value_text(value)


def _value_text(value: object) -> str:
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time().isoformat() == "00:00:00" else value.isoformat(sep=" ")
    if isinstance(value, date):
        return value.isoformat()
    # Spreadsheets store whole numbers as floats.
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def _damaged(source: Source) -> InputError:
    return InputError(
        f"{source.kind}-damaged",
        tr("{name} is damaged and cannot be opened as a spreadsheet.", name=source.name),
        hint=tr("Open it in a spreadsheet program, save it anew or as CSV, and import that."),
    )
