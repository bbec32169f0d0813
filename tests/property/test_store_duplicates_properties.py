"""Duplicate groups do not depend on order, and the edit distance is the textbook's."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.duplicates import edits, group, near, normalise_claim, normalise_url

WORDS = st.text(alphabet="ab", max_size=9)


def levenshtein(first: str, second: str) -> int:
    """The textbook's recursion, as a full table."""
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, start=1):
        before, row[0] = row[0], i
        for j, other in enumerate(second, start=1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (letter != other))
    return row[-1]


@settings(max_examples=200, deadline=None)
@given(WORDS, WORDS, st.integers(0, 6))
def test_edit_distance_equals_the_full_table(first: str, second: str, limit: int) -> None:
    assert edits(first, second, limit=limit) == min(levenshtein(first, second), limit + 1)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(alphabet="ab 1", min_size=10, max_size=30), max_size=8), st.randoms())
def test_groups_do_not_depend_on_order(claims: list[str], dice: random.Random) -> None:
    named = {f"id-{number}": claim for number, claim in enumerate(claims)}
    shuffled = list(named.items())
    dice.shuffle(shuffled)
    assert group(dict(shuffled)) == group(named)
    assert all(head <= name for name, head in group(named).items())


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=40))
def test_normal_forms_are_stable(text: str) -> None:
    once = normalise_claim(text)
    assert normalise_claim(once) == once and near(once, once)
    assert isinstance(normalise_url(text), str)
