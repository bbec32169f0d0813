"""Garbage collection in the window's thread: cycles go, bursts are set aside, everything is given back at the end."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.tasks.collector import Collector


class Knot:
    """An object in a cycle with itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def collector(qtbot: QtBot) -> Iterator[Collector]:
    gc.collect()
    one = Collector()
    yield one
    one.stop()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_cycles_are_collected_by_ticks_and_not_in_between(collector: Collector) -> None:
    knot = weakref.ref(Knot())
    kept = [[] for _ in range(5000)]  # type: ignore[var-annotated]
    assert knot() is not None, "automatic collection is off"
    collector.tick()
    assert knot() is None
    assert len(kept) == 5000


def test_a_burst_is_set_aside_and_seen_by_the_thorough_collection(collector: Collector) -> None:
    knot = weakref.ref(Knot())
    kept = [[number] for number in range(30_000)]
    frozen = gc.get_freeze_count()
    collector.tick()
    assert gc.get_freeze_count() >= frozen + len(kept)
    assert knot() is not None
    collector.thorough()
    assert knot() is None


def test_a_result_is_set_aside_even_while_another_leaves_memory(collector: Collector) -> None:
    old = [[number] for number in range(30_000)]
    collector.tick()
    kept = [[number] for number in range(30_000)]
    old.clear()
    frozen = gc.get_freeze_count()
    collector.tick()
    assert gc.get_freeze_count() >= frozen + len(kept)


def test_what_stays_in_use_is_looked_through_twice_and_then_set_aside(collector: Collector) -> None:
    collector.tick()
    kept = []
    for _ in range(4):
        kept.append([[number] for number in range(4_000)])
        collector.tick()
    assert gc.get_freeze_count() >= 8_000
    assert len(gc.get_objects(generation=2)) < 12_000


def test_leaving_the_window_collects_thoroughly(collector: Collector) -> None:
    knot = weakref.ref(Knot())
    gc.freeze()
    collector._state_changed(Qt.ApplicationState.ApplicationActive)
    assert knot() is not None
    collector._state_changed(Qt.ApplicationState.ApplicationInactive)
    assert knot() is None


def test_the_timer_ticks(collector: Collector, qtbot: QtBot) -> None:
    knot = weakref.ref(Knot())
    qtbot.waitUntil(lambda: knot() is None, timeout=5_000)
