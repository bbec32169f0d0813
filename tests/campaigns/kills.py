"""Kills a process that changes a library at random moments, and checks each time that the library is complete and holds everything
that was acknowledged."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[2]


@dataclass(slots=True)
class Server:
    """The process that forks the processes to be killed (`tests.fakes.command_server`)."""

    asking: IO[str]
    answers: IO[str]
    out: Path

    def done(self, *work: str | Path) -> float:
        """Run the command to its end, which must succeed. Return the seconds."""
        began = time.monotonic()
        assert self.code(*work) == 0, self.output()
        return time.monotonic() - began

    def code(self, *work: str | Path) -> int:
        """Run the command to its end and return its exit code."""
        self.begin(work)
        return self.ended()

    def killed(self, *work: str | Path, after: float, heard: bool = False) -> bool:
        """Kill the command after some seconds, with `heard` counted from its first output. Return False if it had already
        succeeded."""
        self.begin(work)
        patience = time.monotonic() + 30
        while heard and not self.output() and time.monotonic() < patience:
            time.sleep(0.002)
        time.sleep(after)
        code = self.ended("kill")
        assert code in (0, -signal.SIGKILL), self.output()
        return code != 0

    def killed_once(self, appeared: Callable[[], bool], *work: str | Path, after: float) -> bool:
        """Kill the command some seconds after a file has appeared, once it printed a line. Return False if it had already
        succeeded."""
        self.begin(work)
        patience = time.monotonic() + 60
        while not self.output() and time.monotonic() < patience:
            time.sleep(0.002)
        while not appeared() and time.monotonic() < patience:
            time.sleep(0.0002)  # what is waited for lasts for milliseconds
        time.sleep(after)
        code = self.ended("kill")
        assert code in (0, -signal.SIGKILL), self.output()
        return code != 0

    def begin(self, work: tuple[str | Path, ...]) -> None:
        """Start the command."""
        self.out.write_bytes(b"")
        print(json.dumps({"work": [str(part) for part in work], "out": str(self.out)}), file=self.asking, flush=True)
        assert self.answers.readline() == "begun\n"

    def ended(self, how: str = "wait") -> int:
        """Wait for the end of the command, or "kill" it. Return its exit code, negative for a signal."""
        print(how, file=self.asking, flush=True)
        return int(self.answers.readline())

    def output(self) -> str:
        """Return the output of the last command."""
        return self.out.read_text(encoding="utf-8", errors="replace")


@contextmanager
def server(folder: Path, *options: str) -> Iterator[Server]:
    """Provide a running server with home and output in this folder."""
    command = [sys.executable, "-m", "tests.fakes.command_server", *options]
    env = {**os.environ, "OMP_NUM_THREADS": "1", "PRIORCHECK_HOME": str(folder / "home")}
    with subprocess.Popen(command, cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield Server(process.stdin, process.stdout, folder / "told.txt")
        process.stdin.close()
        process.wait(30)


@dataclass(slots=True, kw_only=True)
class Subject:
    """The work to kill. `work(n)` leads to state n, `stored_version(n)` returns the stored state, which must be n - 1 or n; `check`
    verifies that everything is complete."""

    work: Callable[[int], tuple[str | Path, ...]]
    stored_version: Callable[[int], int]
    check: Callable[[], None] = field(default=lambda: None)


@dataclass(slots=True)
class Survived:
    """Counts of a campaign: kills, kills that left the old state, and kills during the writing of a file."""

    kills: int = 0
    undone: int = 0
    writing: int = 0


def campaign(running: Server, subject: Subject, *, kills: int, seed: int) -> Survived:
    """Kill the work repeatedly. After each kill the state before or after it is complete, and in the end the work succeeds."""
    rng, number, survived = random.Random(seed), 1, Survived()
    full_seconds = running.done(*subject.work(number))
    assert subject.stored_version(number) == number
    while survived.kills < kills:
        cut = running.killed(*subject.work(number + 1), after=rng.uniform(0.0, 1.15) * full_seconds)
        reached = subject.stored_version(number + 1)
        assert reached in ((number, number + 1) if cut else (number + 1,)), (number, reached, cut)
        subject.check()
        survived.kills += cut
        survived.undone += cut and reached == number
        number = reached
    running.done(*subject.work(number + 1))
    assert subject.stored_version(number + 1) == number + 1
    subject.check()
    return survived
