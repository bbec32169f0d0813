"""Trains the prefilter: `python -m models.prefilter.train DATA [--told 0.1]` (the research data's folder).

Reads politifact/, debates_train/ and snopes/ there, debates/ only to keep what was said there out. `--told` is the weight of what was
written by hand of these fact-checks (`models/examples/spoken`; without it they are only measured on). Measures by five-fold
cross-validation over whole debates, then fits on all of them. Run `python -m models.manifest` after it, and make the rankers anew.
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
from models.examples.spoken import Told, told_blocks
from models.examples.spoken import held_back as is_kept_back
from models.prefilter.data import Candidates, Query, Sample, debate_queries, told_queries, tweet_queries
from models.training import EncodedTexts, read_rows, write_json

FOLDER = Path(__file__).resolve().parent
TWEET_WEIGHT = 0.3
FOLDS = 5
SPEAKER_LIMIT = 1.0
"""Most that the same speaker may add to the log odds. The links were partly made from the fact-checks of the very event, so they
favour the speaker's own (the free weight is about 3); a fact-check of somebody else's words settles a sentence just as well."""
Array = NDArray[np.float64]


def train(data: Path, *, told_weight: float = 0.0) -> None:
    """Measure, fit, and write `config.json` and `metrics.json`."""
    debates, tweets = debate_queries(data / "debates_train"), tweet_queries(data / "snopes", "train", weight=TWEET_WEIGHT)
    held_back = tweet_queries(data / "snopes", "dev", weight=1.0)
    politifact = _factchecks(data / "politifact" / "factchecks.jsonl.gz")
    snopes = _factchecks(data / "snopes" / "factchecks.jsonl.gz")
    blocks = told_blocks(EvaluationGuard(data / "debates"))
    told, unseen = ([one for one in blocks if is_kept_back(one) is kept] for kept in (False, True))
    told = told if told_weight else []
    texts = [query.text for query in (*debates, *tweets, *held_back, *told_queries(blocks, weight=1.0))]
    texts += [text for block in blocks for text in block.near()]
    texts += [row[field] for row in (*politifact, *snopes) for field in ("vclaim", "title")]
    vectors = EncodedTexts([*texts, ""])
    political_candidates, snopes_candidates = Candidates(politifact, vectors), Candidates(snopes, vectors)
    of_debates = list(political_candidates.samples(debates))
    of_tweets, of_dev = list(snopes_candidates.samples(tweets)), list(snopes_candidates.samples(held_back))
    everything = [political_candidates, snopes_candidates]
    of_told, of_unseen = (_told(everything, some, weight=told_weight) for some in (told, unseen))
    weights, bias = _fit(of_debates + of_tweets + of_told, vectors)
    metrics = {
        "debates": _cross_validated(of_debates, of_tweets + of_told, vectors),
        "snopes_dev": _tweets((weights, bias), of_dev, held_back, vectors),
        "told": _told_apart((weights, bias), of_unseen, vectors),
    }
    write_json(FOLDER / "config.json", _config(weights, bias))
    write_json(FOLDER / "metrics.json", metrics)
    print(metrics)
    for name, weight in zip(NAMES, weights, strict=True):
        print(f"{name:24} {weight:8.3f}")


def _told(candidates: list[Candidates], blocks: list[Told], *, weight: float) -> list[Sample]:
    """Candidates of what was written by hand, in the collection that has the fact-check, and its near misses."""
    found: list[Sample] = []
    for some in candidates:
        own = [block for block in blocks if some.has(block.id)]
        found += [*some.samples(told_queries(own, weight=weight)), *some.near_misses(own, weight=weight)] if own else []
    return found


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
    """The baseline: the larger of the cosines with claim and title."""
    features = _features(samples, vectors)
    return np.maximum(features[:, NAMES.index("cosine_claim")], features[:, NAMES.index("cosine_title")])


def _fit(samples: list[Sample], vectors: EncodedTexts) -> tuple[Array, float]:
    """Weights and bias over the raw features; tweets and what was written by hand have intercepts of their own, which are then dropped."""
    features = _features(samples, vectors)
    mean, spread = features.mean(axis=0), features.std(axis=0) + 1e-9
    others = [[float(sample.group == "snopes"), float(sample.group.startswith("told-"))] for sample in samples]
    is_other = np.array(others)
    model = LogisticRegression(C=1.0, max_iter=2000)
    labels, weights = [sample.label for sample in samples], [sample.weight for sample in samples]
    model.fit(np.hstack([(features - mean) / spread, is_other]), labels, sample_weight=weights)
    slopes = model.coef_[0][: len(NAMES)] / spread
    speaker = NAMES.index("same_speaker")
    slopes[speaker] = min(slopes[speaker], SPEAKER_LIMIT)
    debates = ~is_other.any(axis=1)
    return slopes, _bias(features[debates] @ slopes, np.array(labels)[debates], np.array(weights)[debates])


def _bias(scores: Array, labels: NDArray[np.int64], weights: Array) -> float:
    """The bias with which the mean probability is the share of linked pairs, by bisection."""
    low, high = -60.0, 60.0
    for _ in range(80):
        middle = (low + high) / 2
        too_high = np.average(1.0 / (1.0 + np.exp(-(scores + middle))), weights=weights) > np.average(labels, weights=weights)
        low, high = (low, middle) if too_high else (middle, high)
    return (low + high) / 2


def _predict(model: tuple[Array, float], samples: list[Sample], vectors: EncodedTexts) -> Array:
    weights, bias = model
    return np.asarray(1.0 / (1.0 + np.exp(-(_features(samples, vectors) @ weights + bias))))


def _told_apart(model: tuple[Array, float], samples: list[Sample], vectors: EncodedTexts) -> dict[str, float]:
    """How well this model and the cosine tell what a fact-check settles from all else, over what was written by hand and not learnt."""
    labels = [sample.label for sample in samples]
    scores, cosine = _predict(model, samples, vectors), _best_cosine(samples, vectors)
    found = {"pairs": float(len(samples)), "positive": float(sum(labels))}
    for name, values in (("", scores), ("_of_the_cosine", cosine)):
        found[f"average_precision{name}"] = round(float(average_precision_score(labels, values)), 4)
        found[f"auc{name}"] = round(float(roc_auc_score(labels, values)), 4)
    return found


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
    """How often the linked claim is the best candidate of its tweet, by this model and by the cosine alone."""
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
    chosen = parser.parse_args()
    train(chosen.data, told_weight=chosen.told)
