"""Branches are written over the current trunk, and again only if the shared layers are unchanged."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from app.domain.progress import CancelToken
from app.inference import load_opinions
from models.branches import rewrite_branch
from models.manifest import write_manifest
from tests.fakes.tiny_trunk import tiny_models


@pytest.fixture
def models(tmp_path: Path) -> Path:
    return tiny_models(tmp_path / "models")


def branch_scores(models: Path) -> np.ndarray:
    write_manifest(models)
    scorer = load_opinions(models=models, device="cpu")
    return np.asarray(scorer.stance(["taxes rose by two percent"], ["taxes fell"], cancel=CancelToken()))


def changed(trunk: Path, name: str) -> None:
    tensors = load_file(trunk / "model.safetensors")
    tensors[name] = tensors[name] + np.float16(0.5)
    save_file(tensors, trunk / "model.safetensors", metadata={"format": "pt"})


def test_a_branch_shares_identical_tensors_with_its_trunk(models: Path) -> None:
    branch, trunk = (load_file(models / role / "model.safetensors") for role in ("opinion", "trunk"))
    assert not any(np.array_equal(branch[name], trunk[name]) for name in branch.keys() & trunk.keys())
    assert {name for name in branch if name.startswith("heads.")} == {
        f"heads.opinion.{part}" for part in ("1.weight", "1.bias", "3.weight", "3.bias")
    }
    assert "embeddings.word_embeddings.weight" in trunk.keys() - branch.keys()


def test_training_the_trunks_upper_layers_keeps_the_branchs_scores(models: Path) -> None:
    before = branch_scores(models)
    changed(models / "trunk", "heads.stance.3.bias")
    rewrite_branch(models / "opinion", trunk=models / "trunk")
    assert np.array_equal(branch_scores(models), before)


def test_a_branch_does_not_grow_on_a_trunk_that_changed_below_it(models: Path) -> None:
    backup = shutil.copytree(models / "opinion", models.parent / "opinion")
    changed(models / "trunk", "embeddings.LayerNorm.weight")
    with pytest.raises(ValueError, match="changed"):
        rewrite_branch(models / "opinion", trunk=models / "trunk")
    assert (models / "opinion" / "model.safetensors").read_bytes() == (backup / "model.safetensors").read_bytes()
