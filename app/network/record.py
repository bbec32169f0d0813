"""The network record: one line of JSON for each use or attempt, in an append-only file.

A line holds time, process, originator (a part of the program, or a library), host and outcome, and never the content of a request.
Each line is written with one system call, so several processes may write at once, and a crash damages only its own line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from app.paths import data_dir

_MAX_LENGTH = 200


class Outcome(StrEnum):
    """Outcome of a use or attempt."""

    BROWSER = "browser"
    """The user's own browser opened the page, after a question."""

    REFUSED = "refused"
    """The guard refused the attempt; nothing was sent."""

    ALLOWED = "allowed"
    """The attempt was not refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line: `time` in UTC; `process` is window, analysis or command line; `who` is a part of the program or a library;
    `outcome` is a value of `Outcome`, or of a newer version."""

    time: datetime
    process: str
    who: str
    host: str
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All readable entries, oldest first, and the number of unreadable lines."""

    entries: tuple[Entry, ...] = ()
    unreadable: int = 0


def record_path() -> Path:
    """Return the path of the record."""
    return data_dir() / "network.jsonl"


def append(entry: Entry, path: Path | None = None) -> None:
    """Append an entry. Raises OSError when it cannot be written."""
    path = path or record_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    line = json.dumps({**_values(entry), "time": entry.time.isoformat()}, ensure_ascii=False)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        start = "" if _ends_with_newline(descriptor) else "\n"
        os.write(descriptor, f"{start}{line}\n".encode("utf-8", "replace"))
    finally:
        os.close(descriptor)


def read(path: Path | None = None) -> Reading:
    """Read the whole record; empty when nothing was ever recorded. Raises OSError when the file cannot be read."""
    path = path or record_path()
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Reading()
    lines = [line for line in data.decode("utf-8", "replace").split("\n") if line.strip()]
    entries = [entry for line in lines if (entry := _parse(line)) is not None]
    return Reading(entries=tuple(entries), unreadable=len(lines) - len(entries))


def _values(entry: Entry) -> Mapping[str, str]:
    return {name: getattr(entry, name)[:_MAX_LENGTH] for name in ("process", "who", "host", "outcome")}


def _ends_with_newline(descriptor: int) -> bool:
    """True for an empty file, and for one whose last line is complete."""
    size = os.lseek(descriptor, 0, os.SEEK_END)
    if size == 0:
        return True
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return os.read(descriptor, 1) == b"\n"


def _parse(line: str) -> Entry | None:
    try:
        fields = json.loads(line)
        time = datetime.fromisoformat(fields["time"])
        texts = {name: fields[name] for name in ("process", "who", "host", "outcome")}
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    if not all(isinstance(text, str) for text in texts.values()):
        return None
    return Entry(time=time if time.tzinfo else time.replace(tzinfo=UTC), **texts)
