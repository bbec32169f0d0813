"""Export of the answer scorer's files, with the calibration of its logits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from app.inference.manifest import CODE_VERSION, WEIGHTS
from models.branches import FOLDER as MODELS
from models.branches import write_branch
from models.trunk.export import shipped_tensors
from models.trunk.network import CrossEncoder

FOLDER = Path(__file__).resolve().parent
NAME, HEAD = "evidence-2", "answers"


def export_branch(
    network: CrossEncoder, *, logits: NDArray[np.float64], right: NDArray[np.bool_], target: Path = FOLDER, trunk: Path = MODELS / "trunk"
) -> None:
    """Write all files. `logits` are those of pairs that the network has not learnt from; `right` marks claims with their own
    answers."""
    fit = LogisticRegression(C=1e6).fit(logits[:, None], right)
    about = {
        "name": NAME,
        "role": "evidence",
        "licence": "AGPL-3.0-or-later (see CARD.md)",
        "code": CODE_VERSION["evidence"],
        "heads": {HEAD: {"size": 1, "scale": round(float(fit.coef_[0, 0]), 6), "shift": round(float(fit.intercept_[0]), 6)}},
        "files": ["model.json", "leading.safetensors", WEIGHTS, "config.json"],
    }
    state = {name: value.numpy() for name, value in network.state_dict().items()}
    write_branch(target, shipped_tensors(state), about=about, trunk=trunk)
