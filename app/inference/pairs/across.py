"""Pairs whose sides are in different languages: what the bundled models read is English, so that these go by the vectors alone.

The measures of wording are nought between languages, and a cross-encoder that has read English alone takes another language for
noise. The encoder's vectors lie in one space, though: a calibrated logistic model over their cosine, and over whether the numbers
agree, says what the scorer would say of the two in English. `models.multilingual.calibrate` fitted it on pairs that the student had
not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import regex

from app.domain.progress import CancelToken, no_progress
from app.errors import ModelError
from app.inference.manifest import REINSTALL, checked_model, read_config
from app.ports import FloatMatrix, ModelIdentity, PairInput, PairScorer, TextEncoder
from app.translation import tr

MEASURES = ("cosine", "cosine_squared", "same_numbers", "other_numbers")
_NUMBER = regex.compile(r"\p{Nd}+")


def across_measures(cosine: float, sentence: str, claim: str) -> tuple[float, ...]:
    """The values of MEASURES; numbers are the runs of digits that stand in the texts, whatever stands between them."""
    said, checked = numbers(sentence), numbers(claim)
    same = len(said & checked)
    return cosine, max(cosine, 0.0) ** 2, float(np.log1p(same)), float(bool(said) and bool(checked) and not same)


def numbers(text: str) -> frozenset[int]:
    """The runs of digits, in whatever script they are written; a single digit is often a word elsewhere and does not count."""
    return frozenset(int(found) for found in _NUMBER.findall(text[:4000]) if 1 < len(found) < 19)


class AcrossLanguages:
    """A `PairScorer`: the one behind it for pairs of one language, cosines for the others."""

    def __init__(
        self,
        scorer: PairScorer,
        encoder: TextEncoder,
        *,
        language: Callable[[str], str],
        weights: Mapping[str, float],
        bias: float,
    ) -> None:
        self._scorer = scorer
        self._encoder = encoder
        self._language = language
        self._weights = np.array([weights[name] for name in MEASURES], np.float64)
        self._bias = bias

    @property
    def identity(self) -> ModelIdentity:
        """That of the scorer for one language: the weights are part of the encoder, which names itself."""
        return self._scorer.identity

    def score(self, pairs: Sequence[PairInput], *, cancel: CancelToken) -> FloatMatrix:
        """Probabilities (len(pairs),), float32, each a function of its pair alone. Raises Cancelled."""
        across = np.array([self._language(pair.sentence) != self._language(pair.claim) for pair in pairs], np.bool_)
        if not across.any():
            return self._scorer.score(pairs, cancel=cancel)
        scores = np.empty(len(pairs), np.float32)
        scores[~across] = self._scorer.score([pair for pair, other in zip(pairs, across, strict=True) if not other], cancel=cancel)
        scores[across] = self._by_cosine([pair for pair, other in zip(pairs, across, strict=True) if other], cancel)
        return scores

    def _by_cosine(self, pairs: Sequence[PairInput], cancel: CancelToken) -> FloatMatrix:
        texts = list(dict.fromkeys(text for pair in pairs for text in (pair.sentence, pair.claim, pair.title)))
        vectors = self._encoder.encode(texts, progress=no_progress, cancel=cancel)
        row = dict(zip(texts, vectors, strict=True))
        measures = []
        for pair in pairs:
            cosines = [float((row[pair.sentence] * row[text]).sum()) for text in (pair.claim, pair.title) if text.strip()]
            measures.append(across_measures(max(cosines, default=0.0), pair.sentence, pair.claim))
        logits = (np.array(measures, np.float64) * self._weights).sum(axis=1) + self._bias
        return np.asarray(1.0 / (1.0 + np.exp(-np.clip(logits, -60.0, 60.0))), np.float32)


def across_languages(
    scorer: PairScorer,
    encoder: TextEncoder,
    *,
    role: Literal["prefilter", "pair_scorer"],
    language: Callable[[str], str],
    models: Path | None = None,
) -> AcrossLanguages:
    """This scorer, the bundled one of its role, with the judgement of pairs across languages on its scale. Raises ModelError as
    `checked_model` does."""
    entry = checked_model("multilingual", models)
    found = read_config(entry).get("across", {}).get(role)
    if not isinstance(found, dict) or set(found.get("weights", {})) != set(MEASURES):
        message = tr("The model '{name}' does not fit this version of the program.", name=entry.name)
        raise ModelError("model-mismatch", message, hint=tr(REINSTALL))
    return AcrossLanguages(scorer, encoder, language=language, weights=found["weights"], bias=float(found["bias"]))
