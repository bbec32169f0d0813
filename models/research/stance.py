"""Measures of stance against labelled pairs: three-way (support, refute, neutral) and two-way (support or not), by source and
category."""

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
"""Label of two-way sets: refuted or not mentioned, without distinction."""
NOT_JUDGED = (0.0, 0.0, 1.0)
"""Probabilities of a pair that was not judged, if every pair must have a label: neutral."""
_SHARE = 10
_SUM_WITHIN = 0.01


class StanceRow(msgspec.Struct, frozen=True, kw_only=True):
    """Labelled pair. `label` is support, refute, neutral or not_support; `pair` groups rows of one premise (minimal pairs)."""

    premise: str
    hypothesis: str
    label: str
    id: Key | None = None
    source: str = ""
    category: str = ""
    pair: str = ""


class _Prediction(msgspec.Struct):
    """Prediction for a pair. All three probabilities are null if the pair was not judged."""

    support: float | None
    refute: float | None
    neutral: float | None
    abstain: bool = False
    id: Key | None = None


def read_stance_gold(path: Path) -> list[StanceRow]:
    """Return the labelled pairs of a file. Raises InputError when it cannot be read, is empty, or a row has an unknown label or a
    repeated id."""
    rows = read_rows(path, StanceRow, description="a pair with premise, hypothesis and label")
    for number, row in enumerate(rows, start=1):
        if row.label not in {*LABELS, NOT_SUPPORT}:
            hint = "Labels are support, refute, neutral and not_support."
            raise InputError("evaluation-label", f"Pair {number} of “{path}” has the label “{row.label}”.", hint=hint)
    unique(path, _ids(rows) or [])
    return rows


def read_stance_predictions(path: Path, gold: Sequence[StanceRow]) -> list[PairStance]:
    """Read predictions in the format of `stance --out`, one for each gold row and in its order.

    Rows are matched by `id` if every row of both files has one, otherwise by order. A row of nulls was not judged: an abstention.
    Raises InputError for unknown ids, missing rows, and invalid probabilities.
    """
    rows = read_rows(path, _Prediction, description="a stance with support, refute and neutral")
    gold_ids, row_ids = _ids(gold), _ids(rows)
    if gold_ids is not None and row_ids is not None:
        check_ids(path, row_ids, gold_ids)
        rows_by_id = dict(zip(row_ids, rows, strict=True))
        rows = [rows_by_id[key] for key in gold_ids]
    check_count(path, len(rows), len(gold))
    return [_predicted(path, number, row) for number, row in enumerate(rows, start=1)]


def _ids(rows: Sequence[StanceRow] | Sequence[_Prediction]) -> list[str] | None:
    """Return the rows' ids; None if a row has none."""
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
    """Return True if the row is in the tenth that never trains our stance model.

    The premise decides, as in training.
    """
    return zlib.crc32(row.premise.encode()) % _SHARE == 0


def two_way_sources(rows: Sequence[StanceRow]) -> frozenset[str]:
    """Return the sources that only distinguish support from its absence: those with a row labelled not_support."""
    return frozenset(row.source for row in rows if row.label == NOT_SUPPORT)


def stance_report(rows: Sequence[StanceRow], judged: Sequence[PairStance]) -> dict[str, Any]:
    """Return all measures of these judgements, one for each row in the same order.

    `three_way` and `two_way` cover the rows of that kind (None without any), and so do `by_source` and `by_category`.
    `pairs_all_right` is the share of minimal pairs with all rows right (None without `pair` ids).
    """
    two_way_names = two_way_sources(rows)
    kinds = [row.source in two_way_names for row in rows]
    three_way_rows, two_way_rows = _where(kinds, False), _where(kinds, True)
    return {
        "rows": len(rows),
        "three_way": _three_way(rows, judged, three_way_rows) if three_way_rows else None,
        "two_way": _two_way(rows, judged, two_way_rows) if two_way_rows else None,
        "by_source": _grouped(rows, judged, kinds, lambda row: row.source),
        "by_category": _grouped(rows, judged, kinds, lambda row: row.category),
        "pairs_all_right": _pairs_all_right(rows, judged),
    }


