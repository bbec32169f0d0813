"""Train the check-worthiness head on the encoder in models/encoder: `python -m models.checkworthiness.train DATA`.

It is one logistic regression over the unit vector, the surface features and TF-IDF of words and word pairs. Its strength is chosen
by cross-validation in blocks of neighbouring sentences. The held-back tenth sets slope and threshold. ct24_dev.tsv is scored once,
at the end. There is no randomness, and one thread. Run `python -m models.manifest` after it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save_file
from scipy import sparse  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression

from app.inference.checkworthiness import VOCABULARY, CheckworthinessHead
from app.inference.checkworthiness_features import SURFACE_NAMES, TermWeighting, surface, terms
from models.checkworthiness.data import Labelled, block, held_back, read_dev, read_train, repeated
from models.checkworthiness.measure import THRESHOLD_FREE, measure
from models.training import EncodedTexts, write_json

FOLDER = Path(__file__).resolve().parent
STRENGTHS = (0.125, 0.25, 0.5)
"""Candidate inverse strengths of the L2 penalty."""
VECTOR_SCALE, TERM_SCALE, LEAST_TEXTS, FOLDS = 4.0, 1.5, 4, 3
REPEATED_FROM = 0.75
"""Jaccard similarity of words from which a dev sentence counts as a repeated training sentence."""

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Features:
    """Feature rows [vector, surface, terms]. The first and last parts are scaled to weigh alike under one penalty."""

    def __init__(self, fitted: Sequence[Labelled], vectors: EncodedTexts) -> None:
        self._vectors = vectors
        self.vocabulary, idf = _vocabulary([row.text for row in fitted])
        self.idf = idf.astype(np.float32)
        self._weighting = TermWeighting(self.vocabulary, self.idf.astype(np.float64))

    def matrix(self, rows: Sequence[Labelled]) -> Any:
        """Return the sparse matrix (rows, dimension + surface + terms)."""
        texts = [row.text for row in rows]
        dense = np.hstack([self._vectors.encode(texts) * VECTOR_SCALE, np.array([surface(text) for text in texts])])
        parts = [self._weighting.row(text) for text in texts]
        ends = np.cumsum([0, *(len(columns) for columns, _ in parts)])
        columns, values = (np.concatenate([part[side] for part in parts]) for side in (0, 1))
        bag = sparse.csr_matrix((values * TERM_SCALE, columns, ends), shape=(len(texts), len(self.vocabulary)))
        return sparse.hstack([sparse.csr_matrix(dense), bag]).tocsr()

    def head(self, model: Any, *, slope: float, threshold: float) -> CheckworthinessHead:
        """Return the model as the program computes it, from raw features. Weights are rounded as in the stored file."""
        weights = model.coef_[0].astype(np.float64)
        cut = self._vectors.dimension, self._vectors.dimension + len(SURFACE_NAMES)
        vector, wording, bag = (_stored(part) for part in np.split(weights, cut))
        return CheckworthinessHead(
            vector=_stored(vector * VECTOR_SCALE),
            surface=wording,
            terms=_stored(bag * TERM_SCALE),
            weighting=self._weighting,
            bias=float(_stored(model.intercept_)[0]),
            slope=slope,
            threshold=threshold,
        )


def train(data: Path) -> None:
    """Fit, set the threshold, measure, and write `model.safetensors`, `vocabulary.json`, `config.json`, `metrics.json`."""
    rows, dev = read_train(data), read_dev(data)
    vectors = EncodedTexts([row.text for row in [*rows, *dev]])
    fitted, held_back_rows = [row for row in rows if not held_back(row.number)], [row for row in rows if held_back(row.number)]
    features = Features(fitted, vectors)
    inputs, labels = features.matrix(fitted), _labels(fitted)
    folds = np.array([block(row.number) % FOLDS for row in fitted])
    probabilities_by_strength = {strength: _out_of_fold(inputs, labels, folds, strength) for strength in STRENGTHS}
    measures_by_strength = {strength: measure(scores, labels) for strength, scores in probabilities_by_strength.items()}
    strength = max(STRENGTHS, key=lambda candidate: measures_by_strength[candidate]["average_precision"])
    model = _fit(inputs, labels, strength)
    slope, threshold = _calibration(model.decision_function(features.matrix(held_back_rows)), _labels(held_back_rows))
    head = features.head(model, slope=slope, threshold=threshold)
    _save(head, features, vectors)
    scored = {"held_back": held_back_rows, "dev": dev, "dev_without_repeated": _without_repeated(dev, rows)}
    report = {
        "encoder": vectors.identity.key(),
        "trained_on": {"sentences": len(fitted), "worthy": int(labels.sum()), "terms": len(head.terms)},
        "strength": strength,
        "cross_validation": {
            str(candidate): {name: scores[name] for name in THRESHOLD_FREE} for candidate, scores in measures_by_strength.items()
        },
        **{name: measure(_probabilities(head, vectors, part), _labels(part)) for name, part in scored.items()},
    }
    write_json(FOLDER / "metrics.json", report)


def _without_repeated(dev: list[Labelled], training_rows: list[Labelled]) -> list[Labelled]:
    is_repeated = repeated(dev, training_rows, least=REPEATED_FROM)
    return [row for row, repeats in zip(dev, is_repeated, strict=True) if not repeats]


def _probabilities(head: CheckworthinessHead, vectors: EncodedTexts, rows: Sequence[Labelled]) -> Array:
    """Return the probabilities as the program computes them."""
    units = vectors.encode(row.text for row in rows)
    return np.array([head.probability(row.text, unit) for row, unit in zip(rows, units, strict=True)])


def _labels(rows: Sequence[Labelled]) -> Flags:
    return np.array([row.worthy for row in rows])


def _vocabulary(texts: Sequence[str]) -> tuple[list[str], Array]:
    """Return the terms of at least LEAST_TEXTS texts, sorted, with the weight ln((1 + n) / (1 + df)) + 1."""
    counts = Counter(term for text in texts for term in terms(text))
    frequent_terms = sorted(term for term, count in counts.items() if count >= LEAST_TEXTS)
    return frequent_terms, np.log((1 + len(texts)) / (1 + np.array([counts[term] for term in frequent_terms]))) + 1.0


def _fit(inputs: Any, labels: Flags, strength: float) -> Any:
    return LogisticRegression(C=strength, max_iter=400, tol=1e-3).fit(inputs, labels)


def _out_of_fold(inputs: Any, labels: Flags, folds: NDArray[np.int64], strength: float) -> Array:
    """Return each row's probability by the model that was not fitted on its fold."""
    scores = np.zeros(len(labels))
    for fold in range(FOLDS):
        in_fold = folds == fold
        scores[in_fold] = _fit(inputs[~in_fold], labels[~in_fold], strength).predict_proba(inputs[in_fold])[:, 1]
    return scores


