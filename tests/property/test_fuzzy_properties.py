"""Fuzzy search against a plain reading of its definition."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.gui.model.fuzzy import fuzzy

LETTERS = st.text(alphabet="abc -", max_size=9)


def worth(text: str, places: tuple[int, ...]) -> int:
    """The score of one way to place the query, from the description alone."""
    total = 0
    for number, place in enumerate(places):
        begins = text[place].isalnum() and (place == 0 or not text[place - 1].isalnum())
        own = 12 if place == 0 else 10 if begins else 1
        if number == 0:
            total += own - min(place, 6)
        elif places[number - 1] == place - 1:
            total += max(own, 8)
        else:
            total += own - (place - places[number - 1] - 1)
    return total


@settings(deadline=None)
@given(LETTERS, LETTERS)
def test_the_score_is_the_best_over_all_ways(query: str, text: str) -> None:
    wanted = query.replace(" ", "")
    ways = [
        places for places in combinations(range(len(text)), len(wanted)) if all(text[p] == c for p, c in zip(places, wanted, strict=True))
    ]
    match = fuzzy(query, text)
    if match is None:
        assert not ways
        return
    score, places = match
    assert places in ways
    assert score == worth(text, places) == max(worth(text, way) for way in ways)


@settings(deadline=None)
@given(st.text(max_size=30), st.data())
def test_any_letters_of_a_text_in_their_order_find_it(text: str, data: st.DataObject) -> None:
    picked = sorted(data.draw(st.sets(st.integers(0, len(text) - 1)))) if text else []
    match = fuzzy("".join(text[place] for place in picked), text)
    assert match is not None
    assert all(0 <= place < len(text) for place in match[1]) and list(match[1]) == sorted(set(match[1]))
