"""Repeats: near claims are one, minimal pairs are two; construction of the judged pairs."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.narratives.parameters import REPEATS
from app.narratives.repeats import covered, likeness, probability

GOLD = Path(__file__).resolve().parents[2] / "quality" / "repeats"
HYDERABAD = "A crocodile was seen in the flooded streets of Hyderabad"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (HYDERABAD, HYDERABAD.replace("Hyderabad", "Mumbai")),
        ("President Obama took a knee during the national anthem.", "Says Joe Biden took a knee during the national anthem."),
        ("The dam holds 3 million litres of water", "The dam holds 5 million litres of water"),
        ("In 2015 the city of Orrin closed all its libraries", "In 2019 the city of Orrin closed all its libraries"),
    ],
)
def test_a_minimal_pair_is_two_claims_however_near(first: str, second: str) -> None:
    assert probability(likeness(first, second, 0.99)) == 0.0 == probability(likeness(second, first, 0.99))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (HYDERABAD, "Video shows a crocodile in the streets of Hyderabad after the floods"),
        (HYDERABAD, "Un cocodrilo fue visto en las calles inundadas de Hyderabad"),
        (
            "The Democratic National Convention left out “under God” from the Pledge of Allegiance in 2020.",
            "The DNC left out “one nation under God” from the Pledge of Allegiance.",
        ),
        ("President Trump signed the law", "Donald Trump signed the law in June"),
        ("हैदराबाद की सड़क पर मगरमच्छ", "हैदराबाद की सड़क पर एक मगरमच्छ"),
        ("", ""),
    ],
)
def test_other_words_for_one_claim_are_no_minimal_pair(first: str, second: str) -> None:
    assert probability(likeness(first, second, 0.9)) > 0.99 and not likeness(second, first, 0.9).minimal_pair


@given(st.text(max_size=80), st.text(max_size=80), st.floats(-1, 1))
def test_the_probability_is_one_and_does_not_depend_on_the_order(first: str, second: str, cosine: float) -> None:
    sure = probability(likeness(first, second, cosine))
    assert 0.0 <= sure <= 1.0 and sure == probability(likeness(second, first, cosine))
    assert probability(likeness(first, first, cosine)) >= sure


def test_the_nearer_the_likelier() -> None:
    rising = [probability(likeness("a b", "a b", cosine / 20)) for cosine in range(21)]
    assert rising == sorted(rising) and rising[14] < REPEATS.least < rising[16]


def test_coverage_counts_content_words() -> None:
    assert covered("The dam broke", "A dam broke in spring") and covered("In spring a dam broke", "The dam broke")
    assert not covered("Half of all plastic was recycled", "Nine percent of plastic was recycled")


def test_the_judged_pairs_are_stratified_halved_and_hold_no_text() -> None:
    with (GOLD / "pairs.tsv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))
    assert len(rows) >= 150 and len({(row["snopes"], row["politifact"]) for row in rows}) == len(rows)
    assert {row["judgement"] for row in rows} == {"exact", "partial", "irrelevant"}
    halves = Counter((row["stratum"], row["half"]) for row in rows)
    assert all(abs(halves[stratum, "tuning"] - halves[stratum, "held-back"]) <= 1 for stratum, _ in halves)
    assert all(row["snopes"].startswith("vclaim-sno-") and row["politifact"].startswith("vclaim-pol-") for row in rows)
