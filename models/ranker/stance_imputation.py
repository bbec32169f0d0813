"""Fit the mean stance of pairs that the stance model cannot read: `python -m models.ranker.stance_imputation` prints the numbers of
`app/ranking/stance_imputation.py`.

It ranks the demo's debate against the demo's fact-checks. The model's output for the English pairs, before its prior odds are
corrected, is fitted to the log odds of the pair probability (logistic regression with soft targets). Run it again when stance or
pair scorer change.
"""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression

from app.bootstrap import Session
from app.cli.main import run
from app.domain.stance import StanceProbabilities
from app.paths import resources_dir

LEAST = 0.01
"""Pairs with at least this probability are fitted."""
RANKER = Path(__file__).resolve().parent / "ranker.json"


def read_pairs(rows: Iterable[dict[str, Any]]) -> list[tuple[float, StanceProbabilities]]:
    """Return pair probability and stance of each judged English pair, with the correction of the prior odds undone."""
    support, refute = json.loads(RANKER.read_text(encoding="utf-8"))["stance_shift"]
    result = []
    judged = (match for row in rows for match in row["matches"] if match["stance_probabilities"] is not None)
    for match in judged:
        pair, stance = match["parts"].get("pair") or 0.0, StanceProbabilities(**match["stance_probabilities"])
        if pair >= LEAST and match["language"] in ("", "en") and stance.judged:
            contrary = any(difference["kind"] in ("negation", "direction") for difference in match["differences"])
            result.append((pair, stance if contrary else stance.shifted((-support, -refute))))
    return result


def fitted(odds: list[float], shares: list[float]) -> tuple[float, float]:
    """Return slope and intercept over the log odds. Every pair counts for both outcomes, weighted by its shares."""
    features, weights = np.array([*odds, *odds])[:, None], np.array([*shares, *(1 - share for share in shares)])
    outcomes = np.repeat([1, 0], len(odds))
    model = LogisticRegression(C=1e6).fit(features, outcomes, sample_weight=weights)
    return round(float(model.coef_[0, 0]), 3), round(float(model.intercept_[0]), 3)


def main() -> None:
    """Rank, fit and print."""
    demo = resources_dir() / "demo"
    with tempfile.TemporaryDirectory() as folder:
        library, out, session = Path(folder) / "library", Path(folder) / "ranked.jsonl", Session(device="cpu")
        for command in (
            ["library", "import", demo / "factchecks_en.jsonl", demo / "factchecks_other.jsonl", "--library", library],
            ["rank", demo / "debate.vtt", "--library", library, "--out", out],
        ):
            run([*map(str, command), "--quiet"], session=session)
        pairs = read_pairs(map(json.loads, out.read_text(encoding="utf-8").splitlines()))
    odds = [math.log(pair / (1 - pair)) for pair, _ in pairs]
    print(
        f"{len(pairs)} pairs",
        *((name, fitted(odds, [getattr(pair_stance, name) for _, pair_stance in pairs])) for name in ("support", "refute")),
    )


if __name__ == "__main__":
    main()
