"""Make the shipped files of the syntax network from a checkpoint: `python -m models.syntax.export CHECKPOINT [--to FOLDER]`.

It is a branch of the cross-encoder: weights (float16) and configuration. The bytes are the same at every run. Run `python -m
models.manifest` after it.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

from app.inference.manifest import CODE_VERSION, WEIGHTS
from models.branches import branch_weights
from models.training import write_json

FOLDER = Path(__file__).resolve().parent
TRUNK = FOLDER.parent / "trunk"
NAME = "syntax-1"


def export(checkpoint: Path, target: Path) -> None:
    """Write all files that the program reads."""
    branch_weights(target, _tensors(load_file(checkpoint)), trunk=TRUNK)
    about = {
        "name": NAME,
        "role": "syntax",
        "licence": "AGPL-3.0-or-later (see CARD.md)",
        "code": CODE_VERSION["syntax"],
        "files": [WEIGHTS, "config.json"],
    }
    write_json(target / "config.json", {"priorcheck": about})


def _tensors(state: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Return BERT's tensors by BERT's own names, and those of the heads, in float16."""
    named = {
        name.removeprefix("bert.") if name.startswith("bert.") else f"heads.{name.removeprefix('labels.')}": value
        for name, value in state.items()
    }
    return {name: np.ascontiguousarray(named[name].astype(np.float16)) for name in sorted(named) if named[name].dtype == np.float32}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--to", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    export(arguments.checkpoint, arguments.to)
