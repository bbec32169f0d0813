"""ClaimReview (schema.org): one review as a draft, and the reviews of JSON-LD files and Data Commons feeds."""

from __future__ import annotations

from collections.abc import Iterator

from app.ingest.factchecks.drafts import Draft, Entry, entries
from app.ingest.factchecks.jsondocs import read_values
from app.ingest.factchecks.linkeddata import address_of, claim_reviews, is_type, name_of, part_of, text_of
from app.ingest.rows.jsonvalues import streamed
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.sources import Source
from app.ingest.rows.text import one_line, paragraphs, plain_text
from app.ingest.rows.values import language_code, parse_day, unclear_day, unread_day
from app.translation import mark, tr, trn

_REPORTED_SINGLY = 3
# Words of a name that is a sentence.
_MIN_SENTENCE_WORDS = 4
NO_REVIEW = mark("There is no ClaimReview here.")


def claimreview_draft(review: Record) -> Draft:
    """Read a ClaimReview in the shape that `linkeddata` gives it; all texts become plain. Raises RowRefused for wrong types and
    impossible dates."""
    item = part_of(review, "itemReviewed")
    published, claimed = (_first(node, "datePublished", "dateCreated") for node in (review, item))
    return Draft(
        claim=_claim_text(review) or _line(item, "text", "claimReviewed", "description", "headline") or _if_sentence(_line(item, "name")),
        title=_line(review, "headline", "name"),
        body=paragraphs(plain_text(_first(review, "reviewBody", "articleBody", "text", "description"))),
        rating=rating_of(review),
        publisher=one_line(plain_text(_publisher(review))),
        claimant=_claimant(item),
        published=parse_day(published),
        claimed=parse_day(claimed),
        url=address_of([review.get("url"), review.get("mainEntityOfPage"), review.get("@id")]),
        language=_language(review),
        unclear_date=unclear_day(published, claimed),
        unread_date=unread_day(published, claimed),
    )


def _if_sentence(name: str) -> str:
    """Return the name if it is a sentence; "" otherwise, since a short name tells where the claim was made."""
    return name if len(name.split()) >= _MIN_SENTENCE_WORDS else ""


def _claim_text(review: Record) -> str:
    """Return the claim's text, also if it is an object of its own."""
    claim = review.get("claimReviewed")
    first = next((part for part in claim if part), None) if isinstance(claim, list) else claim
    if isinstance(first, dict) and "@value" not in first:
        return _line(first, "text", "claimReviewed", "name", "description", "headline")
    return _line(review, "claimReviewed")


def rating_of(review: Record) -> str:
    """Return the rating's words, else its number on its scale ("2/5"). A scale with -1 counts as no number: publishers without
    numbers write it."""
    rating = part_of(review, "reviewRating")
    words = one_line(plain_text(_first(rating, "alternateName", "name", "ratingExplanation")))
    value, best, worst = (text_of(rating.get(key), key).strip() for key in ("ratingValue", "bestRating", "worstRating"))
    # Words that only repeat the number say less than the number on its scale.
    if words and not (words == value and best):
        return words
    if not value or "-1" in (value, best, worst) or (best and best == worst):
        return "" if value in ("", "-1") or value.replace(".", "").isdigit() else one_line(value)
    if worst in ("", "1"):
        return f"{value}/{best}" if best else value
    return f"ratingValue {value}, bestRating {best}, worstRating {worst}"


def _publisher(review: Record) -> str:
    """Return the organisation that checked: an author that is one, else the publisher, else any author."""
    author = review.get("author")
    authors = author if isinstance(author, list) else [author]
    persons = [part for part in authors if isinstance(part, dict) and is_type(part, "Person")]
    # A journalist may be the author; the fact-check is the organisation's.
    organisations = [part for part in authors if part not in persons]
    return name_of(organisations) or name_of(review.get("publisher")) or name_of(author)


def _claimant(item: Record) -> str:
    author = item.get("author") or item.get("creator")
    name = one_line(plain_text(name_of(author)))
    # Some publishers write the claimant's address for the name.
    return "" if name.startswith(("http://", "https://")) else name


def _language(review: Record) -> str | None:
    value = review.get("inLanguage")
    if isinstance(value, dict):
        value = value.get("alternateName") or value.get("name")
    return language_code(text_of(value, "inLanguage"))


def _first(node: Record, *names: str) -> str:
    return next((text for text in (text_of(node.get(name), name) for name in names) if text.strip()), "")


def _line(node: Record, *names: str) -> str:
    return one_line(plain_text(_first(node, *names)))


def read_claimreview_json(source: Source) -> Iterator[Entry]:
    """Yield the ClaimReviews of a JSON-LD file: one object, a list, a @graph, or one a line."""
    return read_values(source, claim_reviews, claimreview_draft, missing=tr(NO_REVIEW))


def read_datafeed(source: Source) -> Iterator[Entry]:
    """Yield the ClaimReviews of a Data Commons feed while it is streamed. An element's `item` is a list, an object, null or
    missing."""
    refused_rows: dict[str | None, list[str]] = {}
    for row, element in streamed(source, "dataFeedElement.item", mark("element {number}")):
        source.cancel.check()
        if isinstance(element, RowRefused):
            yield row, element
            continue
        reviews = [_with_address(review, element) for review in claim_reviews(element)]
        if reviews:
            yield from entries(row, reviews, claimreview_draft)
        else:
            rows = refused_rows.setdefault(_content_type(element), [])
            rows.append(row)
            # A feed holds thousands of other elements: the first are reported one by one, the others together.
            if len(rows) <= _REPORTED_SINGLY:
                yield row, RowRefused(tr(NO_REVIEW))
    yield from (_joint_refusal(kind, rows) for kind, rows in refused_rows.items() if len(rows) > _REPORTED_SINGLY)


def _content_type(element: object) -> str | None:
    """Return the type of the content of an element without a ClaimReview; "" for no content, None for content without a type."""
    content = element.get("item") if isinstance(element, dict) else element
    first = next((part for part in content if part), None) if isinstance(content, list) else content
    if not first:
        return ""
    kind = first.get("@type") if isinstance(first, dict) else None
    return kind if isinstance(kind, str) and kind else None


def _joint_refusal(kind: str | None, rows: list[str]) -> Entry:
    """Return one refusal for all further elements of a kind."""
    return tr("{place} and on", place=rows[_REPORTED_SINGLY]), RowRefused(_joint_reason(kind, len(rows)))


def _joint_reason(kind: str | None, elements: int) -> str:
    if kind is None:
        return trn(
            "{count} element of the feed in all holds something else and no ClaimReview.",
            "{count} elements of the feed in all hold something else and no ClaimReview.",
            elements,
        )
    if not kind:
        return trn(
            "{count} element of the feed in all holds nothing and no ClaimReview.",
            "{count} elements of the feed in all hold nothing and no ClaimReview.",
            elements,
        )
    return trn(
        "{count} element of the feed in all holds only {kind} and no ClaimReview.",
        "{count} elements of the feed in all hold only {kind} and no ClaimReview.",
        elements,
        kind=kind,
    )


def _with_address(review: Record, element: object) -> Record:
    """Return the review with the address of its feed element if it has none itself."""
    if review.get("url") or not isinstance(element, dict):
        return review
    return {**review, "url": element.get("url")}
