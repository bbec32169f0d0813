"""Port for fine-tuning an encoder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.domain.progress import CancelToken, Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingPair:
    """A query (`said`) and the published text to be found (`target`); `about` names its fact-check; `decoy` is a hard negative (""
    for none)."""

    said: str
    target: str
    about: str
    decoy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Teaching:
    """A teacher's scores of some targets of each batch, from reading both texts together.

    `places[batch][pair]` are the indexes in the batch of the targets that it scored, the pair's own first, equally many for each
    pair of a batch (n, k); `logits` of the same shape are its scores. `weight` (0 to 1) is its share in the loss, `temperature`
    divides logits.
    """

    places: Sequence[Sequence[Sequence[int]]]
    logits: Sequence[Sequence[Sequence[float]]]
    weight: float
    temperature: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingPlan:
    """Training pairs and their batches in order (`batches` has the indexes of the pairs).

    `rate` is the highest learning rate, `scale` multiplies cosines in the loss, `kept` is the share of the change in weights that
    is kept at the end (1: all of it), `checkpoint_every` counts batches. `teaching` is None without a teacher.
    """

    pairs: Sequence[TrainingPair]
    batches: Sequence[Sequence[int]]
    seed: int
    rate: float
    scale: float
    kept: float
    max_tokens: int
    checkpoint_every: int
    teaching: Teaching | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingCost:
    """Cost of a training: batches of this run and before it, seconds of this run, the loss over the last batches, the process's
    peak memory in megabytes."""

    batches: int
    resumed_at: int
    seconds: float
    loss: float
    megabytes: float


class EncoderTrainer(Protocol):
    """Fine-tunes an encoder; the initial encoder is not changed."""

    def train(self, plan: TrainingPlan, *, work_folder: Path, output_folder: Path, progress: Progress, cancel: CancelToken) -> TrainingCost:
        """Train by the plan and write the encoder to the new folder `output_folder`.

        Checkpoints are stored in `work_folder`; a later call with the same plan continues from the last one, and ends with the same
        weights as an uninterrupted call (on one machine, with equally many threads). Raises Cancelled, within one batch, leaving
        the checkpoints; ModelError `training-failed`.
        """
        ...
