"""Fact-checks of the research data in training, with the quotations in their articles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

from models.training import read_rows

MONTHS = {name: number for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), start=1)}
_DAY = re.compile(r"/(\d{4})/([a-z]{3})[a-z]*/(\d{1,2})/")
_MARKS = str.maketrans("“”", '""')
_SOURCES = re.compile(r"\n\s*(?:Featured Fact-check|Our Sources|Share The Facts)", re.IGNORECASE)
_ARTICLE_CHARACTERS = 6000
_FEWEST_WORDS, _MOST_WORDS = 6, 60


@dataclass(frozen=True)
class CheckedClaim:
    """Fact-check: claim, title, claimant, date and article."""

    id: str
    claim: str
    title: str
    claimant: str
    published: date | None
    article: str

    @cached_property
    def quotes(self) -> tuple[str, ...]:
        """Return the quotations in the article's beginning, 6 to 60 words each, except the claim itself."""
        return tuple(_quotes(self.article, self.claim))


def published_day(url: str) -> date | None:
    """Return the date in a PolitiFact address."""
    match = _DAY.search(url)
    return date(int(match[1]), MONTHS[match[2]], int(match[3])) if match and match[2] in MONTHS else None


def read_factchecks(path: Path) -> list[CheckedClaim]:
    """Return the fact-checks of one collection, in file order."""
    return [_checked(row) for row in read_rows(path)]


def _checked(row: dict[str, Any]) -> CheckedClaim:
    return CheckedClaim(
        id=row["vclaim_id"],
        claim=str(row["vclaim"]).strip().strip('"“”'),
        title=str(row.get("title") or ""),
        claimant=str(row.get("speaker") or ""),
        published=published_day(str(row.get("url") or "")),
        article=str(row.get("text") or ""),
    )


def _quotes(article: str, claim: str) -> Iterator[str]:
    beginning = _SOURCES.split(article[:_ARTICLE_CHARACTERS])[0]
    claim_text = claim.casefold()
    for paragraph in beginning.translate(_MARKS).splitlines():
        for quoted in paragraph.split('"')[1::2]:
            quote = " ".join(quoted.split()).rstrip(",")
            if _FEWEST_WORDS <= len(quote.split()) <= _MOST_WORDS and quote.casefold() not in claim_text:
                yield quote
