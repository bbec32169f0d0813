"""Posts with the published claims that they repeat, from the research data's `matching_extra`: English ones with certain links."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from models.examples.factchecks import CheckedClaim
from models.examples.guard import EvaluationGuard
from models.examples.links import LinkedText, clean_tweet, hash_part
from models.training import read_rows

TENTH = 10
_SHORTEST = 4
"""Minimal number of words of a post."""


def matched_posts(folder: Path, guard: EvaluationGuard, *, wanted_held_back: bool = False) -> tuple[list[CheckedClaim], list[LinkedText]]:
    """Return all claims of the collections as fact-checks, and the posts (or the tenth that is held back), each linked to one of them."""
    claims: dict[str, CheckedClaim] = {}
    posts: list[LinkedText] = []
    for row in _links(folder):
        claim = _claim(row)
        claims[claim.id] = claim
        text = clean_tweet(row["query"])
        fit = len(text.split()) >= _SHORTEST and not guard.overlaps(text)
        if fit and (hash_part(text, TENTH) == 0) is wanted_held_back:
            posts.append(LinkedText(text, "post", frozenset({claim.id})))
    return list(claims.values()), posts


def _links(folder: Path) -> Iterator[dict[str, Any]]:
    rows = (row for path in sorted(folder.glob("*.jsonl.gz")) for row in read_rows(path))
    return (row for row in rows if row["label"] == 1 and row["lang"] == "en" and not row.get("weak"))


def _claim(row: dict[str, Any]) -> CheckedClaim:
    name = f"{row['source']}-{hash_part(row['claim'] + row['title'], 1 << 32):08x}"
    return CheckedClaim(id=name, claim=row["claim"], title=row["title"], claimant="", published=None, article="")
