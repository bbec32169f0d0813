"""The annotated debates of Shaar et al. 2022: gold sentences, and mean average precision of a ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import msgspec

from app.errors import InputError
from app.evaluation.metrics import average_precision, mean


class _PairRow(msgspec.Struct):
    transcript: str
    line: int
    vclaim_id: str
    stance: str | None = None
    verdict: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldPair:
    """One annotated (sentence, fact-check) pair that makes its sentence verifiable."""

    line: int
    factcheck: str
    stance: str
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldDebate:
    """One debate: its name, its day (the name begins with it), its transcript, and its verifiable pairs."""

    name: str
    day: date
    transcript: Path
    pairs: tuple[GoldPair, ...]

    def verifiable(self, *, published: Mapping[str, date] | None = None) -> frozenset[int]:
        """The lines of verifiable sentences; with `published`, only pairs whose fact-check appeared before the debate count."""
        return frozenset(
            pair.line for pair in self.pairs if published is None or (pair.factcheck in published and published[pair.factcheck] < self.day)
        )


def read_gold(folder: Path) -> tuple[GoldDebate, ...]:
    """Read a folder with `pairs.jsonl` and `transcripts/*.tsv`. A pair counts when its verdict is true or false.

    Raises InputError when the folder is not of that shape.
    """
    source = folder / "pairs.jsonl"
    if not source.is_file():
        raise InputError("gold-not-found", f"There is no pairs.jsonl in “{folder}”.", hint="Name the folder of the annotated debates.")
    by_debate: dict[str, list[GoldPair]] = {}
    for line in source.read_bytes().splitlines():
        row = msgspec.json.decode(line, type=_PairRow)
        if row.verdict in {"true", "false"}:
            pair = GoldPair(line=row.line, factcheck=row.vclaim_id, stance=row.stance or "", verdict=row.verdict)
            by_debate.setdefault(row.transcript, []).append(pair)
    return tuple(
        GoldDebate(name=path.stem, day=_day(path.stem), transcript=path, pairs=tuple(by_debate.get(path.stem, ())))
        for path in sorted((folder / "transcripts").glob("*.tsv"))
    )


def _day(name: str) -> date:
    return date(int(name[:4]), int(name[4:6]), int(name[6:8]))


def mean_average_precision(rankings: Mapping[str, Sequence[int]], gold: Mapping[str, frozenset[int]]) -> tuple[float, dict[str, float]]:
    """MAP over debates, and each debate's average precision. `rankings` are lines in ranked order, by debate name."""
    each = {name: average_precision(ranking, gold[name]) for name, ranking in rankings.items() if gold[name]}
    return mean(list(each.values())), each
