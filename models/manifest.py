"""Write `manifest.toml`: the shipped models with the size and SHA-256 of all their files.

`python -m models.manifest` takes name, role, licence, code version and file list from the `priorcheck` part of each folder's
`config.json`. The card and the measured figures, which the program does not read, are in a section of their own (`model.about`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
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
SAME_NUMBERS = {
    "encoder": ("c503dbe3eadf7095", "b9882095eec8e2fd5dad925eea2ac04437753846d8864eeb86fb84ad040e7f8a"),
    "trunk": ("b0fc57b39d9d765d", "8ad375dbd639fc7dac57107b14a31724b871ddc308577ed908ab6e990c576ac6"),
    "reader": ("46aaea5d20777af3", "25d03e27f772907e173174a50b6400c453000f53c6b7112283480826136ee00b"),
    "opinion": ("c64f0bbc9d104b42", "e78c9a38b6d47c151361bae40474def30193a36e096bc1ed5deb86e35130bfaf"),
    "evidence": ("6242fbeddeb0ba01", "0294d9163f55bc7cc44d93c0d50a3558fe1b680422a54293e29097923c9de88c"),
    "syntax": ("b23aa4b9cad2a196", "518367b3653fca672997840b37307e42062814e8ad2ecb566f12d60b1fb9dc74"),
}
"""By folder: the digest of a model's files without its configuration, and the hash by which libraries, and models over this one, know it.
Their graphs (model.onnx) are built in code since version 0.2.0, from the same weights. A model with other weights gets a new hash."""


def write_manifest(models: Path) -> None:
    """Describe every model folder that is there, in a fixed order."""
    blocks = ["# Written by `python -m models.manifest`.\nformat = 1\n"]
    blocks += [_block(models / role) for role in ROLES if (models / role / "config.json").is_file()]
    (models / "manifest.toml").write_text("\n".join(blocks), encoding="utf-8", newline="\n")


def _block(folder: Path) -> str:
    about: dict[str, Any] = json.loads((folder / "config.json").read_text(encoding="utf-8"))["priorcheck"]
    lines = ["[[model]]", f"folder = {json.dumps(folder.name)}"]
    lines += [f"{key} = {json.dumps(about[key])}" for key in ("role", "name", "licence", "code")]
    digest, former = SAME_NUMBERS.get(folder.name, ("", ""))
    if digest and digest == _digest_of_files(folder, about["files"]):
        lines.append(f"former_artefact = {json.dumps(former)}")
    for name in about["files"]:
        lines += _file_block("file", folder, name)
    for name in ABOUT:
        if (folder / name).is_file():  # an unfinished model has neither
            lines += _file_block("about", folder, name)
    return "\n".join(lines) + "\n"


def _digest_of_files(folder: Path, names: Sequence[str]) -> str:
    """Return a digest (16 hex digits) over these files without the configuration."""
    total = hashlib.sha256()
    for name in sorted(set(names) - {"config.json"}):
        total.update(name.encode() + hashlib.sha256((folder / name).read_bytes()).digest())
    return total.hexdigest()[:16]


def _file_block(kind: str, folder: Path, name: str) -> list[str]:
    content = (folder / name).read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    return ["", f"[[model.{kind}]]", f"path = {json.dumps(name)}", f"size = {len(content)}", f'sha256 = "{digest}"']


if __name__ == "__main__":
    write_manifest(FOLDER)
