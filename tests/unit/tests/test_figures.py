"""Figures of the campaigns: summed by campaign, with failed tests shown."""

from __future__ import annotations

from typing import Literal

import pytest

from tests.figures import noted, results


def report(outcome: Literal["passed", "failed"], campaign: str, **numbers: float) -> pytest.TestReport:
    properties: list[tuple[str, object]] = [("another", 1)]
    noted(lambda name, value: properties.append((name, value)))(campaign, "nothing is missing", **numbers)
    return pytest.TestReport("a::b", ("a", 1, "b"), {}, outcome, None, "call", user_properties=properties)


def test_the_numbers_of_one_campaign_are_added_up() -> None:
    (figure,) = results([report("passed", "kills", kills=150, left_the_old_state=3), report("passed", "kills", kills=1200)])
    assert (figure.name, figure.value) == ("soak: kills", "1,350 kills, 3 left the old state")
    assert (figure.target, figure.met) == ("nothing is missing", True)


def test_a_failed_test_is_reported_and_the_target_is_missed() -> None:
    files, kills = results([report("passed", "kills", kills=2), report("failed", "kills", kills=1), report("passed", "files", read=9)])
    assert (files.value, files.met) == ("9 read", True)
    assert (kills.value, kills.met) == ("3 kills, 1 tests failed", False)


def test_nothing_measured_is_no_row() -> None:
    assert results([pytest.TestReport("a::b", ("a", 1, "b"), {}, "passed", None, "call")]) == []
