"""The measures of `evaluate mythqa` as text tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.cli.output import table

_TITLES = {"hit": "Hit", "mhit": "MHit", "side_hit": "both sides hit", "f1_contro": "F1_CONTRO"}
_GROUPS = {"all": "all", "entity": "entity", "yes-no": "yes/no", "contested": "both sides in the gold"}


def mythqa_table(report: Mapping[str, Any]) -> str:
    """Return the means of every group with intervals over all questions, then the stances, then posts in both columns (an error)."""
    groups = [name for name in _GROUPS if name in report["groups"]]
    all_groups = report["groups"]["all"]
    rows: list[Sequence[object]] = [("", *(_GROUPS[name] for name in groups), "95% of all")]
    rows.append(("questions", *(report["questions"][name] for name in groups), ""))
    rows += [
        (_title(name), *(_value(report["groups"][group], name) for group in groups), _interval(all_groups[name]))
        for name in _shown(all_groups)
    ]
    lines = [f"MythQA, {report['setting']}", table(rows)]
    if not any(name.startswith("hit@") for name in all_groups):
        lines.append("Hit@k and MHit@k were not measured: the predictions do not say what was retrieved, or the gold has no posts.")
    lines += ["Stance of posts", _intrinsic(report["stance"]) if report["setting"] == "intrinsic" else _extrinsic(report["stance"])]
    lines.append(f"Posts shown for and against the same answer: {report['posts_in_both_columns']}")
    return "\n\n".join(lines)


def _shown(measures: Mapping[str, Any]) -> list[str]:
    """Return the measures in the table. It has only F1 of F1_CONTRO; precision and recall are in the file."""
    return [name for name in measures if not name.startswith(("precision_contro", "recall_contro"))]


def _title(name: str) -> str:
    if name.endswith("_ans"):
        part = name.removesuffix("_ans")
        return "F1_ans" if part == "f1" else f"{part} of answers"
    kind, _, depth = name.partition("@")
    return f"{_TITLES[kind]}@{depth}"


def _value(means: Mapping[str, Any], name: str) -> str:
    return _number(means[name]["value"]) if name in means else ""


def _interval(measure: Mapping[str, float]) -> str:
    return f"{_number(measure['low'])}–{_number(measure['high'])}"


def _intrinsic(stance: Mapping[str, Any]) -> str:
    rows: list[Sequence[object]] = [("", "rows", "precision", "recall", "F1")]
    rows += [
        (label, label_scores["rows"], *(_number(label_scores[part]) for part in ("precision", "recall", "f1")))
        for label, label_scores in stance["labels"].items()
    ]
    rows.append(("mean of labels", stance["rows"], *(_number(stance[f"macro_{part}"]) for part in ("precision", "recall", "f1"))))
    return f"{table(rows)}\n\nAccuracy {_number(stance['accuracy'])}"


def _extrinsic(stance: Mapping[str, Any]) -> str:
    head = ("", "shown", "annotated", "precision", "of annotated", "recall", "F1")
    parts = ("precision", "precision_annotated", "recall", "f1")
    rows: list[Sequence[object]] = [head]
    rows += [
        (side, side_scores["shown"], side_scores["annotated"], *(_number(side_scores[part]) for part in parts))
        for side, side_scores in stance["sides"].items()
    ]
    rows.append(("mean of both", "", "", "", "", "", _number(stance["macro_f1"])))
    return table(rows)


def _number(value: float) -> str:
    return f"{value:.3f}"
