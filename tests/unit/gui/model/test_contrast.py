"""Differences of a sentence and a checked claim: marked in both texts, and put into words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.factcheck import FactCheck
from app.domain.match import Difference, DifferenceKind, Match, ScoreParts
from app.domain.speech import ClaimReading, SlotDifference, SlotKind, SpeechAct
from app.domain.stance import NEUTRAL, Stance
from app.gui.model.contrast import NO_CONTRAST, Contrast, contrast_of


def match_of(claim: str, *differs: SlotDifference, differences: tuple[Difference, ...] = ()) -> Match:
    reading = ClaimReading(act=SpeechAct.ASSERT, differs=differs) if differs else None
    return Match(
        factcheck=FactCheck(id="f", claim=claim),
        score=1.0,
        parts=ScoreParts(),
        stance=Stance.AGREE,
        stance_probabilities=NEUTRAL,
        reading=reading,
        differences=differences,
    )


def marked(sentence: str, claim: str, contrast: Contrast) -> tuple[list[str], list[str]]:
    return [sentence[start:end] for start, end in contrast.in_sentence], [claim[start:end] for start, end in contrast.in_claim]


@pytest.mark.parametrize(
    "sentence, claim, said, checked",
    [
        ("Barack Obama was born in Kenya.", "Says Barack Obama grew up in Kenya", ["born"], ["grew"]),
        ("Unemployment rose by 5 percent.", "Unemployment fell by 5 percent", ["rose"], ["fell"]),
        ("The bridges do not cost nine million.", "The bridges cost nine million", ["not"], []),
        ("Seven rivers cross the county.", "The county is crossed by seven rivers.", [], []),
        ("The bridge cost 40 crowns, and I was at school then.", "The bridge cost 50 crowns", ["40"], ["50"]),
        ("Die Brücke kostet neun Millionen.", "Die Brücke kostet zehn Millionen.", ["neun"], ["zehn"]),
        ("The library was late.", "Taxes and bread became dearer in spring.", [], []),
    ],
)
def test_words_that_only_one_text_has_are_marked(sentence: str, claim: str, said: list[str], checked: list[str]) -> None:
    contrast = contrast_of(sentence, match_of(claim))
    assert marked(sentence, claim, contrast) == (said, checked)
    assert bool(contrast.words) == bool(said or checked)


def test_the_same_number_in_other_words_is_no_difference() -> None:
    sentence, claim = "The water stood in forty-one cellars.", "The water stood in 41 cellars."
    contrast = contrast_of(sentence, match_of(claim))
    assert marked(sentence, claim, contrast) == ([], []) and contrast.words == ""
    assert [sentence[start:end] for start, end in contrast.equal_in_sentence] == ["forty-one"]
    assert [claim[start:end] for start, end in contrast.equal_in_claim] == ["41"]
    assert contrast_of(claim, match_of(claim)) == NO_CONTRAST


def test_the_reading_of_the_program_leads_over_the_words() -> None:
    sentence, claim = "In 2019 the big bridge cost nine million.", "In 2020 the old bridge cost ninety million."
    year = SlotDifference(kind=SlotKind.WHEN, said="2019", checked="2020")
    amount = SlotDifference(kind=SlotKind.HOW_MUCH, said="nine million", checked="ninety million")
    contrast = contrast_of(sentence, match_of(claim, year, amount))
    assert marked(sentence, claim, contrast) == (["2019", "nine million"], ["2020", "ninety million"])
    assert contrast.words == "Differs in: when, how much"


def test_differences_that_were_read_off_the_words_are_marked_too() -> None:
    sentence, claim = "Anna and Ben won 9 seats.", "Anna and Carl won 90 seats."
    names = Difference(kind=DifferenceKind.NAME, said=("ben",), checked=("carl",))
    contrast = contrast_of(sentence, match_of(claim, differences=(names,)))
    assert marked(sentence, claim, contrast) == (["Ben"], ["Carl"]) and contrast.words == "Differs in: names"


def test_a_difference_in_words_that_stand_nowhere_is_told_where_words_differ() -> None:
    sentence, claim = "Taxes rose.", "Prices rose."
    reversed_parties = SlotDifference(kind=SlotKind.WHO, said="one → other", checked="other → one")
    contrast = contrast_of(sentence, match_of(claim, reversed_parties))
    assert marked(sentence, claim, contrast) == (["Taxes"], ["Prices"]) and contrast.words == "Differs in: who"


def test_a_number_is_not_found_inside_a_longer_one() -> None:
    amount = SlotDifference(kind=SlotKind.HOW_MUCH, said="9", checked="90")
    sentence, claim = "Of 19 bridges 9 are old.", "Of 19 bridges 90 are old."
    assert marked(sentence, claim, contrast_of(sentence, match_of(claim, amount))) == (["9"], ["90"])


def test_every_respect_has_a_word() -> None:
    for kind in SlotKind:
        slot = SlotDifference(kind=kind, said="bridges", checked="roads")
        words = contrast_of("The bridges are old.", match_of("The roads are old.", slot)).words
        assert words.startswith("Differs in: ") and len(words) > len("Differs in: ")


@given(st.text(max_size=80), st.text(max_size=80))
def test_spans_lie_in_their_texts_in_order(sentence: str, claim: str) -> None:
    contrast = contrast_of(sentence, match_of(claim))
    for text, spans in (
        (sentence, contrast.in_sentence),
        (claim, contrast.in_claim),
        (sentence, contrast.equal_in_sentence),
        (claim, contrast.equal_in_claim),
    ):
        assert all(0 <= start < end <= len(text) for start, end in spans) and list(spans) == sorted(spans)
