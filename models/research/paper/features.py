"""Features of a sentence for RankSVM: its candidates' measures side by side, or each measure's largest values."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from models.research.paper.measures import MEASURES, columns
from models.research.paper.table import PairTable
from models.research.scores import Protocol

Floats = NDArray[np.float64]


class Variant(StrEnum):
    """Ways to combine the measures of several fact-checks in one row.

    CONCATENATED: all measures of the N best candidates by BM25 on the body, one candidate after the other.
    MAXIMA: for each measure by itself, the N largest values over all candidates.
    SKIPPING: the same over candidates that are not half-true.

    That MAXIMA takes N values of each measure follows the authors' published code; with N = 1 they are the plain maxima.
    """

    CONCATENATED = "RankSVM"
    MAXIMA = "RankSVM-Max"
    SKIPPING = "RankSVM-Max, skipping half-true"


def sentence_features(table: PairTable, variant: Variant, count: int, protocol: Protocol, *, measures: Sequence[str] = MEASURES) -> Floats:
    """Return features (q, count * len(measures)), float64; 0 if there is no such candidate or its measure was not computed."""
    values = table.values[:, columns(measures)].astype(np.float64)
    if variant is Variant.CONCATENATED:
        return _concatenated(table, np.nan_to_num(values), count, protocol)
    usable = table.members[protocol] & ~table.ambiguous if variant is Variant.SKIPPING else table.members[protocol]
    return _largest(table, np.where(usable[:, None], values, np.nan), count)


def _concatenated(table: PairTable, values: Floats, count: int, protocol: Protocol) -> Floats:
    result = np.zeros((len(table), count, values.shape[1]))
    ranks = table.ranks[protocol]
    owners = np.repeat(np.arange(len(table)), np.diff(table.starts))
    selected = np.flatnonzero((ranks >= 0) & (ranks < count))
    result[owners[selected], ranks[selected]] = values[selected]
    return result.reshape(len(table), -1)


def _largest(table: PairTable, values: Floats, count: int) -> Floats:
    result = np.zeros((len(table), count, values.shape[1]))
    for sentence in range(len(table)):
        sentence_values = values[table.pairs(sentence)]
        ordered = -np.sort(-sentence_values, axis=0)[:count]  # NaN sorts last
        result[sentence, : len(ordered)] = np.nan_to_num(ordered)
    return result.reshape(len(table), -1)
