"""The measures of `evaluate crosslingual` as text tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.cli.output import table
from models.research.crosslingual.measures import NAMES

_HEADS = {"mrr": "MRR", **{name: name.replace("ndcg", "nDCG").replace("map", "MAP") for name in NAMES if name != "mrr"}}
_PARTS = {"all": "all", "monolingual": "one language", "crosslingual": "two languages"}
_PAIRS = 40


def crosslingual_table(report: Mapping[str, Any]) -> str:
    """Return a line for each method over all queries; for the last one also each part and pair of languages."""
    methods = report["ways"]
    name, last = list(methods.items())[-1]
    judged = ", ".join(f"{count} {grade}" for grade, count in last["judged"].items())
    caption = f"{last['queries']} queries, judged pairs: {judged}"
    if last["queries_without_gold"]:
        caption += f"; {last['queries_without_gold']} queries without a relevant fact-check are not measured"
    blocks = [f"Retrieval across languages: {caption}"]
    if len(methods) > 1:
        blocks += [table([("way", "part", "queries", *_HEADS.values()), *(row for method in methods.items() for row in _lines(*method))])]
    blocks += [name if len(methods) > 1 else "", table([("", "queries", *_HEADS.values()), *_rows(last)])]
    if len(last["pairs"]) > _PAIRS:
        blocks.append(f"{len(last['pairs']) - _PAIRS} more pairs of languages: --out has all.")
    unanswered = report["not_answered"][name]
    if unanswered:
        blocks.append(f"{unanswered} queries have no row and count as not found.")
    if report.get("gold_not_in_library"):
        blocks.append(f"{report['gold_not_in_library']} of the gold's relevant fact-checks are not in the library and count as missed.")
    return "\n\n".join(block for block in blocks if block)


def _lines(method: str, measured: Mapping[str, Any]) -> list[tuple[object, ...]]:
    return [(method, title, *_numbers(measured[part])) for part, title in _PARTS.items() if measured[part]]


def _rows(measured: Mapping[str, Any]) -> list[tuple[object, ...]]:
    parts = [(title, *_numbers(measured[part])) for part, title in _PARTS.items() if measured[part]]
    pairs = sorted(measured["pairs"].items(), key=lambda pair: (-pair[1]["queries"], pair[0]))
    pair_rows = [(pair.replace("-", " → "), *_numbers(measures)) for pair, measures in pairs[:_PAIRS]]
    return [*parts, *pair_rows]


def _numbers(part: Mapping[str, Any]) -> tuple[object, ...]:
    return (part["queries"], *(f"{part[name]:.3f}" for name in _HEADS))
