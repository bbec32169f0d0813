"""Training groups of the cross-encoder's relevance head: statement, its fact-check, and near ones about other claims."""

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
    items = [CheckedClaim(f"fact-{number}", claim, f"Title {number}", "", None, "") for number, claim in enumerate(claims)]
    return GroupMaker(items, EncodedTexts([SAID.text, *(text for item in items for text in (item.claim, item.title))]), seed=1)


def test_a_group_starts_with_its_only_linked_fact_check(maker: GroupMaker) -> None:
    (group,) = maker.groups([SAID])
    assert group.labels[0] == 1 and not any(group.labels[1:])
    linked = f"The town of {TOWNS[2]} {DEEDS[1]}"
    assert group.pairs[0].claim == linked and all(pair.claim != linked for pair in group.pairs[1:])
    assert {pair.sentence for pair in group.pairs} == {SAID.text} and len(group.pairs) <= NEGATIVES["debate"] + 2


def test_without_statements_there_is_no_group(maker: GroupMaker) -> None:
    """A data set that its licence excludes leaves none of its texts."""
    assert list(maker.groups([])) == []
