"""Batches of texts of similar length, halving when memory runs out, fallback to the processor, and the cache in front."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.progress import CancelToken, no_progress
from app.errors import Cancelled
from app.inference.encoders.batch_encoder import BatchEncoder
from app.inference.encoders.cached_encoder import CachedEncoder
from app.inference.encoders.torch_encoder import TorchEncoder
from app.inference.running.batching import length_batches, padded
from app.inference.running.fallback import OutOfDeviceMemory
from app.ports import FloatMatrix, TextEncoder
from tests.fakes.embedding_model import FakeEmbeddingModel, character_tokens
from tests.fakes.encoder import FakeEncoder
from tests.fakes.vector_cache import MemoryVectorCache

TEXTS = [f"{'word ' * (number % 9)}{number}" for number in range(60)]


def encode(encoder: TextEncoder, texts: Sequence[str]) -> FloatMatrix:
    return encoder.encode(texts, progress=no_progress, cancel=CancelToken())


@given(st.lists(st.integers(1, 300), max_size=80), st.integers(1, 600))
@settings(max_examples=60)
def test_batches_hold_every_text_once_and_keep_to_the_budget(lengths: list[int], budget: int) -> None:
    batches = list(length_batches([[0] * length for length in lengths], budget=budget))
    assert sorted(index for batch in batches for index in batch.tolist()) == list(range(len(lengths)))
    for batch in batches:
        assert len(batch) == 1 or len(batch) * max(lengths[index] for index in batch) <= budget


def test_padding_is_masked() -> None:
    tokens, mask = padded([[5, 6, 7], [8]])
    assert tokens.tolist() == [[5, 6, 7], [8, 0, 0]]
    assert mask.tolist() == [[1, 1, 1], [1, 0, 0]]


def test_batches_are_halved_until_they_fit_and_stay_small() -> None:
    roomy, tight = FakeEmbeddingModel(memory=1 << 20), FakeEmbeddingModel(memory=100)
    encoder = BatchEncoder(tight, character_tokens)
    rows = encode(encoder, TEXTS)
    assert np.array_equal(rows, encode(BatchEncoder(roomy, character_tokens), TEXTS))
    assert max(tight.sizes) > 100
    assert encoder.budget <= 200
    tight.sizes.clear()
    encode(encoder, TEXTS)
    assert sum(size > 100 for size in tight.sizes) <= 8


def test_a_text_that_never_fits_is_an_error() -> None:
    with pytest.raises(OutOfDeviceMemory):
        encode(BatchEncoder(FakeEmbeddingModel(memory=20), character_tokens), TEXTS)


def test_the_processor_takes_over_with_a_message_when_memory_runs_out_entirely() -> None:
    messages: list[str] = []
    processor = BatchEncoder(FakeEmbeddingModel(memory=1 << 20, backend="fake-cpu"), character_tokens)
    encoder = TorchEncoder(FakeEmbeddingModel(memory=20), character_tokens, fallback=lambda: processor, notify=messages.append)
    before = encoder.identity.key()
    assert np.array_equal(encode(encoder, TEXTS), encode(processor, TEXTS))
    assert len(messages) == 1
    assert "memory" in messages[0]
    assert encoder.identity.key() != before
    encode(encoder, TEXTS)
    assert len(messages) == 1


def test_other_faults_of_the_device_are_not_hidden() -> None:
    class Broken(FakeEmbeddingModel):
        def embed(self, tokens: object, mask: object) -> FloatMatrix:
            raise RuntimeError("the device is gone")

    encoder = TorchEncoder(Broken(memory=1), character_tokens, fallback=FakeEncoder, notify=[].append)
    with pytest.raises(RuntimeError, match="gone"):
        encode(encoder, TEXTS)


@pytest.mark.parametrize("workers", [2, 5])
def test_batches_side_by_side_give_the_same_rows(workers: int) -> None:
    single = BatchEncoder(FakeEmbeddingModel(memory=100, budget=120), character_tokens)
    several = BatchEncoder(FakeEmbeddingModel(memory=100, budget=120), character_tokens, workers=workers)
    assert np.array_equal(encode(several, TEXTS), encode(single, TEXTS))
    assert not [thread for thread in threading.enumerate() if "ThreadPool" in thread.name]


def test_cancel_drops_the_batches_that_wait() -> None:
    model = FakeEmbeddingModel(memory=1 << 20, budget=20, seconds=0.01)
    cancel = CancelToken()
    encoder = BatchEncoder(model, character_tokens, workers=2)
    with pytest.raises(Cancelled):
        encoder.encode(TEXTS * 50, progress=lambda update: cancel.cancel() if update.done else None, cancel=cancel)
    assert len(model.sizes) < 60


@pytest.mark.parametrize("limit", [1, 3, 5])
def test_cancel_leaves_between_batches(limit: int) -> None:
    model = FakeEmbeddingModel(memory=1 << 20, budget=50)
    calls: list[int] = []
    cancel = CancelToken(lambda: bool(calls.append(1)) or len(calls) > limit)
    with pytest.raises(Cancelled):
        BatchEncoder(model, character_tokens).encode(TEXTS, progress=no_progress, cancel=cancel)
    assert len(model.sizes) <= limit


@given(st.lists(st.lists(st.sampled_from(TEXTS), max_size=12), min_size=1, max_size=5))
@settings(max_examples=40)
def test_the_cached_encoder_gives_the_same_rows_and_computes_each_text_once(rounds: list[list[str]]) -> None:
    inner = FakeEncoder()
    cached = CachedEncoder(inner, MemoryVectorCache())
    for texts in rounds:
        assert np.array_equal(encode(cached, texts), encode(FakeEncoder(), texts))
    assert len(inner.encoded) == len(set(inner.encoded)) == len({text for texts in rounds for text in texts})


def moving_encoder(memory: int) -> tuple[TorchEncoder, Callable[[], TextEncoder]]:
    def processor() -> TextEncoder:
        return BatchEncoder(FakeEmbeddingModel(memory=1 << 20, backend="fake-cpu"), character_tokens)

    return TorchEncoder(FakeEmbeddingModel(memory=memory), character_tokens, fallback=processor, notify=[].append), processor


def test_the_cache_never_mixes_rows_of_two_devices() -> None:
    cache = MemoryVectorCache()
    encoder, processor = moving_encoder(memory=20)
    cached = CachedEncoder(encoder, cache)
    encode(cached, ["short", "brief"])
    assert {key for key, _ in cache.puts} == {"fake:0000000000000000:fake-gpu:float32"}
    rows = encode(cached, ["short", "a text much too long for that device"])
    assert np.array_equal(rows, encode(processor(), ["short", "a text much too long for that device"]))
    assert ("fake:0000000000000000:fake-cpu:float32", "short") in cache.puts
