"""The chance that a match is about the same claim: it never falls as the pair probability rises, and its words follow from it."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.likelihood import PERHAPS, PROBABLY, SAME, likelihood_words
from app.paths import models_dir
from app.ranking import FULL_FEATURES, RankerFile, load_ranker, same_claim_chance
from app.ranking.chance import QUOTED_WHOLE, quotes_whole
from app.ranking.model import SUREST
from tests.unit.test_ranking_verdict import THRESHOLDS

SHIPPED = [load_ranker(models_dir() / "ranker" / f"{name}.json", FULL_FEATURES).file for name in ("ranker", "query_ranker")]
CHANCES = st.floats(min_value=0.0, max_value=1.0, allow_nan=False)
CLAIM = "The bridge of Ostrel cost 32,000 crowns."


@given(first=CHANCES, second=CHANCES, quoted=st.booleans())
@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_the_chance_never_falls_as_the_pair_probability_rises(file: RankerFile, first: float, second: float, quoted: bool) -> None:
    low, high = sorted((first, second))
    said = CLAIM if quoted else "A bridge was dear."
    least, most = (same_claim_chance(said, CLAIM, pair, file) for pair in (low, high))
    assert 0.0 <= least <= most <= SUREST


@given(pair=CHANCES)
@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_quoting_the_claim_never_lowers_the_chance(file: RankerFile, pair: float) -> None:
    assert same_claim_chance(f"He said: {CLAIM}", CLAIM, pair, file) >= same_claim_chance("Something else.", CLAIM, pair, file)


def test_both_rankers_show_the_same_chance() -> None:
    one, other = ((file.claim_slope, file.claim_shift) for file in SHIPPED)
    assert one == other != (1.0, 0.0)


@pytest.mark.parametrize(
    "said",
    [
        "the bridge of ostrel cost 32,000 crowns",
        "“The bridge of Ostrel cost 32,000 crowns”, she said.",
        "As I have told you: The bridge of Ostrel, cost 32,000 crowns!",
        "THE BRIDGE OF OSTREL COST 32,000 CROWNS.",
    ],
)
def test_a_claim_that_is_quoted_whole_is_the_same(said: str) -> None:
    assert quotes_whole(said, CLAIM) and same_claim_chance(said, CLAIM, 0.0, THRESHOLDS) == QUOTED_WHOLE


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        ("The bridge of Ostrel cost 28,000 crowns.", CLAIM),
        ("The bridge of Ostrel cost 32,000", CLAIM),
        ("The new bridge of Ostrel never cost 32,000 crowns.", CLAIM),
        ("I voted for her.", "For her."),
        ("", CLAIM),
        (CLAIM, ""),
    ],
)
def test_a_part_of_a_claim_or_a_few_words_are_no_quotation(said: str, claim: str) -> None:
    assert not quotes_whole(said, claim)


def test_words_follow_from_the_chance_and_change_at_its_bounds() -> None:
    words = [likelihood_words(chance) for chance in (0.0, PERHAPS, PROBABLY, SAME, 1.0)]
    assert words == ["probably another claim", "perhaps the same claim", "probably the same claim", "same claim", "same claim"]
    assert [likelihood_words(bound - 0.001) for bound in (PERHAPS, PROBABLY, SAME)] == words[:3]


def test_what_is_called_the_same_claim_was_the_same_out_of_fold() -> None:
    measured = json.loads((models_dir() / "ranker" / "chance_metrics.json").read_text(encoding="utf-8"))["debates, out of fold"]
    held = [(row["pairs"], row["same"] or 0.0) for row in measured["reliability"] if row["from"] >= SAME]
    assert sum(pairs * same for pairs, same in held) >= 0.85 * sum(pairs for pairs, _ in held) > 0
    assert measured["ece"]["chance"] < 0.03 < measured["ece"]["pair"]
    assert measured["brier"]["chance"] < measured["brier"]["base_rate"]


def test_a_file_of_before_shows_the_pair_probability() -> None:
    known = msgspec.to_builtins(THRESHOLDS)
    old = msgspec.convert({name: value for name, value in known.items() if not name.startswith("claim_")}, RankerFile)
    assert old.same_claim(0.3) == pytest.approx(0.3)
