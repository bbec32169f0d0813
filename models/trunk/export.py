"""Make the cross-encoder's shipped files from a checkpoint of its training.

`python -m models.trunk.export CHECKPOINT [--to FOLDER]` writes weights (float16), tokenizer and configuration. The bytes are
the same at every run. The calibration comes from `calibration.json` beside the checkpoint, if there is one. Run `python -m
models.trunk.measure` and `python -m models.manifest` after it.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from app.inference.manifest import CODE_VERSION, WEIGHTS
from models.trunk.network import HEADS

FOLDER = Path(__file__).resolve().parent
ENCODER = FOLDER.parent / "encoder"
NAME = "claim-cross-encoder-1"
UNCALIBRATED = {"relevance": {"scale": 1.0, "shift": 0.0}, "stance": {"temperature": 1.0}}

Tensors = dict[str, NDArray[Any]]


def export(checkpoint: Path, target: Path, *, encoder: Path = ENCODER) -> None:
    """Write all files that the program reads; vocabulary and shape are the encoder's, whose layers the training started from."""
    target.mkdir(parents=True, exist_ok=True)
    tensors = shipped_tensors(load_file(checkpoint))
    save_file(tensors, target / WEIGHTS, metadata={"format": "pt"})
    (target / WEIGHTS).chmod(0o644)
    bert = {key: value for key, value in _json(encoder / "config.json").items() if key not in {"priorcheck", "architectures"}}
    heads = {head: len(tensors[f"heads.{head}.3.bias"]) for head in _heads(tensors)}
    shutil.copyfile(encoder / "tokenizer.json", target / "tokenizer.json")
    config = {**bert, "priorcheck": _description(heads, checkpoint.with_name("calibration.json"))}
    (target / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8", newline="\n")


def shipped_tensors(state: Tensors) -> Tensors:
    """Return BERT's tensors by BERT's own names, and those of the heads, all float16, sorted by name."""
    encoder_tensors = {name.removeprefix("trunk.bert."): value for name, value in state.items() if value.dtype == np.float32}
    unknown = [name for name in encoder_tensors if not name.startswith(("embeddings.", "encoder.", "heads."))]
    if unknown:
        raise ValueError(f"the checkpoint holds tensors that are none of the cross-encoder's: {unknown[:3]}")
    return {name: np.ascontiguousarray(encoder_tensors[name].astype(np.float16)) for name in sorted(encoder_tensors)}


def _heads(tensors: Tensors) -> list[str]:
    """Return the heads that the tensors contain, in the program's fixed order first, so that columns keep their positions."""
    present = {name.split(".")[1] for name in tensors if name.startswith("heads.")}
    return [head for head in HEADS if head in present] + sorted(present - HEADS.keys())


def _description(heads: dict[str, int], calibration: Path) -> dict[str, Any]:
    numbers = _json(calibration) if calibration.is_file() else UNCALIBRATED
    return {
        "name": NAME,
        "role": "trunk",
        "licence": "AGPL-3.0-or-later (see CARD.md)",
        "code": CODE_VERSION["trunk"],
        "heads": {head: {"size": size, **numbers.get(head, {})} for head, size in heads.items()},
        "files": [WEIGHTS, "tokenizer.json", "config.json"],
    }


def _json(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--to", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    export(arguments.checkpoint, arguments.to)
