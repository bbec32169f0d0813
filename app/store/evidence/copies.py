"""Copies of the files that evidence comes from, each under a name made of its content, so that the same file is kept once."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import suppress
from pathlib import Path

from app.paths import replace_file
from app.store.evidence.schema import COPIES

_LONGEST_SUFFIX = 10


def keep_copy(library: Path, content: bytes, suffix: str) -> str:
    """Write a copy, on the disk before this returns; its path below the library's folder. Raises OSError."""
    end = suffix.lower() if suffix[1:].isalnum() and suffix.isascii() and len(suffix) <= _LONGEST_SUFFIX else ""
    name = f"{COPIES}/{hashlib.blake2b(content, digest_size=16).hexdigest()}{end}"
    target = library / name
    if not (target.is_file() and target.stat().st_size == len(content)):
        target.parent.mkdir(exist_ok=True)
        replace_file(target, content)
    return name


def sweep_copies(library: Path, connection: sqlite3.Connection) -> None:
    """Remove the copies that no document names: those of deleted documents and of an import that was killed. The caller holds the
    library's lock, and has committed."""
    folder = library / COPIES
    if not folder.is_dir():
        return
    named = {name for (name,) in connection.execute("SELECT DISTINCT cached FROM document WHERE cached != ''")}
    for file in folder.iterdir():
        if f"{COPIES}/{file.name}" not in named:
            with suppress(OSError):  # another program has it open
                file.unlink()
