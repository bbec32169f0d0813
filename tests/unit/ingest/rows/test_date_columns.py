"""Date formats of columns, decided for the column as a whole, never row by row."""

from __future__ import annotations

from datetime import date

import pytest

from app.ingest.rows.calendars import Calendar, gregorian, is_persian_leap_year
from app.ingest.rows.date_columns import column_style
from app.ingest.rows.dates import parse_date


def days(*column: str, heading: str = "", language: str = "") -> list[str]:
    """Return the days of a column, "" for rows without one."""
    style = column_style(column, heading, lambda: language)
    return [str(parse_date(text, style) or "") for text in column]


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (("5/3/24", "5/13/24", "12/31/2023"), ["2024-05-03", "2024-05-13", "2023-12-31"]),
        (("3/5/24", "25/12/23"), ["2024-05-03", "2023-12-25"]),
        (("3.5.24", "4.6.24"), ["2024-05-03", "2024-06-04"]),
        (("03-05-24", "31-12-23"), ["2024-05-03", "2023-12-31"]),
        (("24/05/03", "24/05/31"), ["2024-05-03", "2024-05-31"]),
        (("24. 5. 3.", "23. 12. 31."), ["2024-05-03", "2023-12-31"]),
        (("5/3/24", "4/2/24"), ["", ""]),
        (("5/3/24", "13/5/24", "5/13/24"), ["", "2024-05-13", "2024-05-13"]),
        (("24. 5. 3.", "23. 12. 25."), ["", ""]),
        (("24/05/03", "24/05/10", "24/06/12"), ["", "", ""]),
        (("24.05.03", "24.05.10", "24.06.12"), ["", "", ""]),
        (("03.05.24", "13.05.24", "25.12.23"), ["2024-05-03", "2024-05-13", "2023-12-25"]),
        (("03/05/24", "13/05/24", "25/12/23"), ["2024-05-03", "2024-05-13", "2023-12-25"]),
        (("3 listopada 2024", "3 lipca 2024"), ["2024-11-03", "2024-07-03"]),
        (("3. listopada 2024.", "4. svibnja 2024."), ["2024-10-03", "2024-05-04"]),
        (("3 listopada 2024", "3 lipca 2024", "4. svibnja 2024."), ["", "2024-07-03", "2024-05-04"]),
        (("2564-03-05", "2565-12-31"), ["2021-03-05", "2022-12-31"]),
        (("05/03/2567", "25/12/2566"), ["2024-03-05", "2023-12-25"]),
        (("2564-03-05", "2021-01-01"), ["", "2021-01-01"]),
        (("1400/01/05", "1399/12/30"), ["", ""]),
        (("3 May 2024 BE", "2567-05-03"), ["", "2024-05-03"]),
    ],
)
def test_a_column_shows_how_it_is_written(column: tuple[str, ...], expected: list[str]) -> None:
    assert days(*column) == expected


@pytest.mark.parametrize(
    ("heading", "text", "expected"),
    [
        ("Date (DD/MM/YYYY)", "03/04/2020", "2020-04-03"),
        ("date_mm_dd_yy", "03/04/20", "2020-03-04"),
        ("Fecha (dd-mm-aa)", "03-04-20", "2020-04-03"),
        ("Datum (TT.MM.JJ)", "03.04.20", "2020-04-03"),
        ("Date (yy/mm/dd)", "20/04/03", "2020-04-03"),
        ("تاریخ (شمسی)", "1400/01/05", "2021-03-25"),
        ("Date (BE)", "2564-03-05", "2021-03-05"),
        ("日期(民國)", "113/05/03", "2024-05-03"),
        ("Date", "03/04/2020", ""),
        ("Admitted in May", "03/04/2020", ""),
    ],
)
def test_a_heading_spells_it_out(heading: str, text: str, expected: str) -> None:
    assert days(text, heading=heading) == [expected]


@pytest.mark.parametrize("language", ["ko", "ja", "zh", "hu"])
def test_the_language_of_rows_decides_whether_years_come_first(language: str) -> None:
    assert days("24.05.03", "23.12.25", language=language) == ["2024-05-03", "2023-12-25"]
    assert days("24. 5. 3.", "23. 12. 25.", language=language) == ["2024-05-03", "2023-12-25"]
    assert days("31.12.23", "03.05.24", language=language) == ["2023-12-31", "2024-05-03"]  # the dates know better


def test_the_language_of_rows_decides_on_persian_years() -> None:
    assert days("1400/01/05", "1399/12/30", language="fa") == ["2021-03-25", "2021-03-20"]
    assert days("1400/01/05", language="en") == [""]


def test_islamic_columns() -> None:
    pytest.importorskip("hijridate")
    assert days("1442-07-21", "1445-09-01") == ["2021-03-05", "2024-03-11"]  # no other calendar has these years by now
    assert days("21/07/1442", "01/09/1445 هـ") == ["2021-03-05", "2024-03-11"]


@pytest.mark.parametrize(
    ("year", "month", "day", "expected"),
    [
        (1300, 1, 1, date(1921, 3, 21)),
        (1357, 11, 22, date(1979, 2, 11)),
        (1399, 12, 30, date(2021, 3, 20)),
        (1400, 1, 1, date(2021, 3, 21)),
        (1403, 12, 30, date(2025, 3, 20)),
        (1404, 7, 1, date(2025, 9, 23)),
        (1408, 12, 30, date(2030, 3, 20)),
    ],
)
def test_persian_days_that_are_known(year: int, month: int, day: int, expected: date) -> None:
    assert gregorian(Calendar.PERSIAN, year, month, day) == expected


def test_persian_leap_years_that_are_known() -> None:
    assert [year for year in range(1370, 1412) if is_persian_leap_year(year)] == [
        1370,
        1375,
        1379,
        1383,
        1387,
        1391,
        1395,
        1399,
        1403,
        1408,
    ]


@pytest.mark.parametrize("parts", [(1402, 12, 30), (1402, 7, 31), (1402, 13, 1), (1402, 1, 32)])
def test_persian_days_that_do_not_exist(parts: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="not in the Persian calendar"):
        gregorian(Calendar.PERSIAN, *parts)
