"""The estimate of the time left: silent before it knows enough, near the truth at a steady pace, and without jumps."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.gui.model.time_left import TimeLeft, left_words

PACES = st.floats(0.01, 1000)
GAPS = st.lists(st.floats(0.01, 5), min_size=4, max_size=60)


def estimates(gaps: list[float], *, units: int = 1, start: float = 0.0) -> list[tuple[float, float | None]]:
    """Report one step a gap of a job with as many steps; return the time of each report and the estimate after it."""
    left, now, total = TimeLeft(), start, units * len(gaps)
    left.update("Encoding", 0, total, now)
    answers: list[tuple[float, float | None]] = []
    for step, gap in enumerate(gaps, start=1):
        now += gap
        left.update("Encoding", units * step, total, now)
        answers.append((now, left.seconds))
    return answers


@given(gap=st.floats(0.05, 20), count=st.integers(5, 200), start=st.floats(0, 1e6), units=st.integers(1, 1000))
def test_at_a_steady_pace_the_estimate_is_the_time_that_is_left(gap: float, count: int, start: float, units: int) -> None:
    answers = estimates([gap] * count, units=units, start=start)
    end = answers[-1][0]
    for now, estimate in answers:
        assert estimate is None or estimate == pytest.approx(end - now, rel=0.02, abs=0.05)


@given(gaps=GAPS)
def test_nothing_is_said_in_the_first_seconds_or_after_fewer_than_three_steps(gaps: list[float]) -> None:
    answers = estimates(gaps)
    assert answers[0][1] is None and answers[1][1] is None
    assert all(estimate is None for now, estimate in answers if now < 3)


@given(gaps=GAPS)
def test_it_is_never_negative_and_none_at_the_end(gaps: list[float]) -> None:
    answers = estimates(gaps)
    assert all(estimate is None or estimate >= 0 for _, estimate in answers)
    assert answers[-1][1] in (None, 0.0)


@given(gaps=GAPS)
def test_it_stays_between_the_fastest_and_the_slowest_pace_seen(gaps: list[float]) -> None:
    for step, (_, estimate) in enumerate(estimates(gaps), start=1):
        remaining = len(gaps) - step
        elapsed = sum(gaps[:step])
        if estimate is not None:
            assert estimate <= remaining * max(gaps[:step]) + elapsed + 1e-6


@given(gaps=GAPS)
def test_a_single_report_moves_it_by_a_part_of_the_difference_only(gaps: list[float]) -> None:
    known = [(now, estimate) for now, estimate in estimates(gaps)[:-1] if estimate is not None]
    for (before, earlier), (now, later) in pairwise(known):
        counted_down = max(0.0, earlier - (now - before))
        # A measurement is at most as slow as all units at the slowest pace.
        assert later - counted_down <= 0.5 * len(gaps) * max(gaps) + 1e-6
        assert later >= 0.5 * counted_down - 1e-6


def test_a_pause_raises_it_slowly_and_it_recovers() -> None:
    answers = [estimate for _, estimate in estimates([1.0] * 20 + [30.0] + [1.0] * 60) if estimate is not None]
    assert max(answers) < 250  # 60 units at one second each are left after the pause
    assert answers[-2] == pytest.approx(1, abs=2)


def test_another_activity_begins_anew() -> None:
    left = TimeLeft()
    for step in range(10):
        left.update("Reading", step, 100, float(step))
    assert left.seconds is not None
    left.update("Encoding", 0, 50, 10.0)
    assert left.seconds is None and left.words() == ""
    left.update("Encoding", 40, 50, 20.0)
    left.update("Encoding", 10, 50, 21.0)  # done again from an earlier unit
    assert left.seconds is None


def test_without_a_total_nothing_is_said() -> None:
    left = TimeLeft()
    for step in range(50):
        left.update("Reading", step, 0, float(step))
    assert left.seconds is None and left.words() == ""


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "a few seconds left"), (6, "a few seconds left"), (23, "about 20 seconds left"), (58, "about 1 minute left"),
        (185, "about 3 minutes left"), (21 * 60, "about 20 minutes left"), (58 * 60, "about 60 minutes left"),
        (89 * 60, "about 90 minutes left"), (3 * 3600, "about 3 hours left"), (40 * 3600, "about 40 hours left"),
    ],
)  # fmt: skip
def test_times_are_said_in_round_words(seconds: float, words: str) -> None:
    assert left_words(seconds) == words


@given(seconds=st.floats(0, 1e6))
def test_round_words_exist_for_every_time(seconds: float) -> None:
    assert left_words(seconds).endswith("left")


@given(noise=st.lists(st.floats(0.8, 1.25), min_size=400, max_size=400))
def test_the_words_only_count_down_while_the_pace_hardly_changes(noise: list[float]) -> None:
    left, now, said = TimeLeft(), 0.0, list[str]()
    left.update("Encoding", 0, 400, now)
    for step, gap in enumerate(noise, start=1):
        now += gap
        left.update("Encoding", step, 400, now)
        words = left.words()
        if words and (not said or said[-1] != words):
            said.append(words)
    assert len(said) == len(set(said))  # no word comes back
