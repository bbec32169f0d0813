"""The encoder's cache of one job: nothing is encoded twice, and vectors of two models are never mixed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from app.domain.progress import CancelToken, Progress, no_progress
from app.ports import FloatMatrix, ModelIdentity
from app.retrieval import JobCachingEncoder
from tests.fakes.encoder import FakeEncoder


class Faltering(FakeEncoder):
    """Encoder that changes its identity in the second call, as an accelerator out of memory falls back to the processor."""

    calls = 0

    @property
    def identity(self) -> ModelIdentity:
        name = "before" if self.calls < 2 else "after"
        return ModelIdentity(name=name, artefact="0" * 16, backend="fake", precision="float32")

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        self.calls += 1
        sign = 1.0 if self.calls < 2 else -1.0
        return sign * super().encode(texts, progress=progress, cancel=cancel)


def _encode(encoder: JobCachingEncoder, *texts: str) -> FloatMatrix:
    return encoder.encode(list(texts), progress=no_progress, cancel=CancelToken())


def test_each_text_is_encoded_once() -> None:
    inner = FakeEncoder()
    memory = JobCachingEncoder(inner)
    first = _encode(memory, "one", "two", "one")
    again = _encode(memory, "two", "three")
    assert inner.encoded == ["one", "two", "three"]
    assert np.array_equal(first[1], again[0]) and np.array_equal(first[0], first[2])


def test_known_vectors_are_taken_over_and_forgotten() -> None:
    inner = FakeEncoder()
    memory = JobCachingEncoder(inner)
    memory.prime(["one"], np.ones((1, inner.dimension), dtype=np.float32))
    assert _encode(memory, "one")[0] == pytest.approx(np.ones(inner.dimension))
    memory.forget()
    assert _encode(memory, "one")[0] != pytest.approx(np.ones(inner.dimension))


def test_no_texts_give_no_rows() -> None:
    assert _encode(JobCachingEncoder(FakeEncoder())).shape == (0, 64)


def test_vectors_of_two_models_are_never_mixed() -> None:
    memory = JobCachingEncoder(Faltering())
    before = _encode(memory, "one")
    mixed = _encode(memory, "one", "two")
    assert np.array_equal(mixed[0], -before[0])
    assert memory.identity.name == "after"
