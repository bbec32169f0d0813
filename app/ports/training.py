"""What the services need to train an encoder further."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.domain.progress import CancelToken, Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingPair:
    """What was said, and the published text that is to be found; `about` names what it is about; `decoy` is a text that is not to be
    found ("" for none)."""

    said: str
    target: str
    about: str
    decoy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Teaching:
    """What a teacher that reads both texts together says of some targets of each batch.

    `places[batch][pair]` are places in the batch whose targets it was asked about, the pair's own first, as many for each pair of a batch
    (n, k); `logits` of the same shape says how well each fits. `weight` (0 to 1) is its share in the loss, `temperature` divides logits.
    """

    places: Sequence[Sequence[Sequence[int]]]
    logits: Sequence[Sequence[Sequence[float]]]
    weight: float
    temperature: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingPlan:
    """Pairs in the order in which they are learnt, batch by batch (`batches` holds the places of the pairs).

    `rate` is the highest learning rate, `scale` what cosines are multiplied by in the loss, `kept` how much of the difference to the
    untrained weights is kept at the end (1: all of it), `checkpoint_every` counts batches. `teaching` is None where nobody teaches.
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
    """What the training took: batches of this run and before it, seconds of this run, the loss over the last batches, peak memory in
    megabytes of the process."""

    batches: int
    resumed_at: int
    seconds: float
    loss: float
    megabytes: float


class EncoderTrainer(Protocol):
    """Trains one encoder further; the encoder that it started from is not changed."""

    def train(self, plan: TrainingPlan, *, work: Path, out: Path, progress: Progress, cancel: CancelToken) -> TrainingCost:
        """Learn the plan and write the trained encoder to the new folder `out`.

        Checkpoints are kept in `work`; a later call with the same plan goes on from the last one, and ends with the same weights as a
        call that was never interrupted (on one machine, with as many threads). Raises Cancelled, within one batch, with the
        checkpoints left; ModelError `training-failed`.
        """
        ...
