"""Fuzzy search against a plain reading of its definition."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.gui.model.fuzzy import fuzzy

LETTERS = st.text(alphabet="abc -", max_size=9)


def worth(text: str, positions: tuple[int, ...]) -> int:
    """Return the score of one placement of the query, computed from the description alone."""
    total = 0
    for number, position in enumerate(positions):
        begins = text[position].isalnum() and (position == 0 or not text[position - 1].isalnum())
        bonus = 12 if position == 0 else 10 if begins else 1
        if number == 0:
            total += bonus - min(position, 6)
        elif positions[number - 1] == position - 1:
            total += max(bonus, 8)
        else:
            total += bonus - (position - positions[number - 1] - 1)
    return total


@settings(deadline=None)
@given(LETTERS, LETTERS)
def test_the_score_is_the_best_over_all_ways(query: str, text: str) -> None:
    letters = query.replace(" ", "")
    ways = [
        positions
        for positions in combinations(range(len(text)), len(letters))
        if all(text[p] == c for p, c in zip(positions, letters, strict=True))
    ]
    match = fuzzy(query, text)
    if match is None:
        assert not ways
        return
    score, positions = match
    assert positions in ways
    assert score == worth(text, positions) == max(worth(text, way) for way in ways)


@settings(deadline=None)
@given(st.text(max_size=30), st.data())
def test_any_letters_of_a_text_in_their_order_find_it(text: str, data: st.DataObject) -> None:
    picked = sorted(data.draw(st.sets(st.integers(0, len(text) - 1)))) if text else []
    match = fuzzy("".join(text[position] for position in picked), text)
    assert match is not None
    assert all(0 <= position < len(text) for position in match[1]) and list(match[1]) == sorted(set(match[1]))
