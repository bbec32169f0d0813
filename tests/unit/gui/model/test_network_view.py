"""Texts of the network record in the window."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from app.gui.model.network_view import NOTHING, in_short, lines, summary
from app.network import Entry, Outcome, Reading

START = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


def entry(outcome: str, minutes: int, *, component: str = "torch", host: str = "home.invalid") -> Entry:
    return Entry(time=START + timedelta(minutes=minutes), process="analysis", who=component, host=host, outcome=outcome)


def test_an_empty_record_says_so_but_not_when_lines_of_it_are_lost() -> None:
    assert summary(Reading(), START) == NOTHING
    assert summary(Reading(unreadable=2), START) == "Nothing that can be read is on record. 2 lines of the record cannot be read."
    assert in_short(Reading(), START) == "Offline"


def test_this_session_and_all_time_are_counted_separately() -> None:
    reading = Reading(
        entries=(entry(Outcome.BROWSER, -9), entry(Outcome.ALLOWED, -5), entry(Outcome.REFUSED, 1), entry(Outcome.REFUSED, 2))
    )
    text = summary(reading, START)
    assert text == "Since this start: 0 links opened, 2 attempts refused. Ever: 1 link opened, 2 attempts refused, 1 not stopped."
    assert in_short(reading, START) == "Offline: 2 attempts refused"


def test_unblocked_connections_are_never_reported_as_offline() -> None:
    assert "Offline" not in in_short(Reading(entries=(entry(Outcome.ALLOWED, 1),)), START)


def test_lines_are_the_latest_first_and_inert() -> None:
    reading = Reading(entries=(entry(Outcome.REFUSED, 1), entry("telepathy", 2, component="a\u202eb", host="x\ny")))
    displayed = lines(reading)
    assert [line.outcome for line in displayed] == ["telepathy", "Refused"]
    assert displayed[0].client == "ab (analysis)" and displayed[0].host == "x y"
