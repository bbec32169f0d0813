"""Computes the features of the final ranking, from the candidates that were compared in full.

Fact-checks with an ambiguous verdict are skipped, as in Shaar et al. 2022 (section 5), except for one feature: how much better than
all others an ambiguous one fits. The sentence is then about that one, and nothing settles it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from app.ports import FloatMatrix, Mask
from app.ranking.features import shifted_log_odds
from app.ranking.overlap_features import OVERLAP_FEATURES

STANCES = ("support", "refute")
OF_CANDIDATES = ("pair", *STANCES, "dense_claim", "dense_title", "prefilter", *OVERLAP_FEATURES)
"""The measures that a ComparedTable holds."""
_OF_BEST = ("support", "refute", "dense_claim", "dense_title", "prefilter", *OVERLAP_FEATURES)
OF_SENTENCE = ("preliminary", "length", "has_number", "question", "opinion", "checkworthiness", "repeated")
FULL_FEATURES = (
    "pair",
    "pair_second",
    "pair_margin",
    "agreed",
    "denied",
    "best_quoted",
    "ambiguous_lead",
    *(f"of_best_{name}" for name in _OF_BEST),
    "of_best_false",
    *OF_SENTENCE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedTable:
    """Candidates of q sentences, n each.

    `compared` (q, n) marks those compared in full, `settling` those whose verdict is not ambiguous, `false` those rated false or
    misleading. `measures` are (q, n), those of OF_CANDIDATES: pair, support, refute are
    probabilities, 0 where not compared. `of_sentence` are (q,): the features of the sentence itself and its preliminary score.
    """

    compared: Mask
    settling: Mask
    false: Mask
    measures: Mapping[str, FloatMatrix]
    of_sentence: Mapping[str, FloatMatrix]


def full_features(table: ComparedTable, *, single_probability: float = 0.0) -> FloatMatrix:
    """Return shape (q, len(FULL_FEATURES)), float32. The pair features of a sentence without a compared candidate that settles it
    are 0.

    Where only one candidate counts, the second one's probability is set to `single_probability`, or to the first one's if that is less:
    a ranker trained on at least two would take a second of 0 for a first that stands out.

    Probabilities enter as log-odds, shifted so that the least is 0. "agreed" and "denied" are the largest product of pair
    probability and support (or refute) of one candidate. "of_best_…" belong to the candidate with the best pair; ties go to the
    first.
    """
    usable = table.compared & table.settling
    pair = np.where(usable, shifted_log_odds(table.measures["pair"]), 0.0)
    ordered = -np.sort(-pair, axis=1)
    # A ranker trained on at least two candidates would take a second of 0 for a first that stands out.
    second = np.where(usable.sum(axis=1) == 1, np.minimum(ordered[:, 0], _shifted(single_probability)), _nth(ordered, 1))
    columns: dict[str, FloatMatrix] = {"pair": ordered[:, 0], "pair_second": second, "pair_margin": ordered[:, 0] - second}
    for name, stance in (("agreed", "support"), ("denied", "refute")):
        agreement = shifted_log_odds(table.measures["pair"] * table.measures[stance])
        columns[name] = np.where(usable, agreement, 0.0).max(axis=1, initial=0.0)
    columns["best_quoted"] = np.where(usable, table.measures["quoted"], 0.0).max(axis=1, initial=0.0)
    ambiguous = np.where(table.compared & ~table.settling, shifted_log_odds(table.measures["pair"]), 0.0).max(axis=1, initial=0.0)
    columns["ambiguous_lead"] = np.maximum(ambiguous - ordered[:, 0], 0.0)
    best, any_usable = pair.argmax(axis=1), usable.any(axis=1)
    row_indexes = np.arange(len(pair))
    for name in _OF_BEST:
        columns[f"of_best_{name}"] = np.where(any_usable, table.measures[name][row_indexes, best], 0.0)
    columns["of_best_false"] = np.where(any_usable, table.false[row_indexes, best].astype(np.float32), 0.0)
    columns.update(table.of_sentence)
    return np.stack([columns[name].astype(np.float32) for name in FULL_FEATURES], axis=1)


def _shifted(probability: float) -> np.float32:
    return np.float32(shifted_log_odds(np.array([probability], np.float32))[0])


def _nth(ordered: FloatMatrix, rank: int) -> FloatMatrix:
    return ordered[:, min(rank, ordered.shape[1] - 1)]
