"""The command line for tests: in this process with loaded models, or as a separate process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import Session
from app.cli.main import run

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "resources" / "demo"
DEMO_FILES = (DEMO / "factchecks_en.jsonl", DEMO / "factchecks_other.jsonl")


@dataclass(frozen=True, slots=True)
class Done:
    """Exit code and output of a command."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Standard output parsed as JSON Lines; any other output fails."""
        return [json.loads(line) for line in self.out.splitlines()]

    def refusal(self) -> str:
        """Return the one error line of a command that refused its input."""
        lines = self.err.splitlines()
        assert self.code == 2 and len(lines) == 1 and lines[0].startswith("priorcheck"), (self.code, self.err)
        assert self.out == "" and "Traceback" not in self.err
        return lines[0]


class CommandLine:
    """Runs commands in this process on its library, without progress output, which a slow machine would print."""

    def __init__(self, session: Session, capsys: pytest.CaptureFixture[str], library: Path) -> None:
        self._session = session
        self._capsys = capsys
        self.library = library

    def __call__(self, *arguments: str | Path, library: Path | None = None) -> Done:
        self._capsys.readouterr()
        code, _ = run([*map(str, arguments), "--library", str(library or self.library), "--quiet"], session=self._session)
        printed = self._capsys.readouterr()
        return Done(code, printed.out, printed.err)

    def done(self, *arguments: str | Path, library: Path | None = None) -> Done:
        """Run a command that must succeed."""
        result = self(*arguments, library=library)
        assert result.code == 0, result.err
        return result


def program(*arguments: str | Path, **options: Any) -> subprocess.Popen[str]:
    """Start a real process of the program with captured output."""
    settings: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": ROOT, "encoding": "utf-8"}
    return subprocess.Popen([sys.executable, "-m", "app", *map(str, arguments)], **(settings | options))


def ended(process: subprocess.Popen[str], *, within: float = 60) -> Done:
    """Wait for the end of a program."""
    out, err = process.communicate(timeout=within)
    return Done(process.returncode, out, err)


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Read a JSON Lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write_rows(path: Path, *rows: object) -> Path:
    """Write rows as JSON Lines; texts and bytes are written unchanged."""
    parts = [row if isinstance(row, bytes) else (row if isinstance(row, str) else json.dumps(row)).encode() for row in rows]
    path.write_bytes(b"".join(part + b"\n" for part in parts))
    return path


def listing(folder: Path) -> dict[str, tuple[int, int]]:
    """Return every file below a folder with size and modification time, to check that nothing was touched."""
    return {str(path.relative_to(folder)): (path.stat().st_size, path.stat().st_mtime_ns) for path in folder.rglob("*") if path.is_file()}


def is_root() -> bool:
    """Return True if permissions do not bind this process."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
