"""Equal quantities are written alike before a network reads a pair, and nothing else changes."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.quantities import quantities
from app.inference.pairs.number_spelling import with_same_spelling
from app.ports import PairInput


def _read(sentence: str, claim: str) -> str:
    return with_same_spelling(PairInput(sentence=sentence, claim=claim)).sentence


@pytest.mark.parametrize(
    ("sentence", "claim", "read"),
    [
        ("They sold forty-one cellars.", "41 cellars were sold.", "They sold 41 cellars."),
        ("They sold 41 cellars.", "Forty-one cellars were sold.", "They sold Forty-one cellars."),
        ("The city has 22500 lamps.", "Of 22,500 lamps, three burn.", "The city has 22,500 lamps."),
        ("It cost three hundred million.", "The cost was $300 million.", "It cost 300 million."),
        ("It cost $300M.", "The cost was 300,000,000 dollars.", "It cost $300,000,000."),
        ("A hundred thousand jobs went.", "100,000 jobs were lost.", "100,000 jobs went."),
        ("It fell by six point five percent.", "The fall was 6.5%.", "It fell by 6.5 percent."),
        ("forty-one-year-old men", "men of 41", "41-year-old men"),
        ("Two dozen eggs and a dozen hens", "24 eggs, 12 hens", "24 eggs and 12 hens"),
        ("Of sixty wells, twenty-five were tested.", "25 of 60 wells", "Of 60 wells, 25 were tested."),
    ],
)
def test_a_quantity_is_rewritten_as_in_the_claim(sentence: str, claim: str, read: str) -> None:
    assert _read(sentence, claim) == read


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("They sold forty-one cellars.", "43 cellars were sold."),
        ("One of them said so.", "1 in 5 said so."),
        ("The second of them said so.", "2 said so."),
        ("Nineteen people fell ill.", "COVID-19 made people ill."),
        ("Fifteen percent agree.", "15.5 percent agree."),
        ("They sold 41 cellars.", "They sold 41 cellars, forty-one in all."),
        ("", "41"),
    ],
)
def test_unequal_quantities_and_other_words_stay(sentence: str, claim: str) -> None:
    assert _read(sentence, claim) == sentence


def test_the_rest_of_the_pair_stays() -> None:
    pair = PairInput(sentence="Ninety votes.", claim="90 votes", title="T", speaker="S", context=("Ninety.",))
    assert with_same_spelling(pair) == PairInput(sentence="90 votes.", claim="90 votes", title="T", speaker="S", context=("Ninety.",))


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("We have more than three hundred thousand jobs.", "three hundred thousand"),
        ("Fewer than a dozen came.", "a dozen"),
        ("From Japan two thousand came.", "two thousand"),
        ("The man five of them saw left.", "five"),
        ("In Iran, Han 300 was sold.", "300"),
        ("AS MANY AS A MILLION CAME", "A MILLION"),
        ("another hundred jobs", "hundred"),
        ("a-hundred times", "a-hundred"),
        ("A five percent rise", "five"),
        ("some 1.5 million people", "1.5 million"),
        ("‘300 million jobs,’ he said", "300 million"),
        ("it cost a\u00a0hundred", "a\u00a0hundred"),
        ("twice  three  hundred", "three  hundred"),
    ],
)
def test_a_quantity_is_a_whole_phrase_between_whole_words(text: str, phrase: str) -> None:
    (quantity,) = quantities(text)
    assert text[quantity.start : quantity.end] == phrase


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("as many as a million", ["1000000"]),
        ("a hundred and one", ["101"]),
        ("half a million", ["500000"]),
        ("half-million", ["500000"]),
        ("half a dozen, and half a trillion", ["6", "5e11"]),
        ("one and a half million", ["1500000"]),
        ("two and a half million", ["2500000"]),
        ("a million and a half", ["1500000"]),
        ("two trillion", ["2e12"]),
        ("one point five million", ["1500000"]),
        ("one in five", ["5"]),
        ("5 hundred thousand", ["500000"]),
        ("2 dozen and two dozen", ["24", "24"]),
        ("five to ten", ["5", "10"]),
        ("in 2016 two hundred people", ["2016", "200"]),
    ],
)
def test_values(text: str, values: list[str]) -> None:
    assert [quantity.value for quantity in quantities(text)] == [Decimal(value) for value in values]


@pytest.mark.parametrize(
    "text",
    [
        "several million", "a few hundred thousand", "a few dozen", "many a hundred", "a quarter of a million", "two-thirds of all",
        "three quarters", "2 thirds", "2/3 million", "2½ million", "5 1/2", "2 and a half million", "a hundred and a half", "point five",
        "1,5 million", "25 000 people", "1 million two hundred thousand", "nineteen eighty-four", "twenty sixteen", "nine-eleven",
        "F-sixteen", "one-in-five", "five's", "the 1990's", "the '68 protests", "5'10", "9:30", "24/7", "3.5.2", "two_three", "COVID-19",
        "between two million and one", "hundreds of thousands", "the second half a million left", "9" * 25,
    ],
)  # fmt: skip
def test_ambiguous_quantities_are_skipped(text: str) -> None:
    assert quantities(text) == ()


@pytest.mark.parametrize("text", ["two or three hundred", "5 to 10 million", "5-10 million", "between 5 and 10 million"])
def test_the_lower_end_of_a_range_without_a_scale_is_skipped(text: str) -> None:
    (quantity,) = quantities(text)
    assert text.endswith(text[quantity.start : quantity.end]) and quantity.value >= 300


def test_comparisons_with_than_stay() -> None:
    assert _read("We made more than three hundred thousand jobs.", "300,000 jobs were made.") == "We made more than 300,000 jobs."
    assert _read("A five percent rise", "It rose by 5%.") == "A 5 percent rise"


def test_a_number_that_the_limit_of_reading_cuts_is_left_alone() -> None:
    for length in range(1540, 1620):
        sentence = "x" * length + " three hundred thousand people"
        assert _read(sentence, "300 people, and 3 more") == sentence


_WORDS = "than Japan an a woman two three hundred thousand million dozen half and one of point fifth 41 1.5 300,000 $3bn - ' ’ , . / : % \n".split(
    " "
)
_texts = st.one_of(
    st.text(max_size=80),
    st.lists(st.sampled_from([*_WORDS, " ", "  "]), max_size=14).map("".join),
    st.lists(st.sampled_from(_WORDS), max_size=14).map(" ".join),
)


def _is_letter(text: str, index: int) -> bool:
    return 0 <= index < len(text) and (text[index].isalnum() or text[index] == "_")


@given(_texts)
def test_no_quantity_begins_or_ends_inside_a_word(text: str) -> None:
    for quantity in quantities(text):
        assert _is_letter(text, quantity.start) and _is_letter(text, quantity.end - 1)
        assert not _is_letter(text, quantity.start - 1) and not _is_letter(text, quantity.end)


@given(_texts, _texts)
def test_only_number_phrases_are_rewritten(sentence: str, claim: str) -> None:
    """The text between quantities stays exactly as it is; a quantity stays or becomes the claim's phrase of the same value."""
    read = _read(sentence, claim)
    position, written = 0, {(quantity.value, claim[quantity.start : quantity.end]) for quantity in quantities(claim)}
    after = 0
    for quantity in quantities(sentence):
        gap = sentence[after : quantity.start]
        assert read[position : position + len(gap)] == gap
        position, after = position + len(gap), quantity.end
        choices = {sentence[quantity.start : quantity.end], *(phrase for value, phrase in written if value == quantity.value)}
        (choice_read,) = {max((choice for choice in choices if read.startswith(choice, position)), key=len)}
        position += len(choice_read)
    assert read[position:] == sentence[after:]


@given(st.integers(min_value=2, max_value=10**12 - 1))
def test_a_number_with_commas_and_without_is_the_same(value: int) -> None:
    assert [quantity.value for quantity in quantities(f"about {value} and {value:,} of them")] == [Decimal(value)] * 2


@given(st.text(), st.text())
def test_rewriting_is_idempotent(sentence: str, claim: str) -> None:
    once = with_same_spelling(PairInput(sentence=sentence, claim=claim))
    assert once.claim == claim
    assert {quantity.value for quantity in quantities(once.sentence)} >= {quantity.value for quantity in quantities(sentence)} & {
        quantity.value for quantity in quantities(claim)
    }


@given(st.text(alphabet="0123456789., -/:ktwenyhudrmilo", max_size=60))
def test_quantities_lie_in_the_text_in_order_and_apart(text: str) -> None:
    parsed = quantities(text)
    assert all(0 <= quantity.start < quantity.end <= len(text) for quantity in parsed)
    assert all(quantity.end <= following.start for quantity, following in pairwise(parsed))
