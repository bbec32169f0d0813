"""Multilingual student encoder: maps texts of any language into the claim encoder's space, in numpy.

A text is the weighted sum of its features' vectors (a table of four-bit rows with one scale each), followed by a network of two
layers: `norm(P (x + B gelu(A x)))` with x of length √width. `models/multilingual/CARD.md` describes the training.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.errors import ModelError
from app.inference.encoders.batch_encoder import ACTIVITY
from app.inference.encoders.student_text import FEATURES, features
from app.inference.manifest import REINSTALL, ModelEntry, read_config
from app.inference.text_versions import reading
from app.ports import FloatMatrix, ModelIdentity
from app.translation import tr

WEIGHTS = "model.safetensors"
# Texts computed at a time: a few megabytes of feature vectors.
_WINDOW = 64
_LEAST_NORM = 1e-6

Tensors = Mapping[str, NDArray[np.generic]]


class StudentEncoder:
    """A `TextEncoder` without torch or OpenVINO. Raises ModelError `model-mismatch` for a model with other features."""

    def __init__(self, entry: ModelEntry) -> None:
        config = read_config(entry)
        if config.get("features") != FEATURES:
            raise _mismatch(entry)
        self._entry = entry
        self.dimension = int(config["dimension"])
        self.identity = ModelIdentity(
            name=entry.name, artefact=entry.artefact, backend="numpy-cpu", precision="float32", reading=reading("student")
        )

    @cached_property
    def _weights(self) -> _Weights:
        """Weights, read on the first foreign text; many sessions have none."""
        return _Weights(self._entry, dimension=self.dimension)

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        """Return unit vectors (len(texts), dimension). Raises Cancelled, and ModelError `model-mismatch` for inconsistent tensors."""
        vectors = np.empty((len(texts), self.dimension), np.float32)
        progress(ProgressUpdate(tr(ACTIVITY), 0, len(texts)))
        for start in range(0, len(texts), _WINDOW):
            cancel.check()
            window = texts[start : start + _WINDOW]
            pooled = np.stack([self._weights.pooled(text) for text in window])
            vectors[start : start + len(window)] = self._weights.above(pooled)
            progress(ProgressUpdate(tr(ACTIVITY), start + len(window), len(texts)))
        return vectors


class _Weights:
    """Tensors of `model.safetensors`: sorted codes (rows,), table (rows, width / 2), scales (rows,), and the two layers. A byte of
    the table holds two values, as packed by `models.multilingual.export`."""

    def __init__(self, entry: ModelEntry, *, dimension: int) -> None:
        from safetensors.numpy import load_file

        tensors: Tensors = load_file(entry.path(WEIGHTS))
        try:
            self._codes = tensors["codes"].astype(np.int64)
            self._table = np.asarray(tensors["table"], np.uint8)
            self._scales = tensors["scales"].astype(np.float32)
            self._layers = {name: tensors[name].astype(np.float32) for name in _LAYERS}
        except KeyError as error:
            raise _mismatch(entry) from error
        if not len(self._codes) == len(self._table) == len(self._scales) or len(self._layers["last.bias"]) != dimension:
            raise _mismatch(entry)

    def pooled(self, text: str) -> FloatMatrix:
        """Return the weighted sum (width,) of the known features' vectors."""
        text_features = features(text)
        codes = np.array([code for code, _ in text_features], np.int64)
        weights = np.array([weight for _, weight in text_features], np.float32)
        rows = np.searchsorted(self._codes, codes).clip(max=len(self._codes) - 1)
        is_known = self._codes[rows] == codes
        rows, weights = rows[is_known], weights[is_known] * self._scales[rows[is_known]]
        pairs = self._table[rows]
        unpacked = np.concatenate([pairs & 15, pairs >> 4], axis=1).astype(np.float32) - 8
        # Text by text, so that other texts cannot change the last bit.
        return np.asarray(weights @ unpacked, np.float32)

    def above(self, pooled: FloatMatrix) -> FloatMatrix:
        """Apply the network: pooled vectors (n, width) to unit vectors (n, dimension)."""
        layers = self._layers
        inner = pooled / np.maximum(np.linalg.norm(pooled, axis=1, keepdims=True), _LEAST_NORM) * math.sqrt(pooled.shape[1])
        hidden = _gelu(inner @ layers["first.weight"].T + layers["first.bias"])
        inner = inner + hidden @ layers["second.weight"].T + layers["second.bias"]
        vectors = inner @ layers["last.weight"].T + layers["last.bias"]
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        vectors[norms[:, 0] < _LEAST_NORM, 0] = 1.0
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


_LAYERS = ("first.weight", "first.bias", "second.weight", "second.bias", "last.weight", "last.bias")


def _gelu(values: FloatMatrix) -> FloatMatrix:
    """Return the tanh approximation of GELU (Hendrycks and Gimpel 2016, section 2)."""
    return np.asarray(0.5 * values * (1 + np.tanh(math.sqrt(2 / math.pi) * (values + 0.044715 * values**3))), np.float32)


def _mismatch(entry: ModelEntry) -> ModelError:
    message = tr("The model '{name}' does not fit this version of the program.", name=entry.name)
    return ModelError("model-mismatch", message, hint=tr(REINSTALL))
