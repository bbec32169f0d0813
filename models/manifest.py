"""Write `manifest.toml`: the shipped models with the size and SHA-256 of all their files.

`python -m models.manifest` takes name, role, licence, code version and file list from the `priorcheck` part of each folder's
`config.json`. The card and the measured figures, which the program does not read, are in a section of their own (`model.about`).
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
ROLES = (
    "encoder",
    "multilingual",
    "trunk",
    "prefilter",
    "pair_scorer",
    "stance",
    "checkworthiness",
    "ranker",
    "reader",
    "opinion",
    "evidence",
    "veracity",
    "syntax",
)
ABOUT = ("CARD.md", "metrics.json")


def write_manifest(models: Path) -> None:
    """Describe every model folder that is there, in a fixed order."""
    blocks = ["# Written by `python -m models.manifest`.\nformat = 1\n"]
    blocks += [_block(models / role) for role in ROLES if (models / role / "config.json").is_file()]
    (models / "manifest.toml").write_text("\n".join(blocks), encoding="utf-8", newline="\n")


def _block(folder: Path) -> str:
    about: dict[str, Any] = json.loads((folder / "config.json").read_text(encoding="utf-8"))["priorcheck"]
    lines = ["[[model]]", f"folder = {json.dumps(folder.name)}"]
    lines += [f"{key} = {json.dumps(about[key])}" for key in ("role", "name", "licence", "code")]
    for name in about["files"]:
        lines += _file_block("file", folder, name)
    for name in ABOUT:
        if (folder / name).is_file():  # an unfinished model has neither
            lines += _file_block("about", folder, name)
    return "\n".join(lines) + "\n"


def _file_block(kind: str, folder: Path, name: str) -> list[str]:
    content = (folder / name).read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    return ["", f"[[model.{kind}]]", f"path = {json.dumps(name)}", f"size = {len(content)}", f'sha256 = "{digest}"']


if __name__ == "__main__":
    write_manifest(FOLDER)
