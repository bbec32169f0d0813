"""Trains the combiner: `python -m models.veracity.train DATA` (the research data's folder).

Learns from the questions and answers that AVeriTeC's annotators found for the claims of the first 85% by date, chooses on the last 15% of
these, and measures once on the others. What the networks say of each answer is kept in the program's cache by the models' hashes, so that
another run computes nothing anew. Run `python -m models.manifest` after it, and this again when the model of stance or of opinions changed.
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
"""A word counts that so many claims have; the features' weight beside the words; folds of the cross-validation."""
WORD_SCALES, STRENGTHS = (4.0, 8.0), (0.1, 0.3, 1.0)
_SHIFTS = (np.arange(-0.6, 0.9, 0.15), np.arange(-0.6, 1.3, 0.15), np.arange(-0.6, 1.8, 0.15))


class Table:
    """Features, words and labels of all claims."""

    def __init__(self, claims: Claims, looks: Sequence[Sequence[AnswerReading]]) -> None:
        types = [claim_types(one.claim.text) for one in claims.all]
        rows = zip(claims.all, types, looks, strict=True)
        self.features = np.array([claim_features(one.claim, kinds, seen) for one, kinds, seen in rows], np.float64)
        self.words = [claim_words(one.claim, seen) for one, seen in zip(claims.all, looks, strict=True)]
        self.labels = np.array([CLASSES.index(str(one.own_label)) for one in claims.all])
        self.train, self.choice, self.test = (np.array(part) for part in (claims.parts.train, claims.parts.choice, claims.parts.test))


class Fit:
    """A multinomial logistic model over features and words, learnt from some rows of the table."""

    def __init__(self, table: Table, rows: NDArray[np.int64], *, word_scale: float, strength: float) -> None:
        counts = Counter(word for row in rows for word in table.words[row])
        self.vocabulary = {word: place for place, word in enumerate(sorted(word for word, count in counts.items() if count >= FEWEST))}
        self.mean, self.spread = table.features[rows].mean(axis=0), table.features[rows].std(axis=0) + 1e-6
        self.word_scale = word_scale
        self.model = LogisticRegression(C=strength, max_iter=400).fit(self._matrix(table, rows), table.labels[rows])

    def probabilities(self, table: Table, rows: NDArray[np.int64]) -> Array:
        """(rows, labels)."""
        return np.asarray(self.model.predict_proba(self._matrix(table, rows)))

    def _matrix(self, table: Table, rows: NDArray[np.int64]) -> Any:
        found = [
            (place, self.vocabulary[word], weight * self.word_scale)
            for place, row in enumerate(rows)
            for word, weight in table.words[row].items()
            if word in self.vocabulary
        ]
        places, columns, weights = zip(*found, strict=True)
        words = csr_matrix((weights, (places, columns)), shape=(len(rows), len(self.vocabulary)))
        return hstack([csr_matrix((table.features[rows] - self.mean) / self.spread * FEATURE_SCALE), words]).tocsr()

    def file(self, shifts: Array) -> LinearFile:
        """The model as the program reads it, `shifts` added to the labels' scores."""
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
            words={word: tuple(weights[:, width + place] * self.word_scale) for word, place in self.vocabulary.items()},
        )


def train(data: Path) -> None:
    """Choose, fit, measure, and write the model's files."""
    claims = read_claims(data)
    looks = looks_of(claims.all)
    table = Table(claims, looks)
    tried = {(scale, strength): _chosen_by(table, scale, strength) for scale, strength in product(WORD_SCALES, STRENGTHS)}
    best = max(tried, key=lambda one: sum(tried[one][0].values()))
    shifts = tried[best][1]
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
    """What the models say of each claim's answers."""
    session = Session(device="cpu", threads=1)
    stance, opinions, cancel = session.models.stance_scorer(), session.models.opinions(), CancelToken()
    return [list(read_answers(one, stance=stance, opinions=opinions, cancel=cancel).values()) for one in claims]


def _chosen_by(table: Table, word_scale: float, strength: float) -> tuple[dict[str, float], Array]:
    """Accuracy and macro-F1 on the part for choosing, with the shifts that the training part's cross-validation asks for."""
    out_of_fold = np.zeros((len(table.labels), len(CLASSES)))
    labels = table.labels[table.train]
    for inner, outer in StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(table.train, labels):
        fit = Fit(table, table.train[inner], word_scale=word_scale, strength=strength)
        out_of_fold[table.train[outer]] = fit.probabilities(table, table.train[outer])
    shifts = _shifts(out_of_fold[table.train], labels)
    fit = Fit(table, table.train, word_scale=word_scale, strength=strength)
    found = _measured(table, table.choice, fit.probabilities(table, table.choice), shifts)
    return {name: found[name] for name in ("accuracy", "macro_f1")}, shifts


def _shifts(probabilities: Array, labels: NDArray[np.int64]) -> Array:
    """What is added to the labels' scores so that accuracy plus macro-F1 is largest; that of Refuted is 0."""
    best, found = -1.0, np.zeros(len(CLASSES))
    scores = np.log(probabilities)
    for supported, not_enough, conflicting in product(*_SHIFTS):
        shifts = np.array([supported, 0.0, not_enough, conflicting])
        said = (scores + shifts).argmax(axis=1)
        value = accuracy_score(labels, said) + f1_score(labels, said, average="macro")
        if value > best:
            best, found = value, shifts
    return found


def _measured(table: Table, rows: NDArray[np.int64], probabilities: Array, shifts: Array) -> dict[str, Any]:
    return _scores(table.labels[rows], (np.log(probabilities) + shifts).argmax(axis=1))


def _scores(labels: NDArray[np.int64], said: NDArray[np.int64]) -> dict[str, Any]:
    each = f1_score(labels, said, average=None, labels=range(len(CLASSES)), zero_division=0)
    return {
        "accuracy": round(float(accuracy_score(labels, said)), 4),
        "macro_f1": round(float(f1_score(labels, said, average="macro")), 4),
        "f1": {label.value: round(float(value), 4) for label, value in zip(Veracity, each, strict=True)},
    }


def _by_rule(table: Table, looks: Sequence[Sequence[AnswerReading]]) -> dict[str, Any]:
    """The paper's rule over the mean of both looks, on the tested claims."""
    said = []
    for row in table.test:
        sides = []
        for look in looks[row]:
            if not answers_nothing(look.answer):
                support, refute = ((one + other) / 2 for one, other in zip(look.stance[:2], look.opinion[:2], strict=True))
                sides.append(StanceProbabilities(support=support, refute=refute, neutral=1.0 - support - refute).label)
        said.append(CLASSES.index(by_rule(sides).value))
    return _scores(table.labels[table.test], np.array(said))


if __name__ == "__main__":
    train(Path(sys.argv[1]))
