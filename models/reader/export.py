"""Make the shipped files of a role from a checkpoint: `python -m models.reader.export CHECKPOINT --head span|opinion [--to
FOLDER]`.

The role is a branch of the cross-encoder (`models.branches`): weights (float16) and configuration. The bytes are the same at
every run. The calibration comes from `calibration.json` beside the checkpoint, which `models.reader.calibrate` writes. Run `python
-m models.manifest` after it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from safetensors.numpy import load_file

from app.inference.manifest import CODE_VERSION, WEIGHTS
from models.branches import write_branch
from models.trunk.export import shipped_tensors

MODELS = Path(__file__).resolve().parent.parent
ROLES = {"opinion": ("opinion", "opinion-1"), "span": ("reader", "reader-2")}
"""Role of each head, which is its folder, and the model's name. The other head of the checkpoint is left out."""
SIZE = 3
UNCALIBRATED = {"opinion": {"temperature": 1.0}, "span": {"scale": 1.0, "shift": 0.0}}


def export(checkpoint: Path, target: Path, *, head: str, trunk: Path = MODELS / "trunk") -> None:
    """Write all files that the program reads; vocabulary and shape are the cross-encoder's, whose layers the training started from."""
    state = {f"heads.{name}" if name.startswith("span.") else name: value for name, value in load_file(checkpoint).items()}
    head_tensors = {name: value for name, value in state.items() if not name.startswith("heads.") or name.startswith(f"heads.{head}.")}
    calibration = checkpoint.with_name("calibration.json")
    numbers = json.loads(calibration.read_text(encoding="utf-8")) if calibration.is_file() else UNCALIBRATED
    about = {
        "name": ROLES[head][1],
        "role": ROLES[head][0],
        "licence": "AGPL-3.0-or-later (see CARD.md)",
        "code": CODE_VERSION[ROLES[head][0]],
        "heads": {head: {"size": SIZE, **numbers[head]}},
        "files": [WEIGHTS, "config.json"],
    }
    write_branch(target, shipped_tensors(head_tensors), about=about, trunk=trunk)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--head", choices=ROLES, required=True)
    parser.add_argument("--to", type=Path, default=None, help="(default: the role's folder)")
    arguments = parser.parse_args()
    export(arguments.checkpoint, arguments.to or MODELS / ROLES[arguments.head][0], head=arguments.head)
