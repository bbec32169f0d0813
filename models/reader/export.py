"""Makes the reader's shipped files from a checkpoint of its training: `python -m models.reader.export CHECKPOINT [--to FOLDER]`.

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

from models.onnx_graph import WEIGHTS, weights_header
from models.training import write_json
from models.trunk.export import shipped_tensors
from models.trunk.graph import build_graph

FOLDER = Path(__file__).resolve().parent
TRUNK = FOLDER.parent / "trunk"
NAME = "reader-1"
HEADS = {"opinion": 3, "span": 3}
UNCALIBRATED = {"opinion": {"temperature": 1.0}, "span": {"scale": 1.0, "shift": 0.0}}


def export(checkpoint: Path, target: Path, *, trunk: Path = TRUNK) -> None:
    """Write all files that the program reads; vocabulary and shape are the cross-encoder's, whose layers the training started from."""
    target.mkdir(parents=True, exist_ok=True)
    state = {f"heads.{name}" if name.startswith("span.") else name: value for name, value in load_file(checkpoint).items()}
    save_file(shipped_tensors(state), target / WEIGHTS, metadata={"format": "pt"})
    (target / WEIGHTS).chmod(0o644)
    config: dict[str, Any] = json.loads((trunk / "config.json").read_text(encoding="utf-8"))
    bert = {key: value for key, value in config.items() if key != "priorcheck"}
    header, start = weights_header(target / WEIGHTS)
    graph = build_graph(header, start, bert=bert, heads=HEADS, name=NAME)
    (target / "model.onnx").write_bytes(graph.SerializeToString(deterministic=True))
    onnx.checker.check_model(str(target / "model.onnx"))
    shutil.copyfile(trunk / "tokenizer.json", target / "tokenizer.json")
    write_json(target / "config.json", {**bert, "priorcheck": _description(checkpoint.with_name("calibration.json"))})


def _description(calibration: Path) -> dict[str, Any]:
    numbers = json.loads(calibration.read_text(encoding="utf-8")) if calibration.is_file() else UNCALIBRATED
    return {
        "name": NAME,
        "role": "reader",
        "licence": "AGPL-3.0-or-later (see CARD.md)",
        "code": 1,
        "heads": {head: {"size": size, **numbers[head]} for head, size in HEADS.items()},
        "files": ["model.onnx", WEIGHTS, "tokenizer.json", "config.json"],
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--to", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    export(arguments.checkpoint, arguments.to)
