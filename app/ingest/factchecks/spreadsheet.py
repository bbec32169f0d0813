"""XLSX workbooks: the first sheet that holds rows."""

from __future__ import annotations

import io
import warnings
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from datetime import date, datetime

from app.errors import InputError
from app.ingest.factchecks.drafts import RowRefused
from app.ingest.factchecks.sources import Source

# What openpyxl raises for one kind of damage or another: it has no error of its own for a file that is no good workbook.
_FAULTS = (zipfile.BadZipFile, zlib.error, KeyError, IndexError, ValueError, TypeError, AttributeError, OSError, SyntaxError, EOFError)

Cells = list[str]


def spreadsheet_rows(source: Source) -> Iterator[Cells | RowRefused]:
    """The rows of the first sheet that holds any, a blank row as []; dates as ISO text. Raises InputError for a damaged file."""
    import openpyxl

    with source.open() as stream:
        data = io.BytesIO(stream.read())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # openpyxl warns of styles and extensions that do not concern the cells
        try:
            book = openpyxl.load_workbook(data, read_only=True, data_only=True)
        except _FAULTS as error:
            raise _damaged(source) from error
        try:
            yield from _rows(book.worksheets, source)
        finally:
            book.close()


def _rows(sheets: Iterable[object], source: Source) -> Iterator[Cells | RowRefused]:
    for sheet in sheets:
        rows = iter(sheet.iter_rows(values_only=True))  # type: ignore[attr-defined]
        blank = 0
        filled = False
        while (cells := _next(rows, source)) is not None:
            if any(cell.strip() for cell in cells):
                yield from ([] for _ in range(blank))
                yield cells
                filled, blank = True, 0
            else:
                blank += 1
        if filled:
            return


def _next(rows: Iterator[tuple[object, ...]], source: Source) -> Cells | None:
    try:
        row = next(rows, None)
    except _FAULTS as error:
        raise _damaged(source) from error
    return None if row is None else [_text(value) for value in row]


def _text(value: object) -> str:
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time().isoformat() == "00:00:00" else value.isoformat(sep=" ")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def _damaged(source: Source) -> InputError:
    return InputError(
        "factchecks-damaged",
        f"{source.name} is damaged and cannot be opened as a spreadsheet.",
        hint="Open it in a spreadsheet program, save it anew or as CSV, and import that.",
    )
