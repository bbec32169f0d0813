"""Killing what works at a library, at random moments, and seeing each time that it is whole and holds all that was said to be done."""

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
    """The process that forks the ones to be killed (`tests.fakes.command_server`)."""

    asking: IO[str]
    answers: IO[str]
    out: Path

    def done(self, *work: str | Path) -> float:
        """Do it to the end, which must succeed; the seconds it took."""
        began = time.monotonic()
        assert self.code(*work) == 0, self.told()
        return time.monotonic() - began

    def code(self, *work: str | Path) -> int:
        """Do it to the end; its exit code."""
        self.begin(work)
        return self.ended()

    def killed(self, *work: str | Path, after: float, heard: bool = False) -> bool:
        """Kill it after so many seconds, with `heard` after so many from the first that it printed; False when it had ended well by then."""
        self.begin(work)
        patience = time.monotonic() + 30
        while heard and not self.told() and time.monotonic() < patience:
            time.sleep(0.002)
        time.sleep(after)
        code = self.ended("kill")
        assert code in (0, -signal.SIGKILL), self.told()
        return code != 0

    def killed_once(self, appeared: Callable[[], bool], *work: str | Path, after: float) -> bool:
        """Kill it so many seconds after something has appeared, once it printed a line; False when it had ended well by then."""
        self.begin(work)
        patience = time.monotonic() + 60
        while not self.told() and time.monotonic() < patience:
            time.sleep(0.002)
        while not appeared() and time.monotonic() < patience:
            time.sleep(0.0002)  # what is waited for lasts for milliseconds
        time.sleep(after)
        code = self.ended("kill")
        assert code in (0, -signal.SIGKILL), self.told()
        return code != 0

    def begin(self, work: tuple[str | Path, ...]) -> None:
        """Begin it."""
        self.out.write_bytes(b"")
        print(json.dumps({"work": [str(part) for part in work], "out": str(self.out)}), file=self.asking, flush=True)
        assert self.answers.readline() == "begun\n"

    def ended(self, how: str = "wait") -> int:
        """Wait for the end of what was begun, or "kill" it: its exit code, negative for a signal."""
        print(how, file=self.asking, flush=True)
        return int(self.answers.readline())

    def told(self) -> str:
        """What the last piece of work printed."""
        return self.out.read_text(encoding="utf-8", errors="replace")


@contextmanager
def server(folder: Path, *options: str) -> Iterator[Server]:
    """A running server whose home and output are in this folder."""
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
    """What is killed. `work(n)` is the work that leads to state n, `found(n)` the state that is there when states n - 1 and n are possible;
    `check` sees that everything is whole."""

    work: Callable[[int], tuple[str | Path, ...]]
    found: Callable[[int], int]
    check: Callable[[], None] = field(default=lambda: None)


@dataclass(slots=True)
class Survived:
    """What a campaign went through: kills, how many of them left the old state, and how many fell into the writing of a file."""

    kills: int = 0
    undone: int = 0
    writing: int = 0


def campaign(running: Server, subject: Subject, *, kills: int, seed: int) -> Survived:
    """Kill the work so often; after each kill the state before it or the one after it is there, whole, and in the end work goes on."""
    dice, number, survived = random.Random(seed), 1, Survived()
    whole = running.done(*subject.work(number))
    assert subject.found(number) == number
    while survived.kills < kills:
        cut = running.killed(*subject.work(number + 1), after=dice.uniform(0.0, 1.15) * whole)
        reached = subject.found(number + 1)
        assert reached in ((number, number + 1) if cut else (number + 1,)), (number, reached, cut)
        subject.check()
        survived.kills += cut
        survived.undone += cut and reached == number
        number = reached
    running.done(*subject.work(number + 1))
    assert subject.found(number + 1) == number + 1
    subject.check()
    return survived
