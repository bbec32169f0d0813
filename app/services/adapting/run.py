"""The use case: makes synthetic claims for a library's fact-checks, trains, and compares the new encoder with the old one."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from app.domain.adapting import Adapted, AdaptEstimate, AdaptOptions, Comparison
from app.domain.factcheck import FactCheck
from app.domain.progress import CancelToken, Progress
from app.errors import InputError, LibraryError
from app.ports import EncoderTrainer, Field, Library, LibrarySnapshot, PairScorer, TrainingCost
from app.services.adapting.measuring import GALLERY, Confirmed, EncoderPair, Measurement
from app.services.adapting.pairs import LeakageGuard, SyntheticSet, make_pairs, word_weights
from app.services.adapting.planning import make_plan
from app.services.adapting.storage import MADE, keep, partial_folder
from app.services.adapting.teaching import KEPT, OTHERS, taught_plan_of
from app.services.adapting.texts import rng_of
from app.services.adapting.validating import passes
from app.services.adapting.writing import ClaimWriter, RuleWriter
from app.translation import tr, trn

FEWEST = 200
"""Fact-checks below which there is too little to learn from, and far too little to tell whether it helped."""
FEWEST_CONFIRMED = 20
# Pairs that two free cores learn in a second: one took 77 ms a pair (Intel Xeon with AVX-512, 13,387 pairs of Snopes).
_PAIRS_A_SECOND = 22.0
_TEXTS_A_SECOND = 200.0
# Pairs that two free cores compare in full: one took 16 ms a pair (Intel Xeon with AVX-512, 1,765 pairs of PolitiFact).
_COMPARED_A_SECOND = 125.0


@dataclass(frozen=True, slots=True, kw_only=True)
class AdaptPorts:
    """The ports of adapting.

    `load` opens the folder that the trainer wrote. `work_folder` holds the checkpoints, `output_folder` is the new encoder's folder;
    `before` is the folder of the user's current encoder, "" for the bundled one. `writer` makes claims for these fact-checks (None: by
    rules). `teacher` loads the teacher model (None: no teacher; may raise ModelError). Only one adapting of a library may run in
    `exclusive`, since two would share the checkpoints.
    """

    library: Library
    encoder: EncoderPair
    trainer: EncoderTrainer
    load: Callable[[Path], EncoderPair]
    work_folder: Path
    output_folder: Path
    before: str = ""
    confirmed: Sequence[Confirmed] = ()
    guard: LeakageGuard | None = None
    writer: Callable[[Sequence[FactCheck]], ClaimWriter] | None = None
    teacher: Callable[[], PairScorer] | None = None
    record: dict[str, str] = field(default_factory=dict)
    exclusive: Callable[[], AbstractContextManager[None]] = nullcontext


def estimate(options: AdaptOptions, *, library: Library, work_folder: Path) -> AdaptEstimate:
    """Estimate the size and time of adapting to this library. Raises LibraryError `library-empty`."""
    stored = len(library)
    if not stored:
        raise LibraryError("library-empty", tr("The library is empty."), hint=tr("Import fact-checks first."))
    used_count = min(stored, options.limit or stored)
    claims = options.epochs * round(0.9 * used_count)
    seconds = claims * (1 / _PAIRS_A_SECOND + (1 + OTHERS) / _COMPARED_A_SECOND) + 2 * min(stored, GALLERY) / _TEXTS_A_SECOND
    resumable = any(any(work_folder.glob(pattern)) for pattern in ("step-*", KEPT))
    return AdaptEstimate(factchecks=stored, claims=claims, seconds=seconds, resumable=resumable)


def adapt(options: AdaptOptions, *, ports: AdaptPorts, progress: Progress, cancel: CancelToken) -> Adapted:
    """Train the current encoder further on this library and measure it; the folder is kept only if it is better.

    Nothing changes for the user: switching to the encoder is another step. An interrupted training (killed, cancelled) is resumed
    if `options.resume` is set and the library is the same. Raises Cancelled; InputError `adapt-too-few`; LibraryError as
    `Library.snapshot` does, `library-encoder`, `library-busy`; ModelError `training-failed`.
    """
    with ports.exclusive():
        return _adapt(options, ports=ports, progress=progress, cancel=cancel)


def _adapt(options: AdaptOptions, *, ports: AdaptPorts, progress: Progress, cancel: CancelToken) -> Adapted:
    started = time.perf_counter()
    shutil.rmtree(partial_folder(ports.output_folder, work_folder=ports.work_folder), ignore_errors=True)
    if not options.resume:
        shutil.rmtree(ports.work_folder, ignore_errors=True)
    with _pinned(ports) as snapshot:
        selection = _select(snapshot, options)
        pairs = _pairs(selection, options, ports, progress, cancel)
        vectors = snapshot.vector_rows(Field.CLAIM, np.array([selection.row[pair.factcheck] for pair in pairs.learnt], np.int32))
        plan = make_plan(pairs.learnt, vectors, seed=options.seed, cancel=cancel)
        lesson = taught_plan_of(plan, vectors, load=ports.teacher, work_folder=ports.work_folder, progress=progress, cancel=cancel)
        trained_folder = ports.work_folder / MADE
        shutil.rmtree(trained_folder, ignore_errors=True)  # what a kill left of an earlier one; the checkpoints stay
        cost = ports.trainer.train(
            lesson.plan, work_folder=ports.work_folder, output_folder=trained_folder, progress=progress, cancel=cancel
        )
        adapted = ports.load(trained_folder)
        measured = _measured(pairs, snapshot, ports, adapted, seed=options.seed, progress=progress, cancel=cancel)
    result = _result(options, ports, pairs, measured, cost)
    seconds = round(time.perf_counter() - started, 1)
    result = replace(result, factchecks=len(selection.items), seconds=seconds, teacher=lesson.teacher, untaught=lesson.untaught)
    keep(result, work_folder=ports.work_folder, output_folder=ports.output_folder, record=ports.record)
    return result


@dataclass(frozen=True, slots=True, kw_only=True)
class _Selection:
    """The selected fact-checks, for training or held back, and the row of every fact-check of the library."""

    items: Sequence[FactCheck]
    row: dict[str, int]


@contextmanager
def _pinned(ports: AdaptPorts) -> Iterator[LibrarySnapshot]:
    snapshot = ports.library.snapshot()
    try:
        if not ports.encoder.passages.identity.same_model(snapshot.encoder):
            message = tr("The library's index was made with another encoder than the one in use.")
            raise LibraryError("library-encoder", message, hint=tr("Run “priorcheck library rebuild” to build it anew."))
        yield snapshot
    finally:
        snapshot.close()


def _select(snapshot: LibrarySnapshot, options: AdaptOptions) -> _Selection:
    """Select all fact-checks, or as many as the limit allows. Raises InputError `adapt-too-few`."""
    ids = list(snapshot.ids)
    # Random numbers per id, so that a larger limit only adds fact-checks.
    rows = sorted(range(len(ids)), key=lambda row: rng_of(options.seed, "chosen", ids[row]).random())
    selected_rows = sorted(rows[: options.limit or len(rows)])
    if len(selected_rows) < FEWEST:
        message = trn(
            "There is too little to learn from: {count} fact-check, where {fewest} are needed.",
            "There is too little to learn from: {count} fact-checks, where {fewest} are needed.",
            len(selected_rows),
            fewest=FEWEST,
        )
        raise InputError("adapt-too-few", message, hint=tr("Import more fact-checks, or set no limit."))
    return _Selection(items=snapshot.factchecks(selected_rows), row={name: row for row, name in enumerate(ids)})


def _pairs(selection: _Selection, options: AdaptOptions, ports: AdaptPorts, progress: Progress, cancel: CancelToken) -> SyntheticSet:
    writer = ports.writer(selection.items) if ports.writer else RuleWriter(word_weights(selection.items), count=options.epochs)
    return make_pairs(selection.items, writer, seed=options.seed, guard=ports.guard, progress=progress, cancel=cancel)


Measured = tuple[Comparison, Comparison | None]


def _measured(
    pairs: SyntheticSet,
    snapshot: LibrarySnapshot,
    ports: AdaptPorts,
    adapted: EncoderPair,
    *,
    seed: int,
    progress: Progress,
    cancel: CancelToken,
) -> Measured:
    """Compare the encoders on the held-back claims, and on confirmed matches; None for the latter where there are too few."""
    library_ids = set(snapshot.ids)
    confirmed = [match for match in ports.confirmed if match.factcheck in library_ids]
    measure = Measurement(snapshot, before=ports.encoder, after=adapted, seed=seed, progress=progress, cancel=cancel)
    held_back = measure.compared([Confirmed(sentence=pair.statement, factcheck=pair.factcheck) for pair in pairs.held_back])
    return held_back, measure.compared(confirmed) if len(confirmed) >= FEWEST_CONFIRMED else None


def _result(options: AdaptOptions, ports: AdaptPorts, pairs: SyntheticSet, measured: Measured, cost: TrainingCost) -> Adapted:
    held_back, decisions = measured
    passed = passes(held_back, decisions)
    return Adapted(
        folder=str(ports.output_folder) if passed else "",
        better=passed,
        held_back=held_back,
        decisions=decisions,
        started_from=ports.encoder.passages.identity.key(),
        before=ports.before,
        factchecks=0,
        claims=len(pairs.learnt),
        guarded=pairs.guarded,
        seconds=0.0,
        training_seconds=round(cost.seconds, 1),
        megabytes=round(cost.megabytes),
        seed=options.seed,
        epochs=options.epochs,
    )
