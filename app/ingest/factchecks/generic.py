"""The program's own JSON Lines: the keys are the fields of a fact-check, and an export reads back exactly.

Files with other keys are read too: their keys are guessed like the columns of a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice

import msgspec

from app.domain.control_characters import escaped_json
from app.domain.factcheck import FactCheck
from app.domain.options import ImportOptions
from app.ingest.factchecks.columns import chosen_columns, guess_columns
from app.ingest.factchecks.drafts import Draft, Entry, entries
from app.ingest.factchecks.jsondocs import CONTAINERS
from app.ingest.factchecks.mapped import mapped_draft, verdict_or_rating
from app.ingest.rows.jsonlines import records
from app.ingest.rows.jsonvalues import values
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.sources import Source, decoded_head
from app.ingest.rows.text import safe
from app.ingest.rows.values import parse_day, scalar, unclear_day, unread_day
from app.translation import tr

_SAMPLE_ROWS = 50


def to_json_line(factcheck: FactCheck) -> str:
    """Return the fact-check as one line of JSON without its line break, every field under its own name."""
    # Control and direction characters are escaped, so that they cannot change what a viewer shows.
    return escaped_json(msgspec.json.encode(factcheck)).decode()


def exported_draft(record: Record) -> Draft:
    """Read a record with our own field names, every text unchanged. Raises RowRefused for a wrong type, date or verdict."""

    def text(name: str) -> str:
        return safe(scalar(record.get(name), name))

    verdict, rating = verdict_or_rating(text("verdict"), text("rating"))
    return Draft(
        id=text("id"),
        claim=text("claim"),
        title=text("title"),
        body=text("body"),
        rating=rating,
        verdict=verdict,
        rating_rule=text("rating_rule"),
        publisher=text("publisher"),
        claimant=text("claimant"),
        published=parse_day(text("published")),
        claimed=parse_day(text("claimed")),
        url=text("url"),
        language=text("language") if "language" in record else None,
        note=text("note"),
        # An export must read back exactly.
        verbatim=True,
        unclear_date=unclear_day(text("published"), text("claimed")),
        unread_date=unread_day(text("published"), text("claimed")),
    )


def open_records(source: Source) -> Iterator[tuple[str, Record | RowRefused]]:
    """Yield the objects of JSON Lines, of a list, or the one object of a file that spans several lines."""
    start = decoded_head(source.head).lstrip()
    # A first line of only a brace begins an object that spans several lines; otherwise each line is an object.
    if not start.startswith(b"[") and start.splitlines()[:1] != [b"{"]:
        yield from records(source)
        return
    for row, value in values(source, CONTAINERS):
        yield (
            row or tr("item {number}", number=1),
            value if isinstance(value, (dict, RowRefused)) else RowRefused(tr("The item is no JSON object.")),
        )


def key_table(records: Sequence[Record]) -> tuple[list[str], list[list[str]]]:
    """Return the records as a table: all their keys in order of appearance, and the values as short text."""
    header = list(dict.fromkeys(key for record in records for key in record))
    return header, [["" if record.get(key) is None else str(record[key]) for key in header] for record in records]


def read_generic(source: Source, options: ImportOptions) -> Iterator[Entry]:
    """Yield the drafts of objects with our own names, or with guessed ones if there is no "claim" or the user maps columns."""
    lines = open_records(source)
    sample = list(islice(lines, _SAMPLE_ROWS))
    sampled = [record for _, record in sample if not isinstance(record, RowRefused)]
    has_own_names = not options.columns and any("claim" in record for record in sampled)
    to_draft = (
        exported_draft if has_own_names or not sampled else mapped_draft(_guess(sampled, options), sampled, day_order=options.day_order)
    )
    for row, record in chain(sample, lines):
        if isinstance(record, RowRefused):
            yield row, record
        else:
            yield from entries(row, (record,), to_draft)


def _guess(sampled: list[Record], options: ImportOptions) -> dict[str, str]:
    header, rows = key_table(sampled)
    # Speech recognisers write {"text": …}, which is no claim.
    is_lone_text = len(sampled) == 1 and len(header) == 1
    return chosen_columns(header, {} if is_lone_text else guess_columns(header, rows), options)
