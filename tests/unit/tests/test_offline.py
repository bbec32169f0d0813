"""The guard that keeps the tests off the network: every connection is refused, here and in every child Python."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.conftest import ATTEMPTS

NOWHERE = "192.0.2.1"
"""An address that is nobody's (RFC 5737)."""
WAYS: dict[str, Callable[[], object]] = {
    "connect": lambda: socket.socket().connect((NOWHERE, 9)),
    "connect_ex": lambda: socket.socket().connect_ex((NOWHERE, 9)),
    "create_connection": lambda: socket.create_connection((NOWHERE, 9), timeout=1),
    "sendto": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", (NOWHERE, 9)),
    "IPv6": lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).sendto(b"x", ("2001:db8::1", 9)),
    "getaddrinfo": lambda: socket.getaddrinfo("home.invalid", 80),
    "gethostbyname": lambda: socket.gethostbyname("home.invalid"),
    "asyncio": lambda: asyncio.run(asyncio.wait_for(asyncio.open_connection(NOWHERE, 9), 2)),
    "this computer": lambda: socket.create_connection(("127.0.0.1", 9), timeout=1),
}
CHILD = "import socket\ntry:\n    socket.create_connection(('192.0.2.1', 9), timeout=1)\nexcept OSError as error:\n    print(error)\n"


def noted() -> list[str]:
    """Return the attempts so far and forget them, so that they do not fail the test."""
    lines = ATTEMPTS.read_text(encoding="utf-8").splitlines()
    ATTEMPTS.write_bytes(b"")
    return lines


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("way", WAYS)
def test_every_way_out_is_refused_and_noted(way: str) -> None:
    with pytest.raises(OSError, match="the tests have no network"):
        WAYS[way]()
    assert noted()


def test_a_child_and_its_child_are_refused_and_noted() -> None:
    deeper = f"import subprocess, sys\nprint(subprocess.run([sys.executable, '-c', {CHILD!r}], capture_output=True, text=True).stdout)"
    for code in (CHILD, deeper):
        completed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert "the tests have no network" in completed.stdout
        (line,) = noted()
        assert line.endswith("192.0.2.1")


def test_local_sockets_and_listening_are_not_the_network() -> None:
    near_end, far_end = socket.socketpair()
    near_end.sendall(b"x")
    assert far_end.recv(1) == b"x"
    near_end.close()
    far_end.close()
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
    assert socket.getaddrinfo(None, 80, flags=socket.AI_PASSIVE) and not noted()


def test_a_host_that_a_test_allows_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRIORCHECK_TEST_REACHABLE", "127.0.0.1")
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        socket.create_connection(listening.getsockname(), timeout=5).close()
    assert not noted() and os.environ["PRIORCHECK_TEST_ATTEMPTS"] == str(ATTEMPTS)
