"""Differences between a sentence and a checked claim."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.factcheck import FactCheck
from app.domain.match import Difference, DifferenceKind, Match, ScoreParts
from app.domain.stance import Stance, StanceProbabilities
from app.ranking import differences

NUMBER, YEAR, NAME, DIRECTION, NEGATION = DifferenceKind


def difference_terms(sentence: str, claim: str) -> list[tuple[DifferenceKind, tuple[str, ...], tuple[str, ...]]]:
    return [(difference.kind, difference.said, difference.checked) for difference in differences(sentence, claim)]


@pytest.mark.parametrize(
    ("sentence", "claim", "expected"),
    [
        ("We keep 32,000 soldiers there.", "They keep 28,500 soldiers there.", [(NUMBER, ("32,000",), ("28,500",))]),
        ("He spent $3 billion.", "He spent $4 billion.", [(NUMBER, ("$3 billion",), ("$4 billion",))]),
        ("It rose by 4 percent in 2016.", "It rose by 4% in 2018.", [(YEAR, ("2016",), ("2018",))]),
        ("It cost ninety million crowns.", "It cost 90 million crowns.", []),
        ("Twenty-five thousand came.", "About 25,000 came.", []),
        ("Twenty-one came.", "Some 22 came.", [(NUMBER, ("Twenty-one",), ("22",))]),
        ("He said it in Varnhem.", "He said it in Kestrel Bay.", [(NAME, ("Varnhem",), ("Kestrel Bay",))]),
        ("Then Ada Brandt left.", "In the end Brandt left.", []),
        ("The jab does not cause fever.", "The jab causes fever.", [(NEGATION, (), ())]),
        ("Poverty has fallen by more than half.", "Poverty has doubled.", [(DIRECTION, ("fallen",), ("doubled",))]),
        ("Crime rose and then fell.", "Crime fell.", []),
        ("More people work now.", "Fewer people work now.", [(DIRECTION, ("More",), ("Fewer",))]),
        ("More than forty people came.", "Less than forty people came.", []),
        ("We have 32,000 soldiers there.", "They have soldiers there.", []),
        ("In 2016, the 1,200 gulls of Ilmen did not sing.", "In 2017, the 900 gulls of Velden sang.", ...),
    ],
)
def test_differences(sentence: str, claim: str, expected: object) -> None:
    if expected is ...:
        assert [kind for kind, _, _ in difference_terms(sentence, claim)] == [NUMBER, YEAR, NAME, NEGATION]
    else:
        assert difference_terms(sentence, claim) == expected


def test_numbers_of_another_part_of_the_sentence_do_not_count() -> None:
    sentence = "We built 40 schools, and the harbour bridge cost ninety million crowns."
    assert difference_terms(sentence, "The harbour bridge cost 80 million crowns.") == [(NUMBER, ("ninety million",), ("80 million",))]


@given(st.text(max_size=200))
def test_a_text_does_not_differ_from_itself(text: str) -> None:
    assert differences(text, text) == ()


@given(st.text(max_size=120), st.text(max_size=120))
def test_difference_terms_are_in_the_texts(sentence: str, claim: str) -> None:
    for difference in differences(sentence, claim):
        assert all(term in sentence for term in difference.said) and all(checked in claim for checked in difference.checked)
        assert bool(difference.said) is bool(difference.checked) is (difference.kind is not NEGATION)


def test_differences_in_words() -> None:
    assert Difference(kind=NUMBER, said=("3", "4"), checked=("5",)).words == "3, 4 ≠ 5"
    assert Difference(kind=NEGATION).words == "one of the two is a denial"


@pytest.mark.parametrize(
    ("sentence", "opposed", "contrary"),
    [
        ("Poverty has fallen by more than half.", False, True),
        ("Poverty has doubled.", False, False),
        ("Poverty has not doubled.", True, True),
        ("Poverty has doubled in 12 towns.", False, False),
    ],
)
def test_stance_against_the_claim(sentence: str, opposed: bool, contrary: bool) -> None:
    match = Match(
        factcheck=FactCheck(id="f", claim="Poverty has doubled."),
        score=0.5,
        parts=ScoreParts(pair=0.5),
        stance=Stance.AGREE,
        stance_probabilities=StanceProbabilities(support=0.8, refute=0.1, neutral=0.1),
        differences=differences(sentence, "Poverty has doubled."),
    )
    assert (match.opposed, match.contrary) == (opposed, contrary)
