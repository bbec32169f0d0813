"""Train the ranker: `python -m models.ranker.train --library DIR --data ../shared/data`.

The library holds the PolitiFact fact-checks. The shipped model learns from all seven annotated debates and from the training
debates that no network has seen. Its quality is measured by nested leave-one-debate-out: recipe and model of each debate come from
the others alone (`priorcheck evaluate debates` measures the same way). Nothing is chosen on the scored debate.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from datetime import date
from math import log
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.bootstrap import Session
from app.domain.log_odds import MARGIN
from app.ranking import FULL_FEATURES
from app.services.engine import Engine
from models.examples.factchecks import read_factchecks
from models.ranker import same_claim
from models.ranker.files import OUT, blank, linear_file, write_file
from models.ranker.same_claim import Calibration, Pairs
from models.ranker.tables import Table, Transcript, annotated, table, unseen_training
from models.research.fitting import Debate, Gated, choose, mean_average_precision, nested, out_of_fold
from models.research.linear import Linear
from models.research.recipes import MIXED, NEEDS, OTHERWISE, RECIPES, TREES

EXTRA_WEIGHT = 0.25
ALL_RECIPES = (*RECIPES, *TREES[:1], *MIXED)
RESAMPLES = 1000
NEAR_VERIFIABILITY = 0.2
"""If one sentence in five can be settled, its best fact-check is worth a look."""


def as_debate(debate_table: Table, weight: float = 1.0) -> Debate:
    """Return a table as the fitting code takes it."""
    return Debate(name=debate_table.name, features=debate_table.features.astype(np.float64), labels=debate_table.labels, weight=weight)


def bootstrap_interval(values: NDArray[np.float64], *, seed: int = 0) -> tuple[float, float]:
    """Return the 95% percentile interval of the mean over debates, which are drawn with replacement."""
    chooser = np.random.default_rng(seed)
    means = values[chooser.integers(0, len(values), (RESAMPLES, len(values)))].mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return float(low), float(high)


def read_all(engine: Engine, transcripts: list[Transcript], *, before_only: bool) -> list[Table]:
    """Return the tables of these debates."""
    tables = []
    for transcript in transcripts:
        tables.append(table(transcript, engine, before_only=before_only))
        counts = {
            "verifiable": int(tables[-1].labels.sum()),
            "found": int(tables[-1].found.sum()),
            "compared": int(tables[-1].compared.sum()),
        }
        print(f"{transcript.name}: {len(tables[-1].labels)} sentences, {counts}", flush=True)
    return tables


def measured(debates: list[Debate], extra: list[Debate]) -> dict[str, object]:
    """Return the figures of nested leave-one-debate-out: MAP, its interval, each debate's average precision and chosen recipe."""
    scores, names = nested(debates, RECIPES, extra)
    precisions = np.array([debate.average_precision(debate_scores) for debate, debate_scores in zip(debates, scores, strict=True)])
    low, high = bootstrap_interval(precisions)
    return {
        "map": round(float(precisions.mean()), 4),
        "interval_95": [round(low, 4), round(high, 4)],
        "each": {debate.name: round(float(value), 4) for debate, value in zip(debates, precisions, strict=True)},
        "recipes": names,
        "single_recipes": {
            debate.name: round(mean_average_precision(debates, out_of_fold(debates, debate, extra)), 4) for debate in ALL_RECIPES
        },
    }


def thresholds(unseen: list[Debate]) -> tuple[float, float]:
    """Return the pair probabilities from which a fact-check counts as found and as near.

    Found: the best F1 of "the sentence is linked" over the training debates that no network has seen. Their links are incomplete,
    so the true precision is higher. Near: the best F2, which weighs recall twice as much.
    """
    column = FULL_FEATURES.index("pair")
    pair, labels = (np.concatenate([getattr(debate, side) for debate in unseen]) for side in ("features", "labels"))
    scored = pair[:, column] > 0
    odds = pair[scored, column] + log(MARGIN / (1 - MARGIN))
    probability, linked = 1 / (1 + np.exp(-odds)), labels[scored] == 1
    grid = np.geomspace(0.002, 0.98, 120)
    match_cut, near_cut = (
        float(grid[int(np.argmax([_f_score(probability >= threshold, linked, beta) for threshold in grid]))]) for beta in (1.0, 2.0)
    )
    return round(match_cut, 3), round(min(near_cut, match_cut), 4)


def _f_score(predicted: NDArray[np.bool_], linked: NDArray[np.bool_], beta: float) -> float:
    hits = int((predicted & linked).sum())
    return (1 + beta**2) * hits / max(1.0, int(predicted.sum()) + beta**2 * int(linked.sum()))


def main() -> None:
    """Measure, train on everything, and write ranker.json and metrics.json."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    arguments = parser.parse_args()
    session = Session()
    preliminary = session.models.preliminary_ranker()
    engine = session.engine_with(
        arguments.library, preliminary_ranker=preliminary, ranker=blank(FULL_FEATURES), query_ranker=blank(FULL_FEATURES)
    )
    factchecks = read_factchecks(arguments.data / "politifact" / "factchecks.jsonl.gz")
    published = {item.id: item.published for item in factchecks if item.published}
    extra = [
        as_debate(debate_table, EXTRA_WEIGHT) for debate_table in read_all(engine, list(unseen_training(arguments.data)), before_only=False)
    ]
    tables = read_all(engine, list(annotated(arguments.data, None)), before_only=False)
    debates = [as_debate(debate_table) for debate_table in tables]
    earlier = _earlier(engine, arguments.data, published)
    metrics: dict[str, object] = {"all": measured(debates, extra), "published_before": measured(earlier, extra)}
    pairs = [Pairs.of(debate_table.pairs) for debate_table in tables]
    metrics["same_claim"] = same_claim.measured(same_claim.joined(pairs), same_claim.left_out(pairs, blank(FULL_FEATURES).file))
    write(debates, extra, metrics, same_claim.calibration(same_claim.joined(pairs)))


def _earlier(engine: Engine, data: Path, published: dict[str, date]) -> list[Debate]:
    return [as_debate(debate_table) for debate_table in read_all(engine, list(annotated(data, published)), before_only=True)]


def write(debates: list[Debate], extra: list[Debate], metrics: Mapping[str, object], calibration: Calibration) -> None:
    """Write the shipped model and its metrics. The rule of verdicts comes from `models.ranker.train_verdicts`, to be run after
    this."""
    recipe = choose(debates, RECIPES, extra)
    model = recipe.fit([*debates, *extra])
    if not isinstance(model, Gated) or not isinstance(model.scorer, Linear):
        raise TypeError(f"{recipe.name} gives no linear model, which is what the program reads")
    scores, labels = np.concatenate(out_of_fold(debates, recipe, extra)), np.concatenate([debate.labels for debate in debates])
    scored = np.concatenate([debate.features[:, model.needs] > 0 for debate in debates])
    file = linear_file(recipe.name, FULL_FEATURES, model.scorer, scores[scored], labels[scored])
    match, near_cut = thresholds(extra)
    file = msgspec.structs.replace(
        file,
        needs=NEEDS,
        otherwise=OTHERWISE,
        match_probability=match,
        near_probability=near_cut,
        near_verifiability=NEAR_VERIFIABILITY,
        match_calibration=calibration,
    )
    write_file("ranker", file)
    (OUT / "metrics.json").write_text(json.dumps({"recipe": recipe.name, **metrics}, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(metrics, indent=1))
    print(sorted(zip(file.coefficients, FULL_FEATURES, strict=True), key=lambda pair: -abs(pair[0])))


if __name__ == "__main__":
    main()
