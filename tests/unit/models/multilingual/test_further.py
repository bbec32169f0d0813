"""The shipped student, unpacked for more training, is unchanged; new features have no effect before training."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from app.domain.progress import CancelToken, no_progress
from app.inference.encoders.student_encoder import WEIGHTS, StudentEncoder
from app.inference.manifest import checked_model
from models.multilingual import further
from models.multilingual.examples import Example
from models.multilingual.features import feature_rows
from models.multilingual.further import mixed, unpacked, widened
from models.multilingual.network import Head, Table

TEXTS = ["Der Impfstoff verändert die DNA nicht", "सरकार ने न्यूनतम वेतन बढ़ाया", "لا توجد حياة على المريخ", "2021年に4.5%"]


def encoded(tensors: dict[str, Any]) -> np.ndarray:
    head = Head(tensors["last.weight"].T, hidden=len(tensors["first.weight"]))
    head.load_state_dict({name: torch.from_numpy(values) for name, values in tensors.items() if name not in {"codes", "table"}})
    rows = feature_rows(TEXTS).known(tensors["codes"].astype(np.int64))
    with torch.inference_mode():
        return np.asarray(head(Table(tensors["table"], rate=0.0).pool(rows)[0]).numpy())


def test_unpacking_and_widening_keep_the_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(further, "MOST", 400_000)
    entry = checked_model("multilingual")
    shipped = StudentEncoder(entry).encode(TEXTS, progress=no_progress, cancel=CancelToken())
    tensors = unpacked(entry.path(WEIGHTS))
    assert np.allclose(encoded(tensors), shipped, atol=2e-5)
    examples = [Example(f"{text} quixotumble", "x", "sentences") for text in TEXTS]
    wider = widened(tensors, examples)
    assert len(wider["codes"]) > len(tensors["codes"]) and (np.diff(wider["codes"].astype(np.int64)) > 0).all()
    assert np.allclose(encoded(wider), shipped, atol=2e-5)
    new = ~wider["table"].any(axis=1)
    learnt = wider | {"table": wider["table"] + 1.0, "last.bias": wider["last.bias"] + 2.0}
    half = mixed(wider, learnt, 0.5)
    assert (half["codes"] == wider["codes"]).all() and np.allclose(half["last.bias"], wider["last.bias"] + 1.0)
    assert np.allclose(half["table"][~new], wider["table"][~new] + 0.5) and np.allclose(half["table"][new], 1.0)


def test_the_shortest_rows_are_dropped_first(monkeypatch: pytest.MonkeyPatch) -> None:
    tensors = unpacked(checked_model("multilingual").path(WEIGHTS))
    monkeypatch.setattr(further, "MOST", len(tensors["codes"]))
    wider = widened(tensors, [Example(f"{text} quixotumble", "x", "sentences") for text in TEXTS])
    gone = ~np.isin(tensors["codes"], wider["codes"])
    lengths = np.linalg.norm(tensors["table"], axis=1)
    assert len(wider["codes"]) == len(tensors["codes"]) and 0 < gone.sum() < 100
    assert lengths[gone].max() <= lengths[~gone].min()
