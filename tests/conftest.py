"""Fixtures for every test: Qt offscreen, no network, no user folders, the research data where it is there."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("OMP_NUM_THREADS", "2")

import pytest

from tests.figures import Figure, noted

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The research data; tests that need it are skipped where the folder is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the research data folder ../shared/data is not there")
    return SHARED_DATA


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test reads or writes the user's real folders."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("PRIORCHECK_HOME", str(home))
    return home


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Figure:
    """Notes what a long campaign measured, for the results table (`tests.figures`)."""
    return noted(record_property)


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Any attempt to reach the network fails the test."""

    def refuse(self: socket.socket, address: object) -> None:
        if self.family == getattr(socket, "AF_UNIX", None):
            return real(self, address)  # type: ignore[arg-type]
        raise AssertionError(f"a test tried to reach the network: {address!r}")

    real = socket.socket.connect
    monkeypatch.setattr(socket.socket, "connect", refuse)
    yield
