"""Repeats on judged pairs of PolitiFact and Snopes: what the vectors and the check for minimal pairs reach on the half held back.

The pairs and how they were chosen and judged are told in tests/quality/repeats/README.md. The fit on the tuning half is printed, too.
"""

from __future__ import annotations

import csv
import gzip
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from app.bootstrap import Session
from app.domain.progress import CancelToken, no_progress
from app.narratives.parameters import REPEATS
from app.narratives.repeats import likeness, probability
from tests.benchmarks.table import Result

GOLD = Path(__file__).resolve().parents[1] / "quality" / "repeats"
THESIS = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedPair:
    """A judged pair with what is measured of it; `weight` is how many pairs of its stratum it stands for."""

    held_back: bool
    same: bool
    exact: bool
    cosine: float
    sure: float
    weight: float


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Precision and recall on the held-back half, as judged and weighted by strata; a repeat is an exact or a partial one."""
    pairs = judged_pairs(data)
    tuning = [each for each in pairs if not each.held_back]
    fit = LogisticRegression(C=1e6).fit([[each.cosine] for each in tuning], [each.same for each in tuning], sample_weight=_weights(tuning))
    print(f"fit on the tuning half: intercept {fit.intercept_[0]:.2f}, slope {fit.coef_[0][0]:.2f}")
    held = [each for each in pairs if each.held_back]
    for name, half in (("tuning half", tuning), ("held-back half", held)):
        chosen = [each.sure >= REPEATS.least for each in half]
        yield from _results(f"repeats: {name}, {len(half)} judged pairs", half, chosen, aim=half is held)
    thesis = [each.cosine >= THESIS for each in held]
    yield from _results("repeats: a similarity of 0.8 alone (the thesis), held-back half", held, thesis, aim=False)


def judged_pairs(data: Path) -> list[JudgedPair]:
    """The gold with its measures; claims are encoded by the bundled encoder."""
    rows = _rows("pairs.tsv")
    sizes = {row["stratum"]: int(row["pairs"]) for row in _rows("strata.tsv")}
    drawn = Counter((row["half"], row["stratum"]) for row in rows)
    snopes, politifact = (_claims(data / name / "factchecks.jsonl.gz") for name in ("snopes", "politifact"))
    ours, theirs = [snopes[row["snopes"]] for row in rows], [politifact[row["politifact"]] for row in rows]
    vectors = Session().models.shared_encoder().encode([*ours, *theirs], progress=no_progress, cancel=CancelToken())
    cosines = np.einsum("ij,ij->i", vectors[: len(rows)], vectors[len(rows) :]).tolist()
    found = [likeness(one, other, cosine) for one, other, cosine in zip(ours, theirs, cosines, strict=True)]
    return [
        JudgedPair(
            held_back=row["half"] == "held-back",
            same=row["judgement"] != "irrelevant",
            exact=row["judgement"] == "exact",
            cosine=cosine,
            sure=probability(like),
            weight=sizes[row["stratum"]] / drawn[row["half"], row["stratum"]],
        )
        for row, cosine, like in zip(rows, cosines, found, strict=True)
    ]


def precision_and_recall(pairs: Sequence[JudgedPair], chosen: Sequence[bool], *, weighted: bool) -> tuple[float, float]:
    """Of the chosen pairs how many are repeats, and of the repeats how many were chosen."""
    weights = _weights(pairs) if weighted else np.ones(len(pairs))
    same, taken = np.array([each.same for each in pairs]), np.array(chosen)
    right = float(weights[same & taken].sum())
    return right / (float(weights[taken].sum()) or 1.0), right / (float(weights[same].sum()) or 1.0)


def _results(name: str, pairs: Sequence[JudgedPair], chosen: Sequence[bool], *, aim: bool) -> Iterator[Result]:
    precision, recall = precision_and_recall(pairs, chosen, weighted=False)
    of_all = precision_and_recall(pairs, chosen, weighted=True)
    met = precision >= 0.9 and recall >= 0.6 if aim else None
    target = "precision ≥ .90 at recall ≥ .60" if aim else ""
    yield Result(name=name, value=f"precision {precision:.3f}, recall {recall:.3f}", target=target, met=met)
    yield Result(name=f"{name}, weighted by strata", value=f"precision {of_all[0]:.3f}, recall {of_all[1]:.3f}")


def _weights(pairs: Sequence[JudgedPair]) -> np.ndarray:
    return np.array([each.weight for each in pairs])


def _rows(name: str) -> list[dict[str, str]]:
    with (GOLD / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


def _claims(path: Path) -> dict[str, str]:
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        return {row["vclaim_id"]: row["vclaim"] for row in map(json.loads, stream)}
