"""A report as CSV: one row a sentence with its best matches; cells that a spreadsheet would run as a formula are made inert."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.services.reports import delimited

_MATCHES = 3
_HEAD = (
    "rank",
    "index",
    "line",
    "speaker",
    "page",
    "time",
    "text",
    "score",
    "probability",
    "sentence_verdict",
    "verdict_reason",
    "speech_act",
    "outcome",
)
_SOURCE = ("id", "claim", "publisher", "rating", "verdict", "url")
_REVIEW = ("result", "standing", "decision", "own_verdict", "note", "tags", "flagged", "reviewer")
_MATCH = ("claim", "publisher", "rating", "verdict", "stance", "published", "url", "id", "score", "probability")


def csv_bytes(rows: Iterable[Mapping[str, Any]], *, reviewed: bool) -> bytes:
    """Return the rows of `rows.sentence_row`, or with `reviewed` those of `rows.reviewed_row`, as CSV in UTF-8 with the byte order
    mark that Excel needs."""
    head, match = (*_HEAD, *(_REVIEW if reviewed else ())), (*_MATCH, *(("decision",) if reviewed else ()))
    titles = [
        *head,
        *(f"verdict_source_{name}" for name in _SOURCE),
        *(f"match{number}_{name}" for number in range(1, _MATCHES + 1) for name in match),
    ]
    lines = (
        [_cell(row[name]) for name in head] + _source(row) + [match_row[name] for match_row in row["matches"][:_MATCHES] for name in match]
        for row in rows
    )
    return delimited.csv_bytes(titles, lines)


def _source(row: Mapping[str, Any]) -> list[object]:
    """Return the cells of the fact-check that the sentence's verdict rests on, whatever its rank among the matches."""
    source = next((match for match in row["matches"] if match["id"] == row["verdict_source"]), None)
    return [source[name] if source else "" for name in _SOURCE]


def _cell(value: object) -> object:
    return ", ".join(map(str, value)) if isinstance(value, list) else value
