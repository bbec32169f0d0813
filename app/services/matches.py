"""Matches from measured candidates: chosen, ordered, with stance and reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.domain.factcheck import FactCheck
from app.domain.match import Match, ScoreParts
from app.domain.progress import CancelToken
from app.domain.stance import NEUTRAL, Stance
from app.ports import FloatMatrix, IntMatrix, LibrarySnapshot, StanceScorer
from app.ranking import RankerFile, match_reasons
from app.stance import judge_stances


@dataclass(frozen=True, slots=True)
class MatchTable:
    """Candidates (q, n) with their measures, pair scores among them; -1 where there is none."""

    rows: IntMatrix
    measures: Mapping[str, FloatMatrix]


def build_matches(
    texts: Sequence[str],
    table: MatchTable,
    *,
    known: Mapping[int, FactCheck],
    snapshot: LibrarySnapshot,
    stance_scorer: StanceScorer,
    thresholds: RankerFile,
    top: int,
    cancel: CancelToken,
) -> list[tuple[Match, ...]]:
    """The `top` matches of each text, by pair probability, then fused score, then row: a total order."""
    chosen = [_best(table, query, top) for query in range(len(texts))]
    matches = [[_match(table, query, column, known, snapshot) for column in columns] for query, columns in enumerate(chosen)]
    flat = [(text, match) for text, found in zip(texts, matches, strict=True) for match in found]
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


def _add_stance(pairs: Sequence[tuple[str, Match]], scorer: StanceScorer, thresholds: RankerFile, cancel: CancelToken) -> list[Match]:
    stances = judge_stances([(match.factcheck.claim, text) for text, match in pairs], scorer=scorer, cancel=cancel)
    finished = []
    for (text, match), probabilities in zip(pairs, stances, strict=True):
        judged = replace(match, stance=probabilities.label, stance_probabilities=probabilities)
        finished.append(replace(judged, reasons=match_reasons(text, judged, thresholds)))
    return finished
