"""Records under names of others: columns or keys that a mapping assigns to the fields of a fact-check."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from app.domain.verdict import Verdict
from app.ingest.factchecks.dates import column_day_first
from app.ingest.factchecks.drafts import Draft, Record, RowRefused
from app.ingest.factchecks.text import one_line, paragraphs, safe
from app.ingest.factchecks.values import day, language_code, scalar


def mapped_draft(columns: Mapping[str, str], sample: Sequence[Record]) -> Callable[[Record], Draft]:
    """A reader of records whose keys are these columns (field to column); the sample shows how numeric dates are meant."""
    day_first = {
        field: column_day_first(str(record.get(columns.get(field, ""), "")) for record in sample) for field in ("published", "claimed")
    }

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
            published=day(text("published"), day_first=day_first["published"]),
            claimed=day(text("claimed"), day_first=day_first["claimed"]),
            url=text("url"),
            language=language_code(text("language")),
            note=text("note"),
        )

    return to_draft


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
        raise RowRefused(f'"{text[:40]}" is none of the verdicts {", ".join(Verdict)}.')
    return Verdict.UNRATED, text
