"""Train the first ranker: `python -m models.ranker.train --library DIR --data ../shared/data`.

The library holds the PolitiFact fact-checks (`priorcheck library import …/politifact/factchecks.jsonl.gz`). Sentences and
their links come from the 50 debates of `debates_train`; nothing of the seven annotated debates is read. Deterministic:
no sampling, folds by debate name.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

from app.bootstrap import Session
from app.domain.options import MatchOptions
from app.domain.progress import CancelToken, no_progress
from app.evaluation.metrics import average_precision, mean
from app.ingest.documents import read_document
from app.ports import FloatMatrix
from app.ranking import FEATURES, Ranker, RankerFile
from app.retrieval import take
from app.services.analysis import Analysis
from app.services.engine import Engine

FOLDS = 5
STRENGTHS = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
OUT = Path(__file__).resolve().parent
# Support from which an agreeing fact-check decides; chosen on the demo's gold file, where 0.4 gives no verdict more that is wrong than 0.5.
AGREE = 0.4


@dataclass(frozen=True, slots=True)
class Examples:
    """All sentences of the training debates: features, label (1: linked to a fact-check), debate number, and for linked ones
    the pair score of the linked fact-check (nan where it is no candidate)."""

    features: FloatMatrix
    labels: NDArray[np.int64]
    debates: NDArray[np.int64]
    linked_pair: NDArray[np.float64]
    best_pair: NDArray[np.float64]


def training_engine(library: Path) -> Engine:
    """An engine without rankers, which are what is being made."""
    session = Session()
    width = len(FEATURES)
    zeros = (0.0,) * width
    placeholder = RankerFile(
        name="none",
        features=FEATURES,
        mean=zeros,
        scale=(1.0,) * width,
        coefficients=zeros,
        intercept=0.0,
        calibration=((0.0, 0.0), (1.0, 1.0)),
        match_probability=1.0,
        near_probability=1.0,
        agree_probability=1.0,
    )
    nothing = Ranker(file=placeholder, key="none")
    return session.engine_with(library, ranker=nothing, query_ranker=nothing)


def read_examples(engine: Engine, data: Path) -> Examples:
    """Features and labels of every sentence of the training debates, in file order."""
    links: dict[tuple[str, int], set[str]] = {}
    for line in (data / "debates_train" / "pairs.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        links.setdefault((row["transcript"], row["line"]), set()).add(row["vclaim_id"])
    parts: list[tuple[FloatMatrix, list[int], list[float], list[float]]] = []
    numbers: list[int] = []
    cancel = CancelToken()
    with engine.snapshot() as snapshot:
        analysis = Analysis(engine=engine, snapshot=snapshot, options=MatchOptions())
        for number, path in enumerate(sorted((data / "debates_train" / "transcripts").glob("*.tsv"))):
            sentences = read_document(path, cancel=cancel, progress=no_progress).sentences
            lexical = analysis.lexical([sentence.text for sentence in sentences], cancel)
            table = analysis.measure(
                sentences, take(lexical, np.arange(len(sentences), dtype=np.int32)), progress=no_progress, cancel=cancel
            )
            wanted = [links.get((path.stem, sentence.line or -1), set()) for sentence in sentences]
            linked = [
                max(
                    (float(score) for row, score in zip(rows, scores, strict=True) if row >= 0 and snapshot.ids[int(row)] in ids),
                    default=np.nan,
                )
                for rows, scores, ids in zip(table.rows, table.measures["pair"], wanted, strict=True)
            ]
            best = table.measures["pair"].max(axis=1).tolist()
            parts.append((analysis.features(sentences, table), [int(bool(ids)) for ids in wanted], linked, best))
            numbers.extend([number] * len(sentences))
            print(f"{path.stem}: {len(sentences)} sentences, {sum(parts[-1][1])} linked", flush=True)
    return Examples(
        features=np.concatenate([part[0] for part in parts]),
        labels=np.array([label for part in parts for label in part[1]]),
        debates=np.array(numbers),
        linked_pair=np.array([value for part in parts for value in part[2]]),
        best_pair=np.array([value for part in parts for value in part[3]]),
    )


def _fit(features: NDArray[np.float64], labels: NDArray[np.int64], strength: float) -> LogisticRegression:
    return LogisticRegression(C=strength, class_weight="balanced", max_iter=2000).fit(features, labels)


def _cross_validated(examples: Examples, standard: NDArray[np.float64], strength: float) -> NDArray[np.float64]:
    """Out-of-fold scores; folds are whole debates."""
    scores = np.zeros(len(standard))
    for fold in range(FOLDS):
        held = examples.debates % FOLDS == fold
        scores[held] = _fit(standard[~held], examples.labels[~held], strength).decision_function(standard[held])
    return scores


def _map(examples: Examples, scores: NDArray[np.float64]) -> float:
    each = []
    for debate in np.unique(examples.debates):
        own = np.flatnonzero(examples.debates == debate)
        relevant = {int(place) for place in own if examples.labels[place]}
        if relevant:
            each.append(average_precision([int(own[place]) for place in np.lexsort((own, -scores[own]))], relevant))
    return mean(each)


def _calibration(scores: NDArray[np.float64], labels: NDArray[np.int64]) -> tuple[tuple[float, float], ...]:
    """Isotonic knots of out-of-fold scores, thinned; the ends lie at 0 and at the highest fitted value."""
    model = IsotonicRegression(y_min=0.0, y_max=1.0).fit(scores, labels)
    return tuple((round(float(x), 4), round(float(y), 5)) for x, y in zip(model.X_thresholds_, model.y_thresholds_, strict=True))


def _thresholds(examples: Examples) -> tuple[float, float]:
    """The pair probability from which a fact-check counts as found, and the one from which it is near.

    Found: the threshold with the best F1 of “the sentence is linked” over the training debates (their links are incomplete,
    so the true precision is higher). Near: three in four linked fact-checks that are candidates at all lie above it.
    """
    labels = examples.labels == 1
    grid = np.linspace(0.01, 0.99, 99)
    counts = [(int((labels & (examples.best_pair >= cut)).sum()), int((examples.best_pair >= cut).sum())) for cut in grid]
    f1 = [2 * hit / (taken + int(labels.sum())) for hit, taken in counts]
    linked = examples.linked_pair[np.isfinite(examples.linked_pair)]
    found = float(grid[int(np.argmax(f1))])
    return round(found, 3), round(min(float(np.quantile(linked, 0.25)), found), 4)


def main() -> None:
    """Train, print what was measured, write ranker.json and metrics.json."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    arguments = parser.parse_args()
    examples = read_examples(training_engine(arguments.library), arguments.data)
    centre, spread = examples.features.mean(axis=0).astype(float), examples.features.std(axis=0).astype(float)
    standard = (examples.features - centre) / spread
    by_strength = {strength: _map(examples, _cross_validated(examples, standard, strength)) for strength in STRENGTHS}
    strength = max(by_strength, key=lambda value: by_strength[value])
    scores = _cross_validated(examples, standard, strength)
    model = _fit(standard, examples.labels, strength)
    found, near = _thresholds(examples)
    file = RankerFile(
        name="logistic-1",
        features=FEATURES,
        mean=tuple(round(float(value), 6) for value in centre),
        scale=tuple(round(float(value), 6) for value in spread),
        coefficients=tuple(round(float(value), 6) for value in model.coef_[0]),
        intercept=round(float(model.intercept_[0]), 6),
        calibration=_calibration(scores, examples.labels),
        match_probability=found,
        near_probability=near,
        agree_probability=AGREE,
    )
    write(file, examples, by_strength)


def write(file: RankerFile, examples: Examples, by_strength: dict[float, float]) -> None:
    """Write the model and its metrics, and print them."""
    import msgspec

    single = {name: _map(examples, examples.features[:, column].astype(float)) for column, name in enumerate(FEATURES)}
    metrics = {
        "data": "debates_train, 50 debates",
        "sentences": len(examples.labels),
        "linked": int(examples.labels.sum()),
        "cross_validated_map_by_strength": {str(key): round(value, 4) for key, value in by_strength.items()},
        "map_of_single_features": {key: round(value, 4) for key, value in single.items()},
        "linked_among_candidates": round(float(np.isfinite(examples.linked_pair[examples.labels == 1]).mean()), 4),
    }
    (OUT / "ranker.json").write_bytes(msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n")
    (OUT / "metrics.json").write_text(json.dumps(metrics, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(metrics, indent=1))
    print(dict(zip(FEATURES, file.coefficients, strict=True)), file.match_probability, file.near_probability)


if __name__ == "__main__":
    main()
