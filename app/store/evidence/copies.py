"""Copies of the files that evidence was imported from, named after their content, so that the same file is stored once.

Copies are flushed to the disk together, before the documents that name them: flushing them one by one would take most of an
import's time.
"""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import suppress
from pathlib import Path

from app.domain.importing import CheckResult
from app.domain.progress import CancelToken
from app.file_replacement import flush_folder
from app.rights.permissions import make_folder, set_permissions
from app.store.evidence.schema import COPIES
from app.store.files import digest, flush
from app.store.permission_template import permission_template

_LONGEST_SUFFIX = 10
_CHECK = "evidence: kept copies"
_HINT = (
    "Import the documents again from where they came from, or restore the folder from a backup; what was read of them is in the database."
)


class Copies:
    """The copies in a library's folder. The caller holds the library's lock."""

    def __init__(self, library: Path) -> None:
        self._library = library
        self._folder = library / COPIES
        self._fresh: list[Path] = []

    def begin(self) -> None:
        """Start an import; forget the unflushed copies of one that failed."""
        self._fresh.clear()

    def keep(self, content: bytes, suffix: str) -> str:
        """Write a copy and return its path below the library's folder. Raises OSError."""
        end = suffix.lower() if suffix[1:].isalnum() and suffix.isascii() and len(suffix) <= _LONGEST_SUFFIX else ""
        # Named after the content, so that the same file is stored once.
        name = f"{COPIES}/{hashlib.blake2b(content, digest_size=16).hexdigest()}{end}"
        target = self._library / name
        if not (target.is_file() and target.read_bytes() == content):  # a crash may have left a truncated copy
            make_folder(self._folder, like=permission_template(self._library), parents=False)
            temporary_path = target.with_name(f"{target.name}.tmp")
            temporary_path.write_bytes(content)
            set_permissions(temporary_path, like=self._folder)
            temporary_path.replace(target)
        self._fresh.append(target)
        return name

    def flush(self) -> None:
        """Flush the copies since the last call to the disk. Raises OSError."""
        paths, self._fresh = self._fresh, []
        # All together: flushing each copy when it is written would take most of an import's time.
        for target in paths:
            with target.open("rb+") as file:
                flush(file)
        if paths:
            flush_folder(self._folder)

    def check(self, connection: sqlite3.Connection, *, cancel: CancelToken) -> CheckResult:
        """Check that each copy that a document names exists with the content of its name. Faults are reported in the result, not
        raised."""
        try:
            named_files = connection.execute("SELECT DISTINCT cached FROM document WHERE cached != '' ORDER BY cached").fetchall()
        except sqlite3.Error as error:
            return CheckResult(name=_CHECK, ok=False, detail=str(error), hint=_HINT)
        problems = []
        for (name,) in named_files:
            cancel.check()
            if problem := self._problem(name):
                problems.append(f"{name} ({problem})")
        summary = f"{len(named_files)} as they were kept"
        return CheckResult(name=_CHECK, ok=not problems, detail=", ".join(problems[:5]) or summary, hint=_HINT if problems else "")

    def _problem(self, name: str) -> str:
        """Describe what is wrong with a copy; "" if nothing."""
        path = self._library / name
        if path.parent != self._folder:
            return "not a copy of this library"
        try:
            return "" if digest(path) == path.stem else "altered"
        except OSError as error:
            return "missing" if isinstance(error, FileNotFoundError) else str(error.strerror)

    def sweep(self, connection: sqlite3.Connection) -> None:
        """Remove copies that no document names: those of deleted documents, and of an import that was cancelled or killed."""
        if not self._folder.is_dir():
            return
        named_files = {name for (name,) in connection.execute("SELECT DISTINCT cached FROM document WHERE cached != ''")}
        for file in self._folder.iterdir():
            if f"{COPIES}/{file.name}" not in named_files:
                with suppress(OSError):  # another program has it open
                    file.unlink()
