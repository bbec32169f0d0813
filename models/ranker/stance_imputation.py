"""Fits the mean stance of pairs that the stance model cannot read: `python -m models.ranker.stance_imputation` prints the numbers of
`app/ranking/stance_imputation.py`.

Ranks the demo's debate against the demo's fact-checks, and fits what the model says of the English pairs, before its prior odds are
corrected, to the log odds of the pair probability (logistic regression with soft targets). Make it anew when stance or pair scorer change.
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
"""Pairs of this probability and more are fitted."""
RANKER = Path(__file__).resolve().parent / "ranker.json"


def read_pairs(rows: Iterable[dict[str, Any]]) -> list[tuple[float, StanceProbabilities]]:
    """Pair probability and stance of each English pair that was judged, its correction taken back."""
    support, refute = json.loads(RANKER.read_text(encoding="utf-8"))["stance_shift"]
    found = []
    judged = (match for row in rows for match in row["matches"] if match["stance_probabilities"] is not None)
    for match in judged:
        pair, stance = match["parts"].get("pair") or 0.0, StanceProbabilities(**match["stance_probabilities"])
        if pair >= LEAST and match["language"] in ("", "en") and stance.judged:
            contrary = any(one["kind"] in ("negation", "direction") for one in match["differences"])
            found.append((pair, stance if contrary else stance.shifted((-support, -refute))))
    return found


def fitted(odds: list[float], shares: list[float]) -> tuple[float, float]:
    """Slope and intercept over the log odds; every pair counts for both outcomes, each by its share."""
    features, weights = np.array([*odds, *odds])[:, None], np.array([*shares, *(1 - share for share in shares)])
    outcomes = np.repeat([1, 0], len(odds))
    model = LogisticRegression(C=1e6).fit(features, outcomes, sample_weight=weights)
    return round(float(model.coef_[0, 0]), 3), round(float(model.intercept_[0]), 3)


def main() -> None:
    """Rank, fit, print."""
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
    print(f"{len(pairs)} pairs", *((name, fitted(odds, [getattr(one, name) for _, one in pairs])) for name in ("support", "refute")))


if __name__ == "__main__":
    main()
