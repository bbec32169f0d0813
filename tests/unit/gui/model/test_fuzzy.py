"""Fuzzy search and the palette's order, without Qt."""

from __future__ import annotations

import pytest

from app.gui.model.fuzzy import fuzzy
from app.gui.model.palette import Offer, found, used

TEXTS = (
    "Open document…",
    "Paste as document",
    "Export report…",
    "Next sentence",
    "Next sentence with a match",
    "Show the updated ranking",
    "Keyboard shortcuts",
)


def order(query: str) -> list[str]:
    offers = [Offer(name=text, text=text, kind="") for text in TEXTS]
    return [hit.offer.text for hit in found(offers, query)]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("op", "Open document…"),
        ("er", "Export report…"),
        ("nswm", "Next sentence with a match"),
        ("next", "Next sentence"),
        ("pad", "Paste as document"),
        ("SHORT", "Keyboard shortcuts"),
        ("up rank", "Show the updated ranking"),
    ],
)
def test_the_best_match_comes_first(query: str, first: str) -> None:
    assert order(query)[0] == first


def test_letters_out_of_order_find_nothing() -> None:
    assert fuzzy("nepo", "Open") is None and fuzzy("openn", "Open") is None
    assert order("zz") == []


def test_accents_case_and_spaces_do_not_count() -> None:
    assert fuzzy("etat", "État des lieux") is not None
    assert fuzzy("é T", "ete") is not None
    assert fuzzy(" o p ", "Open") == fuzzy("op", "Open")


def test_matched_positions_are_the_best_ones_in_order() -> None:
    match = fuzzy("er", "Export report")
    assert match is not None and match[1] == (0, 7)
    match = fuzzy("re", "a frame red")
    assert match is not None and match[1] == (8, 9)


def test_an_empty_query_lists_recent_commands_first() -> None:
    offers = [Offer(name=name, text=name, kind="") for name in "abcd"]
    assert [hit.offer.name for hit in found(offers, "", ("c", "gone", "b"))] == ["c", "b", "a", "d"]
    assert all(hit.offsets == () for hit in found(offers, ""))


def test_ties_go_to_the_most_recent_command() -> None:
    offers = [Offer(name=name, text="Same words", kind="") for name in "ab"]
    assert [hit.offer.name for hit in found(offers, "sw", ("b",))] == ["b", "a"]


def test_a_used_command_moves_to_the_front_and_old_ones_are_dropped() -> None:
    recent: tuple[str, ...] = ()
    for number in range(20):
        recent = used(recent, str(number))
    assert used(recent, "12")[:3] == ("12", "19", "18") and len(used(recent, "12")) == 12


def test_unavailable_commands_are_announced_to_screen_readers() -> None:
    assert (
        Offer(name="x", text="Export", kind="Documents", keys="Ctrl+E", enabled=False).spoken
        == "Export, Documents, Ctrl+E, not available now"
    )
