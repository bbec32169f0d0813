"""Query projection: vectors are projected one by one, for one encoder only; a learnt projection leads to the answers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from safetensors.torch import save_file

from app.errors import ModelError
from app.ports import FloatMatrix
from app.verify.query_projection import QueryProjection, load_query_projection
from models.evidence.leading import Pairs, learn_projection, save_projection
from tests.fakes.encoder import fake_identity

WIDTH = 16


def unit(count: int, seed: int) -> FloatMatrix:
    rows = np.random.default_rng(seed).standard_normal((count, WIDTH)).astype(np.float32)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def random_projection(seed: int = 0) -> QueryProjection:
    matrix = np.random.default_rng(seed).standard_normal((WIDTH, WIDTH)).astype(np.float32)
    return QueryProjection(matrix, fake_identity(name="e").artefact[:8], "key")


@given(seed=st.integers(0, 99), count=st.integers(1, 9))
def test_each_vector_is_moved_by_itself(seed: int, count: int) -> None:
    vectors, projection = unit(count, seed), random_projection(seed)
    moved = projection.project(vectors, fake_identity(name="e"))
    assert np.allclose(np.linalg.norm(moved, axis=1), 1, atol=1e-5)
    alone = np.vstack([projection.project(vectors[row : row + 1], fake_identity(name="e")) for row in range(count)])
    assert np.array_equal(moved, alone)
    straight = vectors + vectors @ projection.matrix
    assert np.allclose(moved, straight / np.linalg.norm(straight, axis=1, keepdims=True), atol=1e-5)


def test_vectors_of_another_encoder_or_width_are_unchanged(tmp_path: Path) -> None:
    save_projection(tmp_path / "m.safetensors", np.eye(WIDTH, dtype=np.float16), artefact="0123456789abcdef")
    projection, vectors = load_query_projection(tmp_path / "m.safetensors"), unit(3, 1)
    assert projection.encoder == "01234567" and projection.key.startswith("leading-1:")
    assert projection.project(vectors, fake_identity(name="e")) is vectors
    wide = np.hstack([vectors, vectors])
    assert random_projection().project(wide, fake_identity(name="e")) is wide
    assert random_projection().project(vectors[:0], fake_identity(name="e")).shape == (0, WIDTH)


def test_a_file_that_is_missing_or_damaged_or_no_square_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "leading.safetensors"
    codes = []
    for content in (None, b"{broken", "narrow", "nameless"):
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif content:
            shape = (2, 3) if content == "narrow" else (2, 2)
            save_file({"matrix": torch.zeros(shape)}, path, metadata={"encoder": "ab"} if content == "narrow" else None)
        with pytest.raises(ModelError) as refused:
            load_query_projection(path)
        codes.append(refused.value.code)
    assert codes == ["model-missing", "model-altered", "model-mismatch", "model-mismatch"]


def test_a_learnt_projection_brings_new_claims_near_their_answers() -> None:
    turn = np.linalg.qr(np.random.default_rng(5).standard_normal((WIDTH, WIDTH)))[0].astype(np.float32)
    asking = unit(3_000, 2)
    answers = np.asarray(asking @ turn, np.float32)
    rows = np.array([(row, row, row) for row in range(2_500)])
    learnt = learn_projection(Pairs(asking[:2_500], answers[:2_500], rows))
    assert np.array_equal(learnt, learn_projection(Pairs(asking[:2_500], answers[:2_500], rows)))
    new, targets = asking[2_500:], answers[2_500:]
    moved = QueryProjection(learnt.astype(np.float32), fake_identity(name="e").artefact[:8], "key").project(new, fake_identity(name="e"))
    target_cosines = [(vectors * targets).sum(axis=1).mean() for vectors in (new, moved)]
    other_cosines = [(vectors @ targets.T).mean() for vectors in (new, moved)]
    assert target_cosines[1] > target_cosines[0] + 0.01 and abs(other_cosines[1] - other_cosines[0]) < 0.002
