"""The network guard in a separate process, since an audit hook cannot be removed: a real socket tries to reach a real listener."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.network import Entry, Outcome, read
from app.worker.launching import WorkerOptions, own_command
from app.worker.protocol import Hello
from tests.offline import sitecustomize

TRY = """
import socket, sys, urllib.request
from app import network
network.install("window", refuse=sys.argv[2] == "refuse")
for attempt in (
    lambda: socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=5).close(),
    lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM).connect(("127.0.0.1", int(sys.argv[1]))),
    lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", int(sys.argv[1]))),
    lambda: socket.getaddrinfo("localhost", 80),
):
    try:
        attempt()
        print("passed")
    except OSError as error:
        print(error.errno, error)
"""


@pytest.fixture(autouse=True)
def tests_own_guard_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch the tests' own guard off in child processes, so that the program's guard has to refuse."""
    monkeypatch.delenv(sitecustomize.NOTES)


@pytest.fixture
def listener() -> Iterator[tuple[int, list[object]]]:
    """Provide the port of a local listening socket and the list of addresses that reached it."""
    addresses: list[object] = []
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        server.settimeout(20)

        def accept() -> None:
            while True:
                try:
                    connection, address = server.accept()
                except OSError:
                    return
                addresses.append(address)
                connection.close()

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield server.getsockname()[1], addresses
        server.shutdown(socket.SHUT_RDWR)
        thread.join(5)


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], env=os.environ.copy(), capture_output=True, text=True, timeout=60, check=False
    )


def recorded_attempts() -> list[tuple[str, str, str]]:
    return [(entry.process, entry.host, entry.outcome) for entry in read().entries]


def test_the_window_makes_no_connection_and_every_attempt_is_recorded(listener: tuple[int, list[object]]) -> None:
    port, addresses = listener
    completed = python(TRY, str(port), "refuse")
    assert "passed" not in completed.stdout and completed.stdout.count("was refused") == 4, completed.stderr
    assert addresses == []
    refused = Outcome.REFUSED.value
    # create_connection looks the name up first, and gets no further.
    hosts = ["127.0.0.1", "127.0.0.1", "127.0.0.1", "localhost"]
    assert recorded_attempts() == [("window", host, refused) for host in hosts]


def test_without_refusal_the_attempt_passes_and_is_on_record(listener: tuple[int, list[object]]) -> None:
    port, addresses = listener
    completed = python(TRY, str(port), "let through")
    assert completed.stdout.split() == ["passed"] * 4, completed.stderr
    assert len(addresses) == 2
    assert ("window", "127.0.0.1", "allowed") in recorded_attempts() and ("window", "localhost", "allowed") in recorded_attempts()


def test_local_sockets_and_pipes_are_not_the_network() -> None:
    code = (
        "import socket, subprocess, sys\nfrom app import network\nnetwork.install('window', refuse=True)\n"
        "left, right = socket.socketpair()\nleft.sendmsg([b'hello'])\nprint(right.recv(5).decode())\n"
        "print(subprocess.run([sys.executable, '-c', 'print(3)'], capture_output=True, text=True).stdout)"
    )
    completed = python(code)
    assert completed.stdout.split() == ["hello", "3"], completed.stderr
    assert recorded_attempts() == []


def test_the_offending_library_is_named_and_the_record_stays_bounded(tmp_path: Path) -> None:
    (tmp_path / "telemetry.py").write_text(
        "import socket\ndef phone():\n    try:\n        socket.create_connection(('home.invalid', 443))\n    except OSError:\n        pass\n"
    )
    code = (
        f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\nfrom app import network\nnetwork.install('analysis', refuse=True)\n"
        "import telemetry\nfor _ in range(1000):\n    telemetry.phone()\n"
    )
    completed = python(code)
    assert completed.returncode == 0, completed.stderr
    entries = read().entries
    assert len(entries) == 200
    first, last = entries[0], entries[-1]
    assert (first.who, first.host, first.process) == ("telemetry", "home.invalid", "analysis")
    assert "not listed" in last.who


def test_refusal_does_not_depend_on_a_record_that_can_be_written(own_home: Path, listener: tuple[int, list[object]]) -> None:
    (own_home / "data" / "network.jsonl").mkdir(parents=True)
    port, addresses = listener
    completed = python(TRY, str(port), "refuse")
    assert completed.stdout.count("was refused") == 4 and addresses == []


@pytest.mark.parametrize(("start", "process"), [("window", "window"), ("worker", "analysis"), ("command", "command line")])
def test_each_way_of_starting_the_program_installs_the_guard(tmp_path: Path, start: str, process: str) -> None:
    """A module loaded by each entry point tries to go online."""
    bad = "import socket\ntry:\n    socket.getaddrinfo('home.invalid', 80)\nexcept OSError:\n    pass\n"
    entry = {
        "window": "import app.gui.run as run\nrun.run_window = lambda **_: 0\nfrom app.__main__ import main\nimport sys\n",
        "worker": "import app.worker.__main__ as run\nrun.serve = lambda *_, **__: None\nfrom app.worker.__main__ import main\nimport sys\n",
        "command": "from app.__main__ import main\nimport sys\n",
    }[start]
    arguments = {"window": [], "worker": ["--device", "cpu"], "command": ["doctor", "--json"]}[start]
    completed = python(f"{entry}main({arguments!r})\n{bad}")
    assert [(attempt.process, attempt.host) for attempt in read().entries] == [(process, "home.invalid")], completed.stderr


def test_the_worker_answers_through_its_pipes_with_the_guard_in_place() -> None:
    child = subprocess.Popen(
        own_command(WorkerOptions(device="cpu")), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None and child.stdin is not None and child.stderr is not None
    size = int.from_bytes(child.stdout.read(4), "big")
    greeting = json.loads(child.stdout.read(size))
    child.stdin.close()
    child.wait(30)
    child.stdout.close()
    child.stderr.close()
    assert Hello.__name__ in json.dumps(greeting)
    assert read().entries == ()


def test_an_entry_holds_no_more_than_who_host_and_outcome() -> None:
    assert set(Entry.__dataclass_fields__) == {"time", "process", "who", "host", "outcome"}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can refuse sockets to a process")
def test_a_sealed_process_records_the_socket_that_the_system_refuses(listener: tuple[int, list[object]]) -> None:
    port, addresses = listener
    code = (
        "import socket, sys\nfrom app import network\nnetwork.install('analysis', refuse=True)\n"
        "print(network.seal_process(), network.seal_process())\n"
        "try:\n    socket.socket(socket.AF_INET).connect(('127.0.0.1', int(sys.argv[1])))\nexcept OSError as error:\n    print(error)\n"
        "left, right = socket.socketpair()\n"
    )
    completed = python(code, str(port))
    assert completed.stdout.startswith("True True\n") and "internet socket was refused" in completed.stdout, completed.stderr
    assert addresses == [] and recorded_attempts() == [("analysis", "internet socket", Outcome.REFUSED.value)]
