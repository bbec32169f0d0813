"""Properties of any rating text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.verdict import Verdict
from app.ingest.ratings import RatingNormaliser, read_table
from app.paths import resources_dir

NORMALISER = RatingNormaliser(read_table(resources_dir() / "ratings.tsv"))
SIGNS = st.sampled_from(["", " ", ".", "!", "…", " - ", '"', "\u00a0"])


@given(st.text(max_size=300), st.text(max_size=40))
@settings(max_examples=200, deadline=None)
def test_any_text_has_an_answer_and_the_same_one_again(rating: str, publisher: str) -> None:
    result = NORMALISER.normalise(rating, publisher)
    assert result == NORMALISER.normalise(rating, publisher)
    assert (result.confidence == "none") == (result.rule == "none")
    assert result.confidence == "high" or result.verdict is not Verdict.UNRATED or result.rule == "none"


@given(
    st.sampled_from(["False", "Mostly True", "Engañoso", "Größtenteils falsch", "भ्रामक", "مضلل", "Fałsz", "Faux"]),
    SIGNS,
    SIGNS,
    st.booleans(),
)
@settings(max_examples=100, deadline=None)
def test_case_space_and_punctuation_do_not_matter(rating: str, before: str, after: str, upper: bool) -> None:
    written = before + (rating.upper() if upper else rating) + after
    assert NORMALISER.normalise(written) == NORMALISER.normalise(rating)


@given(st.sampled_from(["true", "accurate", "correct", "right", "factual"]), st.sampled_from(["not", "never", "isn't", "not at all"]))
def test_a_denied_truth_is_never_true(word: str, denial: str) -> None:
    assert not NORMALISER.normalise(f"This is {denial} {word}".replace("is isn't", "isn't")).verdict.settles_true


def test_the_shipped_table_is_valid_and_consistent() -> None:
    table = read_table(resources_dir() / "ratings.tsv")
    assert not table.refused
    assert len(table.rows) > 400
    verdicts: dict[tuple[str, str, str], Verdict] = {}
    for row in table.rows:
        for phrase in row.phrase.split("|"):
            assert phrase.strip("=* "), row
            key = (row.publisher, row.language, phrase.strip("=* ").casefold())
            assert verdicts.setdefault(key, row.verdict) is row.verdict, key


def test_every_plain_phrase_of_the_table_gives_its_verdict_or_that_of_an_earlier_row() -> None:
    table = read_table(resources_dir() / "ratings.tsv")
    normaliser = RatingNormaliser(table)
    for row in table.rows:
        if not row.publisher and row.language == "en":
            for phrase in row.phrase.split("|"):
                if not phrase.startswith("*"):
                    assert normaliser.normalise(phrase.strip("=")).confidence == "high", phrase


@pytest.mark.parametrize("length", [5_000, 200_000])
def test_a_huge_text_is_read_in_part_and_fast(length: int) -> None:
    assert NORMALISER.normalise("False. " + "x " * length).verdict is Verdict.FALSE
