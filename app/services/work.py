"""What is known of each sentence while it is analysed: its candidates, their measures, which were compared in full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from app.domain.document import Sentence
from app.domain.match import QueryForm, QueryVariant
from app.domain.speech import ClaimReading, SpeechAct
from app.domain.stance import StanceProbabilities
from app.ports import FloatMatrix, IntMatrix, Mask
from app.ranking import LIKENESSES, expected_stance

FIRST, COMPARED = 1, 6
"""Candidates compared in full: the most promising of each sentence, six where it is near. (Chosen on debates that no network has seen: two
first, and six where one of them is nearer, takes more comparisons and finds no more.)"""
FIRST_OF_CLAIM = 2
"""The most promising of a single claim, for which there is more time."""


@dataclass(slots=True, kw_only=True)
class Work:
    """One sentence: `rows` (n,) into the snapshot, -1 where there is none, and (n,) measures named as in ScoreParts, with `promise`.

    `foreign` (n,) marks candidates that are known to be in another language than the sentence. `preliminary` is the preliminary
    ranker's score. `compared` are the columns compared in full (empty before, and for a
    sentence that is not worth it), with their pair probability, stance where it was judged, and likenesses; `unread` are those whose
    stance would have been judged, had the model read their language, or had nothing contradicted it (`app.stance.judging`). `readings`
    say of the columns whose stance was judged what the sentence does with the claim, `act` what the speaker does with the sentence, None
    where that was not looked at. `variants` are the other wordings searched with, `forms` says which of them found a column that the
    sentence's own search had not.
    """

    sentence: Sentence
    rows: IntMatrix
    measures: dict[str, FloatMatrix]
    foreign: Mask
    preliminary: float
    preliminary_probability: float
    checkworthiness: float
    compared: list[int] = field(default_factory=list)
    pair: dict[int, float] = field(default_factory=dict)
    stances: dict[int, StanceProbabilities] = field(default_factory=dict)
    unread: set[int] = field(default_factory=set)
    readings: dict[int, ClaimReading] = field(default_factory=dict)
    act: SpeechAct | None = None
    likenesses: dict[int, FloatMatrix] = field(default_factory=dict)
    variants: tuple[QueryVariant, ...] = ()
    forms: dict[int, QueryForm] = field(default_factory=dict)

    def worthwhile(self, count: int) -> list[int]:
        """The columns to compare in full: the most promising, then by fusion, then by row; and those that would be among them had no
        variant found anything, and nothing in another language, so that these take no one's place."""
        order = np.lexsort((self.rows, -self.measures["fused"], -self.measures["promise"]))
        there = [int(column) for column in order if self.rows[column] >= 0]
        own = [column for column in there if column not in self.forms]
        plain = [column for column in own if not self.foreign[column]]
        return list(dict.fromkeys([*there[:count], *own[:count], *plain[:count]]))

    def order(self) -> list[int]:
        """All columns with a candidate, best first: those compared in full by pair probability, then the rest by promise."""
        place = np.arange(len(self.rows))
        compared = np.isin(place, self.compared)
        pair = np.array([self.pair.get(int(column), 0.0) for column in place])
        order = np.lexsort((self.rows, -self.measures["fused"], -self.measures["promise"], -pair, ~compared))
        return [int(column) for column in order if self.rows[column] >= 0]


def stacked(works: Sequence[Work], name: str, width: int) -> FloatMatrix:
    """One measure of the first `width` candidates, shape (len(works), width), 0 where there are fewer."""
    matrix = np.zeros((len(works), width), np.float32)
    for place, work in enumerate(works):
        values = _values(work, name)[:width]
        matrix[place, : len(values)] = values
    return matrix


def _values(work: Work, name: str) -> NDArray[np.float32]:
    if name in work.measures:
        return work.measures[name]
    values = np.zeros(len(work.rows), np.float32)
    for column in work.compared:
        values[column] = _compared(work, name, column)
    return values


def _compared(work: Work, name: str, column: int) -> float:
    if name == "pair":
        return work.pair[column]
    if name in LIKENESSES:
        return float(work.likenesses[column][LIKENESSES.index(name)])
    if column in work.unread:
        return expected_stance(name, work.pair[column])
    stance = work.stances.get(column)
    return 0.0 if stance is None else float(getattr(stance, name))
