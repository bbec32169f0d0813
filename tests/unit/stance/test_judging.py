"""Stance of the relevant part of a sentence, and of the complete sentence."""

from __future__ import annotations

import pytest

from app.domain.progress import CancelToken
from app.domain.stance import Stance
from app.stance import can_read, judge_stances
from app.stance.nearest_clause import nearest_part
from tests.fakes.engine import NegationStanceScorer


@pytest.mark.parametrize(
    ("sentence", "claim", "part"),
    [
        (
            "He told me over supper that the lake holds nine fish, and then he left.",
            "The lake holds nine fish.",
            "the lake holds nine fish",
        ),
        ("Because the bridge cost nine million, we are poor.", "The bridge cost nine million crowns.", "the bridge cost nine million"),
        ("The lake holds nine fish.", "The lake holds nine fish.", "The lake holds nine fish."),
        ("Good evening, friends, and welcome.", "The lake holds nine fish.", "Good evening, friends, and welcome."),
        ("", "The lake holds nine fish.", ""),
    ],
)
def test_nearest_part(sentence: str, claim: str, part: str) -> None:
    assert nearest_part(sentence, claim) == part


def test_a_claim_within_a_long_sentence_agrees() -> None:
    pair = (
        "The lake holds nine fish.",
        "Whatever they say at the market on Sundays about me, the lake holds nine fish, and I like it there.",
    )
    (both,) = judge_stances([pair], scorer=NegationStanceScorer(), cancel=CancelToken())
    unsplit = NegationStanceScorer().stance([pair[0]], [pair[1]], cancel=CancelToken())[0]
    assert both.support > unsplit[0]


def test_a_denial_outside_the_part_still_counts() -> None:
    pair = ("The lake holds nine fish.", "It is not so, whatever they say, that the lake holds nine fish.")
    (judged,) = judge_stances([pair], scorer=NegationStanceScorer(), cancel=CancelToken())
    assert judged.refute > 0
    assert judged.label is not Stance.DISAGREE or judged.refute >= judged.support


def test_order_and_repeats_are_kept() -> None:
    pairs = [("A b c.", "A b c."), ("X y z.", "Not x y z."), ("A b c.", "A b c.")]
    judged = judge_stances(pairs, scorer=NegationStanceScorer(), cancel=CancelToken())
    assert [probabilities.label for probabilities in judged] == [Stance.AGREE, Stance.DISAGREE, Stance.AGREE]
    assert judge_stances([], scorer=NegationStanceScorer(), cancel=CancelToken()) == []


@pytest.mark.parametrize(
    ("codes", "readable"), [(("en", ""), True), (("en-GB", "en"), True), (("en", "hi"), False), (("es",), False), ((), True)]
)
def test_languages_that_can_be_read(codes: tuple[str, ...], readable: bool) -> None:
    assert can_read(*codes) is readable
