"""Stores an adapted encoder atomically, with its record."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from app.domain.adapting import Adapted
from app.file_replacement import flush_folder, replace_file
from app.paths import at_home, resolved
from app.rights.permissions import set_export_tree_permissions

RECORD = "adapted.json"
MADE = "made"
"""The new encoder's folder among the checkpoints, until it is known whether it is kept."""


def keep(result: Adapted, *, work_folder: Path, output_folder: Path, record: Mapping[str, str]) -> None:
    """Store the encoder with its record if it is better, and delete the working folder with the checkpoints."""
    if result.better:
        content = asdict(result) | dict(record)
        trained = work_folder / MADE
        replace_file(trained / RECORD, (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode())
        _install(trained, output_folder, partial=partial_folder(output_folder, work_folder=work_folder))
    shutil.rmtree(work_folder, ignore_errors=True)


def partial_folder(output_folder: Path, *, work_folder: Path) -> Path:
    """Return the folder of an encoder while it is copied. Its name is fixed for a library, so that the next adaptation removes what
    a kill left."""
    library = hashlib.sha256(str(resolved(work_folder)).encode("utf-8", "surrogatepass")).hexdigest()
    return output_folder.with_name(f".{library[:12]}.part")


def _install(source: Path, output_folder: Path, *, partial: Path) -> None:
    """Copy a folder, possibly to another disk, so that after a kill it is complete or missing. On OSError nothing is left at the
    target."""
    try:
        shutil.copytree(source, partial)
        for file in partial.rglob("*"):
            if file.is_file():
                with file.open("rb+") as stream:
                    os.fsync(stream.fileno())
        if not at_home(output_folder):
            set_export_tree_permissions(partial)
        # After a kill the folder is complete or missing, never half copied.
        partial.rename(output_folder)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    flush_folder(output_folder.parent)
