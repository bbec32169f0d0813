"""Process that changes a library, to be killed: `python -m tests.fakes.store_child LIBRARY VERSION [MOMENT]`.
State `version` is a set of fact-checks that differs from the previous one by added, changed and deleted ones. The process moves
from the given version to the next ones until it is killed. With MOMENT it ends by itself, without clean-up, at the n-th flush to
the disk ("flush-7"), just before the new index folder is renamed ("before-name"), just after it ("after-name"), or once one change
is committed ("committed"); "slow" makes it take seconds for a change.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from app.domain.factcheck import FactCheck
from app.domain.importing import ReadRow
from app.domain.progress import CancelToken, no_progress
from app.ports import LibraryChange
from app.store import open_library
from tests.fakes.dying import die_at_flush
from tests.fakes.encoder import FakeEncoder
from tests.fakes.library_samples import sample

KEYS = 40


def state(version: int) -> list[FactCheck]:
    """Return the whole content of the library at this version; version 0 is empty."""
    if not version:
        return []
    return [sample(n, version=version if n % 3 == version % 3 else 0) for n in range(version % 5, KEYS + version % 7)]


def change_to(version: int) -> LibraryChange:
    """Return the change from the previous version to this one; every second time it is read from a file."""
    target = state(version)
    deleted = {factcheck.id for factcheck in state(version - 1)} - {factcheck.id for factcheck in target}
    if version % 2:
        return LibraryChange(imported=[ReadRow(f"day-{version}.csv", "", factcheck) for factcheck in target], delete=sorted(deleted))
    return LibraryChange(upsert=target, delete=sorted(deleted))


def _die(*_: object) -> None:
    os._exit(9)


def _arm(moment: str) -> None:
    if moment.startswith("flush-"):
        die_at_flush(int(moment.removeprefix("flush-")))
    rename = Path.rename

    def named(self: Path, target: Path) -> Path:
        if moment == "before-name":
            _die()
        result = rename(self, target)
        if moment == "after-name":
            _die()
        return result

    Path.rename = named  # type: ignore[method-assign, assignment]


def main(folder: str, version: str, moment: str = "") -> None:
    """Change the library from `version` on."""
    _arm(moment)
    print("ready", flush=True)
    library = open_library(Path(folder), create=True)
    following = int(version)
    while True:
        following += 1
        encoder = FakeEncoder(seconds_per_text=0.1 if moment == "slow" else 0.001)
        library.apply(change_to(following), encoder=encoder, progress=no_progress, cancel=CancelToken())
        if moment == "committed":
            _die()


if __name__ == "__main__":
    main(*sys.argv[1:])
