"""One published fact-check as stored in the library."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from app.domain.content import content_hash
from app.domain.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class FactCheck:
    """A published check of one claim.

    `id` is the source's own id where it has one, else a stable hash (`stable_id`). `rating` is the publisher's wording, verbatim;
    `verdict` is the program's and `rating_rule` the rule that gave it. `published` is the day of the fact-check, `claimed` the day
    of the claim. `language` is a BCP-47 code or "" when unknown. `note` is displayed with the fact-check everywhere (the demo
    library notes there that its links are unchecked).
    """

    id: str
    claim: str
    title: str = ""
    body: str = ""
    rating: str = ""
    verdict: Verdict = Verdict.UNRATED
    rating_rule: str = ""
    publisher: str = ""
    claimant: str = ""
    published: date | None = None
    claimed: date | None = None
    url: str = ""
    language: str = ""
    note: str = ""

    def content_hash(self) -> str:
        """Return a hex digest over every field except `id`; equal hashes mean equal content."""
        return content_hash(self)

    def without_body(self) -> FactCheck:
        """Return the fact-check with an empty body, for results that are sent between processes."""
        return replace(self, body="")


@dataclass(frozen=True, slots=True, kw_only=True)
class FactCheckFilter:
    """Selection of fact-checks by equal values, "" for any; `group` is the smallest id of a duplicate group."""

    publisher: str = ""
    verdict: str = ""
    language: str = ""
    rating: str = ""
    group: str = ""


EVERY_FACTCHECK = FactCheckFilter()


class SortColumn(StrEnum):
    """Columns by which fact-checks can be sorted."""

    VERDICT = "verdict"
    CLAIM = "claim"
    PUBLISHER = "publisher"
    PUBLISHED = "published"
    LANGUAGE = "language"
    RATING = "rating"
    CLAIMANT = "claimant"


@dataclass(frozen=True, slots=True, kw_only=True)
class FactCheckOrder:
    """Order of fact-checks; without a column the best matches of a search come first, and without a search the newest."""

    column: SortColumn | None = None
    descending: bool = False


NATURAL_ORDER = FactCheckOrder()


def stable_id(*, publisher: str, url: str, claim: str) -> str:
    """Return an id for a source without ids; equal publisher, URL and claim always give the same id."""
    key = "\x1f".join(part.strip() for part in (publisher, url, claim))
    return "fc-" + hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()
