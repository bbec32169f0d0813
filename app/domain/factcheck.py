"""One published fact-check, as the library keeps it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import date

from app.domain.content import content_hash
from app.domain.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class FactCheck:
    """A published check of one claim.

    `id` is the source's own id where it has one, else a stable hash (`stable_id`). `rating` is the publisher's wording,
    verbatim; `verdict` is ours and `rating_rule` names the rule that gave it. `published` is when the fact-check
    appeared, `claimed` when the claim was made: two different dates. `language` is a BCP-47 code or "" when unknown.
    `note` is shown wherever the fact-check is (the demo library says there that its links are unchecked).
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
        """Hex digest over every field except `id`: two fact-checks with equal hashes are the same content."""
        return content_hash(self)

    def without_body(self) -> FactCheck:
        """The same fact-check with an empty body, for results that travel between processes."""
        return replace(self, body="")


@dataclass(frozen=True, slots=True, kw_only=True)
class FactCheckFilter:
    """Which fact-checks of a library are meant: values that must be equal, "" for any; `group` is the smallest id of a duplicate group."""

    publisher: str = ""
    verdict: str = ""
    language: str = ""
    rating: str = ""
    group: str = ""


EVERY_FACTCHECK = FactCheckFilter()


def stable_id(*, publisher: str, url: str, claim: str) -> str:
    """An id for a source that has none: the same publisher, URL and claim always give the same id."""
    key = "\x1f".join(part.strip() for part in (publisher, url, claim))
    return "fc-" + hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()
