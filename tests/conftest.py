"""Fixtures for every test: Qt offscreen, no network, no user folders, the research data where it is there."""

from __future__ import annotations

import atexit
import gc
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("OMP_NUM_THREADS", "2")

import pytest

from tests.figures import Figure, noted
from tests.offline import sitecustomize

_HANDLE, _NAME = tempfile.mkstemp(prefix="priorcheck-attempts-")
os.close(_HANDLE)
ATTEMPTS = Path(_NAME)
"""Where this process and its children note that they tried to reach the network."""
atexit.register(ATTEMPTS.unlink, missing_ok=True)
os.environ[sitecustomize.NOTES] = _NAME
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(Path(sitecustomize.__file__).parent), os.environ.get("PYTHONPATH", ""))))
sitecustomize.watch()

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def pytest_collection_finish() -> None:
    """Leave everything that was imported out of later garbage collections, which the window's tests run after each test."""
    gc.collect()
    gc.freeze()


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
    monkeypatch.delenv("PRIORCHECK_LIBRARY", raising=False)
    return home


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Figure:
    """Notes what a long campaign measured, for the results table (`tests.figures`)."""
    return noted(record_property)


@pytest.fixture
def reachable() -> tuple[str, ...]:
    """The hosts that a test may reach: none. A test file that has a server on this computer overrides this."""
    return ()


@pytest.fixture(autouse=True)
def no_network(reachable: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Any attempt to reach the network is refused, in this process and in every Python that it starts, and fails the test."""
    monkeypatch.setenv(sitecustomize.REACHABLE, ",".join(reachable))
    yield
    attempts = ATTEMPTS.read_text(encoding="utf-8")
    ATTEMPTS.write_bytes(b"")
    assert not attempts, f"tried to reach the network: {attempts}"


@pytest.fixture(autouse=True, scope="module")
def no_reading_process_left() -> Iterator[None]:
    """Reading processes that wait for the next request are ended with the test file that had them started."""
    yield
    if "app.reading.pool" in sys.modules:
        sys.modules["app.reading.pool"].PROCESSES.close()
