"""Train the combiner: `python -m models.veracity.train DATA` (the research data's folder).

It learns from the questions and answers of AVeriTeC's annotators for the claims of the first 85% by date, chooses on the last 15%
of these, and measures once on the others. The networks' scores of each answer are stored in the program's cache by the models'
hashes, so a second run computes nothing again. Run `python -m models.manifest` after it. Run it again when the model of stance or
of opinions changes.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, f1_score
from sklearn.model_selection import StratifiedKFold

from app.bootstrap import Session
from app.domain.progress import CancelToken
from app.domain.stance import StanceProbabilities
from app.domain.verification import Veracity, Verification
from app.services.verifying_judgement import read_answers
from app.verify.claim_types import claim_types
from app.verify.linear_model import LinearFile
from app.verify.premises import answers_nothing
from app.verify.rule import by_rule
from app.verify.veracity_classifier import CLASSES, FEATURES, AnswerReading, claim_features, claim_words
from models.averitec import Array, Claims, read_claims, write_linear
from models.training import write_json

FOLDER = Path(__file__).resolve().parent
FEWEST, FEATURE_SCALE, FOLDS = 8, 0.3, 5
"""Minimal number of claims with a word; weight of the features relative to words; folds of the cross-validation."""
WORD_SCALES, STRENGTHS = (4.0, 8.0), (0.1, 0.3, 1.0)
_SHIFTS = (np.arange(-0.6, 0.9, 0.15), np.arange(-0.6, 1.3, 0.15), np.arange(-0.6, 1.8, 0.15))


class Table:
    """Features, words and labels of all claims."""

    def __init__(self, claims: Claims, looks: Sequence[Sequence[AnswerReading]]) -> None:
        types = [claim_types(verification.claim.text) for verification in claims.all]
        rows = zip(claims.all, types, looks, strict=True)
        self.features = np.array([claim_features(verification.claim, kinds, look) for verification, kinds, look in rows], np.float64)
        self.words = [claim_words(verification.claim, look) for verification, look in zip(claims.all, looks, strict=True)]
        self.labels = np.array([CLASSES.index(str(verification.own_label)) for verification in claims.all])
        self.train, self.choice, self.test = (np.array(part) for part in (claims.parts.train, claims.parts.choice, claims.parts.test))


class Fit:
    """Multinomial logistic model over features and words, fitted on some rows of the table."""

    def __init__(self, table: Table, rows: NDArray[np.int64], *, word_scale: float, strength: float) -> None:
        counts = Counter(word for row in rows for word in table.words[row])
        self.vocabulary = {word: index for index, word in enumerate(sorted(word for word, count in counts.items() if count >= FEWEST))}
        self.mean, self.spread = table.features[rows].mean(axis=0), table.features[rows].std(axis=0) + 1e-6
        self.word_scale = word_scale
        self.model = LogisticRegression(C=strength, max_iter=400).fit(self._matrix(table, rows), table.labels[rows])

    def probabilities(self, table: Table, rows: NDArray[np.int64]) -> Array:
        """Return probabilities (rows, labels)."""
        return np.asarray(self.model.predict_proba(self._matrix(table, rows)))

    def _matrix(self, table: Table, rows: NDArray[np.int64]) -> Any:
        entries = [
            (row_number, self.vocabulary[word], weight * self.word_scale)
            for row_number, row in enumerate(rows)
            for word, weight in table.words[row].items()
            if word in self.vocabulary
        ]
        row_numbers, columns, weights = zip(*entries, strict=True)
        words = csr_matrix((weights, (row_numbers, columns)), shape=(len(rows), len(self.vocabulary)))
        return hstack([csr_matrix((table.features[rows] - self.mean) / self.spread * FEATURE_SCALE), words]).tocsr()

    def file(self, shifts: Array) -> LinearFile:
        """Return the model's file, with `shifts` added to the labels' scores."""
        width = len(FEATURES)
        weights = self.model.coef_
        return LinearFile(
            name="veracity-1",
            classes=CLASSES,
            features=FEATURES,
            mean=tuple(self.mean),
            scale=tuple(self.spread),
            coefficients=tuple(tuple(row[:width] * FEATURE_SCALE) for row in weights),
            intercepts=tuple(self.model.intercept_ + shifts),
            words={word: tuple(weights[:, width + column] * self.word_scale) for word, column in self.vocabulary.items()},
        )


def train(data: Path) -> None:
    """Choose, fit, measure, and write the model's files."""
    claims = read_claims(data)
    looks = looks_of(claims.all)
    table = Table(claims, looks)
    figures_by_setting = {(scale, strength): _chosen_by(table, scale, strength) for scale, strength in product(WORD_SCALES, STRENGTHS)}
    best = max(figures_by_setting, key=lambda option: sum(figures_by_setting[option][0].values()))
    shifts = figures_by_setting[best][1]
    earlier = np.concatenate([table.train, table.choice])
    final = Fit(table, earlier, word_scale=best[0], strength=best[1])
    write_linear(FOLDER / "model.json", final.file(shifts))
    choice_fit = Fit(table, table.train, word_scale=best[0], strength=best[1])
    metrics = {
        "claims": {"train": len(table.train), "choice": len(table.choice), "test": len(table.test)},
        "word_scale": best[0],
        "strength": best[1],
        "shifts": [round(float(shift), 2) for shift in shifts],
        "choice": _measured(table, table.choice, choice_fit.probabilities(table, table.choice), shifts),
        "test": _measured(table, table.test, final.probabilities(table, table.test), shifts),
        "test_by_rule": _by_rule(table, looks),
    }
    write_json(FOLDER / "config.json", {"priorcheck": _ABOUT})
    write_json(FOLDER / "metrics.json", metrics)
    print(metrics)


