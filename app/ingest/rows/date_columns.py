"""Detection of a column's date style from dates that can be read in one way only, and from its heading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import regex

from app.ingest.rows.calendar_words import folded, words_of
from app.ingest.rows.calendars import ERAS, YEARS_AHEAD, Calendar
from app.ingest.rows.date_names import month_languages
from app.ingest.rows.date_numbers import is_year_last, numeric_orders
from app.ingest.rows.date_style import EARLIEST_YEAR, MAX_DATE_CHARACTERS, DateStyle, Order, latest_year

_YEAR = regex.compile(r"(?<!\d)\d{4}(?!\d)")
# A heading that spells the order out: d, j (jour, jaar) or t (Tag) for the day, y, a or j for the year.
_ORDER_PATTERNS = {
    Order.DAY_FIRST: regex.compile(r"\b(?:dd?|jj?|tt?)\W*mm?\W*(?:[yaj]{2,4}|год)?\b"),
    Order.MONTH_FIRST: regex.compile(r"\bmm?\W*(?:dd?|jj?|tt?)\W*[yaj]{2,4}\b"),
    Order.YEAR_FIRST: regex.compile(r"\b[yaj]{2,4}\W*mm?\W*(?:dd?|jj?|tt?)\b"),
}
_BUDDHIST_OFFSET, _PERSIAN_OR_HIJRI = YEARS_AHEAD[Calendar.BUDDHIST], range(1300, 1500)
# A Persian year is about this much behind ours, an Islamic one less; so a year that would lie in the future is Islamic.
_PERSIAN_OFFSET = 621
# Persian and Islamic years of today overlap; the language of the rows decides.
_CALENDARS_OF_LANGUAGES = {"fa": Calendar.PERSIAN, "ps": Calendar.PERSIAN, "ar": Calendar.HIJRI}
# Languages that write the year first, also with two digits.
_YEAR_FIRST_LANGUAGES = frozenset(("ko", "ja", "zh", "hu"))
_MAX_SAMPLE = 1000


def column_style(values: Iterable[str], heading: str = "", language: Callable[[], str] = str) -> DateStyle:
    """Return the date style of a column; fields are None if its values show nothing or contradict each other.

    `language` returns the language of the rows. It is called only if the years need it, since detecting it takes time.
    """
    sample = [folded(value).strip() for value in values if 0 < len(value.strip()) <= MAX_DATE_CHARACTERS][:_MAX_SAMPLE]
    order, may_lead = _agreed_order(_order_of_heading(heading), _order_of_values(sample)), _year_may_lead(sample)
    if may_lead and order is not Order.YEAR_FIRST and _order_of_heading(heading) is None:
        order = Order.YEAR_FIRST if language() in _YEAR_FIRST_LANGUAGES else None if _looks_like_years(sample) else order
    return DateStyle(
        order=order,
        languages=_languages(sample),
        calendar=_calendar(sample, heading, language),
        year_may_lead=may_lead and order is None,
    )


def _year_may_lead(sample: Sequence[str]) -> bool:
    """Return True if every date with a two-digit year could begin with the year."""
    possible = [orders for value in sample if (orders := numeric_orders(value))]
    return bool(possible) and all(Order.YEAR_FIRST in orders for orders in possible)


def _looks_like_years(sample: Sequence[str]) -> bool:
    """Return True if the first of three numbers varies less than the last, as a year does and a day does not."""
    numbers = [regex.findall(r"\d+", value) for value in sample if numeric_orders(value)]
    return len({parts[0] for parts in numbers}) < len({parts[2] for parts in numbers})


def _agreed_order(headed: Order | None, observed: Order | None) -> Order | None:
    """Return the order that the heading spells out unless the dates contradict it, else the order that the dates show."""
    agree = headed is None or observed is None or headed in (observed, Order.YEAR_FIRST)
    return (headed or observed) if agree else None


def _order_of_values(sample: Sequence[str]) -> Order | None:
    """Return the only order in which some of the sample's numeric dates can be read, provided that no date contradicts it."""
    possible = [(orders, is_year_last(value)) for value in sample if (orders := numeric_orders(value))]
    if any(orders == {Order.YEAR_FIRST} for orders, _ in possible):
        return Order.YEAR_FIRST if all(Order.YEAR_FIRST in orders for orders, _ in possible) else None
    unambiguous = {
        order for orders, last in possible if len(remaining := orders - {Order.YEAR_FIRST} if last else orders) == 1 for order in remaining
    }
    return unambiguous.pop() if len(unambiguous) == 1 else None


def _order_of_heading(heading: str) -> Order | None:
    """Return the order that a heading spells out: "Date (DD/MM/YYYY)"."""
    matching_orders = [order for order, pattern in _ORDER_PATTERNS.items() if pattern.search(folded(heading).replace("_", " "))]
    return matching_orders[0] if len(matching_orders) == 1 else None


def _languages(sample: Sequence[str]) -> frozenset[str]:
    """Return the languages that have all month names of the sample; empty if no language has them all."""
    languages_of_values = [languages for value in sample if (languages := month_languages(value))]
    return frozenset.intersection(*languages_of_values) if languages_of_values else frozenset()


def _calendar(sample: Sequence[str], heading: str, language: Callable[[], str]) -> Calendar | None:
    """Return the calendar of years that are not Gregorian: the one named in the heading or next to a year, else the one in which
    all years of the column fall between 1900 and next year."""
    words = words_of(heading)
    named_calendars = [
        ERAS[name] for width in (2, 1) for start in range(len(words)) if (name := " ".join(words[start : start + width])) in ERAS
    ]
    named_calendars += (
        [ERAS[word] for value in sample for word in words_of(value) if len(word) > 1 and word in ERAS] if not named_calendars else []
    )
    # A Gregorian mark says nothing about the years beyond our calendar.
    named_calendars = [calendar for calendar in named_calendars if calendar is not Calendar.GREGORIAN]
    if named_calendars:
        return named_calendars[0] if len(set(named_calendars)) == 1 else None
    years = {int(year) for value in sample for year in _YEAR.findall(value)[:1]}
    if not years or any(EARLIEST_YEAR <= year <= latest_year() for year in years):
        return None
    if all(EARLIEST_YEAR <= year - _BUDDHIST_OFFSET <= latest_year() for year in years):
        return Calendar.BUDDHIST
    if not all(year in _PERSIAN_OR_HIJRI for year in years):
        return None
    if any(year + _PERSIAN_OFFSET > latest_year() for year in years):
        return Calendar.HIJRI
    return _CALENDARS_OF_LANGUAGES.get(language())
