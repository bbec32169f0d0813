"""Where claims and questions lead: vectors moved one by one, for one encoder alone; what is learnt leads to the answers."""

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


def leading(seed: int = 0) -> QueryProjection:
    matrix = np.random.default_rng(seed).standard_normal((WIDTH, WIDTH)).astype(np.float32)
    return QueryProjection(matrix, fake_identity(name="e").artefact[:8], "key")


@given(seed=st.integers(0, 99), count=st.integers(1, 9))
def test_each_vector_is_moved_by_itself(seed: int, count: int) -> None:
    vectors, one = unit(count, seed), leading(seed)
    moved = one.project(vectors, fake_identity(name="e"))
    assert np.allclose(np.linalg.norm(moved, axis=1), 1, atol=1e-5)
    alone = np.vstack([one.project(vectors[place : place + 1], fake_identity(name="e")) for place in range(count)])
    assert np.array_equal(moved, alone)
    straight = vectors + vectors @ one.matrix
    assert np.allclose(moved, straight / np.linalg.norm(straight, axis=1, keepdims=True), atol=1e-5)


def test_vectors_of_another_encoder_or_width_stay(tmp_path: Path) -> None:
    save_projection(tmp_path / "m.safetensors", np.eye(WIDTH, dtype=np.float16), artefact="0123456789abcdef")
    one, vectors = load_query_projection(tmp_path / "m.safetensors"), unit(3, 1)
    assert one.encoder == "01234567" and one.key.startswith("leading-1:")
    assert one.project(vectors, fake_identity(name="e")) is vectors
    wide = np.hstack([vectors, vectors])
    assert leading().project(wide, fake_identity(name="e")) is wide
    assert leading().project(vectors[:0], fake_identity(name="e")).shape == (0, WIDTH)


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


def test_what_is_learnt_leads_from_new_claims_to_their_answers() -> None:
    turn = np.linalg.qr(np.random.default_rng(5).standard_normal((WIDTH, WIDTH)))[0].astype(np.float32)
    asking = unit(3_000, 2)
    answers = np.asarray(asking @ turn, np.float32)
    rows = np.array([(place, place, place) for place in range(2_500)])
    found = learn_projection(Pairs(asking[:2_500], answers[:2_500], rows))
    assert np.array_equal(found, learn_projection(Pairs(asking[:2_500], answers[:2_500], rows)))
    new, told = asking[2_500:], answers[2_500:]
    moved = QueryProjection(found.astype(np.float32), fake_identity(name="e").artefact[:8], "key").project(new, fake_identity(name="e"))
    own = [(each * told).sum(axis=1).mean() for each in (new, moved)]
    others = [(each @ told.T).mean() for each in (new, moved)]
    assert own[1] > own[0] + 0.01 and abs(others[1] - others[0]) < 0.002
