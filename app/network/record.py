"""The network record: one line of JSON for each use or attempt, in a file that is only ever appended to.

A line says when, which process, who asked (a part of the program, or the library that tried), which host, and what became
of it; never what was asked or sent. Lines are written with one call each, so that several processes may write at once, and
a line that was torn by a crash costs only itself.
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

_LONGEST = 200


class Outcome(StrEnum):
    """What became of it."""

    BROWSER = "browser"
    """The user's own browser was asked to open it, after a question."""

    REFUSED = "refused"
    """The guard refused the attempt; nothing left this computer."""

    ALLOWED = "allowed"
    """The attempt was not stopped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """`time` is in UTC; `process` is window, analysis or command line; `outcome` is a value of `Outcome`, or a newer version's."""

    time: datetime
    process: str
    who: str
    host: str
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All entries that can be read, oldest first, and how many lines cannot."""

    entries: tuple[Entry, ...] = ()
    unreadable: int = 0


def record_path() -> Path:
    """Where the record is kept."""
    return data_dir() / "network.jsonl"


def append(entry: Entry, path: Path | None = None) -> None:
    """Add a line. Raises OSError when it cannot be written."""
    path = path or record_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    line = json.dumps({**_values(entry), "time": entry.time.isoformat()}, ensure_ascii=False)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        start = "" if _ends_whole(descriptor) else "\n"
        os.write(descriptor, f"{start}{line}\n".encode("utf-8", "replace"))
    finally:
        os.close(descriptor)


def read(path: Path | None = None) -> Reading:
    """The whole record; empty when nothing was ever recorded. Raises OSError when there is one that cannot be read."""
    path = path or record_path()
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Reading()
    lines = [line for line in data.decode("utf-8", "replace").split("\n") if line.strip()]
    entries = [entry for line in lines if (entry := _entry(line)) is not None]
    return Reading(entries=tuple(entries), unreadable=len(lines) - len(entries))


def _values(entry: Entry) -> Mapping[str, str]:
    return {name: getattr(entry, name)[:_LONGEST] for name in ("process", "who", "host", "outcome")}


def _ends_whole(descriptor: int) -> bool:
    """Whether the last line is complete."""
    size = os.lseek(descriptor, 0, os.SEEK_END)
    if size == 0:
        return True
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return os.read(descriptor, 1) == b"\n"


def _entry(line: str) -> Entry | None:
    try:
        told = json.loads(line)
        time = datetime.fromisoformat(told["time"])
        texts = {name: told[name] for name in ("process", "who", "host", "outcome")}
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    if not all(isinstance(text, str) for text in texts.values()):
        return None
    return Entry(time=time if time.tzinfo else time.replace(tzinfo=UTC), **texts)
