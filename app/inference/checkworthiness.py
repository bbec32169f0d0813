"""Check-worthiness model: a logistic regression over the encoder's vector and the sentence's wording, in numpy."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken, no_progress
from app.errors import ModelError
from app.inference.checkworthiness_features import SURFACE_NAMES, TermWeighting, surface
from app.inference.manifest import REINSTALL, ModelEntry, checked_model, identity_over, read_config, reads_english_as
from app.ports import CheckworthinessScorer, FloatMatrix, ModelIdentity, TextEncoder
from app.translation import tr

VOCABULARY = "vocabulary.json"
# Texts between two looks at the cancel token.
_CHUNK = 1024

Row = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckworthinessHead:
    """Weights of the unit vector (d,), of SURFACE_NAMES and of the terms; `bias`, and the scale that turns logits into
    probabilities. Each text is computed separately in float64, so that its result does not depend on the batch, not even in the
    last bit."""

    vector: Row
    surface: Row
    terms: Row
    weighting: TermWeighting
    bias: float
    slope: float
    threshold: float

    def logit(self, text: str, vector: FloatMatrix) -> float:
        """Return the raw score of one text with its unit vector (d,)."""
        columns, values = self.weighting.row(text)
        dense = float((self.vector * vector).sum()) + float((self.surface * surface(text)).sum())
        return dense + float((self.terms[columns] * values).sum()) + self.bias

    def probability(self, text: str, vector: FloatMatrix) -> float:
        """Return Platt's sigmoid, shifted so that the threshold of the best F1 is 0.5; 0 for a text without a letter or digit."""
        if not any(map(str.isalnum, text)):
            return 0.0
        return float(1.0 / (1.0 + np.exp(-self.slope * (self.logit(text, vector) - self.threshold))))


class HeadCheckworthinessScorer:
    """Scores texts by check-worthiness, over the vectors of a (cached) encoder."""

    def __init__(self, encoder: TextEncoder, head: CheckworthinessHead, *, name: str, artefact: str) -> None:
        self._encoder = encoder
        self._head = head
        self._name = name
        self._artefact = artefact

    @property
    def identity(self) -> ModelIdentity:
        """Identity from its own files and the encoder's, since a probability depends on both."""
        return identity_over(self._encoder.identity, name=self._name, artefact=self._artefact, reader="checkworthiness")

    def score(self, texts: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        """Return probabilities (len(texts),), float32, in the order of the texts. Raises Cancelled."""
        cancel.check()
        unique = list(dict.fromkeys(texts))
        if not unique:
            return np.empty(0, np.float32)
        vectors = self._encoder.encode(unique, progress=no_progress, cancel=cancel)
        by_text: dict[str, float] = {}
        for start in range(0, len(unique), _CHUNK):
            cancel.check()
            rows = zip(unique[start : start + _CHUNK], vectors[start : start + _CHUNK], strict=True)
            by_text.update((text, self._head.probability(text, vector)) for text, vector in rows)
        return np.array([by_text[text] for text in texts], np.float32)


def load_checkworthiness_scorer(encoder: TextEncoder, *, models: Path | None = None) -> CheckworthinessScorer:
    """Load the bundled check-worthiness model for this encoder.

    Raises ModelError: `model-missing`, `model-altered`, `model-mismatch` (made for other features, or trained over another
    encoder).
    """
    entry = checked_model("checkworthiness", models)
    config = read_config(entry)
    if tuple(config.get("surface", ())) != SURFACE_NAMES or not reads_english_as(encoder.identity, str(config.get("encoder"))):
        raise _mismatch(entry)
    head = _head(entry, slope=float(config["slope"]), threshold=float(config["threshold"]))
    if len(head.vector) != encoder.dimension:
        raise _mismatch(entry)
    return HeadCheckworthinessScorer(encoder, head, name=entry.name, artefact=entry.artefact)


def _mismatch(entry: ModelEntry) -> ModelError:
    message = tr("The model '{name}' does not fit this version of the program or its encoder.", name=entry.name)
    return ModelError("model-mismatch", message, hint=tr(REINSTALL))


def _head(entry: ModelEntry, *, slope: float, threshold: float) -> CheckworthinessHead:
    from safetensors.numpy import load_file

    stored: Mapping[str, FloatMatrix] = load_file(entry.path("model.safetensors"))
    tensors = {name: tensor.astype(np.float64) for name, tensor in stored.items()}
    vocabulary: list[str] = json.loads(entry.path(VOCABULARY).read_text(encoding="utf-8"))["terms"]
    if not len(set(vocabulary)) == len(tensors["terms.idf"]) == len(tensors["terms.weight"]):
        raise _mismatch(entry)
    return CheckworthinessHead(
        vector=tensors["vector.weight"],
        surface=tensors["surface.weight"],
        terms=tensors["terms.weight"],
        weighting=TermWeighting(vocabulary, tensors["terms.idf"]),
        bias=float(tensors["bias"][0]),
        slope=slope,
        threshold=threshold,
    )
