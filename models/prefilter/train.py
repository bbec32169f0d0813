"""Train the prefilter: `python -m models.prefilter.train DATA [--told 0.1]` (the research data's folder).

Reads politifact/, debates_train/ and snopes/ there, and debates/ only to exclude its texts. `--told` is the weight of the
hand-written texts about these fact-checks (`models/examples/spoken`); without it they are only measured on. Measures by five-fold
cross-validation over whole debates, then fits on all of them. Run `python -m models.manifest` after it, and train the rankers
again.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, brier_score_loss, roc_auc_score
from sklearn.model_selection import GroupKFold

from app.inference.pairs.pair_features import NAMES, pair_features
from models.examples.guard import EvaluationGuard
from models.examples.spoken import SpokenBlock, spoken_blocks
from models.examples.spoken import held_back as is_kept_back
from models.prefilter.data import Candidates, Query, Sample, debate_queries, spoken_queries, tweet_queries
from models.training import EncodedTexts, read_rows, write_json

FOLDER = Path(__file__).resolve().parent
TWEET_WEIGHT = 0.3
FOLDS = 5
SPEAKER_LIMIT = 1.0
"""Upper bound of the speaker feature in log odds. The links were partly made from the fact-checks of the very event, so they
favour the speaker's own (the free weight is about 3). A fact-check of somebody else's words settles a sentence just as well."""
Array = NDArray[np.float64]


def train(data: Path, *, spoken_weight: float = 0.0) -> None:
    """Measure, fit, and write `config.json` and `metrics.json`."""
    debates, tweets = debate_queries(data / "debates_train"), tweet_queries(data / "snopes", "train", weight=TWEET_WEIGHT)
    held_back = tweet_queries(data / "snopes", "dev", weight=1.0)
    politifact = _factchecks(data / "politifact" / "factchecks.jsonl.gz")
    snopes = _factchecks(data / "snopes" / "factchecks.jsonl.gz")
    blocks = spoken_blocks(EvaluationGuard(data / "debates"))
    training_blocks, unseen = ([candidate for candidate in blocks if is_kept_back(candidate) is is_unseen] for is_unseen in (False, True))
    training_blocks = training_blocks if spoken_weight else []
    texts = [query.text for query in (*debates, *tweets, *held_back, *spoken_queries(blocks, weight=1.0))]
    texts += [text for block in blocks for text in block.near()]
    texts += [row[field] for row in (*politifact, *snopes) for field in ("vclaim", "title")]
    vectors = EncodedTexts([*texts, ""])
    political_candidates, snopes_candidates = Candidates(politifact, vectors), Candidates(snopes, vectors)
    debate_samples = list(political_candidates.samples(debates))
    tweet_samples, dev_samples = list(snopes_candidates.samples(tweets)), list(snopes_candidates.samples(held_back))
    collections = [political_candidates, snopes_candidates]
    spoken_samples, unseen_samples = (_spoken_samples(collections, part, weight=spoken_weight) for part in (training_blocks, unseen))
    weights, bias = _fit(debate_samples + tweet_samples + spoken_samples, vectors)
    metrics = {
        "debates": _cross_validated(debate_samples, tweet_samples + spoken_samples, vectors),
        "snopes_dev": _tweets((weights, bias), dev_samples, held_back, vectors),
        "told": _separation((weights, bias), unseen_samples, vectors),
    }
    write_json(FOLDER / "config.json", _config(weights, bias))
    write_json(FOLDER / "metrics.json", metrics)
    print(metrics)
    for name, weight in zip(NAMES, weights, strict=True):
        print(f"{name:24} {weight:8.3f}")


def _spoken_samples(collections: list[Candidates], blocks: list[SpokenBlock], *, weight: float) -> list[Sample]:
    """Return the samples of the hand-written texts, in the collection that has the fact-check, with their near misses."""
    result: list[Sample] = []
    for collection in collections:
        usable_blocks = [block for block in blocks if collection.has(block.id)]
        result += (
            [*collection.samples(spoken_queries(usable_blocks, weight=weight)), *collection.near_misses(usable_blocks, weight=weight)]
            if usable_blocks
            else []
        )
    return result


def _factchecks(path: Path) -> list[dict[str, Any]]:
    return [row for row in read_rows(path) if row["vclaim"]]


def _config(weights: Array, bias: float) -> dict[str, Any]:
    about = {"name": "prefilter-1", "role": "prefilter", "licence": "AGPL-3.0-or-later", "code": 1, "files": ["config.json"]}
    numbers = [round(float(weight), 6) for weight in weights]
    return {"priorcheck": about, "dimension": 384, "features": list(NAMES), "weights": numbers, "bias": round(bias, 6)}


def _features(samples: list[Sample], vectors: EncodedTexts) -> Array:
    sentences = vectors.encode(sample.pair.sentence for sample in samples)
    claims = np.einsum("ij,ij->i", sentences, vectors.encode(sample.pair.claim for sample in samples))
    titles = np.einsum("ij,ij->i", sentences, vectors.encode(sample.pair.title for sample in samples))
    titles[[not sample.pair.title for sample in samples]] = 0.0
    return pair_features([sample.pair for sample in samples], claims, titles).astype(np.float64)


def _best_cosine(samples: list[Sample], vectors: EncodedTexts) -> Array:
    """Return the baseline: the larger of the cosines with claim and title."""
    features = _features(samples, vectors)
    return np.maximum(features[:, NAMES.index("cosine_claim")], features[:, NAMES.index("cosine_title")])


def _fit(samples: list[Sample], vectors: EncodedTexts) -> tuple[Array, float]:
    """Fit weights and bias over the raw features.

    Tweets and hand-written texts have separate intercepts during the fit, which are then dropped.
    """
    features = _features(samples, vectors)
    mean, spread = features.mean(axis=0), features.std(axis=0) + 1e-9
    other_flags = [[float(sample.group == "snopes"), float(sample.group.startswith("told-"))] for sample in samples]
    is_other = np.array(other_flags)
    model = LogisticRegression(C=1.0, max_iter=2000)
    labels, weights = [sample.label for sample in samples], [sample.weight for sample in samples]
    model.fit(np.hstack([(features - mean) / spread, is_other]), labels, sample_weight=weights)
    slopes = model.coef_[0][: len(NAMES)] / spread
    speaker = NAMES.index("same_speaker")
    slopes[speaker] = min(slopes[speaker], SPEAKER_LIMIT)
    debates = ~is_other.any(axis=1)
    return slopes, _bias(features[debates] @ slopes, np.array(labels)[debates], np.array(weights)[debates])


def _bias(scores: Array, labels: NDArray[np.int64], weights: Array) -> float:
    """Return the bias, by bisection, at which the mean probability equals the share of linked pairs."""
    low, high = -60.0, 60.0
    for _ in range(80):
        middle = (low + high) / 2
        too_high = np.average(1.0 / (1.0 + np.exp(-(scores + middle))), weights=weights) > np.average(labels, weights=weights)
        low, high = (low, middle) if too_high else (middle, high)
    return (low + high) / 2


def _predict(model: tuple[Array, float], samples: list[Sample], vectors: EncodedTexts) -> Array:
    weights, bias = model
    return np.asarray(1.0 / (1.0 + np.exp(-(_features(samples, vectors) @ weights + bias))))


def _separation(model: tuple[Array, float], samples: list[Sample], vectors: EncodedTexts) -> dict[str, float]:
    """Measure how well the model and the cosine separate linked pairs from others, on held-out hand-written texts."""
    labels = [sample.label for sample in samples]
    scores, cosine = _predict(model, samples, vectors), _best_cosine(samples, vectors)
    measures = {"pairs": float(len(samples)), "positive": float(sum(labels))}
    for name, values in (("", scores), ("_of_the_cosine", cosine)):
        measures[f"average_precision{name}"] = round(float(average_precision_score(labels, values)), 4)
        measures[f"auc{name}"] = round(float(roc_auc_score(labels, values)), 4)
    return measures


def _cross_validated(debates: list[Sample], tweets: list[Sample], vectors: EncodedTexts) -> dict[str, float]:
    scores = np.zeros(len(debates))
    groups = [sample.group for sample in debates]
    for train_rows, test_rows in GroupKFold(FOLDS).split(groups, groups=groups):
        model = _fit([debates[row] for row in train_rows] + tweets, vectors)
        scores[test_rows] = _predict(model, [debates[row] for row in test_rows], vectors)
    labels = np.array([sample.label for sample in debates])
    weights = np.array([sample.weight for sample in debates])
    cosine = _best_cosine(debates, vectors)
    return {
        "pairs": len(debates),
        "positive": int(labels.sum()),
        "average_precision": round(float(average_precision_score(labels, scores, sample_weight=weights)), 4),
        "average_precision_of_the_cosine": round(float(average_precision_score(labels, cosine, sample_weight=weights)), 4),
        "auc": round(float(roc_auc_score(labels, scores, sample_weight=weights)), 4),
        "auc_of_the_cosine": round(float(roc_auc_score(labels, cosine, sample_weight=weights)), 4),
        "brier": round(float(brier_score_loss(labels, scores, sample_weight=weights)), 6),
        "mean_probability": round(float(np.average(scores, weights=weights)), 6),
        "share_positive": round(float(np.average(labels, weights=weights)), 6),
    }


def _tweets(model: tuple[Array, float], samples: list[Sample], queries: list[Query], vectors: EncodedTexts) -> dict[str, float]:
    """Measure how often the linked claim ranks first for its tweet, by the model and by the cosine."""
    scores, cosine = _predict(model, samples, vectors), _best_cosine(samples, vectors)

    def first(values: Array) -> float:
        best: dict[int, tuple[float, int]] = {}
        for value, sample in zip(values, samples, strict=True):
            best[sample.query] = max(best.get(sample.query, (-1.0, 0)), (float(value), sample.label))
        return round(sum(label for _, label in best.values()) / len(queries), 4)

    return {"tweets": len(queries), "best_is_linked": first(scores), "best_is_linked_by_the_cosine": first(cosine)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--told", type=float, default=0.0, help="the weight of what was written by hand")
    arguments = parser.parse_args()
    train(arguments.data, spoken_weight=arguments.told)
