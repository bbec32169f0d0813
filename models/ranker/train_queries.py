"""Train the ranker for single claims: `python -m models.ranker.train_queries --library DIR --snopes DIR --data DATA`.

`--library` holds the PolitiFact fact-checks, `--snopes` those of Snopes. Positives are the training tweets of CheckThat! 2022 task
2A and the linked sentences of the 50 debates in `debates_train`, each with its candidates; negatives are the same texts with
the linked fact-checks taken out of their candidates, as if the library did not hold them. The development tweets are only
measured on. Deterministic; folds by text.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from app.domain.document import Sentence
from app.domain.options import MatchOptions
from app.domain.progress import CancelToken, no_progress
from app.ingest.documents import read_document
from app.ranking import FEATURES, RankerFile, sentence_features
from app.retrieval import take
from app.services.analysis import Analysis
from app.services.engine import Engine
from models.ranker.train import AGREE, OUT, training_engine

FOLDS = 5
STRENGTH = 0.1
BATCH = 256
MATCH, NEAR = 0.5, 0.25


@dataclass(frozen=True, slots=True)
class Examples:
    """Features with the linked fact-checks among the candidates, and without them; pair scores of the linked ones."""

    found: NDArray[np.float64]
    missing: NDArray[np.float64]
    linked_pair: NDArray[np.float64]


def examples_of(engine: Engine, texts: Sequence[str], links: Sequence[set[str]]) -> Examples:
    """Both kinds of examples of these texts, in order; a text whose links are no candidates gives none of the first kind."""
    found, missing, linked = [], [], []
    cancel = CancelToken()
    with engine.snapshot() as snapshot:
        analysis = Analysis(engine=engine, snapshot=snapshot, options=MatchOptions(), single_claims=True)
        for start in range(0, len(texts), BATCH):
            some = texts[start : start + BATCH]
            sentences = [Sentence(index=place, text=text, start=0, end=len(text)) for place, text in enumerate(some)]
            lexical = take(analysis.lexical(some, cancel), np.arange(len(some), dtype=np.int32))
            table = analysis.measure(sentences, lexical, progress=no_progress, cancel=cancel)
            there = table.rows >= 0
            wanted = links[start : start + BATCH]
            gold = np.array(
                [[row >= 0 and snapshot.ids[int(row)] in ids for row in rows] for rows, ids in zip(table.rows, wanted, strict=True)]
            )
            found.append(sentence_features(table.measures, there, some)[gold.any(axis=1)])
            missing.append(sentence_features(table.measures, there & ~gold, some))
            linked.append(table.measures["pair"][gold])
    return Examples(np.concatenate(found).astype(float), np.concatenate(missing).astype(float), np.concatenate(linked).astype(float))


def tweets(data: Path, part: str) -> tuple[list[str], list[set[str]]]:
    """Texts and linked claims of the tweets of one part."""
    texts = {row["qid"]: row["text"] for row in _rows(data / "snopes" / "tweets.jsonl")}
    links: dict[str, set[str]] = {}
    for row in _rows(data / "snopes" / f"qrels_{part}.jsonl"):
        links.setdefault(row["qid"], set()).add(row["vclaim_id"])
    return [texts[qid] for qid in links], list(links.values())


def spoken(data: Path) -> tuple[list[str], list[set[str]]]:
    """Texts and linked claims of the linked sentences of the training debates."""
    links: dict[tuple[str, int], set[str]] = {}
    for row in _rows(data / "debates_train" / "pairs.jsonl"):
        links.setdefault((row["transcript"], int(row["line"])), set()).add(row["vclaim_id"])
    said = {
        (path.stem, sentence.line or -1): sentence.text
        for path in sorted((data / "debates_train" / "transcripts").glob("*.tsv"))
        for sentence in read_document(path, cancel=CancelToken(), progress=no_progress).sentences
    }
    keys = [key for key in links if key in said]
    return [said[key] for key in keys], [links[key] for key in keys]


def _rows(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _stacked(parts: Sequence[Examples]) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]]:
    """Features, labels, weights: each part weighs the same, and so does each label within it."""
    features, labels, weights = [], [], []
    for part in parts:
        for rows, label in ((part.found, 1), (part.missing, 0)):
            features.append(rows)
            labels.append(np.full(len(rows), label))
            weights.append(np.full(len(rows), 500.0 / len(rows)))
    return np.concatenate(features), np.concatenate(labels), np.concatenate(weights)


def _fit(features: NDArray[np.float64], labels: NDArray[np.int64], weights: NDArray[np.float64]) -> LogisticRegression:
    return LogisticRegression(C=STRENGTH, max_iter=3000).fit(features, labels, sample_weight=weights)


def train(parts: Sequence[Examples]) -> RankerFile:
    """Fit the model, calibrate it on out-of-fold scores, and choose the pair thresholds from the linked pairs."""
    features, labels, weights = _stacked(parts)
    centre, spread = features.mean(axis=0), features.std(axis=0)
    standard = (features - centre) / spread
    scores = np.zeros(len(labels))
    fold = np.arange(len(labels)) % FOLDS
    for number in range(FOLDS):
        held = fold == number
        scores[held] = _fit(standard[~held], labels[~held], weights[~held]).decision_function(standard[held])
    calibration = IsotonicRegression(y_min=0.0, y_max=1.0).fit(scores, labels, sample_weight=weights)
    model = _fit(standard, labels, weights)
    linked = np.concatenate([part.linked_pair for part in parts])
    return RankerFile(
        name="query-logistic-1",
        features=FEATURES,
        mean=tuple(round(float(value), 6) for value in centre),
        scale=tuple(round(float(value), 6) for value in spread),
        coefficients=tuple(round(float(value), 6) for value in model.coef_[0]),
        intercept=round(float(model.intercept_[0]), 6),
        calibration=tuple(
            (round(float(x), 4), round(float(y), 5)) for x, y in zip(calibration.X_thresholds_, calibration.y_thresholds_, strict=True)
        ),
        match_probability=round(float(np.quantile(linked, 0.25)), 4),
        near_probability=round(float(np.quantile(linked, 0.05)), 4),
        agree_probability=AGREE,
        outcome_from=(MATCH, NEAR),
    )


def measured(file: RankerFile, parts: Mapping[str, Examples]) -> dict[str, dict[str, float]]:
    """Area under the ROC curve, and recall and false alarms of “match”, on each part."""
    from app.ranking import Ranker

    ranker = Ranker(file=file, key="")
    results = {}
    for name, part in parts.items():
        found = ranker.probability(ranker.score(part.found.astype(np.float32)))
        missing = ranker.probability(ranker.score(part.missing.astype(np.float32)))
        labels = np.concatenate([np.ones(len(found)), np.zeros(len(missing))])
        results[name] = {
            "texts": len(missing),
            "auc": round(float(roc_auc_score(labels, np.concatenate([found, missing]))), 4),
            "match_when_there_is_one": round(float((found >= MATCH).mean()), 4),
            "match_when_there_is_none": round(float((missing >= MATCH).mean()), 4),
            "none_when_there_is_one": round(float((found < NEAR).mean()), 4),
        }
    return results


def main() -> None:
    """Train, measure, write query_ranker.json and query_metrics.json."""
    parser = argparse.ArgumentParser()
    for name in ("library", "snopes", "data"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    arguments = parser.parse_args()
    snopes, politifact = training_engine(arguments.snopes), training_engine(arguments.library)
    parts = {
        "snopes tweets, training part": examples_of(snopes, *tweets(arguments.data, "train")),
        "debates_train, linked sentences": examples_of(politifact, *spoken(arguments.data)),
    }
    file = train(list(parts.values()))
    parts["snopes tweets, development part (not trained on)"] = examples_of(snopes, *tweets(arguments.data, "dev"))
    metrics = measured(file, parts)
    (OUT / "query_ranker.json").write_bytes(msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n")
    (OUT / "query_metrics.json").write_text(json.dumps(metrics, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(metrics, indent=1), file.match_probability, file.near_probability)


if __name__ == "__main__":
    main()
