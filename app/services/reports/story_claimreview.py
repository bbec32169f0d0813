"""The story sheet as ClaimReview: the newsroom's own verdicts under its name, confirmed fact-checks under their publishers' names."""

from __future__ import annotations

from typing import Any

from app.domain.conclusion import RATED
from app.domain.factcheck import FactCheck
from app.domain.publication import web_address
from app.domain.published_rating import is_rated, rating_words
from app.domain.reviewed import ReportChoice, Reviewed
from app.errors import InputError
from app.services.reports.claimreview import check_name, check_publication, graph_bytes, located_claim, own_review, reviewed_claim
from app.services.reports.clean import clean, is_web_link
from app.services.reports.story_sheet import StoryItem, story_items
from app.translation import tr, trn


def story_claimreview(reviewed: Reviewed, choice: ReportChoice) -> tuple[bytes, str]:
    """Return the ClaimReviews as JSON-LD, and a sentence about items without one ("" for none).

    An own verdict needs the addresses that `claimreview_bytes` needs. A confirmed fact-check keeps its publisher, address, day and
    rating, with the newsroom as the publisher of the markup alone. Raises InputError when the newsroom has no name, an address is
    missing, or nothing is left.
    """
    items = story_items(reviewed, choice)
    check_name(reviewed.newsroom)
    if any(item.finding.own_verdict is not None for item in items):
        check_publication(reviewed.newsroom, reviewed.addresses)
    rows = [_row(reviewed, number, item) for number, item in enumerate(items, start=1)]
    graph = [row for row in rows if row is not None]
    if not graph:
        message = tr("None of the confirmed fact-checks has all that a ClaimReview needs: publisher, address, day and rating.")
        raise InputError("story-claimreview-empty", message, hint=tr("Choose another format."))
    return graph_bytes(graph), _missing(len(rows) - len(graph))


def _missing(count: int) -> str:
    if not count:
        return ""
    return trn(
        "{count} item has no ClaimReview: its fact-check lacks a publisher, an address, a day or a rating, or the speaker does not assert "
        "the claim.",
        "{count} items have no ClaimReview: their fact-checks lack a publisher, an address, a day or a rating, or the speaker does not "
        "assert the claim.",
        count,
    )


def _row(reviewed: Reviewed, number: int, item: StoryItem) -> dict[str, Any] | None:
    if item.finding.own_verdict is not None:
        return _own(reviewed, number, item)
    if item.source is None or item.finding.conclusion.reason not in RATED or not _is_complete(item.source.factcheck):
        return None
    return _published(reviewed, item, item.source.factcheck)


def _own(reviewed: Reviewed, number: int, item: StoryItem) -> dict[str, Any]:
    row, addresses = own_review(reviewed, item.finding), reviewed.addresses
    article = web_address(addresses.article).partition("#")[0]
    return {
        **row,
        "url": f"{article}#claim-{number}",
        "author": {**row["author"], "url": web_address(addresses.website)},
        "itemReviewed": located_claim(row["itemReviewed"], addresses),
    }


def _published(reviewed: Reviewed, item: StoryItem, check: FactCheck) -> dict[str, Any]:
    row: dict[str, Any] = {
        "@type": "ClaimReview",
        "url": clean(check.url),
        "claimReviewed": " ".join(clean(check.claim).split()),
        "datePublished": check.published.isoformat() if check.published else "",
        "author": {"@type": "Organization", "name": clean(check.publisher).strip()},
        "sdPublisher": {"@type": "Organization", "name": clean(reviewed.newsroom).strip()},
        # The publisher's scale is unknown, so there is no number.
        "reviewRating": {"@type": "Rating", "alternateName": clean(rating_words(check))},
        "itemReviewed": located_claim(reviewed_claim(reviewed, item.finding), reviewed.addresses),
    }
    return row | ({"inLanguage": clean(check.language)} if check.language else {})


def _is_complete(check: FactCheck) -> bool:
    return bool(check.publisher.strip() and check.claim.strip() and check.published) and is_rated(check) and is_web_link(check.url)
