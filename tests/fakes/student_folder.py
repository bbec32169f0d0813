"""A multilingual student of a few features, written like the real one, for tests that need only its files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

from app.inference.encoders.student_text import FEATURES, features
from app.inference.manifest import CODE_VERSION
from models.manifest import write_manifest

DIMENSION, WIDTH = 8, 4


def write_student(models: Path, texts: Iterable[str], *, rules: str = FEATURES, without: str = "") -> Path:
    """Write the folder `models/multilingual` over the features of these texts, and a manifest that lists it; `without` leaves a
    tensor out."""
    chooser = np.random.default_rng(0)
    folder = models / "multilingual"
    folder.mkdir(parents=True)
    codes = np.unique([code for text in texts for code, _ in features(text)]).astype(np.uint32)
    tensors = {
        "codes": codes,
        "table": chooser.integers(0, 256, (len(codes), WIDTH // 2)).astype(np.uint8),
        "scales": np.full(len(codes), 0.01, np.float16),
        "first.weight": chooser.normal(size=(6, WIDTH)).astype(np.float16),
        "first.bias": np.zeros(6, np.float16),
        "second.weight": chooser.normal(size=(WIDTH, 6)).astype(np.float16),
        "second.bias": np.zeros(WIDTH, np.float16),
        "last.weight": chooser.normal(size=(DIMENSION, WIDTH)).astype(np.float16),
        "last.bias": np.zeros(DIMENSION, np.float16),
    }
    save_file({name: tensor for name, tensor in tensors.items() if name != without}, folder / "model.safetensors")
    description = {
        "name": "small-student",
        "role": "multilingual",
        "licence": "own",
        "code": CODE_VERSION["multilingual"],
        "files": ["model.safetensors", "config.json"],
    }
    config = {"priorcheck": description, "features": rules, "dimension": DIMENSION}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    write_manifest(models)
    return folder