def _calibration(logits: Array, labels: Flags) -> tuple[float, float]:
    """Return the slope of Platt's sigmoid (Platt 1999), and the logit threshold with the highest expected F1.

    The expectation under the fitted probabilities is steadier than the best F1 counted on few rows (Lipton et al. 2014, section 3).
    """
    platt = LogisticRegression(C=1e6).fit(logits[:, None], labels)
    slope = float(platt.coef_[0, 0])
    ranked = np.sort(logits)[::-1]
    probabilities = 1.0 / (1.0 + np.exp(-(slope * ranked + platt.intercept_[0])))
    expected = 2 * np.cumsum(probabilities) / (np.arange(1, len(ranked) + 1) + probabilities.sum())
    return round(slope, 6), round(float(ranked[int(expected.argmax())]), 6)


def _stored(values: Array) -> Array:
    return values.astype(np.float32).astype(np.float64)


def _save(head: CheckworthinessHead, features: Features, vectors: EncodedTexts) -> None:
    weights = {"vector.weight": head.vector, "surface.weight": head.surface, "terms.weight": head.terms, "bias": np.array([head.bias])}
    tensors = {name: values.astype(np.float32) for name, values in weights.items()} | {"terms.idf": features.idf}
    save_file(tensors, FOLDER / "model.safetensors")
    (FOLDER / "model.safetensors").chmod(0o644)
    write_json(FOLDER / VOCABULARY, {"terms": features.vocabulary})
    about = {"name": "checkworthiness-1", "role": "checkworthiness", "licence": "AGPL-3.0-or-later (see CARD.md)", "code": 1}
    about |= {"files": ["model.safetensors", VOCABULARY, "config.json"]}
    config = {"priorcheck": about, "encoder": vectors.identity.artefact, "surface": list(SURFACE_NAMES)}
    write_json(FOLDER / "config.json", config | {"slope": head.slope, "threshold": head.threshold})


if __name__ == "__main__":
    train(Path(sys.argv[1]))
