"""A process that reads altered files, `python -m tests.campaigns.fuzz_child FIRST COUNT FOLDER [KIND]`, and tells what should not have
happened. With KIND they are SQLite files of that kind (`databases.KINDS`), altered in their pages, schema, rows and blobs.

Input number n is a function of n alone. Its number is in `FOLDER/number` and its bytes in `FOLDER/input…` while it is read, so that whoever
started the process finds it there after a crash, after 5 s of processor time (the process then ends), or past 1 GB more than at the start.
"""

from __future__ import annotations

import faulthandler
import random
import resource
import signal
import sys
import traceback
import warnings
from pathlib import Path

from app.errors import PriorcheckError
from tests.campaigns.database_mutations import altered
from tests.campaigns.databases import use, whole
from tests.campaigns.mutations import mutated
from tests.campaigns.readers import READERS
from tests.campaigns.seeds import Seed, seeds

SECONDS = 5
MEMORY = 1 << 30


def known_seeds(kind: str) -> tuple[Seed, ...]:
    """The whole files that are altered: one SQLite file of this kind, or with "" one of everything else that is read."""
    return (Seed(kind, f"{kind}.db", whole(kind)),) if kind else seeds()


def made(number: int, known: tuple[Seed, ...]) -> tuple[Seed, bytes]:
    """The seed of this input, and the altered bytes."""
    seed = known[number % len(known)]
    return seed, (altered if seed.name.endswith(".db") else mutated)(seed.data, random.Random(number))


def trouble(reader: str, path: Path) -> str:
    """What should not happen when this file is read, as a traceback; "" for reading and for an error of ours that says what to do."""
    try:
        if path.suffix == ".db":
            use(reader, path)
        else:
            READERS[reader](path)
    except PriorcheckError as error:
        return "" if str(error).strip() and error.exit_code == 2 else traceback.format_exc()
    except (Exception, MemoryError):
        return traceback.format_exc()
    return ""


def _limit_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def main(first: int, count: int, folder: Path, kind: str = "") -> None:
    """Read `count` inputs from number `first` on."""
    warnings.simplefilter("error")
    known = known_seeds(kind)
    for seed in known:  # what is loaded at first use is no input's fault
        whole = folder / f"input-{seed.name}"
        whole.write_bytes(seed.data)
        if told := trouble(seed.reader, whole):
            raise SystemExit(f"the whole file {seed.name} cannot be read:\n{told}")
    faulthandler.register(signal.SIGPROF, chain=True)  # says where it was, and then the signal ends the process
    if sys.platform == "linux":
        _limit_memory()
    for number in range(first, first + count):
        seed, data = made(number, known)
        path = folder / f"input-{seed.name}"
        path.write_bytes(data)
        (folder / "number").write_text(str(number))
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        told = trouble(seed.reader, path)
        signal.setitimer(signal.ITIMER_PROF, 0)
        if told:
            (folder / f"found-{number}-{seed.reader}-{seed.name}").write_bytes(data)
            (folder / f"found-{number}.log").write_text(told)
    (folder / "number").write_text("done")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]), *sys.argv[4:])
