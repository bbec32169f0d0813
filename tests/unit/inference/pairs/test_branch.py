"""A branch of the cross-encoder, with own layers and head over the trunk's first layers, in both backends; folders that do not fit
are refused."""

from __future__ import annotations

import copy
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file

from app.domain.progress import CancelToken
from app.errors import ModelError
from app.inference import load_answer_scorer
from app.inference.manifest import checked_model
from app.inference.network.runtime import PRECISION_SWITCH
from app.inference.pairs.branch import shared_tensors
from app.inference.pairs.pair_logits import PairLogits, PairModel, padded_pairs
from app.inference.pairs.trunk import read_heads
from app.inference.pairs.trunk_openvino import OpenVinoTrunk
from app.inference.pairs.trunk_torch import TorchTrunk
from app.inference.running.fallback import DeviceFallback
from app.ports import PairInput
from models.evidence.export import HEAD, export_branch
from models.manifest import write_manifest
from models.trunk.network import CrossEncoder, head
from tests.fakes.tiny_trunk import tiny_models, tiny_network

PAIRS = [
    PairInput(sentence="the mayor said taxes rose", claim="the council raised taxes by two percent in 2012"),
    PairInput(sentence="the mayor said taxes rose", claim="a bridge"),
    PairInput(sentence="jobs fell", claim="the school has more jobs than the bridge, " * 6),
]


def branched() -> CrossEncoder:
    """Return the tiny network with another second layer and an own head; the layers below are unchanged."""
    network, other = tiny_network(seed=0), tiny_network(seed=1)
    network.trunk.bert.encoder.layer[1] = copy.deepcopy(other.trunk.bert.encoder.layer[1])
    network.heads[HEAD] = head(96, 1)
    del network.heads["relevance"], network.heads["stance"]
    return network.eval()


def grown(folder: Path) -> CrossEncoder:
    """Write the models, with a branch, into the folder."""
    tiny_models(folder)
    evidence = folder / "evidence"
    evidence.mkdir()
    for name in ("model.json", "leading.safetensors"):
        (evidence / name).write_bytes(b"{}")
    network = branched()
    chance = np.random.default_rng(0)
    right = chance.random(200) < 0.5
    export_branch(network, logits=right + chance.normal(size=200), right=right, target=evidence, trunk=folder / "trunk")
    write_manifest(folder)
    return network


@pytest.fixture(autouse=True)
def float32(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute in float32, so that backends can be compared closely."""
    monkeypatch.setenv(PRECISION_SWITCH, "float32")


@pytest.fixture(scope="module")
def branch_model(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, CrossEncoder]:
    folder = tmp_path_factory.mktemp("models") / "m"
    return folder, grown(folder)


def test_both_backends_compute_what_the_network_computes(branch_model: tuple[Path, CrossEncoder]) -> None:
    folder, network = branch_model
    entry, trunk = checked_model("evidence", folder), checked_model("trunk", folder)
    shipped = OpenVinoTrunk(entry, read_heads(entry), beneath=trunk)
    rows = [row for row in shipped.tokenize(PAIRS) if row is not None]
    with torch.inference_mode():
        expected = network(*(torch.from_numpy(array) for array in padded_pairs(rows)), HEAD).numpy()
    models: list[PairModel] = [shipped, TorchTrunk(entry, read_heads(entry), device="cpu", beneath=trunk)]
    for model in models:
        logits = PairLogits(DeviceFallback(model, lambda model=model: model, role="answers"))(PAIRS, cancel=CancelToken())
        assert np.abs(logits - expected).max() < 2e-3
    assert np.ptp(expected) > 0.01


def test_a_file_holds_its_own_tensors_and_shares_the_others(branch_model: tuple[Path, CrossEncoder]) -> None:
    folder, _ = branch_model
    entry, trunk = checked_model("evidence", folder), checked_model("trunk", folder)
    branch_tensors, shared = load_file(entry.path("model.safetensors")), shared_tensors(entry, trunk)
    assert all(name.startswith(("encoder.layer.1.", f"heads.{HEAD}.")) for name in branch_tensors)
    assert set(shared) == {name for name in load_file(trunk.path("model.safetensors")) if not name.startswith("heads.")} - set(
        branch_tensors
    )


def test_probabilities_are_calibrated_and_named_after_both(branch_model: tuple[Path, CrossEncoder]) -> None:
    scorer = load_answer_scorer(models=branch_model[0])
    scores = scorer.score([*PAIRS, PairInput(sentence="", claim="jobs")], cancel=CancelToken())
    assert ((scores[:3] > 0) & (scores[:3] < 1)).all() and scores[3] == 0
    assert scorer.identity.artefact == "".join(checked_model(role, branch_model[0]).artefact[:8] for role in ("evidence", "trunk"))


def test_another_trunk_is_reported(tmp_path: Path) -> None:
    folder = tmp_path / "m"
    grown(folder)
    other = tiny_models(tmp_path / "other", seed=5)
    for name in ("model.safetensors", "config.json"):
        (folder / "trunk" / name).write_bytes((other / "trunk" / name).read_bytes())
    write_manifest(folder)
    with pytest.raises(ModelError) as raised:
        load_answer_scorer(models=folder)
    assert raised.value.code == "model-mismatch"


def test_a_damaged_file_is_reported(tmp_path: Path) -> None:
    folder = tmp_path / "m"
    grown(folder)
    path = folder / "evidence" / "model.safetensors"
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(ModelError) as raised:
        load_answer_scorer(models=folder)
    assert raised.value.code == "model-altered"
    write_manifest(folder)  # as if it had been shipped so
    with pytest.raises(ModelError) as raised:
        load_answer_scorer(models=folder)
    assert raised.value.code == "model-mismatch"
