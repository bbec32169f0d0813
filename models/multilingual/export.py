"""Writes the files that the program reads: `python -m models.multilingual.export`, after `.train`.

The table goes to int8 with one scale a row, the rest to float16. The same input makes the same bytes.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from app.inference.encoders.student_encoder import WEIGHTS
from app.inference.encoders.student_text import FEATURES
from models.multilingual.train import OUT
from models.training import write_json

FOLDER = Path(__file__).resolve().parent


def export() -> None:
    """From `build/training/multilingual/student` to this folder."""
    trained = load_file(OUT / "model.safetensors")
    plan = json.loads((OUT / "plan.json").read_text(encoding="utf-8"))
    table, scales = packed(trained["table"])
    layers = {name: values.astype(np.float16) for name, values in trained.items() if name not in {"codes", "table"}}
    save_file({"codes": trained["codes"], "table": table, "scales": scales, **layers}, FOLDER / WEIGHTS)
    (FOLDER / WEIGHTS).chmod(0o644)
    about = {"name": "multilingual-student-1", "role": "multilingual", "licence": "AGPL-3.0-or-later (see CARD.md)", "code": 1}
    about |= {"files": [WEIGHTS, "config.json"]}
    config = {"priorcheck": about, "features": FEATURES, "dimension": len(trained["last.bias"]), "teacher": plan["teacher"]}
    write_json(FOLDER / "config.json", config | {"trained_on": plan["examples"], "plan": plan["plan"]})


def packed(table: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Rows as int8 and their scales: `table` is about `int8 * scale`, off by half a step of its row at most."""
    scales = np.maximum(np.abs(table).max(axis=1) / 127, 1e-9).astype(np.float32)
    return np.rint(table / scales[:, None]).clip(-127, 127).astype(np.int8), scales


if __name__ == "__main__":
    export()
