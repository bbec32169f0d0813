"""Server that runs one command after the other in forked processes, which tests kill: `python -m tests.fakes.command_server [--own
| --bundled]`.
The program is loaded once and then forked, so that a kill hits the work and not the loading. A request is a line of JSON: `{"work":
["library", "import", …], "out": FILE}` is a command line, `{"work": ["saving", KIND, FOLDER, FIRST], …}` saves repeatedly
(`tests.fakes.saving`). The server answers "begun", then reads "wait" or "kill" and answers with the exit code, which is negative
for a signal. Output goes to FILE. The encoder is a fake with a vector per millisecond; with `--bundled` it is the program's; with
`--own` it is the user's, and every adapted encoder counts as better.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

from app.bootstrap import Session
from app.bootstrap.models import LoadedModels
from app.cli.main import run
from app.ingest.evidence import cut_passages
from app.ingest.language import detect_language
from app.ports import TextEncoder
from app.services.adapting import run as adapting
from tests.fakes.encoder import FakeEncoder
from tests.fakes.saving import save_for_ever

OWN = "--own"
BUNDLED = "--bundled"


class _FakeModels(LoadedModels):
    def encoder(self) -> TextEncoder:
        return FakeEncoder(seconds_per_text=0.001)


class FakeSession(Session):
    """A session whose encoder needs no weights."""

    def __init__(self, *, device: str = "cpu", threads: int | None = None) -> None:
        super().__init__(device=device, threads=threads)
        self.models = _FakeModels(device=device, threads=threads)


def work(arguments: list[str]) -> int:
    """Run one command and return its exit code."""
    if arguments[0] == "saving":
        save_for_ever(arguments[1], Path(arguments[2]), int(arguments[3]))
    session = Session if {OWN, BUNDLED} & set(sys.argv) else FakeSession
    return run(arguments, session=session(device="cpu", threads=1))[0]


def _load() -> None:
    """Load everything that the work would load at first use."""
    cut_passages("What is loaded at first use. Is loaded here.", detect_language("What is loaded at first use is loaded here."))
    if BUNDLED in sys.argv:
        import openvino  # noqa: F401
        import tokenizers  # noqa: F401
    if OWN in sys.argv:
        import sentence_transformers  # noqa: F401

        adapting.passes = lambda *_: True


def _in_a_fork(arguments: list[str], out: str) -> int:
    """Start the work in a fork and return its process id."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        descriptor = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(descriptor, 1)
        os.dup2(descriptor, 2)
        code = work(arguments)
        sys.stdout.flush()
    finally:
        os._exit(code)


def main() -> None:
    """Serve until the input ends."""
    _load()
    print("ready", flush=True)
    for line in sys.stdin:
        payload = json.loads(line)
        child = _in_a_fork(payload["work"], payload["out"])
        print("begun", flush=True)
        if sys.stdin.readline() == "kill\n":
            os.kill(child, signal.SIGKILL)  # not waited for yet, so that nobody else can have this id
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
