"""Groups that the cross-encoder learns relevance from: what was said, its fact-check, and near ones that are not about it."""

from __future__ import annotations

from pathlib import Path

import pytest

import models.training
from models.examples.factchecks import CheckedClaim
from models.examples.groups import NEGATIVES, GroupMaker
from models.examples.links import LinkedText
from models.training import EncodedTexts

TOWNS = "Aldan Brekk Corvo Dorn Elst Fenn Galt Hove Ister Jarn Kolm Lund Morn Narv Orsk".split()
DEEDS = ("closed its swimming pool in spring.", "doubled the price of a bus ticket.")
SAID = LinkedText("They doubled what a bus ride costs in Corvo.", "debate", frozenset({"fact-5"}))


@pytest.fixture
def maker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GroupMaker:
    monkeypatch.setattr(models.training, "CACHE", tmp_path)
    claims = [f"The town of {town} {deed}" for town in TOWNS for deed in DEEDS]
    items = [CheckedClaim(f"fact-{place}", claim, f"Title {place}", "", None, "") for place, claim in enumerate(claims)]
    return GroupMaker(items, EncodedTexts([SAID.text, *(text for item in items for text in (item.claim, item.title))]), seed=1)


def test_the_linked_fact_check_comes_first_and_none_of_the_others_is_it(maker: GroupMaker) -> None:
    (group,) = maker.groups([SAID])
    assert group.labels[0] == 1 and not any(group.labels[1:])
    linked = f"The town of {TOWNS[2]} {DEEDS[1]}"
    assert group.pairs[0].claim == linked and all(pair.claim != linked for pair in group.pairs[1:])
    assert {pair.sentence for pair in group.pairs} == {SAID.text} and len(group.pairs) <= NEGATIVES["debate"] + 2


def test_where_nothing_was_said_there_is_no_group(maker: GroupMaker) -> None:
    """A set that is left out for its licence leaves none of its texts."""
    assert list(maker.groups([])) == []
