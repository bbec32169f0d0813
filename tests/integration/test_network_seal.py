"""A sealed process cannot open an internet socket, from Python or from native code; local sockets and pipes work."""

from __future__ import annotations

import errno
import os
import subprocess
import sys

import pytest

from tests.offline import sitecustomize

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux can refuse sockets to a process")

START = """
import ctypes, errno, os, socket, subprocess, sys, threading
from app.network.seal import seal
assert seal()
libc = ctypes.CDLL(None, use_errno=True)
def native(family, kind=socket.SOCK_STREAM):
    handle = libc.socket(int(family), int(kind), 0)
    return 0 if handle >= 0 else ctypes.get_errno()
"""


@pytest.fixture(autouse=True)
def tests_own_guard_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch the tests' own guard off in child processes, so that the seal has to refuse."""
    monkeypatch.delenv(sitecustomize.NOTES)


def run_sealed(code: str) -> str:
    completed = subprocess.run(
        [sys.executable, "-c", START + code], env=os.environ.copy(), capture_output=True, text=True, timeout=60, check=False
    )
    assert completed.returncode == 0, completed.stderr
    return completed.stdout.strip()


@pytest.mark.parametrize("family", ["AF_INET", "AF_INET6", "AF_PACKET", "AF_VSOCK"])
@pytest.mark.parametrize("kind", ["SOCK_STREAM", "SOCK_DGRAM"])
def test_native_code_gets_no_socket(family: str, kind: str) -> None:
    assert run_sealed(f"print(native(socket.{family}, socket.{kind}))") == str(errno.ENETUNREACH)


def test_python_gets_none_either() -> None:
    code = "try:\n    socket.create_connection(('127.0.0.1', 9))\nexcept OSError as error:\n    print(error.errno)"
    assert run_sealed(code) == str(errno.ENETUNREACH)


def test_a_native_lookup_fails() -> None:
    assert run_sealed("print(libc.getaddrinfo(b'collector.example', b'443', None, ctypes.byref(ctypes.c_void_p())) != 0)") == "True"


def test_threads_and_children_are_sealed_too() -> None:
    code = """
seen = []
thread = threading.Thread(target=lambda: seen.append(native(socket.AF_INET)))
thread.start(); thread.join()
child = "import socket\\ntry:\\n    socket.socket()\\nexcept OSError as error:\\n    print(error.errno)"
print(seen[0], subprocess.run([sys.executable, "-c", child], capture_output=True, text=True).stdout.strip())
"""
    assert run_sealed(code) == f"{errno.ENETUNREACH} {errno.ENETUNREACH}"


def test_io_uring_is_not_there() -> None:
    assert run_sealed("libc.syscall(425, 8, None); print(ctypes.get_errno())") == str(errno.ENOSYS)


def test_local_sockets_and_pipes_work() -> None:
    code = "a, b = socket.socketpair(); a.send(b'x'); r, w = os.pipe(); os.write(w, b'y'); print(b.recv(1) + os.read(r, 1))"
    assert run_sealed(code) == "b'xy'"
