"""Records with foreign names: columns or keys that a mapping assigns to the fields of a fact-check."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

from app.domain.verdict import Verdict
from app.ingest.factchecks.drafts import Draft
from app.ingest.row_language import language_of_rows
from app.ingest.rows.date_columns import column_style
from app.ingest.rows.date_style import DateStyle, Order, latest_year
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.text import one_line, paragraphs, safe
from app.ingest.rows.values import language_code, parse_day, scalar, unclear_day, unread_day
from app.translation import tr

# Spreadsheets count days from here, since they take 1900 for a leap year.
_SPREADSHEET_EPOCH = date(1899, 12, 30)
_SERIAL_DIGITS = 5


def mapped_draft(columns: Mapping[str, str], sample: Sequence[Record], *, day_order: str = "") -> Callable[[Record], Draft]:
    """Build the converter of records with these columns (field to column). The sample shows the order of numeric dates; where it
    shows none, `day_order` tells it."""
    styles = _date_styles(columns, sample, day_order)

    def to_draft(record: Record) -> Draft:
        def text(field: str) -> str:
            return one_line(scalar(record.get(columns[field]), columns[field])) if field in columns else ""

        verdict, rating = verdict_or_rating(text("verdict"), text("rating"))
        days = {field: _day(text(field), style) for field, style in styles.items()}
        undated = [(text(field), styles[field]) for field, parsed in days.items() if parsed is None and field in columns]
        return Draft(
            id=text("id"),
            claim=text("claim"),
            title=text("title"),
            body=_body_text(record, columns),
            rating=rating,
            verdict=verdict,
            rating_rule=text("rating_rule"),
            publisher=text("publisher"),
            claimant=text("claimant"),
            published=days["published"],
            claimed=days["claimed"],
            url=text("url"),
            language=language_code(text("language")),
            note=text("note"),
            unclear_date=next(filter(None, (unclear_day(date_text, style=style) for date_text, style in undated)), ""),
            unread_date=next(filter(None, (unread_day(date_text, style=style) for date_text, style in undated)), ""),
        )

    return to_draft


def _date_styles(columns: Mapping[str, str], sample: Sequence[Record], day_order: str) -> dict[str, DateStyle]:
    """Return the date style of each column. The order that one column shows holds for both, since one program wrote the table; where
    none shows it, that of the options does."""
    styles = {}
    for field in ("published", "claimed"):
        name = columns.get(field, "")
        styles[field] = column_style(
            (str(record.get(name) or "") for record in sample), name, lambda: language_of_rows(sample, columns.get("claim", ""))
        )
    order = next((style.order for style in styles.values() if style.order is not None), Order(day_order) if day_order else None)
    return {field: style if style.order else replace(style, order=order) for field, style in styles.items()}


def _day(text: str, style: DateStyle) -> date | None:
    """Parse the day of a cell, which may be a spreadsheet's serial number."""
    return _serial_day(text) or parse_day(text, style)


def _serial_day(text: str) -> date | None:
    """Convert a spreadsheet's serial number of five digits, from 1954 on: no year is written so."""
    digits = text.removesuffix(".0")
    if not (digits.isdecimal() and len(digits) == _SERIAL_DIGITS and digits[0] in "23456"):
        return None
    day = _SPREADSHEET_EPOCH + timedelta(days=int(digits))
    return day if day.year <= latest_year() else None


def _body_text(record: Record, columns: Mapping[str, str]) -> str:
    """Return the body with its line breaks; "" for the word "Empty", which some collections write for a missing one."""
    column = columns.get("body", "")
    body = paragraphs(safe(scalar(record.get(column), column))) if column else ""
    return "" if body in ("Empty", "nan", "NaN", "None", "NULL") else body


def verdict_or_rating(text: str, rating: str) -> tuple[Verdict, str]:
    """Return our verdict if the text is one, and the rating. Another word under "verdict" is a publisher's, and becomes the rating
    if there is none.

    Raises RowRefused for such a word next to a rating.
    """
    if not text or text in Verdict.__members__:
        return Verdict(text or "UNRATED"), rating
    if rating:
        raise RowRefused(tr('"{word}" is none of the verdicts {verdicts}.', word=text[:40], verdicts=", ".join(Verdict)))
    return Verdict.UNRATED, text
