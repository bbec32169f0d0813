"""What nobody needs any more leaves memory piece by piece, and never what is still in use."""

from __future__ import annotations

import weakref

from pytestqt.qtbot import QtBot

from app.tasks.letting_go import LettingGo


class Part:
    """Something that can be watched."""


def test_parts_go_some_at_a_time_and_what_is_used_elsewhere_stays(qtbot: QtBot) -> None:
    going = LettingGo()
    parts = [Part() for _ in range(100)]
    watched, kept = [weakref.ref(part) for part in parts], parts[7]
    going.take(parts)
    del parts
    assert all(part() is not None for part in watched)
    qtbot.waitUntil(lambda: len(going) < 100, timeout=5_000)
    assert any(part() is not None for part in watched[90:]), "not all in one turn"
    qtbot.waitUntil(lambda: len(going) == 0, timeout=5_000)
    assert [part() for part in watched if part() is not None] == [kept]


def test_nothing_to_let_go_starts_no_timer(qtbot: QtBot) -> None:
    going = LettingGo()
    going.take(())
    assert len(going) == 0 and not going._timer.isActive()
