"""Process that reads altered files and reports failures: `python -m tests.campaigns.fuzz_child FIRST COUNT FOLDER [KIND]`.
With KIND they are SQLite files of that kind (`databases.KINDS`), altered in their pages, schema, rows and blobs. Input number n
depends only on n. While an input is read, its number is in `FOLDER/number` and its bytes are in `FOLDER/input…`, where the parent
finds it after a crash, after 5 s of processor time (the process then ends), or when memory exceeds the start by 1 GB.
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
from tests.campaigns.databases import intact_file, use
from tests.campaigns.mutations import mutated
from tests.campaigns.readers import READERS
from tests.campaigns.seeds import Seed, seeds

SECONDS = 5
MEMORY = 1 << 30


def known_seeds(kind: str) -> tuple[Seed, ...]:
    """Return the intact files to alter: one SQLite file of this kind, or with "" one of every other format."""
    return (Seed(kind, f"{kind}.db", intact_file(kind)),) if kind else seeds()


def altered_input(number: int, seeds: tuple[Seed, ...]) -> tuple[Seed, bytes]:
    """Return the seed of this input and the altered bytes."""
    seed = seeds[number % len(seeds)]
    return seed, (altered if seed.name.endswith(".db") else mutated)(seed.data, random.Random(number))


def trouble_with(reader: str, path: Path) -> str:
    """Return the traceback of a failure while reading this file; "" for success and for an error of the program with a hint."""
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
    seeds = known_seeds(kind)
    for seed in seeds:  # what is loaded at first use is no input's fault
        intact = folder / f"input-{seed.name}"
        intact.write_bytes(seed.data)
        if message := trouble_with(seed.reader, intact):
            raise SystemExit(f"the whole file {seed.name} cannot be read:\n{message}")
    faulthandler.register(signal.SIGPROF, chain=True)  # says where it was, and then the signal ends the process
    if sys.platform == "linux":
        _limit_memory()
    for number in range(first, first + count):
        seed, data = altered_input(number, seeds)
        path = folder / f"input-{seed.name}"
        path.write_bytes(data)
        (folder / "number").write_text(str(number))
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        message = trouble_with(seed.reader, path)
        signal.setitimer(signal.ITIMER_PROF, 0)
        if message:
            (folder / f"found-{number}-{seed.reader}-{seed.name}").write_bytes(data)
            (folder / f"found-{number}.log").write_text(message)
    (folder / "number").write_text("done")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]), *sys.argv[4:])
