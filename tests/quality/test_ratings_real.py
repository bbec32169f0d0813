"""The 150 most frequent ratings of fact-checkers, each with a verdict read by a person."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from app.domain.verdict import Verdict
from app.ingest.ratings import RatingNormaliser, read_table
from app.paths import resources_dir

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "ratings_150.tsv"
NORMALISER = RatingNormaliser(read_table(resources_dir() / "ratings.tsv"))


def _golden() -> list[tuple[str, str, Verdict]]:
    """Rating (long free texts cut, ending in an ellipsis), publisher, verdict."""
    with GOLDEN.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
    return [(row[0], row[1], Verdict(row[2])) for row in rows]


def _real(shared_data: Path) -> list[tuple[str, str, int]]:
    with (shared_data / "ratings" / "rating_strings.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
    return [(row[0], row[1], int(row[2])) for row in rows]


@pytest.mark.parametrize(("rating", "publisher", "verdict"), [row for row in _golden() if not row[0].endswith("…")])
def test_whole_golden_ratings_are_read_as_a_person_reads_them(rating: str, publisher: str, verdict: Verdict) -> None:
    assert NORMALISER.normalise(rating, publisher).verdict is verdict


@pytest.mark.data
def test_all_150_most_frequent_strings_come_out_right(shared_data: Path) -> None:
    totals: Counter[str] = Counter()
    for rating, _, count in _real(shared_data):
        totals[rating] += count
    frequent = [rating for rating, _ in totals.most_common(150)]
    wrong = []
    for text, publisher, verdict in _golden():
        matching = [rating for rating in frequent if rating == text or (text.endswith("…") and rating.startswith(text[:-1]))]
        assert len(matching) == 1, text
        result = NORMALISER.normalise(matching[0], publisher)
        if result.verdict is not verdict:
            wrong.append((text, verdict, result))
    assert not wrong


@pytest.mark.data
def test_ratings_of_the_real_strings_are_mostly_read(shared_data: Path) -> None:
    """At least 90% of all real ratings, by count, have a verdict; the others state none."""
    rows = _real(shared_data)
    unrated = sum(count for rating, publisher, count in rows if NORMALISER.normalise(rating, publisher).verdict is Verdict.UNRATED)
    assert unrated / sum(count for _, _, count in rows) < 0.10
