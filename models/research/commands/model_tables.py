"""The measures of `evaluate stance|checkworthy|retrieval` as text tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.cli.output import table
from models.research.retrieval import DEPTHS

_STANCE_HEAD = (
    "",
    "rows",
    "accuracy",
    "macro-F1",
    "F1 support",
    "F1 refute",
    "F1 neutral",
    "Brier",
    "ECE",
    "answered",
    "accuracy of those",
)
_TWO_WAY_HEAD = ("", "rows", "accuracy", "macro-F1", "F1 support", "F1 not support", "answered", "accuracy of those")


def stance_table(report: Mapping[str, Any]) -> str:
    """Return the measures overall, by source and by category, and the confusion matrix."""
    named = [(f"source {name}", measures) for name, measures in report["by_source"].items()]
    named += [(f"category {name}", measures) for name, measures in report["by_category"].items()]
    blocks = []
    for kind, head, row in (("three_way", _STANCE_HEAD, _three_way), ("two_way", _TWO_WAY_HEAD, _two_way)):
        overall = report[kind]
        if overall is not None:
            groups = [(name, measures) for name, measures in named if _is_two_way(measures) == (kind == "two_way")]
            rows = [row("all", overall), *(row(name, measures) for name, measures in groups)]
            blocks += [f"Stance, {kind.replace('_', '-')}", table([head, *rows]), _confusion(overall["confusion"])]
    if report["pairs_all_right"] is not None:
        blocks.append(f"Groups of minimal pairs with every row right: {_percent(report['pairs_all_right'])}")
    return "\n\n".join(blocks)


def checkworthy_table(report: Mapping[str, Any]) -> str:
    """Return the table. F1 of Yes at 0.5 comes first; the best threshold is named as an upper bound."""
    yes, best = report["yes"], report["best_threshold_on_these_rows"]
    rows = [
        ("rows", report["rows"], f"{yes['rows']} check-worthy"),
        ("F1 of Yes", _number(yes["f1"]), f"at {report['threshold']}"),
        ("precision of Yes", _number(yes["precision"]), ""),
        ("recall of Yes", _number(yes["recall"]), ""),
        ("accuracy", _number(report["accuracy"]), ""),
        ("average precision", _number(report["average_precision"]), "over all thresholds"),
        ("best F1 of Yes", _number(best["f1"]), f"at {best['threshold']:.3f}, chosen on these very rows: an upper bound"),
    ]
    return "\n\n".join(["Check-worthiness", table(rows), _confusion(report["confusion"])])


def retrieval_table(report: Mapping[str, Any]) -> str:
    """Return the measures by depth, then the outcomes for queries without a fact-check."""
    rows: list[tuple[object, ...]] = [("k", *DEPTHS)]
    rows += [(name, *(_number(report[f"{key}@{k}"]) for k in DEPTHS)) for name, key in (("MAP@k", "map"), ("Hit@k", "hit"), ("P@k", "p"))]
    lines = [f"Retrieval, {report['queries']} queries with a fact-check in the gold", table(rows), f"MRR  {_number(report['mrr'])}"]
    if report.get("gold_not_in_library"):
        lines.append(f"{report['gold_not_in_library']} of the gold's fact-checks are not in the library and count as missed.")
    if report["outcomes"]:
        names = sorted({name for side in report["outcomes"].values() for name in side})
        sides = [(side.replace("_", " "), *(counts.get(name, 0) for name in names)) for side, counts in report["outcomes"].items()]
        lines.append(table([("outcome", *names), *sides]))
    if report["outcome_auc"] is not None:
        lines.append(
            f"Area under the ROC curve, queries with against {report['queries_without_gold']} without: {_number(report['outcome_auc'])}"
        )
    return "\n\n".join(lines)


def _is_two_way(group: Mapping[str, Any]) -> bool:
    return "brier" not in group


def _three_way(name: str, group: Mapping[str, Any]) -> tuple[object, ...]:
    labels = [_number(group["labels"][label]["f1"]) for label in ("support", "refute", "neutral")]
    return (*_start(name, group), *labels, _number(group["brier"]), _number(group["ece"]), *_end(group))


def _two_way(name: str, group: Mapping[str, Any]) -> tuple[object, ...]:
    return (*_start(name, group), *(_number(group["labels"][label]["f1"]) for label in ("support", "not_support")), *_end(group))


def _start(name: str, group: Mapping[str, Any]) -> tuple[object, ...]:
    return name, group["rows"], _number(group["accuracy"]), _number(group["macro_f1"])


def _end(group: Mapping[str, Any]) -> tuple[object, ...]:
    return _percent(group["coverage"]), _number(group["answered_accuracy"])


def _confusion(counts: Mapping[str, Mapping[str, int]]) -> str:
    predicted_labels = list(dict.fromkeys(name for row in counts.values() for name in row))
    rows = [(f"gold {name}", *(row[other] for other in predicted_labels)) for name, row in counts.items()]
    return table([("", *(f"said {name}" for name in predicted_labels)), *rows])


def _number(value: float) -> str:
    return f"{value:.3f}"


def _percent(value: float) -> str:
    return f"{value:.0%}"
