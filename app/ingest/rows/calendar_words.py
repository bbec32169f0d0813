"""Words in dates: names of months and weekdays in every language of the Unicode CLDR, and the particles around them.

The table is `resources/calendar_words.tsv`, made by `packaging/month_names.py`. Months of the Persian, Islamic and Buddhist
calendars are in `calendars`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import regex

from app.ingest.rows.calendars import HIJRI_MONTHS, PERSIAN_MONTHS, Calendar
from app.paths import resources_dir

# Combining marks below this character are accents and points; from here on they are vowel signs, which must stay.
_FIRST_VOWEL_SIGN = "\u0900"
_WORD = regex.compile(r"[\p{L}\p{M}]+|\d+")
# Spellings in use that the CLDR lacks: without umlauts, and usual abbreviations.
_EXTRA_MONTH_NAMES = {
    1: "jaenner gener", 2: "fevr febr", 3: "maerz mrz", 6: "jun", 7: "jul", 8: "aug", 9: "sept sep sett", 10: "okt", 11: "nov", 12: "dez",
}  # fmt: skip
_EXTRA_PARTICLES = (
    "at on of the a as em el le les il la lo die der den am um vom kl klo from published posted updated publicado publicada publie publiee "
    "actualizado atualizado stand feira uhr date data fecha datum day dia du del do de di da no van op uur pada tanggal tgl wib wita wit "
    "году года год р г god godine godina r rok roku rokem rik року рік yil yili yilda il ilə ili th nd rd st "
    "last om klo kello klockan ore ora orele godz godzina ob в о во на часов час saat saatte jam pukul lúc ngày เวลา น วันที่ เมื่อ को बजे "
    "ساعت الساعة בשעה ב ימים z เวลา στις ώρα o u h hrs hours pm"
)
_MIN_ABBREVIATION = 3

Month = tuple[Calendar, int]


def table_path() -> Path:
    """Return the path of the table of words."""
    return resources_dir() / "calendar_words.tsv"


def folded(text: str) -> str:
    """Return the text in lower case, without accents, points and invisible marks, digits of any script as 0–9."""
    # ASCII text has no marks to remove.
    if text.isascii():
        return text.casefold()
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("ı", "i").replace("\u0640", ""))
    unaccented = "".join(_digit(char) for char in decomposed if not _is_mark(char))
    return unicodedata.normalize("NFC", unaccented)


def _is_mark(char: str) -> bool:
    kind = unicodedata.category(char)
    return kind == "Cf" or (kind == "Mn" and char < _FIRST_VOWEL_SIGN)


def _digit(char: str) -> str:
    return char if char.isascii() else str(unicodedata.decimal(char, char))


def words_of(text: str) -> list[str]:
    """Return the folded words and numbers of a text."""
    return _WORD.findall(folded(text))


@lru_cache(maxsize=1)
def _table() -> tuple[Mapping[str, Mapping[Month, frozenset[str]]], frozenset[str], frozenset[str]]:
    """Load the months by name with the languages of each name, the weekdays, and the particles. Raises OSError if the table is
    missing."""
    months: dict[str, dict[Month, frozenset[str]]] = {}
    weekdays, particles = set[str](), set(words_of(_EXTRA_PARTICLES))
    for line in table_path().read_text(encoding="utf-8").splitlines()[1:]:
        kind, name, languages = line.split("\t")
        if kind.isdigit():
            months.setdefault(name, {})[Calendar.GREGORIAN, int(kind)] = frozenset(languages.split())
        else:
            (weekdays if kind == "w" else particles).add(name)
    for number, names in _EXTRA_MONTH_NAMES.items():
        for name in names.split():
            months.setdefault(name, {}).setdefault((Calendar.GREGORIAN, number), frozenset())
    for calendar, calendar_months in ((Calendar.PERSIAN, PERSIAN_MONTHS), (Calendar.HIJRI, HIJRI_MONTHS)):
        for number, variants in enumerate(calendar_months, start=1):
            for name in variants.split(","):
                months.setdefault(" ".join(words_of(name)), {})[calendar, number] = frozenset()
    return months, frozenset(weekdays), frozenset(particles)


def months_named(name: str) -> Mapping[Month, frozenset[str]]:
    """Return the months of a folded name or abbreviation, each with the languages of that name. An abbreviation counts only if it
    fits one month."""
    months = _table()[0]
    if name in months:
        return months[name]
    return _months_abbreviated(name) if len(name) >= _MIN_ABBREVIATION and " " not in name else {}


@lru_cache(maxsize=1024)
def _months_abbreviated(part: str) -> Mapping[Month, frozenset[str]]:
    matching = [months for name, months in _table()[0].items() if name.startswith(part)]
    numbers = {month for months in matching for month in months}
    # An abbreviation that fits several months names none.
    return {numbers.pop(): frozenset().union(*(codes for months in matching for codes in months.values()))} if len(numbers) == 1 else {}


def is_weekday(name: str) -> bool:
    """Return True if a folded name is that of a weekday."""
    return name in _table()[1]


def is_particle(word: str) -> bool:
    """Return True if a folded word is a particle that says nothing about the day: "de", "of", "г"."""
    return word in _table()[2]