_ABOUT = {
    "name": "veracity-1",
    "role": "veracity",
    "licence": "AGPL-3.0-or-later (see CARD.md)",
    "code": 1,
    "files": ["model.json", "config.json"],
}


def looks_of(claims: Sequence[Verification]) -> list[list[AnswerReading]]:
    """Return the models' judgements of each claim's answers."""
    session = Session(device="cpu", threads=1)
    stance, opinions, cancel = session.models.stance_scorer(), session.models.opinions(), CancelToken()
    return [list(read_answers(verification, stance=stance, opinions=opinions, cancel=cancel).values()) for verification in claims]


def _chosen_by(table: Table, word_scale: float, strength: float) -> tuple[dict[str, float], Array]:
    """Return accuracy and macro-F1 on the choice part, with the shifts from the training part's cross-validation."""
    out_of_fold = np.zeros((len(table.labels), len(CLASSES)))
    labels = table.labels[table.train]
    for inner, outer in StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(table.train, labels):
        fit = Fit(table, table.train[inner], word_scale=word_scale, strength=strength)
        out_of_fold[table.train[outer]] = fit.probabilities(table, table.train[outer])
    shifts = _shifts(out_of_fold[table.train], labels)
    fit = Fit(table, table.train, word_scale=word_scale, strength=strength)
    measures = _measured(table, table.choice, fit.probabilities(table, table.choice), shifts)
    return {name: measures[name] for name in ("accuracy", "macro_f1")}, shifts


def _shifts(probabilities: Array, labels: NDArray[np.int64]) -> Array:
    """Return the shifts of the labels' scores that maximise accuracy plus macro-F1. The shift of Refuted is 0."""
    best, best_shifts = -1.0, np.zeros(len(CLASSES))
    scores = np.log(probabilities)
    for supported, not_enough, conflicting in product(*_SHIFTS):
        shifts = np.array([supported, 0.0, not_enough, conflicting])
        predicted = (scores + shifts).argmax(axis=1)
        value = accuracy_score(labels, predicted) + f1_score(labels, predicted, average="macro")
        if value > best:
            best, best_shifts = value, shifts
    return best_shifts


def _measured(table: Table, rows: NDArray[np.int64], probabilities: Array, shifts: Array) -> dict[str, Any]:
    return _scores(table.labels[rows], (np.log(probabilities) + shifts).argmax(axis=1))


def _scores(labels: NDArray[np.int64], predicted: NDArray[np.int64]) -> dict[str, Any]:
    f1_by_class = f1_score(labels, predicted, average=None, labels=range(len(CLASSES)), zero_division=0)
    return {
        "accuracy": round(float(accuracy_score(labels, predicted)), 4),
        "macro_f1": round(float(f1_score(labels, predicted, average="macro")), 4),
        "f1": {label.value: round(float(value), 4) for label, value in zip(Veracity, f1_by_class, strict=True)},
    }


def _by_rule(table: Table, looks: Sequence[Sequence[AnswerReading]]) -> dict[str, Any]:
    """Return the figures of the paper's rule over the mean of both looks, on the test claims."""
    predicted = []
    for row in table.test:
        sides = []
        for look in looks[row]:
            if not answers_nothing(look.answer):
                support, refute = ((first + other) / 2 for first, other in zip(look.stance[:2], look.opinion[:2], strict=True))
                sides.append(StanceProbabilities(support=support, refute=refute, neutral=1.0 - support - refute).label)
        predicted.append(CLASSES.index(by_rule(sides).value))
    return _scores(table.labels[table.test], np.array(predicted))


if __name__ == "__main__":
    train(Path(sys.argv[1]))
