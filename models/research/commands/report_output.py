"""Output of every measure of `evaluate`: its report, and the record of its inputs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from app import __version__
from app.cli.context import Context
from app.cli.output import emit, say
from app.errors import InputError
from app.services.reports.json_text import pretty
from app.services.reports.write import write_bytes


def run_record(context: Context, *, rows: int, models: Mapping[str, str], **details: object) -> dict[str, Any]:
    """Return the inputs of a measure: program, the files' names and SHA-256, models with hashes, rows."""
    arguments = context.arguments
    files = {name: getattr(arguments, name, None) for name in ("gold", "queries", "predictions")}
    return {
        "program": f"priorcheck {__version__}",
        "files": {name: _files(path) for name, path in files.items() if path is not None},
        "rows": rows,
        "models": dict(models),
        **details,
    }


def finish_measure(context: Context, report: Mapping[str, Any], words: str, record: Mapping[str, Any]) -> int:
    """Write the measures with their record to `--out` if given, and print them as text."""
    context.progress.close()
    out: Path | None = context.arguments.out
    if out is not None:
        write_bytes(out, pretty(report))
        write_bytes(out.with_name(out.name + ".run.json"), pretty(record))
        say(f"Written to {out}")
    emit(words)
    return 0


def keep_inputs(out: Path | None, inputs: Sequence[Path]) -> None:
    """Raises InputError when the output is one of the inputs."""
    if out is not None and out.exists() and any(path.exists() and path.samefile(out) for path in inputs):
        raise InputError("output-is-input", f"“{out}” is the input itself and would be lost.", hint="Choose another name.")


def _files(path: Path) -> dict[str, Any]:
    """Return a file's name and hash, or those of the files directly in a folder."""
    if path.is_dir():
        return {"path": str(path), "files": {file.name: _hash(file) for file in sorted(path.iterdir()) if file.is_file()}}
    return {"path": str(path), "sha256": _hash(path)}


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
