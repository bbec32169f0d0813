"""PolitiFact and Snopes fact-checks in the CheckThat! lab's JSON Lines."""

from __future__ import annotations

from urllib.parse import urljoin

from app.ingest.factchecks.drafts import Draft
from app.ingest.rows.dates import ImpossibleDate, stated_date, url_date
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.text import one_line, paragraphs
from app.ingest.rows.values import parse_day, text_field, unclear_day, unread_day

_POLITIFACT = "https://www.politifact.com/"


def politifact_draft(record: Record) -> Draft:
    """Read a PolitiFact record: published comes from its address, claimed from "stated on …", the rating from truth_label."""
    path = text_field(record, "url", "page_url")
    url = urljoin(_POLITIFACT, path) if path else ""
    try:
        claimed = stated_date(text_field(record, "date"))
    except ImpossibleDate as error:
        raise RowRefused(str(error)) from error
    return Draft(
        id=text_field(record, "vclaim_id"),
        claim=one_line(text_field(record, "vclaim", "claim")),
        title=one_line(text_field(record, "title")),
        body=paragraphs(text_field(record, "text", "body")),
        rating=one_line(text_field(record, "truth_label")),
        publisher="PolitiFact",
        claimant=one_line(text_field(record, "speaker")),
        # `date` is the day of the claim; only the address shows that of the fact-check.
        published=url_date(url),
        claimed=claimed,
        url=url,
        language="en",
    )


def snopes_draft(record: Record) -> Draft:
    """Read a Snopes record: its subtitle is the body if there is no other; its author is a journalist, not a claimant."""
    return Draft(
        id=text_field(record, "vclaim_id"),
        claim=one_line(text_field(record, "vclaim")),
        title=one_line(text_field(record, "title")),
        body=paragraphs(text_field(record, "body", "text", "subtitle")),
        rating=one_line(text_field(record, "rating", "truth_label")),
        publisher="Snopes",
        published=parse_day(text_field(record, "date")),
        url=_address_or_empty(text_field(record, "page_url", "url")),
        language="en",
        unclear_date=unclear_day(text_field(record, "date")),
        unread_date=unread_day(text_field(record, "date")),
    )


def _address_or_empty(text: str) -> str:
    """Return an address; "" for pandas' "Na" and "nan"."""
    return text.strip() if "/" in text else ""
