"""Workbooks with cells far apart."""

from __future__ import annotations

import io
from pathlib import Path

import openpyxl
import pytest

from app.ingest.rows.sheet_cells import MAX_ROWS, can_be_read_whole, rows_of
from tests.campaigns.bombs import WIDE_SHEETS, wide_sheet
from tests.unit.ingest.factchecks.factchecks_reading import read


def test_rows_are_in_order_and_gaps_are_empty() -> None:
    sheet = openpyxl.Workbook().active
    sheet["C4"], sheet["A2"] = "late", "early"
    rows = [[None if cell is None else cell.value for cell in row] for row in rows_of(sheet)]
    assert rows == [[], ["early"], [], [None, None, "late"]]


def test_a_row_beyond_the_last_is_left_out() -> None:
    sheet = openpyxl.Workbook().active
    sheet["A1"] = "a"
    sheet._cells[MAX_ROWS + 1, 1] = sheet["A1"]
    assert len(list(rows_of(sheet))) == 1


@pytest.mark.parametrize("name", ["merged", "linked", "hidden"])
def test_huge_merged_ranges_are_not_loaded(name: str) -> None:
    assert not can_be_read_whole(io.BytesIO(wide_sheet(name)))


def test_ordinary_merged_ranges_are_loaded() -> None:
    book, packed = openpyxl.Workbook(), io.BytesIO()
    book.active["A1"] = "a"
    book.active.merge_cells("A1:C9")
    book.save(packed)
    assert can_be_read_whole(packed)


@pytest.mark.parametrize("name", sorted(WIDE_SHEETS.keys() - {"last-row"}))
def test_the_table_is_read_all_the_same(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.xlsx").write_bytes(wide_sheet(name))
    assert [item.claim for item in read(tmp_path / "a.xlsx")[0]][:1] == ["The bridge cost nine million."]
