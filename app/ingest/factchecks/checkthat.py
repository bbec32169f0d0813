"""Verified claims of the CheckThat! lab: a table, or JSON with one object a file, a list, or one a line."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.options import ImportOptions
from app.ingest.factchecks.drafts import Draft, Entry
from app.ingest.factchecks.jsondocs import read_values
from app.ingest.factchecks.tables import read_checkthat_table, set_publisher
from app.ingest.rows.jsonvalues import objects
from app.ingest.rows.outcomes import Record
from app.ingest.rows.sources import Source
from app.ingest.rows.text import one_line, paragraphs
from app.ingest.rows.values import parse_day, text_field, unclear_day, unread_day
from app.translation import tr


def read_checkthat(source: Source, options: ImportOptions) -> Iterator[Entry]:
    """Yield the lab's claims from a table or from JSON."""
    if source.starts_as_json:
        return read_values(source, objects, checkthat_draft, missing=tr("There is no verified claim here."))
    return read_checkthat_table(source, options)


def checkthat_draft(record: Record) -> Draft:
    """Read a verified claim. Its id names the publisher; its subtitle is the body if there is no other."""
    draft = Draft(
        id=text_field(record, "vclaim_id"),
        claim=one_line(text_field(record, "vclaim")),
        title=one_line(text_field(record, "title")),
        body=paragraphs(text_field(record, "body", "text", "subtitle")),
        rating=one_line(text_field(record, "truth_label", "rating")),
        claimant=one_line(text_field(record, "speaker")),
        published=parse_day(text_field(record, "date")),
        url=text_field(record, "page_url", "url").strip(),
        unclear_date=unclear_day(text_field(record, "date")),
        unread_date=unread_day(text_field(record, "date")),
    )
    # The lab's files have no field for the publisher.
    set_publisher(draft)
    return draft
