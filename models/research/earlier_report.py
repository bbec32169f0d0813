"""Systems of an earlier report of `evaluate debates` over the same gold, to compare with this run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from app.decoding import DECODING_ERRORS
from app.errors import InputError
from models.research.debate_gold import Gold, SystemScore
from models.research.intervals import Interval
from models.research.scores import Protocol, Score


class _Intervals(msgspec.Struct):
    over_debates: tuple[float, float]
    over_sentences: tuple[float, float]


class _ScoreRow(msgspec.Struct):
    measures: Mapping[str, float]
    map_interval: _Intervals
    each_debate: Mapping[str, Mapping[str, float]]

    def score(self) -> Score:
        intervals = self.map_interval
        return Score(
            values=self.measures,
            by_debate=self.each_debate,
            over_debates=Interval(*intervals.over_debates),
            over_sentences=Interval(*intervals.over_sentences),
        )


class _SystemRow(_ScoreRow, kw_only=True):
    system: str
    family: str
    protocol: Protocol
    without_repeated: _ScoreRow
    detail: Mapping[str, object]


class _ReportRow(msgspec.Struct):
    verifiable_sentences: Mapping[str, int]
    systems: tuple[_SystemRow, ...]
    notes: tuple[str, ...] = ()


def earlier_systems(path: Path, gold: Gold) -> tuple[list[SystemScore], tuple[str, ...]]:
    """Return the systems of an earlier report, with its rounding, and its notes. Raises InputError when the file is no report, or
    one of other debates."""
    try:
        report = msgspec.json.decode(path.read_bytes(), type=_ReportRow)
    except (OSError, *DECODING_ERRORS) as error:
        message = f"“{path}” is no report of “evaluate debates”: {error}."
        raise InputError("earlier-report", message, hint="Name what --out of an earlier run has written.") from error
    names = {debate.name for debate in gold.debates}
    if report.verifiable_sentences != gold.positives() or any(row.each_debate.keys() - names for row in report.systems):
        message = f"“{path}” is a report of other debates, or of another gold."
        raise InputError("earlier-report", message, hint="Make it anew with the same --gold and library.")
    systems = [
        SystemScore(
            name=row.system,
            family=row.family,
            protocol=row.protocol,
            score=row.score(),
            without_repeated=row.without_repeated.score(),
            detail=row.detail,
        )
        for row in report.systems
    ]
    return systems, report.notes
