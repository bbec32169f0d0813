"""Records under names of others: columns or keys that a mapping assigns to the fields of a fact-check."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta

from app.domain.verdict import Verdict
from app.ingest.factchecks.drafts import Draft
from app.ingest.rows.dates import column_day_first
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.text import one_line, paragraphs, safe
from app.ingest.rows.values import day, language_code, scalar, unclear_day
from app.translation import tr

_SPREADSHEET_EPOCH = date(1899, 12, 30)
_SERIAL_DIGITS = 5


def mapped_draft(columns: Mapping[str, str], sample: Sequence[Record]) -> Callable[[Record], Draft]:
    """A reader of records whose keys are these columns (field to column); the sample shows how numeric dates are meant."""
    day_first = {
        field: column_day_first(str(record.get(columns.get(field, ""), "")) for record in sample) for field in ("published", "claimed")
    }

    # One column that shows the order settles it for the other: a table is written by one program.
    shown = next((order for order in day_first.values() if order is not None), None)
    day_first = {field: shown if order is None else order for field, order in day_first.items()}

    def to_draft(record: Record) -> Draft:
        def text(field: str) -> str:
            return one_line(scalar(record.get(columns[field]), columns[field])) if field in columns else ""

        verdict, rating = verdict_or_rating(text("verdict"), text("rating"))
        return Draft(
            id=text("id"),
            claim=text("claim"),
            title=text("title"),
            body=_body(record, columns),
            rating=rating,
            verdict=verdict,
            rating_rule=text("rating_rule"),
            publisher=text("publisher"),
            claimant=text("claimant"),
            published=_day(text("published"), day_first=day_first["published"]),
            claimed=_day(text("claimed"), day_first=day_first["claimed"]),
            url=text("url"),
            language=language_code(text("language")),
            note=text("note"),
            unclear_date=next(filter(None, (unclear_day(text(name), day_first=order) for name, order in day_first.items())), ""),
        )

    return to_draft


def _day(text: str, *, day_first: bool | None) -> date | None:
    """The day of a cell, which may be the number by which spreadsheets count days (from 1954 to 2064, as no year is written)."""
    whole = text.removesuffix(".0")
    if whole.isdecimal() and len(whole) == _SERIAL_DIGITS and whole[0] in "23456":
        return _SPREADSHEET_EPOCH + timedelta(days=int(whole))
    return day(text, day_first=day_first)


def _body(record: Record, columns: Mapping[str, str]) -> str:
    """The body with its line breaks; the word "Empty", which some collections write for none, is none."""
    column = columns.get("body", "")
    body = paragraphs(safe(scalar(record.get(column), column))) if column else ""
    return "" if body in ("Empty", "nan", "NaN", "None", "NULL") else body


def verdict_or_rating(text: str, rating: str) -> tuple[Verdict, str]:
    """Our verdict where the text is one; a publisher's word under "verdict" is a rating where there is no other.

    Raises RowRefused for a word that is neither.
    """
    if not text or text in Verdict.__members__:
        return Verdict(text or "UNRATED"), rating
    if rating:
        raise RowRefused(tr('"{word}" is none of the verdicts {verdicts}.', word=text[:40], verdicts=", ".join(Verdict)))
    return Verdict.UNRATED, text
