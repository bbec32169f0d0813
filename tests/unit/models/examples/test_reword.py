"""Stance pairs made by rule: the rules' effect on a text, and no pair with two labels."""

from __future__ import annotations

import random

import pytest

from models.examples.polarity import NEUTRAL, REFUTE, SUPPORT, PairMaker
from models.examples.reword import other_month, other_words, swapped_comparison, swapped_names, turned_comparison
from models.examples.statements import KINDS, Statement, sentence

CLAIMS = [
    "The bridge cost $2 billion and was finished in 2012.",
    "Jane Doe defeated John Roe in March 1998.",
    "Teachers in Ohio are paid more today than doctors in Kenya.",
    "About 50 percent of the seats are not taken.",
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They took 50 percent of it", {"They took half of it", "They took 50% of it", "They took fifty percent of it"}),
        ("It cost $3 billion", {"It cost 3 billion dollars"}),
        ("It cost $300", {"It cost 300 dollars"}),
        ("It has 400,000 trees", {"It has 400 thousand trees"}),
        ("It has 7 lanes", {"It has seven lanes"}),
        ("It has seven lanes", {"It has 7 lanes"}),
        ("It fell in 2009", {"It fell in the year 2009"}),
    ],
)
def test_a_number_in_other_words(text: str, expected: set[str]) -> None:
    assert {other_words(text, random.Random(seed)) for seed in range(30)} <= expected


@pytest.mark.parametrize("text", ["Nothing to count here", "Route 1 is closed"])
def test_a_text_without_a_number_to_reword_is_left_alone(text: str) -> None:
    assert other_words(text, random.Random(0)) is None


def test_names_are_swapped_only_around_a_verb() -> None:
    chooser = random.Random(0)
    assert swapped_names("In 1998 Jane Doe defeated John Roe.", chooser) == "In 1998 John Roe defeated Jane Doe."
    assert swapped_names("In 1998 Jane Doe and John Roe opened it.", chooser) is None
    assert swapped_names("In 1998 Jane Doe opened it.", chooser) is None


def test_comparisons_are_swapped_and_inverted() -> None:
    chooser = random.Random(0)
    text = "The north is richer in gold than the south."
    assert swapped_comparison(text, chooser) == "The south is richer in gold than the north."
    assert turned_comparison(text, chooser) == "The south is poorer in gold than the north."
    assert swapped_comparison("The north is rich.", chooser) is None


def test_another_month() -> None:
    changed = other_month("It opened in March.", random.Random(1))
    assert changed is not None and changed != "It opened in March." and changed.startswith("It opened in ")
    assert other_month("It opened.", random.Random(1)) is None


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("seed", range(25))
def test_no_statement_agrees_and_disagrees_with_itself(kind: object, seed: int) -> None:
    statement: Statement = kind(random.Random(seed))  # type: ignore[operator]
    agreeing, disagreeing = {*statement.same, *statement.weaker}, {*statement.denials, *statement.contraries}
    assert statement.same and statement.denials and statement.contraries
    assert not agreeing & disagreeing and not agreeing & set(statement.unrelated)
    assert all(sentence(words)[0].isupper() or not words[0].isalpha() for words in agreeing | disagreeing)


def test_pairs_are_the_same_at_every_run_and_never_carry_two_labels() -> None:
    def make_pairs() -> list[tuple[str, str, int]]:
        maker = PairMaker([(claim, f"Well, {claim}") for claim in CLAIMS], CLAIMS, random.Random(3))
        return [(pair.premise, pair.hypothesis, pair.label) for pair in maker.pairs(1500)]

    first = make_pairs()
    assert first == make_pairs()
    assert {label for *_, label in first} == {SUPPORT, REFUTE, NEUTRAL}
    labels: dict[tuple[str, str], set[int]] = {}
    for premise, hypothesis, label in first:
        labels.setdefault((premise, hypothesis), set()).add(label)
    assert not [pair for pair, labels_of_pair in labels.items() if {SUPPORT, REFUTE} <= labels_of_pair]
