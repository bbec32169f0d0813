"""Knowledge distillation: the cross-encoder scores every synthetic claim with its target and the nearest others of the batch.

After GPL (Wang et al. 2022, "Generative Pseudo Labeling"): near targets are often about the same, and a claim made by rule may fit
another fact-check as well, which a loss with a single right answer punishes. Scores are stored with the checkpoints, in chunks
under a digest of their texts and the teacher, so that a resumed run does not compute them again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.errors import ModelError
from app.file_replacement import replace_file
from app.ports import FloatMatrix, PairInput, PairScorer, Teaching, TrainingPlan
from app.ranking.features import shifted_log_odds
from app.translation import tr

OTHERS = 4
"""Targets of other fact-checks that the teacher is asked about beside the own one."""
WEIGHT = 0.5
TEMPERATURE = 0.32
"""The bundled scorer's log-odds are its network's logits times 0.32 (its calibration): these are compared as they are."""
KEPT = "taught-*"
"""What it said, among the checkpoints."""
# Pairs asked at a time, which a kill loses at most: a few seconds.
_CHUNK = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class TaughtPlan:
    """A plan, its teacher (an identity's key, "" for none), and the reason why no teacher could be loaded ("" where one was, or
    none was requested)."""

    plan: TrainingPlan
    teacher: str = ""
    untaught: str = ""


def taught_plan_of(
    plan: TrainingPlan,
    vectors: FloatMatrix,
    *,
    load: Callable[[], PairScorer] | None,
    work_folder: Path,
    progress: Progress,
    cancel: CancelToken,
) -> TaughtPlan:
    """Return the plan with the scores of the teacher that `load` loads (None: unchanged).

    The teacher is released before the training, to free its memory. If it cannot be loaded (ModelError), the plan stays unchanged.
    Raises Cancelled.
    """
    if load is None:
        return TaughtPlan(plan=plan)
    try:
        teacher = load()
    except ModelError as error:
        return TaughtPlan(plan=plan, untaught=error.message)
    taught_plan = with_teacher_scores(plan, vectors, teacher=teacher, work_folder=work_folder, progress=progress, cancel=cancel)
    return TaughtPlan(plan=taught_plan, teacher=teacher.identity.key())


def with_teacher_scores(
    plan: TrainingPlan, vectors: FloatMatrix, *, teacher: PairScorer, work_folder: Path, progress: Progress, cancel: CancelToken
) -> TrainingPlan:
    """Return the plan with this teacher's scores. `vectors` (pairs, dimension) are those of the fact-checks' claims by the encoder
    to be trained.

    Raises Cancelled, with the scores so far stored in `work_folder`.
    """
    neighbours = []
    for batch in plan.batches:
        cancel.check()
        neighbours.append(nearest([plan.pairs[pair].about for pair in batch], vectors[list(batch)]))
    count = sum(len(row) for batch in neighbours for row in batch)
    logits = _logits(_pair_inputs(plan, neighbours), count, teacher=teacher, work_folder=work_folder, progress=progress, cancel=cancel)
    return replace(plan, teaching=Teaching(places=neighbours, logits=_nested(neighbours, logits), weight=WEIGHT, temperature=TEMPERATURE))


def nearest(about: Sequence[str], vectors: FloatMatrix) -> list[list[int]]:
    """Return for each pair of a batch its own index and those of the nearest others by cosine, nearest first; no fact-check twice.

    `about` (n,) names the fact-checks, `vectors` (n, dimension) are their claims'. Shape (n, k): five, or as many as there are
    fact-checks.
    """
    order = np.argsort(-(vectors @ vectors.T), axis=1, kind="stable")
    count = min(1 + OTHERS, len(set(about)))
    neighbours = []
    for index, row in enumerate(order):
        index_of = {about[index]: index}
        for other in row.tolist():
            if len(index_of) == count:
                break
            # One target for each fact-check: two of the same would both be right.
            index_of.setdefault(about[other], other)
        neighbours.append(list(index_of.values()))
    return neighbours


def _pair_inputs(plan: TrainingPlan, neighbours: Sequence[Sequence[Sequence[int]]]) -> Iterator[PairInput]:
    """Yield each statement with each target to be scored, batch by batch."""
    for batch, rows in zip(plan.batches, neighbours, strict=True):
        for pair, row in zip(batch, rows, strict=True):
            statement = plan.pairs[pair].said
            yield from (PairInput(sentence=statement, claim=plan.pairs[batch[index]].target) for index in row)


def _logits(
    inputs: Iterator[PairInput], count: int, *, teacher: PairScorer, work_folder: Path, progress: Progress, cancel: CancelToken
) -> NDArray[np.float32]:
    """Return (count,) log-odds, all shifted by the same constant; scores of an earlier run come from the files."""
    work_folder.mkdir(parents=True, exist_ok=True)
    logits = np.empty(count, np.float32)
    for low in range(0, count, _CHUNK):
        cancel.check()
        progress(ProgressUpdate(tr("Comparing made-up claims in full"), low, count))
        chunk = list(islice(inputs, _CHUNK))
        # Stored in chunks under a digest of texts and teacher, so that a resumed run does not compute them again.
        cache_file = work_folder / KEPT.replace("*", _digest(chunk, teacher))
        chunk_logits = _read(cache_file, len(chunk))
        if chunk_logits is None:
            chunk_logits = shifted_log_odds(teacher.score(chunk, cancel=cancel))
            replace_file(cache_file, chunk_logits.astype("<f4").tobytes())
        logits[low : low + len(chunk)] = chunk_logits
    return logits


def _digest(chunk: Sequence[PairInput], teacher: PairScorer) -> str:
    content = [teacher.identity.key(), *((pair.sentence, pair.claim) for pair in chunk)]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32]


def _read(path: Path, count: int) -> NDArray[np.float32] | None:
    """Return the scores of a file; None where it is missing or damaged."""
    try:
        logits = np.frombuffer(path.read_bytes(), "<f4").astype(np.float32)
    except (OSError, ValueError):
        return None
    return logits if len(logits) == count and bool(np.isfinite(logits).all()) else None


def _nested(neighbours: Sequence[Sequence[Sequence[int]]], flat: NDArray[np.float32]) -> list[list[list[float]]]:
    """Return the flat numbers in the nested shape of the neighbours."""
    remaining = iter(flat.tolist())
    return [[[next(remaining) for _ in row] for row in batch] for batch in neighbours]
