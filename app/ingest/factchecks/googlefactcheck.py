"""Google Fact Check Tools: answers of the claim search, and markup pages."""

from __future__ import annotations

from collections.abc import Iterator

from app.ingest.factchecks.drafts import Draft, Entry
from app.ingest.factchecks.jsondocs import read_values
from app.ingest.factchecks.linkeddata import name_of, part_of
from app.ingest.rows.jsonvalues import objects
from app.ingest.rows.outcomes import Record
from app.ingest.rows.sources import Source
from app.ingest.rows.text import one_line, plain_text
from app.ingest.rows.values import language_code, parse_day, text_field, unclear_day, unread_day
from app.translation import tr

# Keys of lists of markup pages in the API's answers.
_PAGE_LISTS = ("claimReviewMarkupPages", "pages")


def read_google(source: Source) -> Iterator[Entry]:
    """Yield the reviews of an answer, of a list of answers or claims, of markup pages, or of one of these a line."""
    return read_values(source, _expand_reviews, _draft, missing=tr("There is no reviewed claim here."))


def _expand_reviews(value: object) -> Iterator[Record]:
    """Yield records with either "claim" and "review" (an answer) or "page" and "markup" (a markup page)."""
    for item in objects(value):
        if "claims" in item:
            yield from _expand_reviews(item["claims"])
        elif "claimReviewMarkups" in item:
            yield from ({"page": item, "markup": markup} for markup in objects(item["claimReviewMarkups"]))
        elif any(key in item for key in _PAGE_LISTS):
            yield from _expand_reviews(next(item[key] for key in _PAGE_LISTS if key in item))
        elif "claimReview" in item or "text" in item:
            yield from ({"claim": item, "review": review} for review in objects(item.get("claimReview")) or [{}])


def _draft(record: Record) -> Draft:
    if "markup" in record:
        return _markup_draft(part_of(record, "page"), part_of(record, "markup"))
    return _answer_draft(part_of(record, "claim"), part_of(record, "review"))


def _line(record: Record, *names: str) -> str:
    return one_line(plain_text(text_field(record, *names)))


def _answer_draft(claim: Record, review: Record) -> Draft:
    publisher = part_of(review, "publisher")
    return Draft(
        claim=_line(claim, "text"),
        title=_line(review, "title"),
        rating=_line(review, "textualRating"),
        publisher=_line(publisher, "name", "site"),
        claimant=_line(claim, "claimant"),
        published=parse_day(text_field(review, "reviewDate")),
        claimed=parse_day(text_field(claim, "claimDate")),
        url=text_field(review, "url").strip() or text_field(publisher, "site").strip(),
        language=language_code(text_field(review, "languageCode")),
        unclear_date=unclear_day(text_field(review, "reviewDate"), text_field(claim, "claimDate")),
        unread_date=unread_day(text_field(review, "reviewDate"), text_field(claim, "claimDate")),
    )


def _markup_draft(page: Record, markup: Record) -> Draft:
    rating = part_of(markup, "rating")
    return Draft(
        claim=_line(markup, "claimReviewed"),
        rating=_line(rating, "textualRating", "ratingExplanation"),
        publisher=one_line(plain_text(name_of(page.get("claimReviewAuthor")))),
        claimant=one_line(plain_text(name_of(markup.get("claimAuthor")))),
        published=parse_day(text_field(page, "publishDate")),
        claimed=parse_day(text_field(markup, "claimDate")),
        url=text_field(markup, "url").strip() or text_field(page, "pageUrl").strip(),
        unclear_date=unclear_day(text_field(page, "publishDate"), text_field(markup, "claimDate")),
        unread_date=unread_day(text_field(page, "publishDate"), text_field(markup, "claimDate")),
    )
