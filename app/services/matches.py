"""Matches from measured candidates: chosen, ordered, with stance and reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.domain.factcheck import FactCheck
from app.domain.match import Match, ScoreParts
from app.domain.progress import CancelToken
from app.domain.stance import NEUTRAL, Stance, StanceProbabilities
from app.ports import FloatMatrix, IntMatrix, LibrarySnapshot, StanceScorer
from app.ranking import RankerFile, match_reasons
from app.stance import can_read, judge_stances


@dataclass(frozen=True, slots=True)
class MatchTable:
    """Candidates (q, n) with their measures, pair scores among them; -1 where there is none."""

    rows: IntMatrix
    measures: Mapping[str, FloatMatrix]


def build_matches(
    texts: Sequence[str],
    languages: Sequence[str],
    table: MatchTable,
    *,
    known: Mapping[int, FactCheck],
    snapshot: LibrarySnapshot,
    stance_scorer: StanceScorer,
    thresholds: RankerFile,
    top: int,
    cancel: CancelToken,
) -> list[tuple[Match, ...]]:
    """The `top` matches of each text, by pair probability, then fused score, then row: a total order.

    `languages` are the texts' BCP-47 codes, "" where not known; stance is judged only where both sides can be read.
    """
    chosen = [_best(table, query, top) for query in range(len(texts))]
    matches = [[_match(table, query, column, known, snapshot) for column in columns] for query, columns in enumerate(chosen)]
    flat = [Pair(text, code, match) for text, code, found in zip(texts, languages, matches, strict=True) for match in found]
    with_stance = iter(_add_stance(flat, stance_scorer, thresholds, cancel))
    return [tuple(next(with_stance) for _ in found) for found in matches]


def _best(table: MatchTable, query: int, top: int) -> list[int]:
    rows = table.rows[query]
    order = np.lexsort((rows, -table.measures["fused"][query], -table.measures["pair"][query]))
    return [int(column) for column in order if rows[column] >= 0][:top]


def _match(table: MatchTable, query: int, column: int, known: Mapping[int, FactCheck], snapshot: LibrarySnapshot) -> Match:
    row = int(table.rows[query, column])
    parts = ScoreParts(**{name: round(float(values[query, column]), 6) for name, values in table.measures.items()})
    return Match(
        factcheck=known[row].without_body(),
        score=parts.pair or 0.0,
        parts=parts,
        stance=Stance.UNRELATED,
        stance_probabilities=NEUTRAL,
        same_as=_others_of_group(row, snapshot),
    )


def _others_of_group(row: int, snapshot: LibrarySnapshot) -> tuple[str, ...]:
    same = np.flatnonzero(snapshot.groups == snapshot.groups[row])
    return tuple(sorted(snapshot.ids[int(other)] for other in same if other != row))


@dataclass(frozen=True, slots=True)
class Pair:
    """A sentence, its language, and a match whose stance is not known yet."""

    text: str
    language: str
    match: Match

    @property
    def readable(self) -> bool:
        """Whether the stance model can read both sides."""
        return can_read(self.language, self.match.factcheck.language)


def _add_stance(pairs: Sequence[Pair], scorer: StanceScorer, thresholds: RankerFile, cancel: CancelToken) -> list[Match]:
    asked = [(pair.match.factcheck.claim, pair.text) for pair in pairs if pair.readable]
    stances = iter(judge_stances(asked, scorer=scorer, cancel=cancel))
    return [_with_reasons(pair, next(stances) if pair.readable else None, thresholds) for pair in pairs]


def _with_reasons(pair: Pair, stance: StanceProbabilities | None, thresholds: RankerFile) -> Match:
    if stance is None:
        reasons = (*match_reasons(pair.text, pair.match, thresholds), "agreement is not judged: the model reads English only")
        return replace(pair.match, reasons=reasons)
    judged = replace(pair.match, stance=stance.label, stance_probabilities=stance)
    return replace(judged, reasons=match_reasons(pair.text, judged, thresholds))
