"""Equal quantities are written alike before a network reads a pair, and nothing else changes."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.quantities import quantities
from app.inference.pairs.alike import alike
from app.ports import PairInput


def _read(sentence: str, claim: str) -> str:
    return alike(PairInput(sentence=sentence, claim=claim)).sentence


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
def test_the_sentence_takes_the_claims_way_of_writing(sentence: str, claim: str, read: str) -> None:
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
def test_what_is_not_equal_or_no_quantity_stays(sentence: str, claim: str) -> None:
    assert _read(sentence, claim) == sentence


def test_the_rest_of_the_pair_stays() -> None:
    pair = PairInput(sentence="Ninety votes.", claim="90 votes", title="T", speaker="S", context=("Ninety.",))
    assert alike(pair) == PairInput(sentence="90 votes.", claim="90 votes", title="T", speaker="S", context=("Ninety.",))


@given(st.integers(min_value=2, max_value=10**12 - 1))
def test_a_number_with_commas_and_without_is_the_same(value: int) -> None:
    assert [one.value for one in quantities(f"about {value} and {value:,} of them")] == [Decimal(value)] * 2


@given(st.text(), st.text())
def test_a_pair_read_alike_is_read_alike_again(sentence: str, claim: str) -> None:
    once = alike(PairInput(sentence=sentence, claim=claim))
    assert once.claim == claim
    assert {one.value for one in quantities(once.sentence)} >= {one.value for one in quantities(sentence)} & {
        one.value for one in quantities(claim)
    }


@given(st.text(alphabet="0123456789., -/:ktwenyhudrmilo", max_size=60))
def test_quantities_lie_in_the_text_in_order_and_apart(text: str) -> None:
    found = quantities(text)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
