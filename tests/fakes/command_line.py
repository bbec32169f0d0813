"""The command line as a test sees it: in this process with models that stay loaded, or as a program of its own."""

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
    """What a command left: exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Standard output as JSON Lines; anything else in it fails."""
        return [json.loads(line) for line in self.out.splitlines()]

    def refusal(self) -> str:
        """The one line of a command that was refused through the input's fault."""
        lines = self.err.splitlines()
        assert self.code == 2 and len(lines) == 1 and lines[0].startswith("priorcheck"), (self.code, self.err)
        assert self.out == "" and "Traceback" not in self.err
        return lines[0]


class CommandLine:
    """Runs commands in this process on its library, without progress, which a slow machine would print."""

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
        """The same, which must succeed."""
        result = self(*arguments, library=library)
        assert result.code == 0, result.err
        return result


def program(*arguments: str | Path, **options: Any) -> subprocess.Popen[str]:
    """A real process of the program, its output caught."""
    settings: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": ROOT, "encoding": "utf-8"}
    return subprocess.Popen([sys.executable, "-m", "app", *map(str, arguments)], **(settings | options))


def ended(process: subprocess.Popen[str], *, within: float = 60) -> Done:
    """Wait for a program's end."""
    out, err = process.communicate(timeout=within)
    return Done(process.returncode, out, err)


def read_rows(path: Path) -> list[dict[str, Any]]:
    """A JSON Lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write_rows(path: Path, *rows: object) -> Path:
    """Write rows as JSON Lines; texts and bytes as they stand."""
    parts = [row if isinstance(row, bytes) else (row if isinstance(row, str) else json.dumps(row)).encode() for row in rows]
    path.write_bytes(b"".join(part + b"\n" for part in parts))
    return path


def listing(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file below a folder with size and time of change, to see that nothing was touched."""
    return {str(path.relative_to(folder)): (path.stat().st_size, path.stat().st_mtime_ns) for path in folder.rglob("*") if path.is_file()}


def is_root() -> bool:
    """Whether permissions do not bind this process."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
