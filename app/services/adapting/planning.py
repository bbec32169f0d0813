"""Plans the batches of a training: pairs with near targets share a batch, so that each finds its hard negatives there."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from app.domain.progress import CancelToken
from app.ports import FloatMatrix, TrainingPair, TrainingPlan
from app.services.adapting.pairs import SyntheticPair
from app.services.adapting.texts import rng_of

BATCH, TOGETHER = 48, 4
"""Pairs a batch, and how many of them are near neighbours of one another."""
RATE, SCALE, KEPT = 3e-5, 20.0, 0.75
"""A quarter of what was learnt is taken back (WiSE-FT, Wortsman et al. 2022, section 3): on posts, speech and tweets about fact-checks that
no benchmark scores, the encoder then forgets less, and finds more of those it did not learn from."""
MAX_TOKENS = 64
_NEAREST = 32
# Neighbours so near are probably about the same claim, and no negatives.
_SAME = 0.85
_CHECKPOINTS = 50
_ROWS = 512


def make_plan(pairs: Sequence[SyntheticPair], vectors: FloatMatrix, *, seed: int, cancel: CancelToken) -> TrainingPlan:
    """Return the plan for these pairs. `vectors` (len(pairs), dimension) are those of the fact-checks' claims by the encoder to be
    trained.

    Groups of four are made by a greedy walk over the nearest neighbours that are no probable duplicates (topic-aware sampling,
    Hofstätter et al. 2021, section 3), and shuffled. Raises Cancelled.
    """
    rng = rng_of(seed, "plan")
    order = list(range(len(pairs)))
    rng.shuffle(order)
    groups = _groups(order, vectors, cancel)
    rng.shuffle(groups)
    flat = [index for group in groups for index in group]
    return TrainingPlan(
        pairs=[TrainingPair(said=pair.statement, target=pair.target, about=pair.factcheck, decoy=pair.decoy) for pair in pairs],
        batches=_batches(flat, rng),
        seed=seed,
        rate=RATE,
        scale=SCALE,
        kept=KEPT,
        max_tokens=MAX_TOKENS,
        checkpoint_every=_CHECKPOINTS,
    )


def _batches(flat: Sequence[int], rng: random.Random) -> list[list[int]]:
    """Return shuffled batches; a small last one is merged with the one before."""
    batches = [list(flat[low : low + BATCH]) for low in range(0, len(flat), BATCH)]
    # A batch of a few pairs would have few negatives.
    if len(batches) > 1 and len(batches[-1]) < BATCH // 2:
        last = batches.pop()
        batches[-1] += last
    rng.shuffle(batches)
    return batches


def _groups(order: Sequence[int], vectors: FloatMatrix, cancel: CancelToken) -> list[list[int]]:
    remaining = set(order)
    groups = []
    for low in range(0, len(order), _ROWS):
        cancel.check()
        block = list(order[low : low + _ROWS])
        cosines = vectors[block] @ vectors.T
        for index, row in zip(block, cosines, strict=True):
            if index not in remaining:
                continue
            remaining.discard(index)
            neighbours = np.argpartition(-row, min(_NEAREST, len(row) - 1))[:_NEAREST]
            unassigned = [
                int(other)
                for other in neighbours[np.argsort(-row[neighbours], kind="stable")]
                # Nearer ones are probably about the same claim, and no negatives.
                if int(other) in remaining and row[other] < _SAME
            ]
            group = [index, *unassigned[: TOGETHER - 1]]
            remaining.difference_update(group)
            groups.append(group)
    return groups
