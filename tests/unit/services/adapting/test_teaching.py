"""The cross-encoder as teacher: the pairs it scores, stored scores, and no pair scored twice."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.domain.progress import CancelToken, ProgressUpdate, no_progress
from app.errors import Cancelled, ModelError
from app.paths import models_dir
from app.ports import FloatMatrix, ModelIdentity, PairInput, PairScorer, Teaching, TrainingPair, TrainingPlan
from app.services.adapting.teaching import KEPT, TEMPERATURE, WEIGHT, nearest, taught_plan_of, with_teacher_scores

COUNT, BATCH = 240, 48


class NumberTeacher:
    """Pair scorer whose score rises as the target's number approaches that of the statement; records the pairs."""

    def __init__(self, name: str = "numbers") -> None:
        self.identity = ModelIdentity(name=name, artefact="2" * 32, backend="fake", precision="float32")
        self.asked: list[PairInput] = []

    def score(self, pairs: Sequence[PairInput], *, cancel: CancelToken) -> FloatMatrix:
        cancel.check()
        self.asked += pairs
        apart = np.array([abs(int(pair.sentence.split()[-1]) - int(pair.claim.split()[-1])) for pair in pairs])
        return np.asarray(1 / (1 + apart), np.float32)


@pytest.fixture
def plan() -> TrainingPlan:
    pairs = [TrainingPair(said=f"said {number}", target=f"target {number}", about=f"fc-{number // 2}") for number in range(COUNT)]
    batches = [list(range(low, low + BATCH)) for low in range(0, COUNT, BATCH)]
    return TrainingPlan(pairs=pairs, batches=batches, seed=0, rate=1e-3, scale=20.0, kept=1.0, max_tokens=32, checkpoint_every=2)


@pytest.fixture
def vectors() -> FloatMatrix:
    """Return vectors on an arc, in the fact-checks' order and with growing distances, so that the previous one is nearer than the
    next."""
    number = np.arange(COUNT) // 2
    angles = (number + 0.01 * number**2) / COUNT * np.pi / 2
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def teach(plan: TrainingPlan, vectors: FloatMatrix, teacher: PairScorer, work: Path, cancel: CancelToken | None = None) -> Teaching:
    teaching = with_teacher_scores(
        plan, vectors, teacher=teacher, work_folder=work, progress=no_progress, cancel=cancel or CancelToken()
    ).teaching
    assert teaching is not None
    return teaching


def test_each_pair_has_its_own_target_first_and_the_nearest_of_other_factchecks(
    plan: TrainingPlan, vectors: FloatMatrix, tmp_path: Path
) -> None:
    teacher = NumberTeacher()
    teaching = teach(plan, vectors, teacher, tmp_path)
    assert (teaching.weight, teaching.temperature) == (WEIGHT, TEMPERATURE)
    assert [len(batch) for batch in teaching.places] == [BATCH] * 5 and {len(row) for batch in teaching.places for row in batch} == {5}
    assert teaching.places[0][20] == [20, 18, 22, 16, 24] and teaching.places[0][0] == [0, 2, 4, 6, 8]
    assert [(pair.sentence, pair.claim) for pair in teacher.asked[5 * BATCH :][:2]] == [("said 48", "target 48"), ("said 48", "target 50")]


def test_the_logits_are_log_odds_of_the_teachers_scores(plan: TrainingPlan, vectors: FloatMatrix, tmp_path: Path) -> None:
    row = teach(plan, vectors, NumberTeacher(), tmp_path).logits[0][20]
    expected = [np.log(p / (1 - p)) for p in (1 / 3, 1 / 3, 1 / 5, 1 / 5)]
    assert np.diff(row[1:]) == pytest.approx(np.diff(expected), abs=1e-5)
    assert row[0] - row[1] == pytest.approx(13.8 - expected[0], abs=0.1)  # certainty is not infinite


