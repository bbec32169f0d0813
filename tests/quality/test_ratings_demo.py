"""The demo's fact-checks in other languages: complete rows, valid links, and ratings that are all understood."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date

import pytest

from app.domain.verdict import Verdict
from app.ingest.ratings import RatingNormaliser, read_table
from app.paths import resources_dir

ROWS = [json.loads(line) for line in (resources_dir() / "demo" / "factchecks_other.jsonl").read_text(encoding="utf-8").splitlines()]
NORMALISER = RatingNormaliser(read_table(resources_dir() / "ratings.tsv"))


def test_every_language_has_at_least_eight_rows_with_ids_of_their_own() -> None:
    counts = Counter(row["language"] for row in ROWS)
    assert set(counts) == {"es", "fr", "de", "pt", "hi", "ar"}
    assert min(counts.values()) >= 8
    assert len({row["id"] for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_row(row: dict[str, str]) -> None:
    assert all(row[field] for field in ("claim", "title", "body", "rating", "claimant"))
    assert date(2015, 1, 1) <= date.fromisoformat(row["published"]) <= date(2024, 12, 31)
    assert row["note"] == "demo, links unchecked"
    assert row["url"] == "" or row["url"].startswith("https://doi.org/10.") or row["url"].count("/") == 3
    result = NORMALISER.normalise(row["rating"], row["publisher"])
    assert result.verdict is not Verdict.UNRATED
    assert result.confidence == "high"


def test_true_misleading_mixed_and_unproven_findings_are_there_too() -> None:
    verdicts = {NORMALISER.normalise(row["rating"]).verdict for row in ROWS}
    assert {Verdict.TRUE, Verdict.FALSE, Verdict.MISLEADING, Verdict.MIXED, Verdict.UNPROVEN} <= verdicts
