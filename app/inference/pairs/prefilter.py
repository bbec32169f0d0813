"""Prefilter: a calibrated logistic model over the encoder's cosines and the two texts' wording, fast enough for every candidate."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken, no_progress
from app.errors import ModelError
from app.inference.manifest import REINSTALL, checked_model, identity_over, read_config
from app.inference.pairs.pair_features import NAMES, pair_features
from app.ports import FloatMatrix, ModelIdentity, PairInput, PairScorer, TextEncoder
from app.translation import tr

# Pairs between two looks at the cancel token: about a twentieth of a second.
_CHUNK = 2048


class LogisticPairScorer:
    """Probability that a fact-check settles a sentence, in numpy over the vectors of a (cached) encoder."""

    def __init__(self, encoder: TextEncoder, *, name: str, artefact: str, weights: NDArray[np.float64], bias: float) -> None:
        self._encoder = encoder
        self._name = name
        self._artefact = artefact
        self._weights = weights
        self._bias = bias

    @property
    def identity(self) -> ModelIdentity:
        """Identity from its own files and the encoder's, since a score depends on both."""
        return identity_over(self._encoder.identity, name=self._name, artefact=self._artefact, reader="prefilter")

    def score(self, pairs: Sequence[PairInput], *, cancel: CancelToken) -> FloatMatrix:
        """Return probabilities (len(pairs),), float32. Raises Cancelled."""
        scores = np.empty(len(pairs), np.float32)
        if not pairs:
            return scores
        features = PairVectors(self._encoder, pairs, cancel=cancel)
        for start in range(0, len(pairs), _CHUNK):
            cancel.check()
            rows = features.rows(list(pairs[start : start + _CHUNK]))
            scores[start : start + _CHUNK] = _sigmoid(rows @ self._weights + self._bias)
        return scores


class PairVectors:
    """Computes the features of pairs, encoding every text once."""

    def __init__(self, encoder: TextEncoder, pairs: Sequence[PairInput], *, cancel: CancelToken) -> None:
        texts = list(dict.fromkeys(text for pair in pairs for text in (pair.sentence, pair.claim, pair.title)))
        self._vectors = encoder.encode(texts, progress=no_progress, cancel=cancel)
        self._row = {text: row for row, text in enumerate(texts)}

    def rows(self, pairs: list[PairInput]) -> FloatMatrix:
        """Return one row of `NAMES` for each pair; a missing title has the cosine 0."""
        sentences = self._of([pair.sentence for pair in pairs])
        claims = np.einsum("ij,ij->i", sentences, self._of([pair.claim for pair in pairs]))
        titles = np.einsum("ij,ij->i", sentences, self._of([pair.title for pair in pairs]))
        titles[[not pair.title for pair in pairs]] = 0.0
        return pair_features(pairs, claims, titles)

    def _of(self, texts: list[str]) -> FloatMatrix:
        return self._vectors[[self._row[text] for text in texts]]


def _sigmoid(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return 1.0 / (1.0 + np.exp(-np.clip(values, -60.0, 60.0)))


def load_prefilter(encoder: TextEncoder, *, models: Path | None = None) -> PairScorer:
    """Load the bundled prefilter for this encoder.

    Raises ModelError: `model-missing`, `model-altered`, `model-mismatch` (trained over other features or another encoder).
    """
    entry = checked_model("prefilter", models)
    config = read_config(entry)
    if tuple(config["features"]) != NAMES or config["dimension"] != encoder.dimension:
        message = tr("The model '{name}' does not fit this version of the program.", name=entry.name)
        raise ModelError("model-mismatch", message, hint=tr(REINSTALL))
    weights = np.array(config["weights"], np.float64)
    return LogisticPairScorer(encoder, name=entry.name, artefact=entry.artefact, weights=weights, bias=float(config["bias"]))
