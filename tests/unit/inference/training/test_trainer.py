"""Further training of an encoder: it learns, it can be interrupted anywhere, and it resumes to the same weights."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from app.domain.progress import CancelToken, ProgressUpdate, no_progress
from app.errors import Cancelled, ModelError
from app.inference import TorchEncoderTrainer
from app.inference.training.loss import ranking_loss, teaching_loss, trust_of
from app.inference.training.network import TrainableEncoder, _spare
from app.inference.training.trainer import fingerprint, schedule
from app.inference.user_models.model_folder import open_folder
from app.inference.user_models.user_encoder import Prompts, load_folder_encoder
from app.ports import FloatMatrix, TrainingCost, TrainingPlan
from tests.fakes.model_folders import encoder_folder
from tests.fakes.training_child import plan

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the encoder to be trained, with two layers."""
    return encoder_folder(tmp_path_factory.mktemp("start") / "encoder")


@pytest.fixture(scope="module")
def unbroken(start: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the output folder of a training without interruption."""
    folder = tmp_path_factory.mktemp("whole")
    train(start, plan(), work=folder / "work", out=folder / "out")
    return folder / "out"


def train(start: Path, training_plan: TrainingPlan, *, work: Path, out: Path, cancel: CancelToken | None = None) -> TrainingCost:
    trainer = TorchEncoderTrainer(start, name="tiny", threads=1)
    return trainer.train(training_plan, work_folder=work, output_folder=out, progress=no_progress, cancel=cancel or CancelToken())


def weights(folder: Path) -> dict[str, FloatMatrix]:
    return dict(load_file(folder / "model.safetensors"))


def vectors(folder: Path, texts: list[str]) -> FloatMatrix:
    encoder, _ = load_folder_encoder(open_folder(folder, role="encoder"), device="cpu")
    return encoder.encode(texts, progress=no_progress, cancel=CancelToken())


def loss_of(texts: list[int], targets: list[int], about: list[str], *, decoys: list[int] | None = None) -> float:
    """Return the loss of texts whose vectors are these axes."""
    import torch

    axes = torch.eye(8)
    return float(ranking_loss(axes[texts], axes[targets], axes[decoys or []], about=about, scale=20.0))


def test_the_loss_is_small_where_each_text_is_nearest_to_its_own_target() -> None:
    assert loss_of([0, 1, 2], [0, 1, 2], ["a", "b", "c"]) < 1e-6
    assert loss_of([0, 1, 2], [1, 2, 0], ["a", "b", "c"]) > 20


def test_targets_of_one_factcheck_and_of_the_same_words_are_no_negatives_of_each_other() -> None:
    assert loss_of([0, 0], [0, 0], ["a", "b"]) < 1e-6  # the same text under two names
    assert loss_of([1, 1], [0, 1], ["a", "a"]) < loss_of([1, 1], [0, 1], ["a", "b"])


def test_a_decoy_is_a_negative_of_every_text() -> None:
    assert loss_of([0, 1], [0, 1], ["a", "b"], decoys=[5]) < 1e-6
    assert loss_of([0, 1], [0, 1], ["a", "b"], decoys=[0]) > 0.3


def test_a_pair_that_the_teacher_does_not_trust_hardly_counts() -> None:
    import torch

    axes, about = torch.eye(8), ["a", "b", "c"]
    wrong, right = axes[[1, 1, 2]], axes[:3]  # the first text is nearer to the second target
    losses = [float(ranking_loss(wrong, right, axes[[]], about=about, scale=20.0, trust=trust)) for trust in ([1, 1, 1], [0.01, 1, 1])]
    assert losses[0] == pytest.approx(float(ranking_loss(wrong, right, axes[[]], about=about, scale=20.0)))
    assert losses[1] < 0.05 * losses[0]


def test_trust_is_how_probable_the_own_target_is_to_the_teacher() -> None:
    surely, perhaps, hardly = trust_of([[9.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 9.0]], temperature=1.0)
    assert surely > 0.99 and perhaps == pytest.approx(1 / 3) and hardly < 0.01
    assert trust_of([[1.0, 0.0]], temperature=0.1)[0] > trust_of([[1.0, 0.0]], temperature=1.0)[0]


def taught_loss(texts: list[int], logits: list[list[float]], *, temperature: float = 1.0) -> float:
    """Return the teaching loss of texts along these axes; each has its own target (0 to 2) and the two others as candidates."""
    import torch

    axes = torch.eye(8)
    candidate_rows = [[row, (row + 1) % 3, (row + 2) % 3] for row in range(3)]
    return float(teaching_loss(axes[texts], axes[:3], candidates=candidate_rows, logits=logits, scale=20.0, temperature=temperature))


def test_teaching_losses_of_known_cases() -> None:
    assert taught_loss([0, 1, 2], [[30.0, 0.0, 0.0]] * 3) < 1e-6
    assert taught_loss([0, 1, 2], [[0.0, 30.0, 0.0]] * 3) == pytest.approx(20, abs=0.01)
    assert taught_loss([5, 5, 5], [[30.0, 0.0, 0.0]] * 3) == pytest.approx(np.log(3), abs=1e-4)
    entropy = -sum(share * np.log(share) for share in (0.5, 0.3, 0.2))
    assert taught_loss([5, 5, 5], [list(np.log([0.5, 0.3, 0.2]))] * 3) >= entropy
    assert taught_loss([0, 1, 2], [[3.0, 0.0, 0.0]] * 3, temperature=0.1) < taught_loss([0, 1, 2], [[3.0, 0.0, 0.0]] * 3)


def test_training_on_the_teacher_learns_its_distribution() -> None:
    import torch

    torch.manual_seed(0)
    free = torch.randn(3, 16, requires_grad=True)
    targets = torch.nn.functional.normalize(torch.randn(3, 16), dim=1)
    optimiser = torch.optim.Adam([free], lr=0.1)
    expected = torch.tensor([[0.5, 0.4, 0.1], [0.9, 0.05, 0.05], [0.2, 0.2, 0.6]])
    for _ in range(300):
        texts = torch.nn.functional.normalize(free, dim=1)
        loss = teaching_loss(texts, targets, candidates=[[0, 1, 2]] * 3, logits=expected.log().tolist(), scale=20.0, temperature=1.0)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    predicted = torch.softmax(torch.nn.functional.normalize(free, dim=1) @ targets.T * 20.0, dim=1)
    assert torch.allclose(predicted, expected, atol=0.02)


def test_training_brings_texts_to_their_targets() -> None:
    import torch

    torch.manual_seed(0)
    free = torch.randn(6, 16, requires_grad=True)
    targets = torch.nn.functional.normalize(torch.randn(6, 16), dim=1)
    optimiser = torch.optim.Adam([free], lr=0.1)
    for _ in range(60):
        texts = torch.nn.functional.normalize(free, dim=1)
        loss = ranking_loss(texts, targets, torch.empty(0, 16), about=list("abcdef"), scale=20.0)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    cosines = torch.nn.functional.normalize(free, dim=1) @ targets.T
    assert (cosines.argmax(dim=1) == torch.arange(6)).all()


def test_all_layers_learn_and_word_vectors_stay(start: Path, unbroken: Path) -> None:
    before, after = weights(start), weights(unbroken)
    changed = {name for name in before if not np.array_equal(before[name], after[name])}
    assert all(any(f"layer.{number}." in name for name in changed) for number in (0, 1))
    assert not any("embeddings" in name or "pooler" in name for name in changed)


def test_with_little_memory_it_keeps_less_and_ends_with_the_same_weights(
    start: Path, unbroken: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.inference.training.trainer.free_memory", lambda: 1 << 30)
    spare_memory = []
    monkeypatch.setattr("app.inference.training.network._spare", lambda network, real=_spare: spare_memory.append(real(network)))
    train(start, plan(), work=tmp_path / "work", out=tmp_path / "out")
    expected, actual = weights(unbroken), weights(tmp_path / "out")
    assert spare_memory and all(np.array_equal(expected[name], actual[name]) for name in expected)


def test_low_memory_training_recomputes_layers(start: Path) -> None:
    network = TrainableEncoder(start, prompts=Prompts(), max_tokens=32, options={}, sparing=True).network
    assert any(getattr(module, "gradient_checkpointing", False) for module in network.modules())


@pytest.mark.parametrize("taught", [0.0, 0.5])
def test_a_killed_training_goes_on_and_ends_with_the_same_weights(taught: float, start: Path, unbroken: Path, tmp_path: Path) -> None:
    if taught:
        unbroken = tmp_path / "whole"
        train(start, plan(taught=taught), work=tmp_path / "whole-work", out=unbroken)
    work, out = tmp_path / "work", tmp_path / "out"
    command = [sys.executable, "-m", "tests.fakes.training_child", str(start), str(work), str(out), "5", str(taught)]
    child = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert child.returncode == -9, child.stderr
    assert [folder.name for folder in work.iterdir()] == ["step-000004"] and not out.exists()
    cost = train(start, plan(taught=taught), work=work, out=out)
    assert (cost.resumed_at, cost.batches) == (4, 6)
    expected, actual = weights(unbroken), weights(out)
    assert expected.keys() == actual.keys() and all(np.array_equal(expected[name], actual[name]) for name in expected)


def test_a_teacher_of_no_weight_changes_nothing_and_another_one_does(start: Path, tmp_path: Path) -> None:
    taught = plan(batches=2, taught=0.5)
    assert taught.teaching is not None
    silent = replace(taught, teaching=replace(taught.teaching, weight=0.0))
    trained = {}
    for name, training_plan in (("alone", plan(batches=2)), ("silent", silent), ("taught", taught)):
        train(start, training_plan, work=tmp_path / f"{name}-work", out=tmp_path / name)
        trained[name] = weights(tmp_path / name)
    assert all(np.array_equal(trained["alone"][name], trained["silent"][name]) for name in trained["alone"])
    assert any(not np.array_equal(trained["alone"][name], trained["taught"][name]) for name in trained["alone"])


def test_a_teacher_that_is_right_lessens_the_loss(start: Path, tmp_path: Path) -> None:
    taught = plan(taught=1.0)
    assert taught.teaching is not None
    right = replace(taught, teaching=replace(taught.teaching, logits=[[[30.0, 0.0, 0.0]] * 8] * 6))
    wrong = replace(taught, teaching=replace(taught.teaching, logits=[[[0.0, 30.0, 0.0]] * 8] * 6))
    losses = [
        train(start, training_plan, work=tmp_path / f"work-{at}", out=tmp_path / f"out-{at}").loss
        for at, training_plan in enumerate((right, wrong))
    ]
    assert losses[0] < losses[1]


def test_a_checkpoint_of_another_plan_or_a_torn_one_is_not_gone_on_with(start: Path, tmp_path: Path) -> None:
    train(start, plan(batches=2), work=tmp_path, out=tmp_path / "first")
    assert train(start, plan(batches=3), work=tmp_path, out=tmp_path / "second").resumed_at == 0
    (tmp_path / "step-000003" / "state.json").write_text("{", encoding="utf-8")
    assert train(start, plan(batches=3), work=tmp_path, out=tmp_path / "third").resumed_at == 0


def test_cancel_ends_it_within_a_batch_and_leaves_the_checkpoints(start: Path, tmp_path: Path) -> None:
    cancel, progress_counts = CancelToken(), []

    def stop(update: ProgressUpdate) -> None:
        progress_counts.append(update.done)
        if update.done == 3:
            cancel.cancel()

    trainer = TorchEncoderTrainer(start, name="tiny", threads=1)
    with pytest.raises(Cancelled):
        trainer.train(plan(), work_folder=tmp_path / "work", output_folder=tmp_path / "out", progress=stop, cancel=cancel)
    assert progress_counts == [0, 1, 2, 3] and [checkpoint.name for checkpoint in (tmp_path / "work").iterdir()] == ["step-000002"]
    assert not (tmp_path / "out").exists()


def test_keeping_no_update_leaves_the_encoder_unchanged(start: Path, tmp_path: Path) -> None:
    train(start, plan(batches=2, kept=0.0), work=tmp_path / "work", out=tmp_path / "out")
    before, after = weights(start), weights(tmp_path / "out")
    assert all(np.allclose(before[name], after[name], atol=1e-7) for name in before)


def test_the_output_folder_is_a_valid_user_model_without_pickle(unbroken: Path) -> None:
    folder = open_folder(unbroken, role="encoder")
    assert folder.size > 0 and not [*unbroken.rglob("*.bin"), *unbroken.rglob("*.pt")]
    assert json.loads((unbroken / "modules.json").read_text(encoding="utf-8"))


def test_a_folder_that_is_no_encoder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ModelError) as raised:
        train(tmp_path, plan(), work=tmp_path / "work", out=tmp_path / "out")
    assert raised.value.code == "training-failed"


def test_the_rate_warms_up_and_decays_and_the_fingerprint_covers_every_text() -> None:
    rates = [schedule(number, 100) for number in range(100)]
    assert max(rates) <= 1 and rates.index(max(rates)) in (9, 10) and rates[-1] < 0.05 and rates[0] == pytest.approx(0.1)
    assert fingerprint(plan()) == fingerprint(plan(kept=0.5)) != fingerprint(plan(batches=5))


def test_the_fingerprint_covers_the_teacher_and_is_unchanged_without_one() -> None:
    taught = plan(taught=0.5)
    assert taught.teaching is not None
    other = replace(taught, teaching=replace(taught.teaching, logits=[[[2.0, 1.5, -3.1]] * 8] * 6))
    assert len({fingerprint(training_plan) for training_plan in (plan(), taught, other, plan(taught=0.4))}) == 4
    content = {name: value for name, value in asdict(plan()).items() if name not in {"kept", "checkpoint_every", "teaching"}}
    assert fingerprint(plan()) == hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
