"""Pair scores for texts in other languages than English, which the bundled scorers cannot read reliably.

Between two languages the wording measures are zero, and an English cross-encoder reads noise. The encoder's vectors share one
space, though: a calibrated logistic model over their cosine and the agreement of numbers predicts the scorer's answer for the
English pair. Within one other language, the scorer's own output and shared letter trigrams are additional features.
`models.multilingual.calibrate` fitted both on pairs that the student had not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np
import regex
from numpy.typing import NDArray

from app.domain.log_odds import log_odds_array
from app.domain.progress import CancelToken, no_progress
from app.errors import ModelError
from app.inference.manifest import REINSTALL, checked_model, read_config
from app.inference.text_versions import reading
from app.ports import FloatMatrix, ModelIdentity, PairInput, PairScorer, TextEncoder
from app.translation import tr

MEASURES = ("cosine", "cosine_squared", "same_numbers", "other_numbers")
WITHIN = (*MEASURES, "shared_letters", "said")
_NUMBER = regex.compile(r"\p{Nd}+")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_MARGIN = 1e-5
_ENGLISH = "en"


def across_measures(cosine: float, sentence: str, claim: str) -> tuple[float, ...]:
    """Return the values of MEASURES; numbers are the runs of digits in the texts, regardless of what separates them."""
    sentence_numbers, claim_numbers = numbers(sentence), numbers(claim)
    shared = len(sentence_numbers & claim_numbers)
    return cosine, max(cosine, 0.0) ** 2, float(np.log1p(shared)), float(bool(sentence_numbers) and bool(claim_numbers) and not shared)


def within_measures(cosine: float, sentence: str, claim: str, score: float) -> tuple[float, ...]:
    """Return the values of WITHIN: those of MEASURES, the overlap of letter trigrams relative to the smaller set, and the log-odds
    of the scorer's output."""
    sentence_trigrams, claim_trigrams = _trigrams(sentence), _trigrams(claim)
    shared = len(sentence_trigrams & claim_trigrams) / max(1, min(len(sentence_trigrams), len(claim_trigrams)))
    return *across_measures(cosine, sentence, claim), shared, float(log_odds_array(np.array(score), margin=_MARGIN))


def _trigrams(text: str) -> frozenset[str]:
    plain = " ".join(_WORD.findall(text[:4000].casefold()))
    return frozenset(plain[start : start + 3] for start in range(len(plain) - 2))


def numbers(text: str) -> frozenset[int]:
    """Return the runs of digits in any script, without single digits, which other languages often write as words."""
    return frozenset(int(digits) for digits in _NUMBER.findall(text[:4000]) if 1 < len(digits) < 19)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """A logistic model: a weight for each measure, and a bias."""

    weights: NDArray[np.float64]
    bias: float

    def probabilities(self, measures: Sequence[tuple[float, ...]]) -> FloatMatrix:
        """Return the probabilities (n,) of rows of measures, float32."""
        logits = (np.array(measures, np.float64) * self.weights).sum(axis=1) + self.bias
        return np.asarray(1.0 / (1.0 + np.exp(-np.clip(logits, -60.0, 60.0))), np.float32)


class AcrossLanguages:
    """A `PairScorer`: the wrapped one for English pairs; for others a prediction of its score for the pair in English."""

    def __init__(self, scorer: PairScorer, encoder: TextEncoder, *, language: Callable[[str], str], across: Fit, within: Fit) -> None:
        self._scorer = scorer
        self._encoder = encoder
        self._language = language
        self._across = across
        self._within = within

    @property
    def identity(self) -> ModelIdentity:
        """Identity of the English scorer; the additional weights are part of the encoder and its identity."""
        inner = self._scorer.identity
        return replace(inner, reading=reading(inner.reading, "across"))

    def score(self, pairs: Sequence[PairInput], *, cancel: CancelToken) -> FloatMatrix:
        """Return probabilities (len(pairs),), float32, each a function of its pair only. Raises Cancelled."""
        sides = [(self._language(pair.sentence), self._language(pair.claim)) for pair in pairs]
        cross_lingual = [index for index, (sentence_language, claim_language) in enumerate(sides) if sentence_language != claim_language]
        monolingual = [index for index, (sentence_language, claim_language) in enumerate(sides) if sentence_language == claim_language]
        monolingual_foreign = [index for index in monolingual if sides[index][0] != _ENGLISH]
        scores = np.empty(len(pairs), np.float32)
        if monolingual:
            scores[monolingual] = self._scorer.score([pairs[index] for index in monolingual], cancel=cancel)
        # Between two languages an English cross-encoder reads noise.
        if cross_lingual:
            scores[cross_lingual] = self._between([pairs[index] for index in cross_lingual], cancel)
        if monolingual_foreign:
            scores[monolingual_foreign] = self._inside(
                [pairs[index] for index in monolingual_foreign], scores[monolingual_foreign].tolist(), cancel
            )
        return scores

    def _between(self, pairs: Sequence[PairInput], cancel: CancelToken) -> FloatMatrix:
        cosines = self._cosines(pairs, cancel)
        measures = (across_measures(cosine, pair.sentence, pair.claim) for pair, cosine in zip(pairs, cosines, strict=True))
        return self._across.probabilities(list(measures))

    def _inside(self, pairs: Sequence[PairInput], scores: Sequence[float], cancel: CancelToken) -> FloatMatrix:
        scored_pairs = zip(pairs, self._cosines(pairs, cancel), scores, strict=True)
        return self._within.probabilities(
            [within_measures(cosine, pair.sentence, pair.claim, score) for pair, cosine, score in scored_pairs]
        )

    def _cosines(self, pairs: Sequence[PairInput], cancel: CancelToken) -> list[float]:
        """Return the cosine of each sentence with the nearer of claim and title."""
        texts = list(dict.fromkeys(text for pair in pairs for text in (pair.sentence, pair.claim, pair.title)))
        vectors = self._encoder.encode(texts, progress=no_progress, cancel=cancel)
        row = dict(zip(texts, vectors, strict=True))
        pair_cosines = (
            [float((row[pair.sentence] * row[text]).sum()) for text in (pair.claim, pair.title) if text.strip()] for pair in pairs
        )
        return [max(cosines, default=0.0) for cosines in pair_cosines]


def across_languages(
    scorer: PairScorer,
    encoder: TextEncoder,
    *,
    role: Literal["prefilter", "pair_scorer"],
    language: Callable[[str], str],
    models: Path | None = None,
) -> AcrossLanguages:
    """Return the bundled scorer of a role, extended to pairs in other languages on the same scale. Raises ModelError as
    `checked_model`."""
    entry = checked_model("multilingual", models)
    config = read_config(entry)
    fits = {kind: _fit(config.get(kind, {}).get(role), names) for kind, names in (("across", MEASURES), ("within", WITHIN))}
    across, within = fits["across"], fits["within"]
    if across is None or within is None:
        message = tr("The model '{name}' does not fit this version of the program.", name=entry.name)
        raise ModelError("model-mismatch", message, hint=tr(REINSTALL))
    return AcrossLanguages(scorer, encoder, language=language, across=across, within=within)


def _fit(stored: object, names: Sequence[str]) -> Fit | None:
    if not isinstance(stored, dict) or set(stored.get("weights", {})) != set(names):
        return None
    return Fit(weights=np.array([stored["weights"][name] for name in names], np.float64), bias=float(stored["bias"]))
