"""Dates as publishers write them."""

from __future__ import annotations

from datetime import date

import pytest

from app.ingest.rows.date_columns import column_style
from app.ingest.rows.date_style import DAY_FIRST, MONTH_FIRST, Order, latest_year
from app.ingest.rows.dates import ImpossibleDate, parse_date, stated_date, unclear, url_date


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
def test_texts_without_a_date(text: str) -> None:
    assert parse_date(text) is None


@pytest.mark.parametrize(
    "text", ["2023-02-31", "2023-13-01", "31/02/2020", "13/13/2020", "February 30, 2020", "31 de abril de 2020", "20230231"]
)
def test_a_day_that_does_not_exist(text: str) -> None:
    with pytest.raises(ImpossibleDate, match="does not exist"):
        parse_date(text)


def test_the_column_decides_the_day_month_order() -> None:
    assert column_style(["03/04/2020", "25/04/2020", ""]).order is Order.DAY_FIRST
    assert column_style(["03/04/2020", "04/25/2020"]).order is Order.MONTH_FIRST
    assert column_style(["03/04/2020", "yesterday"]).order is None
    assert column_style(["25/04/2020", "04/25/2020"]).order is None
    assert parse_date("03/04/2020", DAY_FIRST) == date(2020, 4, 3)
    assert parse_date("03/04/2020", MONTH_FIRST) == date(2020, 3, 4)


