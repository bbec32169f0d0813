"""Pair scorer and stance scorer over a cross-encoder's logits.

A pair whose sentence or claim is unreadable (no letter or digit, or none of a known script) is not given to the model: its
probability is 0, its stance neutral.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.domain.progress import CancelToken
from app.inference.manifest import identity_over
from app.inference.pairs.pair_logits import PairLogits
from app.ports import FloatMatrix, ModelIdentity, PairInput


class CrossEncoderPairScorer:
    """Probability sigmoid(scale * logit + shift) of one logit (Platt 1999, section 2: scale and shift fitted on held-out pairs)."""

    def __init__(self, logits: PairLogits, *, column: int, scale: float, shift: float, name: str, artefact: str) -> None:
        self._logits = logits
        self._column = column
        self._scale = scale
        self._shift = shift
        self._name = name
        self._artefact = artefact

    @property
    def identity(self) -> ModelIdentity:
        """Identity from its own files and the cross-encoder's, since a probability depends on both."""
        return identity_over(self._logits.identity, name=self._name, artefact=self._artefact)

    def score(self, pairs: Sequence[PairInput], *, cancel: CancelToken) -> FloatMatrix:
        """Return probabilities (len(pairs),), float32. Raises Cancelled."""
        logits = self._logits(pairs, cancel=cancel)[:, self._column].astype(np.float64)
        scores = 1.0 / (1.0 + np.exp(-np.clip(self._scale * logits + self._shift, -60.0, 60.0)))
        return np.nan_to_num(scores, nan=0.0).astype(np.float32)


class CrossEncoderStanceScorer:
    """Probabilities softmax(logits / temperature) of three logits (Guo et al. 2017, section 4.2). `columns` are those of support,
    refute and neutral. The hypothesis is read as the sentence, the premise as the claim."""

    def __init__(self, logits: PairLogits, *, columns: Sequence[int], temperature: float, name: str, artefact: str) -> None:
        self._logits = logits
        self._columns = list(columns)
        self._temperature = temperature
        self._name = name
        self._artefact = artefact

    @property
    def identity(self) -> ModelIdentity:
        """Identity from its own files and the cross-encoder's, since a probability depends on both."""
        return identity_over(self._logits.identity, name=self._name, artefact=self._artefact)

    def stance(self, premises: Sequence[str], hypotheses: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        """Return probabilities (n, 3), float32; columns support, refute, neutral. Raises Cancelled."""
        pairs = [PairInput(sentence=hypothesis, claim=premise) for premise, hypothesis in zip(premises, hypotheses, strict=True)]
        logits = self._logits(pairs, cancel=cancel)[:, self._columns].astype(np.float64) / self._temperature
        logits[np.isnan(logits).any(axis=1)] = (-np.inf, -np.inf, 0.0)
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)
