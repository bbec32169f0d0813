"""Tables as an Excel workbook: a sheet a table, its header frozen and filtered, text as text whatever it begins with."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import date
from typing import Any

import regex

from app.services.reports.clean import clean, is_web_link
from app.services.reports.office import check_clock
from app.services.reports.tables import Cell, Column, Kind, Table
from app.temporary_files import private_temporary_files

_NO_SHEET_NAME = regex.compile(r"[\\/*?:\[\]\p{C}]")
_MOST_CHARACTERS, _MOST_ADDRESS, _MOST_LINKS, _MOST_ROWS = 32_000, 2_000, 60_000, 1_048_575
_FORMATS = {Kind.NUMBER: "#,##0.##", Kind.SHARE: "0%", Kind.DATE: "yyyy-mm-dd"}


@private_temporary_files()  # openpyxl writes each sheet into one first
def xlsx_bytes(tables: Sequence[Table]) -> bytes:
    """The workbook as the bytes of an .xlsx file. What Excel cannot hold is cut (long texts) or left out (rows beyond its last one)."""
    from openpyxl import Workbook

    check_clock()
    book = Workbook()
    book.remove(book.worksheets[0])
    book.properties.creator = "Priorcheck"
    for table in tables:
        _add(book.create_sheet(_sheet_name(table.title)), table)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _add(sheet: Any, table: Table) -> None:
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    top = Alignment(vertical="top")
    wrapped = Alignment(vertical="top", wrap_text=True)
    for column_number, column in enumerate(table.columns, start=1):
        head = sheet.cell(row=1, column=column_number, value=column.title)
        head.font, head.alignment = Font(bold=True), wrapped
        sheet.column_dimensions[get_column_letter(column_number)].width = column.width
    links = 0
    for number, row in enumerate(table.rows[:_MOST_ROWS], start=2):
        for column_number, (column, value) in enumerate(zip(table.columns, row, strict=True), start=1):
            if value is None or value == "":
                continue
            cell = sheet.cell(row=number, column=column_number)
            _fill(cell, column, value)
            cell.alignment = wrapped if column.kind is Kind.TEXT else top
            if column.kind is Kind.LINK and links < _MOST_LINKS and _is_address(value):
                cell.hyperlink, cell.style = str(value), "Hyperlink"
                cell.alignment = top
                links += 1
    sheet.freeze_panes = "A2"
    last = get_column_letter(max(1, len(table.columns)))
    sheet.auto_filter.ref = f"A1:{last}{min(len(table.rows), _MOST_ROWS) + 1}"


def _fill(cell: Any, column: Column, value: Cell) -> None:
    """Numbers and dates as such; everything else as a text that stays one, also when somebody edits the cell."""
    if (isinstance(value, date) and value.year >= 1900) or isinstance(value, int | float):
        cell.value = value
        cell.number_format = _FORMATS.get(column.kind, "General")
        return
    cell.value = _plain(str(value))
    # A text such as "=1+1" would be run as a formula; the quote prefix keeps it a text when somebody edits the cell.
    cell.data_type = "s"
    cell.quotePrefix = True


def _plain(text: str) -> str:
    """Text without the characters that XML forbids, cut where a cell would be full."""
    text = clean(text)
    return text if len(text) <= _MOST_CHARACTERS else text[:_MOST_CHARACTERS] + "…"


def _is_address(value: Cell) -> bool:
    is_link = isinstance(value, str) and is_web_link(value) and len(value) <= _MOST_ADDRESS
    return is_link and not any(char.isspace() or not char.isprintable() for char in str(value))


def _sheet_name(title: str) -> str:
    return _NO_SHEET_NAME.sub(" ", title).strip("' ")[:31] or "Table"
