"""Dates as publishers write them."""

from __future__ import annotations

from datetime import date

import pytest

from app.ingest.rows.dates import ImpossibleDate, column_day_first, parse_date, stated_date, url_date


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2023-02-28", date(2023, 2, 28)),
        ("2019-04-17 07:00:57", date(2019, 4, 17)),
        ("2020-01-01T23:30:00-05:00", date(2020, 1, 1)),
        ("2021-05-03T10:00:00.000Z", date(2021, 5, 3)),
        ("2021/5/3", date(2021, 5, 3)),
        ("20200229", date(2020, 2, 29)),
        ("26 May 2015", date(2015, 5, 26)),
        ("21February 2009", date(2009, 2, 21)),
        ("29 February  2012", date(2012, 2, 29)),
        ("October 22, 2019", date(2019, 10, 22)),
        ("Oct. 22, 2019", date(2019, 10, 22)),
        ("May 5th, 2020", date(2020, 5, 5)),
        ("Monday, May 3, 2021 at 10:15 a.m.", date(2021, 5, 3)),
        ("Fri, 26 May 2015 10:00:00 GMT", date(2015, 5, 26)),
        ("22 de octubre de 2019", date(2019, 10, 22)),
        ("3 de septiembre del 2021", date(2021, 9, 3)),
        ("1º de março de 2020", date(2020, 3, 1)),
        ("sábado, 5 de fevereiro de 2022", date(2022, 2, 5)),
        ("1er janvier 2020", date(2020, 1, 1)),
        ("le 3 août 2020 à 10h30", date(2020, 8, 3)),
        ("3. März 2021", date(2021, 3, 3)),
        ("Stand: 3. Dezember 2020", date(2020, 12, 3)),
        ("31.12.2020", date(2020, 12, 31)),
        ("02.03.2020", date(2020, 3, 2)),
        ("31/12/2020", date(2020, 12, 31)),
        ("12/31/2020", date(2020, 12, 31)),
        ("05/05/2020", date(2020, 5, 5)),
        ("1590000000", date(2020, 5, 20)),
        ("1590000000000", date(2020, 5, 20)),
    ],
)
def test_dates_that_are_read(text: str, expected: date) -> None:
    assert parse_date(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "unknown",
        "2015",
        "May 2015",
        "03/04/2020",
        "0000-00-00",
        "0001-01-01T00:00:00Z",
        "20223-01-01",
        "9" * 17,
        "The story began on 6 May 2012 in a barn",
        "it was then that 3 geese 2012",
    ],
)
def test_what_names_no_day_is_no_date(text: str) -> None:
    assert parse_date(text) is None


@pytest.mark.parametrize(
    "text", ["2023-02-31", "2023-13-01", "31/02/2020", "13/13/2020", "February 30, 2020", "31 de abril de 2020", "20230231"]
)
def test_a_day_that_does_not_exist(text: str) -> None:
    with pytest.raises(ImpossibleDate, match="does not exist"):
        parse_date(text)


def test_the_column_settles_what_comes_first() -> None:
    assert column_day_first(["03/04/2020", "25/04/2020", ""]) is True
    assert column_day_first(["03/04/2020", "04/25/2020"]) is False
    assert column_day_first(["03/04/2020", "yesterday"]) is None
    assert column_day_first(["25/04/2020", "04/25/2020"]) is None
    assert parse_date("03/04/2020", day_first=True) == date(2020, 4, 3)
    assert parse_date("03/04/2020", day_first=False) == date(2020, 3, 4)


def test_politifact_dates() -> None:
    assert stated_date("stated on October 22, 2019 in a campaign mailer.:") == date(2019, 10, 22)
    assert stated_date("said it in 2019") is None
    assert url_date("/factchecks/2019/oct/30/x/y/") == date(2019, 10, 30)
    assert url_date("https://example.org/2021/03/09/x") == date(2021, 3, 9)
    assert url_date("https://example.org/2021/feb/31/x/") is None
    assert url_date("https://example.org/a/b") is None
