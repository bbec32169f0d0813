"""AVeriTeC's claims by date: shares, whole days, and claims without a day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.verification import ClaimForm, Verification
from app.ingest.averitec import read_averitec_file
from models.research.averitec.split import split_by_date

FIRST = date(2020, 1, 1)


def claims(days: Sequence[int | None]) -> list[Verification]:
    """A claim for each day after the first one; None has no day."""
    return [
        Verification(claim=ClaimForm(text=f"Claim {number}", made=None if day is None else FIRST + timedelta(days=day)))
        for number, day in enumerate(days)
    ]


def test_the_last_fifteen_percent_are_the_test_and_those_before_it_are_for_choosing() -> None:
    split = split_by_date(claims([*range(99, -1, -1)]))  # the newest first, as in AVeriTeC's file
    assert split.test == tuple(range(15)) and split.choice == tuple(range(15, 28)) and split.train == tuple(range(28, 100))
    assert split.before_test == tuple(range(15, 100))


def test_parts_start_on_day_boundaries() -> None:
    split = split_by_date(claims([*range(80), *[80] * 10, *range(81, 91)]))
    assert split.test == tuple(range(80, 100))


@given(st.lists(st.none() | st.integers(0, 40), max_size=60))
def test_days_and_claims_are_in_one_part_only(days: list[int | None]) -> None:
    split = split_by_date(claims(days))
    assert sorted(split.train + split.choice + split.test) == list(range(len(days)))
    assert all(days[index] is not None for index in split.choice + split.test)
    dated = [[days[index] for index in part if days[index] is not None] for part in (split.train, split.choice, split.test)]
    for earlier, later in ((dated[0], dated[1]), (dated[0], dated[2]), (dated[1], dated[2])):
        assert not earlier or not later or max(map(int, earlier)) < min(map(int, later))  # type: ignore[arg-type]


@pytest.mark.data
def test_the_parts_of_averitec(shared_data: Path) -> None:
    everything = read_averitec_file(shared_data / "averitec" / "train.json")
    split = split_by_date(everything)
    assert (len(split.train), len(split.choice), len(split.test)) == (2198, 398, 472)
    assert min(filter(None, (everything[index].claim.made for index in split.test))) == date(2020, 6, 21)
