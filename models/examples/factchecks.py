"""The fact-checks of the research data as training sees them, and what their articles quote."""

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
    """One fact-check: its claim, title, who said it, when it appeared, its article."""

    id: str
    claim: str
    title: str
    claimant: str
    published: date | None
    article: str

    @cached_property
    def quotes(self) -> tuple[str, ...]:
        """What the beginning of the article quotes, 6 to 60 words each, its own claim aside."""
        return tuple(_quotes(self.article, self.claim))


def published_day(url: str) -> date | None:
    """The day in a PolitiFact address."""
    found = _DAY.search(url)
    return date(int(found[1]), MONTHS[found[2]], int(found[3])) if found and found[2] in MONTHS else None


def read_factchecks(path: Path) -> list[CheckedClaim]:
    """The fact-checks of one collection, in file order."""
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
    own = claim.casefold()
    for paragraph in beginning.translate(_MARKS).splitlines():
        for quoted in paragraph.split('"')[1::2]:
            quote = " ".join(quoted.split()).rstrip(",")
            if _FEWEST_WORDS <= len(quote.split()) <= _MOST_WORDS and quote.casefold() not in own:
                yield quote