def test_a_batch_of_few_factchecks_has_as_many_targets_as_there_are() -> None:
    vectors = np.eye(4, dtype=np.float32)[[0, 1, 2, 3, 0, 1]]
    targets = nearest(["a", "b", "c", "a", "a", "b"], vectors)
    assert [len(row) for row in targets] == [3] * 6 and [row[0] for row in targets] == [0, 1, 2, 3, 4, 5]
    assert nearest(["a"], np.ones((1, 2), np.float32)) == [[0]]


def test_scores_are_reused_except_for_another_teacher_or_other_texts(plan: TrainingPlan, vectors: FloatMatrix, tmp_path: Path) -> None:
    first = teach(plan, vectors, NumberTeacher(), tmp_path)
    again, other = NumberTeacher(), NumberTeacher("others")
    assert teach(plan, vectors, again, tmp_path) == first and not again.asked
    teach(plan, vectors, other, tmp_path)
    assert len(other.asked) == 5 * COUNT
    changed, changed_pair = NumberTeacher(), replace(plan.pairs[0], said="who said 0")
    teach(replace(plan, pairs=[changed_pair, *plan.pairs[1:]]), vectors, changed, tmp_path)
    assert len(changed.asked) == 512  # its chunk


def test_cancelled_teaching_resumes_from_stored_scores(plan: TrainingPlan, vectors: FloatMatrix, tmp_path: Path) -> None:
    complete = teach(plan, vectors, NumberTeacher(), tmp_path / "whole")
    cancel, updates = CancelToken(), list[ProgressUpdate]()

    def stop(update: ProgressUpdate) -> None:
        updates.append(update)
        if update.done >= 512:
            cancel.cancel()

    with pytest.raises(Cancelled):
        with_teacher_scores(plan, vectors, teacher=NumberTeacher(), work_folder=tmp_path / "cut", progress=stop, cancel=cancel)
    assert [update.done for update in updates] == [0, 512] and {update.total for update in updates} == {5 * COUNT}
    resumed = NumberTeacher()
    assert teach(plan, vectors, resumed, tmp_path / "cut") == complete and len(resumed.asked) == 5 * COUNT - 512


@pytest.mark.parametrize("damage", [b"", b"torn", np.full(512, np.nan, "<f4").tobytes()])
def test_damaged_chunks_are_scored_again(damage: bytes, plan: TrainingPlan, vectors: FloatMatrix, tmp_path: Path) -> None:
    complete = teach(plan, vectors, NumberTeacher(), tmp_path)
    chunks = sorted(tmp_path.glob(KEPT))
    assert len(chunks) == 3
    chunks[0].write_bytes(damage)
    again = NumberTeacher()
    assert teach(plan, vectors, again, tmp_path) == complete and 0 < len(again.asked) <= 512


def test_the_temperature_is_the_calibration_of_the_shipped_pair_scorer() -> None:
    """The calibration turns the scorer's log-odds back into its network's logits."""
    config = json.loads((models_dir() / "trunk" / "config.json").read_text(encoding="utf-8"))
    assert config["priorcheck"]["heads"]["relevance"]["scale"] == pytest.approx(TEMPERATURE, rel=0.05)


def test_without_a_teacher_the_plan_stays_as_it_is(plan: TrainingPlan, vectors: FloatMatrix, tmp_path: Path) -> None:
    def missing() -> PairScorer:
        raise ModelError("model-missing", "A file is not there.", hint="Install it again.")

    def lesson(load: object) -> tuple[bool, str, str]:
        prepared = taught_plan_of(plan, vectors, load=load, work_folder=tmp_path, progress=no_progress, cancel=CancelToken())  # type: ignore[arg-type]
        return prepared.plan.teaching is not None, prepared.teacher, prepared.untaught

    assert lesson(None) == (False, "", "")
    assert lesson(missing) == (False, "", "A file is not there.")
    assert lesson(NumberTeacher) == (True, NumberTeacher().identity.key(), "")
    assert len(list(tmp_path.glob(KEPT))) == 3
