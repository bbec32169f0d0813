"""Stance against labelled pairs: three-way (support, refute, neutral) and two-way (support or not), by source and category."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from app.domain.progress import CancelToken
from app.errors import InputError
from app.ports import FloatMatrix, StanceScorer
from app.services.pair_stance import LABELS, PairStance
from models.research.classification import accuracy, brier_score, calibration_error, confusion, label_score, macro_f1
from models.research.gold_rows import Key, check_count, check_ids, id_text, read_rows, unique

NOT_SUPPORT = "not_support"
"""The label of two-way sets: refuted or not mentioned, which of the two is not known."""
NOT_JUDGED = (0.0, 0.0, 1.0)
"""What a pair that was not judged counts as where every pair must have a label: neutral."""
_SHARE = 10
_SUM_WITHIN = 0.01


class StanceRow(msgspec.Struct, frozen=True, kw_only=True):
    """One labelled pair. `label` is support, refute, neutral or not_support; `pair` groups rows of one premise (minimal pairs)."""

    premise: str
    hypothesis: str
    label: str
    id: Key | None = None
    source: str = ""
    category: str = ""
    pair: str = ""


class _Prediction(msgspec.Struct):
    """The probabilities are null, all three, where a pair was not judged."""

    support: float | None
    refute: float | None
    neutral: float | None
    abstain: bool = False
    id: Key | None = None


def read_stance_gold(path: Path) -> list[StanceRow]:
    """The labelled pairs of a file. Raises InputError when it cannot be read, is empty, or a row has no known label or a repeated id."""
    rows = read_rows(path, StanceRow, what="a pair with premise, hypothesis and label")
    for number, row in enumerate(rows, start=1):
        if row.label not in {*LABELS, NOT_SUPPORT}:
            hint = "Labels are support, refute, neutral and not_support."
            raise InputError("evaluation-label", f"Pair {number} of “{path}” has the label “{row.label}”.", hint=hint)
    unique(path, _ids(rows) or [])
    return rows


def read_stance_predictions(path: Path, gold: Sequence[StanceRow]) -> list[PairStance]:
    """Predictions as `stance --out` writes them, one for each gold row and in its order.

    Matched by `id` where every row of both files has one, otherwise by order. A row of nulls was not
    judged: an abstention. Raises InputError for unknown ids, missing
    rows, and probabilities that are none.
    """
    rows = read_rows(path, _Prediction, what="a stance with support, refute and neutral")
    wanted, given = _ids(gold), _ids(rows)
    if wanted is not None and given is not None:
        check_ids(path, given, wanted)
        known = dict(zip(given, rows, strict=True))
        rows = [known[key] for key in wanted]
    check_count(path, len(rows), len(gold))
    return [_predicted(path, number, row) for number, row in enumerate(rows, start=1)]


def _ids(rows: Sequence[StanceRow] | Sequence[_Prediction]) -> list[str] | None:
    """The rows' ids, None where one has none."""
    keys = [row.id for row in rows]
    return None if any(key is None for key in keys) else [id_text(key) for key in keys if key is not None]


def _predicted(path: Path, number: int, row: _Prediction) -> PairStance:
    support, refute, neutral = row.support, row.refute, row.neutral
    if support is None and refute is None and neutral is None:
        return PairStance(NOT_JUDGED, abstain=True)
    if support is None or refute is None or neutral is None:
        message = f"Row {number} of “{path}” has some of support, refute and neutral, and null for others."
        raise InputError("predictions-probabilities", message, hint="Give all three, or null for all where the pair was not judged.")
    values = (support, refute, neutral)
    if min(values) < 0 or abs(sum(values) - 1) > _SUM_WITHIN:
        message = f"The probabilities of row {number} of “{path}” do not sum to 1."
        raise InputError("predictions-probabilities", message, hint="Write the file with “priorcheck stance --out F.jsonl”.")
    return PairStance(values, abstain=row.abstain)


def held_back(row: StanceRow) -> bool:
    """Whether the row is of the tenth that never trains our stance model: told by its premise alone, as in training."""
    return zlib.crc32(row.premise.encode()) % _SHARE == 0


def two_way_sources(rows: Sequence[StanceRow]) -> frozenset[str]:
    """The sources that only tell support from its absence: those with a row labelled not_support."""
    return frozenset(row.source for row in rows if row.label == NOT_SUPPORT)


