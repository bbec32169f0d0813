"""The annotated debates of Shaar et al. 2022: gold sentences, and mean average precision of a ranking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import msgspec

from app.decoding import DECODING_ERRORS
from app.errors import InputError
from models.research.metrics import average_precision, mean


class _PairRow(msgspec.Struct):
    transcript: str
    line: int
    vclaim_id: str
    stance: str | None = None
    verdict: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldPair:
    """One annotated (sentence, fact-check) pair. Among `GoldDebate.pairs`, one that makes its sentence verifiable."""

    line: int
    factcheck: str
    stance: str
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldDebate:
    """One debate: its name, its day (the name begins with it), its transcript, its verifiable pairs, and all annotated ones."""

    name: str
    day: date
    transcript: Path
    pairs: tuple[GoldPair, ...]
    annotated: tuple[GoldPair, ...] = ()

    def verifiable(self, *, published: Mapping[str, date] | None = None) -> frozenset[int]:
        """The lines of verifiable sentences; with `published`, only pairs whose fact-check appeared before the debate count."""
        return frozenset(self.verifying(published=published))

    def verifying(self, *, published: Mapping[str, date] | None = None) -> dict[int, frozenset[str]]:
        """By line of a verifiable sentence the fact-checks that verify it; with `published`, those that appeared before the debate."""
        found: dict[int, set[str]] = {}
        for pair in self.pairs:
            if published is None or (pair.factcheck in published and published[pair.factcheck] < self.day):
                found.setdefault(pair.line, set()).add(pair.factcheck)
        return {line: frozenset(ids) for line, ids in found.items()}

    def with_stance(self) -> dict[int, frozenset[str]]:
        """By line the fact-checks that agree or disagree with the sentence (the pairs of the paper's Table 3)."""
        found: dict[int, set[str]] = {}
        for pair in self.annotated:
            if pair.stance in {"agree", "disagree"}:
                found.setdefault(pair.line, set()).add(pair.factcheck)
        return {line: frozenset(ids) for line, ids in found.items()}

    def candidates(self) -> dict[int, tuple[str, ...]]:
        """By line the fact-checks that annotators looked at, in the order of the file, each once."""
        found: dict[int, dict[str, None]] = {}
        for pair in self.annotated:
            found.setdefault(pair.line, {})[pair.factcheck] = None
        return {line: tuple(ids) for line, ids in found.items()}

    def repeated(self) -> frozenset[int]:
        """Lines labelled as repeating an earlier sentence instead of being linked again, and not verifiable by another pair."""
        return frozenset(pair.line for pair in self.annotated if pair.verdict == "repeated") - self.verifiable()


def read_gold(folder: Path) -> tuple[GoldDebate, ...]:
    """Read a folder with `pairs.jsonl` and `transcripts/*.tsv`. A pair counts when its verdict is true or false.

    Raises InputError when the folder is not of that shape.
    """
    source = folder / "pairs.jsonl"
    if not source.is_file():
        raise InputError("gold-not-found", f"There is no pairs.jsonl in “{folder}”.", hint="Name the folder of the annotated debates.")
    by_debate: dict[str, list[GoldPair]] = {}
    for row in _rows(source):
        by_debate.setdefault(row.transcript, []).append(
            GoldPair(line=row.line, factcheck=row.vclaim_id, stance=row.stance or "", verdict=row.verdict or "")
        )
    debates = tuple(_debate(path, by_debate.pop(path.stem, [])) for path in sorted((folder / "transcripts").glob("*.tsv")))
    if by_debate:
        missing = ", ".join(sorted(by_debate))
        raise InputError(
            "gold-without-transcript", f"Annotated debates without a transcript: {missing}.", hint="Put them into the folder “transcripts”."
        )
    return debates


def _rows(source: Path) -> Iterator[_PairRow]:
    for number, line in enumerate(source.read_bytes().splitlines(), start=1):
        if not line.strip():
            continue
        try:
            yield msgspec.json.decode(line, type=_PairRow)
        except DECODING_ERRORS as error:
            raise InputError(
                "gold-row", f"Row {number} of “{source}” is no annotated pair: {error}.", hint="Correct or remove the row."
            ) from error


def _debate(transcript: Path, rows: Sequence[GoldPair]) -> GoldDebate:
    settled = tuple(pair for pair in rows if pair.verdict in {"true", "false"})
    return GoldDebate(name=transcript.stem, day=_day(transcript), transcript=transcript, pairs=settled, annotated=tuple(rows))


def _day(transcript: Path) -> date:
    name = transcript.stem
    try:
        return date(int(name[:4]), int(name[4:6]), int(name[6:8]))
    except ValueError as error:
        message = f"The name of the transcript “{transcript.name}” does not begin with its day."
        raise InputError("gold-day", message, hint="Name it like 20180612_Trump_Singapore.tsv.") from error


def mean_average_precision(rankings: Mapping[str, Sequence[int]], gold: Mapping[str, frozenset[int]]) -> tuple[float, dict[str, float]]:
    """MAP over debates, and each debate's average precision. `rankings` are lines in ranked order, by debate name."""
    each = {name: average_precision(ranking, gold[name]) for name, ranking in rankings.items() if gold[name]}
    return mean(list(each.values())), each
