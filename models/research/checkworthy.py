"""Measures of check-worthiness against labelled sentences: those of the CheckThat! lab (F1 of Yes) and of ranking."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec

from app.errors import InputError
from app.ingest.contents import whole_content
from models.research.classification import accuracy, average_precision_of_scores, best_threshold, confusion, label_score
from models.research.gold_rows import Key, check_count, check_ids, id_text, read_rows, unique

THRESHOLD = 0.5
"""Score from which a sentence is check-worthy."""
_COLUMNS = ("Sentence_id", "Text", "class_label")
_LABELS = {"yes": True, "no": False, "1": True, "0": False, "true": True, "false": False}


class CheckworthyRow(msgspec.Struct, frozen=True, kw_only=True):
    """Labelled sentence."""

    id: str
    text: str
    checkworthy: bool


class _JsonRow(msgspec.Struct):
    id: Key
    text: str
    label: int | str | bool


class _Prediction(msgspec.Struct):
    checkworthiness: float
    qid: Key | None = None


def read_checkworthy_gold(path: Path) -> list[CheckworthyRow]:
    """Read labelled sentences: a table of the CheckThat! lab (Sentence_id, Text, class_label; tab-separated) or JSON Lines {id,
    text, label 0/1}.

    Raises InputError when the file cannot be read, is empty, or a row is not one of these.
    """
    name = path.name.removesuffix(".gz").lower()
    rows = _json_gold(path) if name.endswith((".jsonl", ".json")) else _table_gold(path)
    unique(path, [row.id for row in rows])
    return rows


def read_checkworthy_predictions(path: Path, gold: Sequence[CheckworthyRow]) -> list[float]:
    """Scores as `checkworthy --queries` writes them, by `qid`; without `qid` in the gold's order. Raises InputError for
    unknown ids, missing rows and scores outside 0 to 1."""
    rows = read_rows(path, _Prediction, description="a row with checkworthiness")
    for number, row in enumerate(rows, start=1):
        if not 0 <= row.checkworthiness <= 1:
            message = f"The score of row {number} of “{path}” is not between 0 and 1."
            raise InputError("predictions-score", message, hint="Write the file with “priorcheck checkworthy --out F.jsonl”.")
    keys = [id_text(row.qid) for row in rows if row.qid is not None]
    if len(keys) == len(rows):
        check_ids(path, keys, [row.id for row in gold])
        rows_by_id = dict(zip(keys, rows, strict=True))
        rows = [rows_by_id[row.id] for row in gold]
    check_count(path, len(rows), len(gold))
    return [row.checkworthiness for row in rows]


def checkworthy_report(gold: Sequence[CheckworthyRow], scores: Sequence[float]) -> dict[str, Any]:
    """Return precision, recall, F1 of Yes and accuracy at 0.5, average precision over all thresholds, and the best threshold.

    The best threshold is chosen on these very rows, so its F1 is an upper bound and no estimate.
    """
    gold_flags = [row.checkworthy for row in gold]
    labels, predicted_labels = ["Yes" if flag else "No" for flag in gold_flags], ["Yes" if score >= THRESHOLD else "No" for score in scores]
    best, best_f1 = best_threshold(scores, gold_flags)
    return {
        "rows": len(gold),
        "threshold": THRESHOLD,
        "yes": asdict(label_score(labels, predicted_labels, "Yes")),
        "accuracy": accuracy(labels, predicted_labels),
        "confusion": confusion(labels, predicted_labels),
        "average_precision": average_precision_of_scores(scores, gold_flags),
        "best_threshold_on_these_rows": {"threshold": best, "f1": best_f1},
    }


def _json_gold(path: Path) -> list[CheckworthyRow]:
    rows = read_rows(path, _JsonRow, description="a sentence with id, text and label")
    return [
        CheckworthyRow(id=id_text(row.id), text=row.text, checkworthy=_label(path, number, row.label))
        for number, row in enumerate(rows, start=1)
    ]


def _table_gold(path: Path) -> list[CheckworthyRow]:
    try:
        table = csv.DictReader(io.StringIO(whole_content(path).decode("utf-8")), delimiter="\t")
        table_rows = list(table)
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError("evaluation-table", f"“{path}” is no table of UTF-8 text: {error}.", hint="Check the file.") from error
    if not table_rows:
        raise InputError("evaluation-empty", f"“{path}” holds no row to score.", hint="Name a file with rows.")
    missing = [name for name in _COLUMNS if name not in (table.fieldnames or ())]
    if missing:
        message = f"“{path}” has no column “{missing[0]}”."
        raise InputError("evaluation-columns", message, hint=f"The first line names the columns {', '.join(_COLUMNS)}, between tabs.")
    return [
        CheckworthyRow(id=row["Sentence_id"] or "", text=row["Text"] or "", checkworthy=_label(path, number, row["class_label"]))
        for number, row in enumerate(table_rows, start=1)
    ]


def _label(path: Path, number: int, value: int | str | bool | None) -> bool:
    label = _LABELS.get(str(value).strip().lower())
    if label is None:
        message = f"Row {number} of “{path}” has the label “{value}”."
        raise InputError("evaluation-label", message, hint="Labels are Yes and No, or 1 and 0.")
    return label
