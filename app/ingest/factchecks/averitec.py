"""AVeriTeC: claims with the annotators' label as rating, justification and questions as body."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.ingest.factchecks.drafts import Draft, Entry
from app.ingest.factchecks.jsondocs import read_values
from app.ingest.factchecks.publishers import publisher_name
from app.ingest.rows.date_style import DAY_FIRST
from app.ingest.rows.dates import url_date
from app.ingest.rows.jsonvalues import objects
from app.ingest.rows.outcomes import Record
from app.ingest.rows.sources import Source
from app.ingest.rows.text import one_line, paragraphs
from app.ingest.rows.values import parse_day, text_field, unread_day
from app.translation import tr

_ARCHIVE_PREFIX = re.compile(r"^https?://web\.archive\.org/web/[^/]+/(?=https?:)")
_RATING_NOTE = "Rated by AVeriTeC's annotators, not by the publisher."


def read_averitec(source: Source) -> Iterator[Entry]:
    """Yield the claims of an AVeriTeC file. The rating is its annotators' label, and the note says so."""
    return read_values(source, objects, averitec_draft, missing=tr("There is no claim here."))


def averitec_draft(record: Record) -> Draft:
    """Read one claim. Its fact-checking article gives the publisher, the address and, if the address shows it, the date."""
    # The article's own address shows the publisher and the day; that of its archived copy does not.
    article = _ARCHIVE_PREFIX.sub("", text_field(record, "fact_checking_article").strip())
    return Draft(
        claim=one_line(text_field(record, "claim")),
        body=_body(record),
        rating=one_line(text_field(record, "label")),
        publisher=publisher_name("", article) or "AVeriTeC",
        claimant=one_line(text_field(record, "speaker")),
        published=url_date(article),
        claimed=parse_day(text_field(record, "claim_date"), DAY_FIRST),
        url=article,
        language="en",
        note=_RATING_NOTE,
        unread_date=unread_day(text_field(record, "claim_date"), style=DAY_FIRST),
    )


def _body(record: Record) -> str:
    lines = [text_field(record, "justification")]
    for question in objects(record.get("questions") or []):
        answers = " ".join(_answer(answer) for answer in objects(question.get("answers") or []))
        lines.append(f"{text_field(question, 'question')} {answers}".strip())
    return paragraphs("\n".join(lines))


def _answer(answer: Record) -> str:
    explanation = text_field(answer, "boolean_explanation")
    return f"{text_field(answer, 'answer')}. {explanation}" if explanation else text_field(answer, "answer")
