"""Garbage collection in the window's thread: cycles are freed, bursts are frozen, and everything is released at the end."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.tasks.collector import Collector


class Knot:
    """An object in a reference cycle with itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def collector(qtbot: QtBot) -> Iterator[Collector]:
    gc.collect()
    collector = Collector()
    yield collector
    collector.stop()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_cycles_are_collected_by_ticks_and_not_in_between(collector: Collector) -> None:
    knot = weakref.ref(Knot())
    lists = [[] for _ in range(5000)]  # type: ignore[var-annotated]
    assert knot() is not None, "automatic collection is off"
    collector.tick()
    assert knot() is None
    assert len(lists) == 5000


def test_a_burst_of_objects_is_frozen_until_the_full_collection(collector: Collector) -> None:
    knot = weakref.ref(Knot())
    lists = [[number] for number in range(30_000)]
    frozen = gc.get_freeze_count()
    collector.tick()
    assert gc.get_freeze_count() >= frozen + len(lists)
    assert knot() is not None
    collector.thorough()
    assert knot() is None


def test_a_result_is_frozen_while_another_is_freed(collector: Collector) -> None:
    old = [[number] for number in range(30_000)]
    collector.tick()
    lists = [[number] for number in range(30_000)]
    old.clear()
    frozen = gc.get_freeze_count()
    collector.tick()
    assert gc.get_freeze_count() >= frozen + len(lists)


def test_objects_in_use_are_collected_twice_and_then_frozen(collector: Collector) -> None:
    collector.tick()
    lists = []
    for _ in range(4):
        lists.append([[number] for number in range(4_000)])
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
