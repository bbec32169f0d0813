"""Makes the shipped files of a role from a checkpoint: `python -m models.reader.export CHECKPOINT --head span|opinion [--to FOLDER]`.

Weights (float16), graph, tokenizer and configuration; the bytes are the same at every run. `calibration.json` beside the checkpoint, which
`models.reader.calibrate` writes, says how logits become probabilities. Run `python -m models.manifest` after it.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from typing import Any

import onnx
from safetensors.numpy import load_file, save_file

from app.inference.manifest import CODE_VERSION
from models.onnx_graph import WEIGHTS, weights_header
from models.training import write_json
from models.trunk.export import shipped_tensors
from models.trunk.graph import build_graph

MODELS = Path(__file__).resolve().parent.parent
ROLES = {"opinion": ("opinion", "opinion-1"), "span": ("reader", "reader-2")}
"""Each head's role, which is its folder, and the model's name. The other head of the checkpoint is left out."""
SIZE = 3
UNCALIBRATED = {"opinion": {"temperature": 1.0}, "span": {"scale": 1.0, "shift": 0.0}}


def export(checkpoint: Path, target: Path, *, head: str, trunk: Path = MODELS / "trunk") -> None:
    """Write all files that the program reads; vocabulary and shape are the cross-encoder's, whose layers the training started from."""
    target.mkdir(parents=True, exist_ok=True)
    state = {f"heads.{name}" if name.startswith("span.") else name: value for name, value in load_file(checkpoint).items()}
    own = {name: value for name, value in state.items() if not name.startswith("heads.") or name.startswith(f"heads.{head}.")}
    save_file(shipped_tensors(own), target / WEIGHTS, metadata={"format": "pt"})
    (target / WEIGHTS).chmod(0o644)
    config: dict[str, Any] = json.loads((trunk / "config.json").read_text(encoding="utf-8"))
    bert = {key: value for key, value in config.items() if key != "priorcheck"}
    header, start = weights_header(target / WEIGHTS)
    graph = build_graph(header, start, bert=bert, heads={head: SIZE}, name=ROLES[head][1])
    (target / "model.onnx").write_bytes(graph.SerializeToString(deterministic=True))
    onnx.checker.check_model(str(target / "model.onnx"))
    shutil.copyfile(trunk / "tokenizer.json", target / "tokenizer.json")
    write_json(target / "config.json", {**bert, "priorcheck": _description(checkpoint.with_name("calibration.json"), head)})


def _description(calibration: Path, head: str) -> dict[str, Any]:
    numbers = json.loads(calibration.read_text(encoding="utf-8")) if calibration.is_file() else UNCALIBRATED
    return {
        "name": ROLES[head][1],
        "role": ROLES[head][0],
        "licence": "AGPL-3.0-or-later (see CARD.md)",
        "code": CODE_VERSION[ROLES[head][0]],
        "heads": {head: {"size": SIZE, **numbers[head]}},
        "files": ["model.onnx", WEIGHTS, "tokenizer.json", "config.json"],
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--head", choices=ROLES, required=True)
    parser.add_argument("--to", type=Path, default=None, help="(default: the role's folder)")
    told = parser.parse_args()
    export(told.checkpoint, told.to or MODELS / ROLES[told.head][0], head=told.head)
