"""The cases of the wild collection: files, the command that reads them, and the result that a careful person expects."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

FOLDER = Path(__file__).resolve().parent
SHARED = FOLDER.parents[3] / "shared" / "cases"
COMMANDS = ("document", "factchecks", "posts", "evidence")
KEYS = {
    "sentences",
    "contains",
    "within",
    "absent",
    "absent_speakers",
    "speakers",
    "count",
    "longest",
    "timed",
    "joined",
    "title",
    "date",
    "note",
    "no_note",
    "refused",
    "message",
    "rows",
    "undated_told",
    "any_of",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One or more files, their command, and the expected result."""

    no: str
    kind: str
    files: tuple[Path, ...]
    command: str
    why: str
    expect: Mapping[str, Any]


def open_cases() -> list[Case]:
    """Return the open half."""
    return read_cases(FOLDER / "open.jsonl", FOLDER / "open")


def shared_cases() -> list[Case]:
    """Return the cases of the shared folder, none if it is missing."""
    return read_cases(FOLDER / "shared.jsonl", SHARED) if SHARED.is_dir() else []


@contextmanager
def sealed_cases() -> Iterator[list[Case]]:
    """Unpack the sealed part into a temporary folder while it runs."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        with tarfile.open(FOLDER / "sealed.tar.gz") as packed:
            packed.extractall(folder, filter="data")
        yield read_cases(folder / "sealed.jsonl", folder)


def read_cases(path: Path, folder: Path) -> list[Case]:
    """Read the cases of a JSON Lines file whose files are in `folder`."""
    with path.open(encoding="utf-8") as lines:
        return [_case(json.loads(line), folder) for line in lines if line.strip()]


def _case(row: Mapping[str, Any], folder: Path) -> Case:
    return Case(
        no=row["no"],
        kind=row["kind"],
        files=tuple(folder / name for name in row["files"]),
        command=row["command"],
        why=row["why"],
        expect=row["expect"],
    )