def test_politifact_dates() -> None:
    assert stated_date("stated on October 22, 2019 in a campaign mailer.:") == date(2019, 10, 22)
    assert stated_date("said it in 2019") is None
    assert url_date("/factchecks/2019/oct/30/x/y/") == date(2019, 10, 30)
    assert url_date("https://example.org/2021/03/09/x") == date(2021, 3, 9)
    assert url_date("https://example.org/2021/feb/31/x/") is None
    assert url_date("https://example.org/a/b") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3-May-24", date(2024, 5, 3)),
        ("3-may.-98", date(1998, 5, 3)),
        ("May 3, '24", date(2024, 5, 3)),
        ("03.05.24", date(2024, 5, 3)),
        ("31-12-23", date(2023, 12, 31)),
        ("5/13/24", date(2024, 5, 13)),
        ("24/05/31", date(2024, 5, 31)),
        ("3. května 2024", date(2024, 5, 3)),
        ("3 maja 2024 r.", date(2024, 5, 3)),
        ("środa, 3 września 2025", date(2025, 9, 3)),
        ("3 мая 2024 г.", date(2024, 5, 3)),
        ("3-го мая 2024", date(2024, 5, 3)),
        ("3 травня 2024 р.", date(2024, 5, 3)),
        ("03.05.2024 г.", date(2024, 5, 3)),
        ("2024. május 3.", date(2024, 5, 3)),
        ("2024. 05. 03.", date(2024, 5, 3)),
        ("2024 m. gegužės 3 d.", date(2024, 5, 3)),
        ("2024. gada 3. maijs", date(2024, 5, 3)),
        ("3. toukokuuta 2024", date(2024, 5, 3)),
        ("3 Mayıs 2024 Cuma", date(2024, 5, 3)),
        ("3 mrt. 2024", date(2024, 3, 3)),
        ("3 Mei 2024 10.15 WIB", date(2024, 5, 3)),
        ("mar. 3 mar. 2024", date(2024, 3, 3)),
        ("3 Μαΐου 2024", date(2024, 5, 3)),
        ("3 במאי 2024", date(2024, 5, 3)),
        ("٣ مايو ٢٠٢٤", date(2024, 5, 3)),
        ("3 أيار 2024", date(2024, 5, 3)),
        ("3 تشرين الأول 2023", date(2023, 10, 3)),
        ("3 मई 2024", date(2024, 5, 3)),
        ("৩ মে, ২০২৪", date(2024, 5, 3)),
        ("3 மே, 2024", date(2024, 5, 3)),
        ("ngày 3 tháng 5 năm 2024", date(2024, 5, 3)),
        ("3 Tháng 5, 2024", date(2024, 5, 3)),
        ("2024年5月3日", date(2024, 5, 3)),
        ("二〇二四年五月三日", date(2024, 5, 3)),
        ("二零二三年十二月三十一日", date(2023, 12, 31)),
        ("2024年5月3日（金）10時30分", date(2024, 5, 3)),
        ("２０２４年０５月０３日", date(2024, 5, 3)),
        ("令和6年5月3日", date(2024, 5, 3)),
        ("令和元年5月3日", date(2019, 5, 3)),
        ("平成31年4月30日", date(2019, 4, 30)),
        ("R6.5.3", date(2024, 5, 3)),
        ("民國113年5月3日", date(2024, 5, 3)),
        ("2024년 5월 3일 금요일", date(2024, 5, 3)),
        ("24년 5월 3일", date(2024, 5, 3)),
        ("5 มี.ค. 2564", date(2021, 3, 5)),
        ("5 มีนาคม พ.ศ. 2564", date(2021, 3, 5)),
        ("3 พ.ค. 67", date(2024, 5, 3)),
        ("๕ มีนาคม ๒๕๖๔", date(2021, 3, 5)),
        ("۱۴۰۰/۰۱/۰۵", date(2021, 3, 25)),
        ("۵ فروردین ۱۴۰۰", date(2021, 3, 25)),
        ("30 Esfand 1403", date(2025, 3, 20)),
        ("1 حمل 1403", date(2024, 3, 20)),
        ("10:15, 3 May 2024", date(2024, 5, 3)),
        ("Last updated: May 3rd, 2024 at 5 p.m.", date(2024, 5, 3)),
        ("3 mei 2024 om 10:15 uur", date(2024, 5, 3)),
        ("03 мая 2024 в 10:15", date(2024, 5, 3)),
        ("Fri May 3 2024 10:00:00 GMT+0200 (CEST)", date(2024, 5, 3)),
        ("วันที่ 3 พฤษภาคม 2567 เวลา 10:15 น.", date(2024, 5, 3)),
        ("Ngày 03/05/2024", date(2024, 5, 3)),
        ("3.V.2024", date(2024, 5, 3)),
        ("3 XII 2024", date(2024, 12, 3)),
        ("الجمعة، ٣ أيار / مايو ٢٠٢٤", date(2024, 5, 3)),
        ("H31.4.30(火)", date(2019, 4, 30)),
        ("03MAY2024", date(2024, 5, 3)),
        ("25 መጋቢት 2013", None),
        ("२०७८ बैशाख ५", None),
        ("May-24", None),
        ("Fri May 03 10:15:00 +0000 2024", date(2024, 5, 3)),
        ("2024年", None),
        ("24年5月3日", None),
        ("1400/01/05", None),
        ("1442-07-21", None),
        ("2564-03-05", None),
        ("9999-12-31", None),
        ("1066-10-14", None),
        ("2078-01-20", None),
        ("2024-05-00", None),
        ("3 May 1850", None),
        ("20991231", None),
        ("5/3/24 or so", None),
        ("3–5 May 2024", None),
        ("12-34-56", None),
    ],
)
def test_dates_of_many_countries(text: str, expected: date | None) -> None:
    assert parse_date(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("21/07/1442 هـ", date(2021, 3, 5)),
        ("21 رجب 1442", date(2021, 3, 5)),
        ("١ رمضان ١٤٤٥ هـ", date(2024, 3, 11)),
        ("1 Muharram 1446 AH", date(2024, 7, 7)),
        ("21 رجب 1442 هـ الموافق 5 مارس 2021", date(2021, 3, 5)),
        ("21 رجب 1442 هـ (5 مارس 2021)", date(2021, 3, 5)),
    ],
)
def test_islamic_dates(text: str, expected: date) -> None:
    pytest.importorskip("hijridate")
    assert parse_date(text) == expected


@pytest.mark.parametrize("text", ["5/3/24", "03/04/2020", "24-05-13", "24. 5. 3.", "3 listopada 2024", "3 lipnja 2024 / 4 srpnja 2024"])
def test_ambiguous_dates_are_left_out(text: str) -> None:
    assert parse_date(text) is None


def test_only_ambiguous_dates_are_unclear() -> None:
    assert [unclear(text) for text in ("5/3/24", "3 listopada 2024", "24. 5. 3.")] == [True] * 3
    assert not any(unclear(text) for text in ("2024-05-03", "yesterday", "31/02/2024", "5/13/24", ""))


def test_years_beyond_the_latest_are_refused() -> None:
    assert parse_date(f"{latest_year()}-01-01") == date(latest_year(), 1, 1)
    assert parse_date(f"{latest_year() + 1}-01-01") is None
    assert parse_date("1900-01-01") == date(1900, 1, 1)