def polarity_accuracy(scorer: StanceScorer, rows: Sequence[StanceRow]) -> float:
    """Return the share of three-way rows (the polarity set's) with the gold label as the most probable one; 0 for no rows. Nothing
    abstains."""
    scores = scorer.stance([row.premise for row in rows], [row.hypothesis for row in rows], cancel=CancelToken())
    return accuracy([row.label for row in rows], [LABELS[index] for index in scores.argmax(axis=1)])


def _where(flags: Sequence[bool], expected: bool) -> list[int]:
    return [index for index, flag in enumerate(flags) if flag is expected]


def _three_way(rows: Sequence[StanceRow], judged: Sequence[PairStance], indexes: Sequence[int]) -> dict[str, Any]:
    gold, predicted = [rows[index].label for index in indexes], [judged[index].label for index in indexes]
    scores = _matrix(judged, indexes)
    correct = [gold_label == other for gold_label, other in zip(gold, predicted, strict=True)]
    return {
        "rows": len(indexes),
        "accuracy": accuracy(gold, predicted),
        "macro_f1": macro_f1(gold, predicted),
        "labels": {label: asdict(label_score(gold, predicted, label)) for label in LABELS},
        "confusion": confusion(gold, predicted),
        "brier": brier_score(scores, [LABELS.index(label) for label in gold]),
        "ece": calibration_error(scores.max(axis=1).tolist(), correct),
        **_abstention(correct, [judged[index].abstain for index in indexes]),
    }


def _two_way(rows: Sequence[StanceRow], judged: Sequence[PairStance], indexes: Sequence[int]) -> dict[str, Any]:
    """Return the measures of support against everything else. A pair counts as supported if support is its most probable label."""
    gold = ["support" if rows[index].label == "support" else NOT_SUPPORT for index in indexes]
    predicted = ["support" if judged[index].label == "support" else NOT_SUPPORT for index in indexes]
    correct = [gold_label == other for gold_label, other in zip(gold, predicted, strict=True)]
    return {
        "rows": len(indexes),
        "accuracy": accuracy(gold, predicted),
        "macro_f1": macro_f1(gold, predicted),
        "labels": {label: asdict(label_score(gold, predicted, label)) for label in ("support", NOT_SUPPORT)},
        "confusion": confusion(gold, predicted),
        **_abstention(correct, [judged[index].abstain for index in indexes]),
    }


def _matrix(judged: Sequence[PairStance], indexes: Sequence[int]) -> FloatMatrix:
    return np.array([judged[index].probabilities for index in indexes], np.float32)


def _abstention(correct: Sequence[bool], abstained: Sequence[bool]) -> dict[str, float]:
    """Return `coverage`, the share of answered rows, and `answered_accuracy`, their accuracy (0 if there are none)."""
    answered = [is_correct for is_correct, is_abstained in zip(correct, abstained, strict=True) if not is_abstained]
    return {"coverage": len(answered) / len(correct), "answered_accuracy": sum(answered) / len(answered) if answered else 0.0}


def _grouped(
    rows: Sequence[StanceRow], judged: Sequence[PairStance], kinds: Sequence[bool], name: Callable[[StanceRow], str]
) -> dict[str, dict[str, Any]]:
    """Return the measures by group. Rows without a group name are left out. A group is two-way if its first row is."""
    groups: dict[tuple[str, bool], list[int]] = {}
    for index, row in enumerate(rows):
        if name(row):
            groups.setdefault((name(row), kinds[index]), []).append(index)
    reports = {}
    for (key, is_two_way), indexes in sorted(groups.items()):
        reports[f"{key} (two-way)" if is_two_way else key] = (_two_way if is_two_way else _three_way)(rows, judged, indexes)
    return reports


def _pairs_all_right(rows: Sequence[StanceRow], judged: Sequence[PairStance]) -> float | None:
    groups: dict[str, list[bool]] = {}
    for row, judgement in zip(rows, judged, strict=True):
        if row.pair:
            groups.setdefault(row.pair, []).append(row.label == judgement.label)
    return sum(all(group) for group in groups.values()) / len(groups) if groups else None
