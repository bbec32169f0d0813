"""The garbage collector is paused inside the context and restored afterwards."""

from __future__ import annotations

import gc

import pytest

from app.services.gc_paused import gc_paused


@pytest.mark.parametrize("on", [True, False])
def test_the_collector_is_restored_afterwards(on: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if on else gc.disable)()
        with gc_paused(), gc_paused():
            assert not gc.isenabled()
        assert gc.isenabled() is on
        with pytest.raises(ZeroDivisionError), gc_paused():
            raise ZeroDivisionError
        assert gc.isenabled() is on
    finally:
        (gc.enable if before else gc.disable)()


def test_decorated_functions_run_without_collection() -> None:
    states: list[bool] = []
    work = gc_paused()(lambda: states.append(gc.isenabled()))
    before = gc.isenabled()
    work()
    work()
    assert states == [False, False] and gc.isenabled() is before
