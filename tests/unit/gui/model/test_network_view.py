"""The network record in the window's words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from app.gui.model.network_view import NOTHING, in_short, lines, summary
from app.network import Entry, Outcome, Reading

START = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


def entry(outcome: str, minutes: int, *, who: str = "torch", host: str = "home.invalid") -> Entry:
    return Entry(time=START + timedelta(minutes=minutes), process="analysis", who=who, host=host, outcome=outcome)


def test_an_empty_record_says_so_but_not_when_lines_of_it_are_lost() -> None:
    assert summary(Reading(), START) == NOTHING
    assert summary(Reading(unreadable=2), START) == "Nothing that can be read is on record. 2 lines of the record cannot be read."
    assert in_short(Reading(), START) == "Offline"


def test_this_start_and_ever_are_told_apart() -> None:
    reading = Reading(
        entries=(entry(Outcome.BROWSER, -9), entry(Outcome.ALLOWED, -5), entry(Outcome.REFUSED, 1), entry(Outcome.REFUSED, 2))
    )
    told = summary(reading, START)
    assert told == "Since this start: 0 links opened, 2 attempts refused. Ever: 1 link opened, 2 attempts refused, 1 not stopped."
    assert in_short(reading, START) == "Offline: 2 attempts refused"


def test_what_was_not_stopped_is_never_called_offline() -> None:
    assert "Offline" not in in_short(Reading(entries=(entry(Outcome.ALLOWED, 1),)), START)


def test_lines_are_the_latest_first_and_inert() -> None:
    reading = Reading(entries=(entry(Outcome.REFUSED, 1), entry("telepathy", 2, who="a\u202eb", host="x\ny")))
    shown = lines(reading)
    assert [line.outcome for line in shown] == ["telepathy", "Refused"]
    assert shown[0].client == "ab (analysis)" and shown[0].host == "x y"
