"""The month names in resources/calendar_words.tsv compared with the dates that babel formats in each language."""

from __future__ import annotations

from datetime import date

import pytest
from babel import localedata
from babel.dates import format_date

from app.ingest.rows.date_columns import column_style
from app.ingest.rows.dates import parse_date

_DAYS = [date(2023, month, day) for month in range(1, 13) for day in (3, 25)]
_NOT_READ = {("mn", "medium"), ("my", "medium"), ("ps", "full")}
"""Months in numbers between words, a name of one letter, a particle in the weekday: such dates are told as not read."""
_LARGE = (
    "af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml "
    "mn mr ms my nb ne nl or pa pl ps pt ro ru si sk sl sq sr sv sw ta te th tk tr uk ur uz vi zh zh_Hant zu pt_PT es_MX ar_LB de_AT fr_CA"
).split()


@pytest.mark.parametrize("code", _LARGE)
@pytest.mark.parametrize("form", ["long", "medium", "full"])
def test_the_dates_of_a_language_are_read(code: str, form: str) -> None:
    texts = [format_date(day, form, locale=code) for day in _DAYS]
    style = column_style(texts)
    read = [parse_date(text, style) for text in texts]
    if (code, form) in _NOT_READ:
        assert None in read and all(parsed in (None, day) for parsed, day in zip(read, _DAYS, strict=True))
    else:
        assert list(zip(texts, read, strict=True)) == list(zip(texts, _DAYS, strict=True))


def test_few_dates_of_any_language_are_misread() -> None:
    wrong = []
    codes = [code for code in localedata.locale_identifiers() if "_" not in code]
    for code in codes:
        texts = [format_date(day, "long", locale=code) for day in _DAYS]
        style = column_style(texts)
        wrong += [code for text, day in zip(texts, _DAYS, strict=True) if parse_date(text, style) not in (day, None)]
    assert len(codes) > 300 and set(wrong) <= {
        "br",
        "mfe",
        "nus",
        "kam",
        "kde",
    }  # small languages whose names mean another month in larger ones