def stance_report(rows: Sequence[StanceRow], judged: Sequence[PairStance]) -> dict[str, Any]:
    """All measures of these judgements, one for each row in the same order.

    `three_way` and `two_way` over the rows of that kind (None without any), the same `by_source` and `by_category`, and
    `pairs_all_right`, the share of minimal pairs all of whose rows are right (None without `pair` ids).
    """
    coarse = two_way_sources(rows)
    kinds = [row.source in coarse for row in rows]
    fine, rough = _where(kinds, False), _where(kinds, True)
    return {
        "rows": len(rows),
        "three_way": _three_way(rows, judged, fine) if fine else None,
        "two_way": _two_way(rows, judged, rough) if rough else None,
        "by_source": _grouped(rows, judged, kinds, lambda row: row.source),
        "by_category": _grouped(rows, judged, kinds, lambda row: row.category),
        "pairs_all_right": _pairs_all_right(rows, judged),
    }


def polarity_accuracy(scorer: StanceScorer, rows: Sequence[StanceRow]) -> float:
    """Share of three-way rows (the polarity set's) whose most probable label is the gold one; no abstention. 0 for no rows."""
    scores = scorer.stance([row.premise for row in rows], [row.hypothesis for row in rows], cancel=CancelToken())
    return accuracy([row.label for row in rows], [LABELS[place] for place in scores.argmax(axis=1)])


def _where(flags: Sequence[bool], wanted: bool) -> list[int]:
    return [place for place, flag in enumerate(flags) if flag is wanted]


def _three_way(rows: Sequence[StanceRow], judged: Sequence[PairStance], places: Sequence[int]) -> dict[str, Any]:
    gold, predicted = [rows[place].label for place in places], [judged[place].label for place in places]
    scores = _matrix(judged, places)
    right = [one == other for one, other in zip(gold, predicted, strict=True)]
    return {
        "rows": len(places),
        "accuracy": accuracy(gold, predicted),
        "macro_f1": macro_f1(gold, predicted),
        "labels": {label: asdict(label_score(gold, predicted, label)) for label in LABELS},
        "confusion": confusion(gold, predicted),
        "brier": brier_score(scores, [LABELS.index(label) for label in gold]),
        "ece": calibration_error(scores.max(axis=1).tolist(), right),
        **_abstention(right, [judged[place].abstain for place in places]),
    }


def _two_way(rows: Sequence[StanceRow], judged: Sequence[PairStance], places: Sequence[int]) -> dict[str, Any]:
    """Support against everything else: a pair is called supported where support is its most probable label."""
    gold = ["support" if rows[place].label == "support" else NOT_SUPPORT for place in places]
    predicted = ["support" if judged[place].label == "support" else NOT_SUPPORT for place in places]
    right = [one == other for one, other in zip(gold, predicted, strict=True)]
    return {
        "rows": len(places),
        "accuracy": accuracy(gold, predicted),
        "macro_f1": macro_f1(gold, predicted),
        "labels": {label: asdict(label_score(gold, predicted, label)) for label in ("support", NOT_SUPPORT)},
        "confusion": confusion(gold, predicted),
        **_abstention(right, [judged[place].abstain for place in places]),
    }


def _matrix(judged: Sequence[PairStance], places: Sequence[int]) -> FloatMatrix:
    return np.array([judged[place].probabilities for place in places], np.float32)


def _abstention(right: Sequence[bool], abstained: Sequence[bool]) -> dict[str, float]:
    """`coverage`: share of rows that were answered; `answered_accuracy`: accuracy of those, 0 where there are none."""
    answered = [good for good, silent in zip(right, abstained, strict=True) if not silent]
    return {"coverage": len(answered) / len(right), "answered_accuracy": sum(answered) / len(answered) if answered else 0.0}


def _grouped(
    rows: Sequence[StanceRow], judged: Sequence[PairStance], kinds: Sequence[bool], name: Callable[[StanceRow], str]
) -> dict[str, dict[str, Any]]:
    """The measures by group; rows without a name are in no group. A group is two-way where its first row is."""
    groups: dict[tuple[str, bool], list[int]] = {}
    for place, row in enumerate(rows):
        if name(row):
            groups.setdefault((name(row), kinds[place]), []).append(place)
    reports = {}
    for (key, coarse), places in sorted(groups.items()):
        reports[f"{key} (two-way)" if coarse else key] = (_two_way if coarse else _three_way)(rows, judged, places)
    return reports


def _pairs_all_right(rows: Sequence[StanceRow], judged: Sequence[PairStance]) -> float | None:
    groups: dict[str, list[bool]] = {}
    for row, found in zip(rows, judged, strict=True):
        if row.pair:
            groups.setdefault(row.pair, []).append(row.label == found.label)
    return sum(all(group) for group in groups.values()) / len(groups) if groups else None
