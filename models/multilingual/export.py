"""Write the student's shipped files: `python -m models.multilingual.export`, after `.train`.

The table is stored in four bits with one scale for each row, all else in float16. The same input gives the same bytes.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from app.inference.encoders.student_encoder import WEIGHTS
from app.inference.encoders.student_text import FEATURES
from app.inference.manifest import CODE_VERSION
from models.multilingual.train import OUT
from models.training import write_json

FOLDER = Path(__file__).resolve().parent
_MOST = 7
_SHARES = (1.0, 0.9, 0.8, 0.7)


def export() -> None:
    """Export `build/training/multilingual/student` to this folder."""
    trained = load_file(OUT / "model.safetensors")
    plan = json.loads((OUT / "plan.json").read_text(encoding="utf-8"))
    table, scales = packed(trained["table"])
    layers = {name: values.astype(np.float16) for name, values in trained.items() if name not in {"codes", "table"}}
    save_file({"codes": trained["codes"], "table": table, "scales": scales, **layers}, FOLDER / WEIGHTS)
    (FOLDER / WEIGHTS).chmod(0o644)
    about = {
        "name": "multilingual-student-1",
        "role": "multilingual",
        "licence": "AGPL-3.0-or-later (see CARD.md)",
        "code": CODE_VERSION["multilingual"],
    }
    about |= {"files": [WEIGHTS, "config.json"]}
    config = {"priorcheck": about, "features": FEATURES, "dimension": len(trained["last.bias"]), "teacher": plan["teacher"]}
    write_json(FOLDER / "config.json", config | {"trained_on": plan["examples"], "plan": plan["plan"]})


def packed(table: NDArray[np.float32]) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
    """Return rows with four bits for each value, and their scales: a value is about `scale * (four bits - 8)`.

    The lower bits of a byte hold a value of the row's first half, the upper bits one of the second half. Of several scales a row
    gets the one with the least error; the largest values may be clipped.
    """
    largest = np.maximum(np.abs(table).max(axis=1), 1e-4)
    best, scales = np.full(len(table), np.inf, np.float32), np.zeros(len(table), np.float16)
    for share in _SHARES:
        candidate_scales = (largest * share / _MOST).astype(np.float16)
        column_scales = candidate_scales.astype(np.float32)[:, None]
        error = np.square(_whole(table, column_scales) * column_scales - table).sum(axis=1)
        scales = np.where(error < best, candidate_scales, scales)
        best = np.minimum(error, best)
    bits = (_whole(table, scales.astype(np.float32)[:, None]) + 8).astype(np.uint8)
    half_width = bits.shape[1] // 2
    return np.asarray(bits[:, :half_width] | bits[:, half_width:] << 4, np.uint8), scales


def _whole(table: NDArray[np.float32], scales: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(np.rint(table / scales).clip(-_MOST, _MOST), np.float32)


if __name__ == "__main__":
    export()
