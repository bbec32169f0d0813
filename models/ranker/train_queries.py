"""Train the ranker for single claims: `python -m models.ranker.train_queries --library DIR --snopes DIR --data DATA`.

`--library` holds the PolitiFact fact-checks, `--snopes` those of Snopes. Positives are training tweets of CheckThat! 2022 task 2A
and linked sentences of training debates that no network has learnt from, each with its candidates. Negatives are the same texts
without the linked fact-checks among their candidates, as if the library did not have them. The development tweets are only measured
on. It is deterministic; folds are by text.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from app.bootstrap import Session
from app.domain.options import MatchOptions
from app.domain.progress import CancelToken, no_progress
from app.ranking import FULL_FEATURES, Ranker, RankerFile
from app.ranking.model import SUREST
from app.services.claim_lookup import read_claims
from app.services.engine import Engine
from app.services.matching.candidates import generate_candidates, search_words
from app.services.matching.comparison import Comparison, compare
from app.services.matching.context import MatchContext
from app.services.matching.scoring import final_features
from models.examples.links import LinkedText, debate_sentences, is_held_back, snopes_tweets
from models.ranker import same_claim
from models.ranker.files import OUT, STANCE_FROM, blank, write_file
from models.ranker.same_claim import Pairs
from models.ranker.tables import compared_pairs

FOLDS = 5
STRENGTH = 0.1
BATCH = 64
KNOTS = 61
MATCH, NEAR = 0.5, 0.25
VERDICT = ("agree_probability", "verdict_slope", "verdict_shift", "silence_below", "conflict_from", "stance_shift")
"""Fields of the verdict rule, from `models.ranker.train_verdicts`."""
TWEETS = "snopes tweets, held back"
"""Part with links that are complete enough to tell which pairs are not about the same claim. Debate sentences have one linked
fact-check, although a dozen others say the same."""
USED = frozenset(
    "pair pair_second pair_margin agreed denied best_quoted of_best_support of_best_dense_claim of_best_dense_title of_best_prefilter "
    "of_best_quoted of_best_quoted_share of_best_same_numbers of_best_other_numbers of_best_same_names of_best_other_names length".split()
)
"""Features of a single claim. It has no document around it and no speaker, and any verdict counts."""
Features = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Examples:
    """Features of single claims with the linked fact-checks among the candidates, and without them.

    `linked_pair` are the pair probabilities of the linked fact-checks. `pairs` are all pairs that were compared in full
    (`tables.compared_pairs`), with and without them.
    """

    with_linked: Features
    without_linked: Features
    linked_pair: Features
    pairs: Features


def examples_of(engine: Engine, spoken_texts: Sequence[LinkedText]) -> Examples:
    """Return both kinds of examples of these texts, in order. A text without linked candidates gives none of the first kind."""
    found_features, missing, linked, pairs = [], [], [], []
    with engine.snapshot() as snapshot:
        context = MatchContext(engine=engine, snapshot=snapshot, options=MatchOptions(), single_claims=True)
        for start in range(0, len(spoken_texts), BATCH):
            batch = spoken_texts[start : start + BATCH]
            comparisons = _compared([spoken.text for spoken in batch], context, [frozenset()] * len(batch))
            for spoken, comparison in zip(batch, comparisons, strict=True):
                rows = comparison.candidates.rows
                gold = [pair for column, pair in comparison.pairs.items() if snapshot.ids[int(rows[column])] in spoken.linked]
                linked += [pair.probability for pair in gold]
                if gold:
                    found_features.append(final_features([comparison], context, {})[0])
            without_linked = _compared([spoken.text for spoken in batch], context, [spoken.linked for spoken in batch])
            missing.append(final_features(without_linked, context, {}))
            pairs += [compared_pairs(part, snapshot.ids, [spoken.linked for spoken in batch]) for part in (comparisons, without_linked)]
    return Examples(np.array(found_features, float), np.concatenate(missing).astype(float), np.array(linked, float), np.concatenate(pairs))


def _compared(texts: Sequence[str], context: MatchContext, removed_ids: Sequence[frozenset[str]]) -> list[Comparison]:
    """Return the texts with candidates compared in full. Fact-checks in `without` are removed as if the library did not have them."""
    cancel = CancelToken()
    sentences = read_claims(texts)
    lexical = search_words([sentence.text for sentence in sentences], context, cancel)
    generated = generate_candidates(sentences, lexical, context, progress=no_progress, cancel=cancel)
    remaining = []
    for candidates, ids in zip(generated, removed_ids, strict=True):
        removed = [row >= 0 and context.snapshot.ids[int(row)] in ids for row in candidates.rows]
        remaining.append(replace(candidates, rows=np.where(removed, -1, candidates.rows).astype(np.int32)))
    return compare(remaining, context, cancel)


def _stacked(parts: Sequence[Examples]) -> tuple[Features, NDArray[np.int64], Features]:
    """Return features, labels and weights. Parts have equal weight, and so have the labels within a part."""
    features, labels, weights = [], [], []
    for part in parts:
        for rows, label in ((part.with_linked, 1), (part.without_linked, 0)):
            features.append(rows)
            labels.append(np.full(len(rows), label))
            weights.append(np.full(len(rows), 500.0 / len(rows)))
    return np.concatenate(features), np.concatenate(labels), np.concatenate(weights)


def _fit(features: Features, labels: NDArray[np.int64], weights: Features) -> LogisticRegression:
    return LogisticRegression(C=STRENGTH, max_iter=3000).fit(features, labels, sample_weight=weights)


def train(parts: Sequence[Examples]) -> RankerFile:
    """Fit the model, calibrate it on out-of-fold scores, and choose the pair thresholds from the linked pairs."""
    features, labels, weights = _stacked(parts)
    used_columns = np.array([name in USED for name in FULL_FEATURES])
    centre, spread = features.mean(axis=0), features.std(axis=0)
    spread[spread == 0] = 1.0
    standard = np.where(used_columns, (features - centre) / spread, 0.0)
    scores = np.zeros(len(labels))
    fold = np.arange(len(labels)) % FOLDS
    for number in range(FOLDS):
        in_fold = fold == number
        scores[in_fold] = _fit(standard[~in_fold], labels[~in_fold], weights[~in_fold]).decision_function(standard[in_fold])
    model = _fit(standard, labels, weights)
    linked = np.concatenate([part.linked_pair for part in parts])
    return RankerFile(
        name="query-3",
        features=FULL_FEATURES,
        mean=tuple(round(float(value), 6) for value in centre),
        scale=tuple(round(float(value), 6) for value in spread),
        coefficients=tuple(round(float(value), 6) for value in model.coef_[0]),
        intercept=round(float(model.intercept_[0]), 6),
        calibration=_platt(scores, labels, weights),
        match_probability=round(float(np.quantile(linked, 0.25)), 4),
        near_probability=round(float(np.quantile(linked, 0.05)), 4),
        agree_probability=0.5,
        stance_from=STANCE_FROM,
        outcome_from=(MATCH, NEAR),
    )


def _platt(scores: Features, labels: NDArray[np.int64], weights: Features) -> tuple[tuple[float, float], ...]:
    """Return knots of Platt's sigmoid (1999) over out-of-fold scores. With some hundred texts, the steps of isotonic regression
    would be chance."""
    model = LogisticRegression(C=1e6).fit(scores[:, None], labels, sample_weight=weights)
    grid = np.linspace(scores.min() - 2.0, scores.max() + 2.0, KNOTS)
    chances = np.minimum(model.predict_proba(grid[:, None])[:, 1], SUREST)
    return tuple((round(float(x), 4), round(float(y), 5)) for x, y in zip(grid, chances, strict=True))


def measured(file: RankerFile, parts: Mapping[str, Examples]) -> dict[str, dict[str, object]]:
    """Return the area under the ROC curve, and recall and false alarms of “match”, for each part."""
    ranker = Ranker(file=file, key="")
    results: dict[str, dict[str, object]] = {}
    for name, part in parts.items():
        probabilities = ranker.probability(ranker.score(part.with_linked.astype(np.float32)))
        missing = ranker.probability(ranker.score(part.without_linked.astype(np.float32)))
        labels = np.concatenate([np.ones(len(probabilities)), np.zeros(len(missing))])
        results[name] = {
            "texts": len(missing),
            "auc": round(float(roc_auc_score(labels, np.concatenate([probabilities, missing]))), 4),
            "match_when_there_is_one": round(float((probabilities >= MATCH).mean()), 4),
            "match_when_there_is_none": round(float((missing >= MATCH).mean()), 4),
            "none_when_there_is_one": round(float((probabilities < NEAR).mean()), 4),
            "same_claim": same_claim.measured(Pairs.of(part.pairs), same_claim.chances(Pairs.of(part.pairs), file)),
        }
    return results


def main() -> None:
    """Train, measure, and write query_ranker.json and query_metrics.json."""
    parser = argparse.ArgumentParser()
    for name in ("library", "snopes", "data"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    arguments = parser.parse_args()
    session = Session()
    nothing = blank(FULL_FEATURES)
    engines = [
        session.engine_with(path, preliminary_ranker=session.models.preliminary_ranker(), ranker=nothing, query_ranker=nothing)
        for path in (arguments.snopes, arguments.library)
    ]
    tweets = [record for record in snopes_tweets(arguments.data / "snopes", "train") if is_held_back(record)]
    spoken = [record for record in debate_sentences(arguments.data / "debates_train", wanted_held_back=True) if record.linked]
    parts = {TWEETS: examples_of(engines[0], tweets), "debates_train, held back": examples_of(engines[1], spoken)}
    rule = {name: getattr(session.models.ranker().file, name) for name in VERDICT}
    calibration = same_claim.calibration(Pairs.of(parts[TWEETS].pairs))
    file = msgspec.structs.replace(train(list(parts.values())), match_calibration=calibration, **rule)
    parts["snopes tweets, development part (not trained on)"] = examples_of(engines[0], snopes_tweets(arguments.data / "snopes", "dev"))
    metrics = measured(file, parts)
    write_file("query_ranker", file)
    (OUT / "query_metrics.json").write_text(json.dumps(metrics, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(metrics, indent=1), file.match_probability, file.near_probability)


if __name__ == "__main__":
    main()
