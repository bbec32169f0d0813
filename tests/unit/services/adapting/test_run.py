"""A complete adapting run: training data, the decision to keep the encoder, and untouched files."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.domain.adapting import AdaptOptions, Comparison, Interval
from app.domain.factcheck import FactCheck
from app.domain.progress import CancelToken, Progress, ProgressUpdate, no_progress
from app.errors import Cancelled, InputError, LibraryError, ModelError
from app.ports import FloatMatrix, Library, ModelIdentity, PairInput, PairScorer, TrainingCost, TrainingPlan
from app.services.adapting.measuring import Confirmed, EncoderPair
from app.services.adapting.run import AdaptPorts, adapt, estimate
from app.services.adapting.statements import Origin
from app.services.adapting.storage import RECORD
from app.services.adapting.validating import paired_interval, passes, retrieval_scores
from app.services.adapting.writing import Way, Written
from tests.fakes.encoder import FakeEncoder
from tests.fakes.engine import OverlapPairScorer
from tests.fakes.library_samples import filled, sample, samples

COUNT = 240


class FakeTrainer:
    """Trainer that writes an empty folder after one step a batch; `work_folder` has a checkpoint from the first step on."""

    def __init__(self) -> None:
        self.plans: list[TrainingPlan] = []

    def train(self, plan: TrainingPlan, *, work_folder: Path, output_folder: Path, progress: Progress, cancel: CancelToken) -> TrainingCost:
        self.plans.append(plan)
        resumed = any(work_folder.glob("step-*"))
        for number in range(len(plan.batches)):
            cancel.check()
            (work_folder / "step-000001").mkdir(parents=True, exist_ok=True)
            progress(ProgressUpdate("Training", number, len(plan.batches)))
        output_folder.mkdir(parents=True)
        return TrainingCost(batches=len(plan.batches), resumed_at=int(resumed), seconds=1.0, loss=0.5, megabytes=100.0)


def tell(factcheck: FactCheck, dice: random.Random) -> list[Written]:
    """Write a text that names the fact-check; only an encoder that knows the name finds it."""
    return [
        Written(text=f"somebody said {factcheck.id} {dice.random():.3f}", source=factcheck.claim, origin=Origin.CLAIM, ways=(Way.MODEL,))
    ]


class KnowingEncoder:
    """Encoder that finds the fact-check which a text names or is the claim of; `confused` swaps them."""

    def __init__(self, library: Library, *, confused: bool = False) -> None:
        names = [f"fc-{number:05d}" for number in range(COUNT)]
        self._number = {item.claim: int(item.id[3:]) for item in library.get(names).values()}
        self._shift = 7 if confused else 0

    @property
    def identity(self) -> ModelIdentity:
        return ModelIdentity(name="knowing", artefact="1" * 32, backend="fake", precision="float32")

    @property
    def dimension(self) -> int:
        return COUNT

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        """Return one axis a fact-check."""
        rows = np.zeros((len(texts), COUNT), np.float32)
        for row, text in enumerate(texts):
            named = re.search(r"fc-(\d+)", text)
            number = int(named[1]) if named else self._number.get(text, 0)
            rows[row, (number + self._shift) % COUNT] = 1
        return rows


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return filled(tmp_path / "library", samples(COUNT))


def ports(
    library: Library,
    tmp_path: Path,
    *,
    better: bool = True,
    trainer: FakeTrainer | None = None,
    confirmed: Sequence[Confirmed] = (),
    encoder: FakeEncoder | None = None,
) -> AdaptPorts:
    old, new = encoder or FakeEncoder(), KnowingEncoder(library)
    queries = new if better else KnowingEncoder(library, confused=True)
    return AdaptPorts(
        library=library,
        encoder=EncoderPair(queries=old, passages=old),
        trainer=trainer or FakeTrainer(),
        load=lambda _: EncoderPair(queries=queries, passages=new),
        work_folder=tmp_path / "work",
        output_folder=tmp_path / "models" / "adapted",
        confirmed=confirmed,
        writer=lambda _: tell,
    )


def test_a_better_encoder_is_kept_with_its_record(library: Library, tmp_path: Path) -> None:
    trainer = FakeTrainer()
    adapted = adapt(AdaptOptions(seed=1), ports=ports(library, tmp_path, trainer=trainer), progress=no_progress, cancel=CancelToken())
    assert adapted.better and adapted.folder == str(tmp_path / "models" / "adapted")
    assert adapted.held_back.map_after > adapted.held_back.map_before and adapted.held_back.map_difference.low > 0
    record = json.loads((Path(adapted.folder) / RECORD).read_text(encoding="utf-8"))
    assert record["before"] == "" and record["claims"] == adapted.claims == len(trainer.plans[0].pairs) and record["factchecks"] == COUNT
    assert not (tmp_path / "work").exists()


def test_a_worse_encoder_is_not_kept_and_leaves_nothing(library: Library, tmp_path: Path) -> None:
    generation = library.statistics().generation
    adapted = adapt(AdaptOptions(), ports=ports(library, tmp_path, better=False), progress=no_progress, cancel=CancelToken())
    assert not adapted.better and adapted.folder == "" and adapted.held_back.map_difference.mean <= 0
    assert not (tmp_path / "models").exists() and not (tmp_path / "work").exists() and library.statistics().generation == generation


def test_an_encoder_worse_on_confirmed_matches_is_not_kept(library: Library, tmp_path: Path) -> None:
    # The old encoder finds each of these at once: they are the claims word for word. The new one has forgotten who said what.
    confirmed = [Confirmed(sentence=sample(number).claim, factcheck=sample(number).id) for number in range(30)]
    fine = adapt(AdaptOptions(), ports=ports(library, tmp_path, confirmed=confirmed), progress=no_progress, cancel=CancelToken())
    assert fine.better and fine.decisions is not None and fine.decisions.queries == 30
    few = ports(library, tmp_path / "few", confirmed=confirmed[:5])
    assert adapt(AdaptOptions(), ports=few, progress=no_progress, cancel=CancelToken()).decisions is None
    moved = [replace(match, factcheck=sample(number + 100).id) for number, match in enumerate(confirmed)]
    knows_better = EncoderPair(queries=KnowingEncoder(library), passages=KnowingEncoder(library))
    shelved = replace(ports(library, tmp_path / "worse"), load=lambda _: knows_better, confirmed=moved)
    measured = adapt(AdaptOptions(), ports=shelved, progress=no_progress, cancel=CancelToken())
    assert measured.held_back.map_difference.low > 0
    assert measured.decisions is not None and measured.better is (measured.decisions.map_difference.high >= 0)


@pytest.mark.parametrize(
    ("made_up", "confirmed", "expected"),
    [((0.01, 0.05), None, True), ((-0.01, 0.05), None, False), ((0.01, 0.05), (-0.1, 0.02), True), ((0.01, 0.05), (-0.1, -0.01), False)],
)
def test_an_encoder_passes_when_surely_better_and_not_surely_worse(
    made_up: tuple[float, float], confirmed: tuple[float, float] | None, expected: bool
) -> None:
    def comparison(bounds: tuple[float, float]) -> Comparison:
        moved = Interval(mean=sum(bounds) / 2, low=bounds[0], high=bounds[1])
        zeros = {"map_before": 0.0, "map_after": 0.0, "mrr_before": 0.0, "mrr_after": 0.0}
        return Comparison(queries=1, gallery=1, map_difference=moved, mrr_difference=moved, **zeros)

    assert passes(comparison(made_up), comparison(confirmed) if confirmed else None) is expected


def test_held_back_factchecks_are_not_learnt_from_and_every_pair_is_learnt_once(library: Library, tmp_path: Path) -> None:
    trainer = FakeTrainer()
    adapt(AdaptOptions(), ports=ports(library, tmp_path, trainer=trainer), progress=no_progress, cancel=CancelToken())
    plan = trainer.plans[0]
    assert sorted(index for batch in plan.batches for index in batch) == list(range(len(plan.pairs)))
    assert len({pair.about for pair in plan.pairs}) <= 0.9 * COUNT + 1
    assert all(pair.said.strip() and pair.target.strip() for pair in plan.pairs)


def test_the_same_seed_makes_the_same_plan_and_a_limit_takes_fewer(library: Library, tmp_path: Path) -> None:
    trainer = FakeTrainer()
    for number, options in enumerate((AdaptOptions(seed=2), AdaptOptions(seed=2), AdaptOptions(seed=2, limit=210))):
        adapt(options, ports=ports(library, tmp_path / str(number), trainer=trainer), progress=no_progress, cancel=CancelToken())
    first, same, fewer = trainer.plans
    assert first.pairs == same.pairs and first.batches == same.batches
    assert len(fewer.pairs) < len(first.pairs)


def test_cancelled_work_can_be_resumed_and_is_dropped_by_a_fresh_start(library: Library, tmp_path: Path) -> None:
    cancel = CancelToken()

    def stop(update: ProgressUpdate) -> None:
        if update.activity == "Training":
            cancel.cancel()

    with pytest.raises(Cancelled):
        adapt(AdaptOptions(), ports=ports(library, tmp_path), progress=stop, cancel=cancel)
    assert estimate(AdaptOptions(), library=library, work_folder=tmp_path / "work").resumable
    assert not (tmp_path / "models").exists()
    adapted = adapt(AdaptOptions(resume=True), ports=ports(library, tmp_path), progress=no_progress, cancel=CancelToken())
    assert adapted.better and not estimate(AdaptOptions(), library=library, work_folder=tmp_path / "work").resumable


def test_a_teacher_scores_every_pair_and_is_recorded(library: Library, tmp_path: Path) -> None:
    trainer = FakeTrainer()
    taught = replace(ports(library, tmp_path, trainer=trainer), teacher=OverlapPairScorer)
    adapted = adapt(AdaptOptions(), ports=taught, progress=no_progress, cancel=CancelToken())
    teaching = trainer.plans[0].teaching
    assert teaching is not None and [len(batch) for batch in teaching.logits] == [len(batch) for batch in trainer.plans[0].batches]
    record = json.loads((Path(adapted.folder) / RECORD).read_text(encoding="utf-8"))
    assert record["teacher"] == adapted.teacher == OverlapPairScorer.identity.key() and adapted.untaught == ""


def test_without_the_teacher_it_adapts_all_the_same_and_says_so(library: Library, tmp_path: Path) -> None:
    def missing() -> PairScorer:
        raise ModelError("model-missing", "A file of the model is not there.", hint="Install it again.")

    trainer = FakeTrainer()
    adapted = adapt(
        AdaptOptions(),
        ports=replace(ports(library, tmp_path, trainer=trainer), teacher=missing),
        progress=no_progress,
        cancel=CancelToken(),
    )
    assert adapted.better and trainer.plans[0].teaching is None
    assert (adapted.teacher, adapted.untaught) == ("", "A file of the model is not there.")


def test_cancelled_while_the_teacher_is_asked_it_can_be_resumed_without_asking_twice(library: Library, tmp_path: Path) -> None:
    cancel, scored_pairs = CancelToken(), list[PairInput]()

    class Teacher(OverlapPairScorer):
        """Pair scorer that records the pairs it scored."""

        def score(self, pairs: Sequence[PairInput], *, cancel: CancelToken) -> FloatMatrix:
            scores = super().score(pairs, cancel=cancel)
            scored_pairs.extend(pairs)
            return scores

    def stop(update: ProgressUpdate) -> None:
        if update.done == 512:
            cancel.cancel()

    taught = replace(ports(library, tmp_path), teacher=Teacher)
    with pytest.raises(Cancelled):
        adapt(AdaptOptions(), ports=taught, progress=stop, cancel=cancel)
    assert estimate(AdaptOptions(), library=library, work_folder=tmp_path / "work").resumable
    adapt(AdaptOptions(resume=True), ports=taught, progress=no_progress, cancel=CancelToken())
    assert len(scored_pairs) > 1000 and len(scored_pairs) == len({(pair.sentence, pair.claim) for pair in scored_pairs})


def test_the_estimate_counts_the_teacher(library: Library, tmp_path: Path) -> None:
    expected = estimate(AdaptOptions(epochs=10), library=library, work_folder=tmp_path / "work")
    assert expected.claims == 10 * round(0.9 * COUNT) and 80 < 1000 * expected.seconds / expected.claims < 120


def test_too_few_factchecks_and_another_encoders_index_are_refused(library: Library, tmp_path: Path) -> None:
    with pytest.raises(InputError) as few:
        adapt(AdaptOptions(limit=50), ports=ports(library, tmp_path), progress=no_progress, cancel=CancelToken())
    assert few.value.code == "adapt-too-few" and "50" in few.value.message
    with pytest.raises(LibraryError) as other:
        stranger = ports(library, tmp_path, encoder=FakeEncoder(name="stranger"))
        adapt(AdaptOptions(), ports=stranger, progress=no_progress, cancel=CancelToken())
    assert other.value.code == "library-encoder"


def test_scores_are_average_precision_at_five_and_reciprocal_rank() -> None:
    gallery = np.eye(8, dtype=np.float32)
    queries = np.array([[8, 7, 6, 5, 4, 3, 2, 1]], np.float32) / np.linalg.norm([8, 7, 6, 5, 4, 3, 2, 1])
    precision, reciprocal = retrieval_scores(queries, gallery, [frozenset({1, 3})])
    assert precision[0] == pytest.approx((1 / 2 + 2 / 4) / 2) and reciprocal[0] == pytest.approx(1 / 2)
    assert retrieval_scores(queries, gallery, [frozenset({5})])[0][0] == 0


def test_an_interval_of_equal_differences_is_a_point_and_of_mixed_ones_holds_the_mean() -> None:
    same = paired_interval(np.full(40, 0.1), seed=0)
    assert same.low == pytest.approx(0.1) == same.high
    mixed = paired_interval(np.array([0.0, 1.0] * 50), seed=0)
    assert mixed.low < 0.5 < mixed.high and mixed.high - mixed.low < 0.3
