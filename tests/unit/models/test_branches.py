"""Branches are written over the trunk that is there, and anew only where what they share with it stayed as it was."""

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


def said(models: Path) -> np.ndarray:
    write_manifest(models)
    scorer = load_opinions(models=models, device="cpu")
    return np.asarray(scorer.stance(["taxes rose by two percent"], ["taxes fell"], cancel=CancelToken()))


def changed(trunk: Path, name: str) -> None:
    tensors = load_file(trunk / "model.safetensors")
    tensors[name] = tensors[name] + np.float16(0.5)
    save_file(tensors, trunk / "model.safetensors", metadata={"format": "pt"})


def test_a_branch_shares_with_its_trunk_what_is_the_same_number_for_number(models: Path) -> None:
    own, below = (load_file(models / role / "model.safetensors") for role in ("opinion", "trunk"))
    assert not any(np.array_equal(own[name], below[name]) for name in own.keys() & below.keys())
    assert {name for name in own if name.startswith("heads.")} == {
        f"heads.opinion.{part}" for part in ("1.weight", "1.bias", "3.weight", "3.bias")
    }
    assert "embeddings.word_embeddings.weight" in below.keys() - own.keys()


def test_after_a_training_of_the_trunk_above_it_the_branch_says_what_it_said(models: Path) -> None:
    before = said(models)
    changed(models / "trunk", "heads.stance.3.bias")
    rewrite_branch(models / "opinion", trunk=models / "trunk")
    assert np.array_equal(said(models), before)


def test_a_branch_does_not_grow_on_a_trunk_that_changed_below_it(models: Path) -> None:
    kept = shutil.copytree(models / "opinion", models.parent / "opinion")
    changed(models / "trunk", "embeddings.LayerNorm.weight")
    with pytest.raises(ValueError, match="changed"):
        rewrite_branch(models / "opinion", trunk=models / "trunk")
    assert (models / "opinion" / "model.safetensors").read_bytes() == (kept / "model.safetensors").read_bytes()
