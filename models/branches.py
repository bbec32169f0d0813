"""Files of a branch of the cross-encoder (`app/inference/pairs/branch.py`): its own tensors.

`python -m models.branches reader opinion evidence` rewrites the files of these folders for the present trunk. It is for a training
of the trunk that left the shared tensors unchanged, and refuses otherwise. Run `python -m models.manifest` after it.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import safe_open
from safetensors.numpy import load_file, save_file

from app.inference.manifest import WEIGHTS
from app.inference.pairs.branch import DIGITS, GROWN_ON
from models.training import write_json

FOLDER = Path(__file__).resolve().parent
_SHARED_DIGEST = "shared"
_HEADS = "heads."

Tensors = Mapping[str, NDArray[Any]]


def write_branch(target: Path, tensors: Tensors, *, about: dict[str, Any], trunk: Path = FOLDER / "trunk") -> None:
    """Write weights and configuration of a branch of the trunk to a folder. `about` goes into the configuration.

    `tensors` are float16, by BERT's names. Those that equal the trunk's are left out.
    """
    branch_weights(target, tensors, trunk=trunk)
    write_json(target / "config.json", {"priorcheck": about})


def branch_weights(target: Path, tensors: Tensors, *, trunk: Path = FOLDER / "trunk") -> None:
    """Write the weights of a branch: float16 tensors by BERT's names, without those that equal the trunk's."""
    below = load_file(trunk / WEIGHTS)
    branch_tensors = {name: value for name, value in tensors.items() if name not in below or not np.array_equal(value, below[name])}
    shared = {name: value for name, value in below.items() if name not in branch_tensors and not name.startswith(_HEADS)}
    marks = {"format": "pt", GROWN_ON: _sha256((trunk / WEIGHTS).read_bytes())[:DIGITS], _SHARED_DIGEST: _tensor_digest(shared)}
    target.mkdir(parents=True, exist_ok=True)
    save_file({name: branch_tensors[name] for name in sorted(branch_tensors)}, target / WEIGHTS, metadata=marks)
    (target / WEIGHTS).chmod(0o644)


def complete_tensors(weights: Path, *, trunk: Path = FOLDER / "trunk") -> dict[str, NDArray[Any]]:
    """Return all tensors of a weights file. Those of a branch include the tensors that it shares with the trunk."""
    branch_tensors = load_file(weights)
    with safe_open(weights, "numpy") as file:
        if GROWN_ON not in (file.metadata() or {}):
            return branch_tensors
    below = load_file(trunk / WEIGHTS)
    return {name: value for name, value in below.items() if not name.startswith(_HEADS)} | branch_tensors


def rewrite_branch(folder: Path, *, trunk: Path = FOLDER / "trunk") -> None:
    """Write the files of a branch, or of a whole network, for the present trunk. Raises ValueError if their shared tensors changed."""
    branch_tensors = load_file(folder / WEIGHTS)
    with safe_open(folder / WEIGHTS, "numpy") as file:
        recorded_digest = (file.metadata() or {}).get(_SHARED_DIGEST)
    below = load_file(trunk / WEIGHTS)
    shared = {name: value for name, value in below.items() if name not in branch_tensors and not name.startswith(_HEADS)}
    if recorded_digest is not None and recorded_digest != _tensor_digest(shared):
        raise ValueError(f"the trunk's tensors below {folder.name} have changed: train it anew")
    about = json.loads((folder / "config.json").read_text(encoding="utf-8"))["priorcheck"]
    about["files"] = [name for name in about["files"] if name != "tokenizer.json"]
    write_branch(folder, branch_tensors, about=about, trunk=trunk)


def _tensor_digest(tensors: Tensors) -> str:
    """Return a hash over the tensors' names and numbers."""
    return _sha256(b"".join(name.encode() + np.ascontiguousarray(tensors[name]).tobytes() for name in sorted(tensors)))[:DIGITS]


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


if __name__ == "__main__":
    for role in sys.argv[1:]:
        rewrite_branch(FOLDER / role)
