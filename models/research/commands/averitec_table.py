"""The measures of `evaluate averitec` as text tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.cli.output import table
from models.research.averitec.measures import LEVELS

_TITLES = {"q": "Q", "q_a": "Q+A", "accuracy": "accuracy", "justification": "justification METEOR", "questions": "questions asked"}


def averitec_table(report: Mapping[str, Any]) -> str:
    """Return the means over all claims with intervals, the labels, and the main measures by claim type."""
    claims = report["claims"]
    lines = [f"AVeriTeC, {claims['all']} claims{_part(report)}", _whole(report), "Labels", _labels(report)]
    if len(claims) > 1:
        lines += ["By claim type", _by_type(report)]
    return "\n\n".join(lines)


def systems_table(reports: Mapping[str, Mapping[str, Any]]) -> str:
    """Return one row for each system, over all claims."""
    head = ("", "Q", "Q+A", "veracity@.25", "justification@.25", "justification", "accuracy", "macro-F1", "questions")
    return table([head, *((name, *_main(report, "all")) for name, report in reports.items())])


def _part(report: Mapping[str, Any]) -> str:
    return f" of the part “{report['part']}”" if report.get("part") else ""


def _whole(report: Mapping[str, Any]) -> str:
    rows: list[Sequence[object]] = [("", "mean", "95%")]
    rows += [(_title(name), _number(interval["value"]), _interval(interval)) for name, interval in report["groups"]["all"].items()]
    rows.append(("macro-F1", _number(report["verdicts"]["all"]["macro_f1"]), ""))
    return table(rows)


def _labels(report: Mapping[str, Any]) -> str:
    rows: list[Sequence[object]] = [("", "claims", "precision", "recall", "F1")]
    label_scores = report["verdicts"]["all"]["labels"]
    rows += [
        (label, label_score["rows"], *(_number(label_score[part]) for part in ("precision", "recall", "f1")))
        for label, label_score in label_scores.items()
    ]
    return table(rows)


def _by_type(report: Mapping[str, Any]) -> str:
    head = ("", "claims", "Q", "Q+A", "veracity@.25", "justification@.25", "justification", "accuracy", "macro-F1", "questions")
    return table([head, *((name, count, *_main(report, name)) for name, count in report["claims"].items())])


def _main(report: Mapping[str, Any], group: str) -> list[str]:
    means = report["groups"][group]
    values = [means[name]["value"] for name in ("q", "q_a", "veracity@0.25", "justification@0.25", "justification", "accuracy")]
    return [*map(_number, (*values, report["verdicts"][group]["macro_f1"])), f"{means['questions']['value']:.2f}"]


def _title(name: str) -> str:
    kind, sign, level = name.partition("@")
    return f"{kind} at λ = {level}" if sign and float(level) in LEVELS else _TITLES[name]


def _interval(measure: Mapping[str, float]) -> str:
    return f"{_number(measure['low'])}–{_number(measure['high'])}"


def _number(value: float) -> str:
    return f"{value:.3f}"
