"""Repeats on judged pairs of PolitiFact and Snopes: what the vectors and the check for minimal pairs reach on the held-back half.
The selection and judgement of the pairs are described in tests/quality/repeats/README.md. The fit on the tuning half is printed,
too.
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
    """A judged pair with its measures; `weight` is the number of pairs of its stratum that it stands for."""

    held_back: bool
    same: bool
    exact: bool
    cosine: float
    sure: float
    weight: float


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Report precision and recall on the held-back half, as judged and weighted by strata; exact and partial pairs are repeats."""
    pairs = judged_pairs(data)
    tuning = [pair for pair in pairs if not pair.held_back]
    fit = LogisticRegression(C=1e6).fit([[pair.cosine] for pair in tuning], [pair.same for pair in tuning], sample_weight=_weights(tuning))
    print(f"fit on the tuning half: intercept {fit.intercept_[0]:.2f}, slope {fit.coef_[0][0]:.2f}")
    held_back = [pair for pair in pairs if pair.held_back]
    for name, half in (("tuning half", tuning), ("held-back half", held_back)):
        predictions = [pair.sure >= REPEATS.least for pair in half]
        yield from _results(f"repeats: {name}, {len(half)} judged pairs", half, predictions, aim=half is held_back)
    thesis = [pair.cosine >= THESIS for pair in held_back]
    yield from _results("repeats: a similarity of 0.8 alone (the thesis), held-back half", held_back, thesis, aim=False)


def judged_pairs(data: Path) -> list[JudgedPair]:
    """Return the gold pairs with their measures; claims are encoded by the bundled encoder."""
    rows = _rows("pairs.tsv")
    sizes = {row["stratum"]: int(row["pairs"]) for row in _rows("strata.tsv")}
    drawn = Counter((row["half"], row["stratum"]) for row in rows)
    snopes, politifact = (_claims(data / name / "factchecks.jsonl.gz") for name in ("snopes", "politifact"))
    ours, theirs = [snopes[row["snopes"]] for row in rows], [politifact[row["politifact"]] for row in rows]
    vectors = Session().models.shared_encoder().encode([*ours, *theirs], progress=no_progress, cancel=CancelToken())
    cosines = np.einsum("ij,ij->i", vectors[: len(rows)], vectors[len(rows) :]).tolist()
    overlaps = [likeness(our, their, cosine) for our, their, cosine in zip(ours, theirs, cosines, strict=True)]
    return [
        JudgedPair(
            held_back=row["half"] == "held-back",
            same=row["judgement"] != "irrelevant",
            exact=row["judgement"] == "exact",
            cosine=cosine,
            sure=probability(like),
            weight=sizes[row["stratum"]] / drawn[row["half"], row["stratum"]],
        )
        for row, cosine, like in zip(rows, cosines, overlaps, strict=True)
    ]


def precision_and_recall(pairs: Sequence[JudgedPair], predictions: Sequence[bool], *, weighted: bool) -> tuple[float, float]:
    """Return the share of repeats among the predicted pairs, and the share of repeats that are predicted."""
    weights = _weights(pairs) if weighted else np.ones(len(pairs))
    is_repeat, predicted = np.array([pair.same for pair in pairs]), np.array(predictions)
    true_positives = float(weights[is_repeat & predicted].sum())
    return true_positives / (float(weights[predicted].sum()) or 1.0), true_positives / (float(weights[is_repeat].sum()) or 1.0)


def _results(name: str, pairs: Sequence[JudgedPair], predictions: Sequence[bool], *, aim: bool) -> Iterator[Result]:
    precision, recall = precision_and_recall(pairs, predictions, weighted=False)
    of_all = precision_and_recall(pairs, predictions, weighted=True)
    is_met = precision >= 0.9 and recall >= 0.6 if aim else None
    target = "precision ≥ .90 at recall ≥ .60" if aim else ""
    yield Result(name=name, value=f"precision {precision:.3f}, recall {recall:.3f}", target=target, met=is_met)
    yield Result(name=f"{name}, weighted by strata", value=f"precision {of_all[0]:.3f}, recall {of_all[1]:.3f}")


def _weights(pairs: Sequence[JudgedPair]) -> np.ndarray:
    return np.array([pair.weight for pair in pairs])


def _rows(name: str) -> list[dict[str, str]]:
    with (GOLD / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


def _claims(path: Path) -> dict[str, str]:
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        return {row["vclaim_id"]: row["vclaim"] for row in map(json.loads, stream)}
