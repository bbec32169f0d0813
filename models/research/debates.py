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
    """Annotated (sentence, fact-check) pair. A pair in `GoldDebate.pairs` makes its sentence verifiable."""

    line: int
    factcheck: str
    stance: str
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldDebate:
    """Debate with its name, its day (the name begins with it), its transcript, its verifying pairs, and all annotated ones."""

    name: str
    day: date
    transcript: Path
    pairs: tuple[GoldPair, ...]
    annotated: tuple[GoldPair, ...] = ()

    def verifiable(self, *, published: Mapping[str, date] | None = None) -> frozenset[int]:
        """Return the lines of verifiable sentences. With `published`, only fact-checks that appeared before the debate count."""
        return frozenset(self.verifying(published=published))

    def verifying(self, *, published: Mapping[str, date] | None = None) -> dict[int, frozenset[str]]:
        """Return the fact-checks that verify a sentence, by line. With `published`, only those that appeared before the debate."""
        by_line: dict[int, set[str]] = {}
        for pair in self.pairs:
            if published is None or (pair.factcheck in published and published[pair.factcheck] < self.day):
                by_line.setdefault(pair.line, set()).add(pair.factcheck)
        return {line: frozenset(ids) for line, ids in by_line.items()}

    def with_stance(self) -> dict[int, frozenset[str]]:
        """Return the fact-checks that agree or disagree with a sentence, by line (the pairs of the paper's Table 3)."""
        by_line: dict[int, set[str]] = {}
        for pair in self.annotated:
            if pair.stance in {"agree", "disagree"}:
                by_line.setdefault(pair.line, set()).add(pair.factcheck)
        return {line: frozenset(ids) for line, ids in by_line.items()}

    def candidates(self) -> dict[int, tuple[str, ...]]:
        """Return the distinct fact-checks that annotators looked at, by line, in the order of the file."""
        by_line: dict[int, dict[str, None]] = {}
        for pair in self.annotated:
            by_line.setdefault(pair.line, {})[pair.factcheck] = None
        return {line: tuple(ids) for line, ids in by_line.items()}

    def repeated(self) -> frozenset[int]:
        """Return the lines labelled as repeating an earlier sentence, unless another pair makes them verifiable."""
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
    verdict_pairs = tuple(pair for pair in rows if pair.verdict in {"true", "false"})
    return GoldDebate(name=transcript.stem, day=_day(transcript), transcript=transcript, pairs=verdict_pairs, annotated=tuple(rows))


def _day(transcript: Path) -> date:
    name = transcript.stem
    try:
        return date(int(name[:4]), int(name[4:6]), int(name[6:8]))
    except ValueError as error:
        message = f"The name of the transcript “{transcript.name}” does not begin with its day."
        raise InputError("gold-day", message, hint="Name it like 20180612_Trump_Singapore.tsv.") from error


def mean_average_precision(rankings: Mapping[str, Sequence[int]], gold: Mapping[str, frozenset[int]]) -> tuple[float, dict[str, float]]:
    """Return MAP over debates, and each debate's average precision. `rankings` are lines in ranked order, by debate name."""
    precisions = {name: average_precision(ranking, gold[name]) for name, ranking in rankings.items() if gold[name]}
    return mean(list(precisions.values())), precisions
