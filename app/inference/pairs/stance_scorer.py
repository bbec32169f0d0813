"""The first stance model: a small network over the encoder's vectors and the two texts' wording, run with numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from app.domain.progress import CancelToken, no_progress
from app.errors import ModelError
from app.inference.manifest import REINSTALL, ModelEntry, checked_model, identity_over, read_config
from app.inference.pairs.stance_features import WORDING_NAMES, stance_features, width
from app.inference.pairs.trunk_scorers import TrunkLoader, head_stance_scorer, is_head, own_trunk
from app.ports import FloatMatrix, ModelIdentity, StanceScorer, TextEncoder

_CHUNK = 1024
"""Pairs between two looks at the cancel token."""


class StanceNetwork:
    """One hidden layer and a softmax: (n, features) to (n, 3) probabilities, support, refute, neutral.

    Computed in float64, where the rounding of a matrix product, which depends on the batch around a row, is far too small to show.
    """

    def __init__(self, tensors: Mapping[str, FloatMatrix], *, temperature: float) -> None:
        self._hidden = tensors["hidden.weight"].astype(np.float64).T
        self._hidden_bias = tensors["hidden.bias"].astype(np.float64)
        self._output = tensors["output.weight"].astype(np.float64).T
        self._output_bias = tensors["output.bias"].astype(np.float64)
        self._temperature = temperature

    @property
    def width(self) -> int:
        """Features it takes."""
        return int(self._hidden.shape[0])

    def __call__(self, features: FloatMatrix) -> FloatMatrix:
        hidden = np.maximum(features.astype(np.float64) @ self._hidden + self._hidden_bias, 0.0)
        logits = (hidden @ self._output + self._output_bias) / self._temperature
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


class NetworkStanceScorer:
    """Stance of premises towards hypotheses; the vectors come from the (cached) encoder."""

    def __init__(self, encoder: TextEncoder, network: StanceNetwork, *, name: str, artefact: str) -> None:
        self._encoder = encoder
        self._network = network
        self._name = name
        self._artefact = artefact

    @property
    def identity(self) -> ModelIdentity:
        """Its own files and the encoder's: a probability is a function of both."""
        return identity_over(self._encoder.identity, name=self._name, artefact=self._artefact)

    def stance(self, premises: Sequence[str], hypotheses: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        """Probabilities (n, 3), float32; columns support, refute, neutral. Raises Cancelled."""
        result = np.empty((len(premises), 3), np.float32)
        if not premises:
            return result
        texts = list(dict.fromkeys([*premises, *hypotheses]))
        vectors = self._encoder.encode(texts, progress=no_progress, cancel=cancel)
        row = {text: number for number, text in enumerate(texts)}
        for start in range(0, len(premises), _CHUNK):
            cancel.check()
            left, right = premises[start : start + _CHUNK], hypotheses[start : start + _CHUNK]
            sides = vectors[[row[text] for text in left]], vectors[[row[text] for text in right]]
            result[start : start + _CHUNK] = self._network(stance_features(left, right, *sides))
        return result


def load_stance_scorer(encoder: TextEncoder, *, models: Path | None = None, trunk: TrunkLoader | None = None) -> StanceScorer:
    """The bundled stance model, over this encoder or a head of the cross-encoder that `trunk` gives (None: a new one).

    Raises ModelError: `model-missing`, `model-altered`, `model-mismatch` (trained over other features or another encoder).
    """
    entry = checked_model("stance", models)
    config = read_config(entry)
    if is_head(config):
        return head_stance_scorer(entry, config, (trunk or own_trunk(models))())
    network = StanceNetwork(_tensors(entry), temperature=float(config["temperature"]))
    if tuple(config["wording"]) != WORDING_NAMES or network.width != width(encoder.dimension):
        message = f"The model '{entry.name}' does not fit this version of the program."
        raise ModelError("model-mismatch", message, hint=REINSTALL)
    return NetworkStanceScorer(encoder, network, name=entry.name, artefact=entry.artefact)


def _tensors(entry: ModelEntry) -> Mapping[str, FloatMatrix]:
    from safetensors.numpy import load_file

    tensors: Mapping[str, FloatMatrix] = load_file(entry.path("model.safetensors"))
    return tensors
