"""Logits of pairs: batches, cache, cancel, memory that runs out, unreadable texts; and the scorers on top."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from datetime import date

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.progress import CancelToken
from app.errors import Cancelled
from app.inference.pairs.cross_encoder import CrossEncoderPairScorer, CrossEncoderStanceScorer
from app.inference.pairs.pair_logits import PairLogits, PairModel, padded_pairs
from app.inference.running.batching import TokenMatrix
from app.inference.running.fallback import DeviceFallback, OutOfDeviceMemory
from app.ports import FloatMatrix, Mask, PairInput
from tests.fakes.pair_model import FakePairModel
from tests.fakes.vector_cache import MemoryVectorCache

PAIRS = [PairInput(sentence=f"sentence {'x' * (number % 7)}", claim=f"claim {number}") for number in range(50)]


class CountingCache(MemoryVectorCache):
    """Cache that counts its reads and writes."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[str] = []

    def get(self, model: str, texts: Sequence[str]) -> tuple[FloatMatrix | None, Mask]:
        self.calls.append("get")
        return super().get(model, texts)

    def put(self, model: str, texts: Sequence[str], vectors: FloatMatrix) -> None:
        self.calls.append("put")
        super().put(model, texts, vectors)


class WiderModel(FakePairModel):
    """Another model under the same name."""

    columns = 5

    def logits(self, tokens: TokenMatrix, kinds: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        return np.full((len(tokens), 5), 2.0, np.float32)


def no_other() -> PairModel:
    raise AssertionError("there is no other model")


def logits_of(model: PairModel, cache: MemoryVectorCache | None = None, build_next: Callable[[], PairModel] = no_other) -> PairLogits:
    return PairLogits(DeviceFallback(model, build_next, role="cross-encoder", notify=[].append), cache=cache)


def run(logits: PairLogits, pairs: Sequence[PairInput]) -> FloatMatrix:
    return logits(pairs, cancel=CancelToken())


def test_padded_pairs_keep_kinds_and_mask() -> None:
    tokens, kinds, mask = padded_pairs([([5, 6, 7], [0, 1, 1]), ([8], [0])], 4)
    assert tokens.tolist() == [[5, 6, 7, 0], [8, 0, 0, 0]]
    assert kinds.tolist() == [[0, 1, 1, 0], [0, 0, 0, 0]]
    assert mask.tolist() == [[1, 1, 1, 0], [1, 0, 0, 0]]


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("step", [None, 4])
@pytest.mark.parametrize("budget", [1, 40, 1 << 16])
def test_batching_does_not_change_the_result(workers: int, step: int | None, budget: int) -> None:
    model = FakePairModel(budget=budget, workers=workers, step=step)
    alone = np.concatenate([run(logits_of(FakePairModel()), [pair]) for pair in PAIRS])
    assert np.array_equal(run(logits_of(model), PAIRS), alone)
    assert np.array_equal(run(logits_of(model), PAIRS[::-1] + PAIRS), np.concatenate([alone[::-1], alone]))
    assert not [thread for thread in threading.enumerate() if "ThreadPool" in thread.name]


def test_rows_that_go_together_with_a_step_are_of_one_width() -> None:
    model = FakePairModel(step=8)
    run(logits_of(model), PAIRS)
    widths = {-(-len(pair.sentence + pair.claim) // 8) * 8 for pair in PAIRS}
    assert len(model.sizes) == len(widths)
    assert sum(model.sizes) == sum(-(-len(pair.sentence + pair.claim) // 8) * 8 for pair in PAIRS)


@given(st.lists(st.lists(st.sampled_from(PAIRS), max_size=12), min_size=1, max_size=5))
@settings(max_examples=40)
def test_each_pair_is_computed_once_and_cached_numbers_are_the_same(rounds: list[list[PairInput]]) -> None:
    model = FakePairModel()
    cached = logits_of(model, MemoryVectorCache())
    for pairs in rounds:
        assert np.array_equal(run(cached, pairs), run(logits_of(FakePairModel()), pairs))
    assert len(model.seen) == len(set(model.seen)) == len({pair for pairs in rounds for pair in pairs})


def test_the_cache_is_read_and_written_once_a_call() -> None:
    cache = CountingCache()
    logits = logits_of(FakePairModel(budget=20), cache)
    run(logits, PAIRS)
    assert cache.calls == ["get", "put"]
    run(logits, PAIRS)
    assert cache.calls == ["get", "put", "get"]


def test_every_part_of_a_pair_counts_and_parts_do_not_run_into_each_other() -> None:
    cache = MemoryVectorCache()
    model = FakePairModel()
    variants = [
        PairInput(sentence="a", claim="b"),
        PairInput(sentence="a", claim="b", title="c"),
        PairInput(sentence="a", claim="b", claimant="c"),
        PairInput(sentence="a", claim="b", speaker="c"),
        PairInput(sentence="a", claim="b", context=("c",)),
        PairInput(sentence="a", claim="b", context=("c", "d")),
        PairInput(sentence="a", claim='b", "c'),
        PairInput(sentence="a", claim="b", published=date(2012, 5, 1)),
        PairInput(sentence="a \ud800", claim="b"),
    ]
    run(logits_of(model, cache), variants)
    assert len(model.seen) == len(cache.puts) == len({text for _, text in cache.puts}) == len(variants)


def test_cached_rows_of_another_width_are_not_used() -> None:
    cache = MemoryVectorCache()
    model = FakePairModel()
    run(logits_of(model, cache), PAIRS[:3])
    assert (run(logits_of(WiderModel(), cache), PAIRS[:3]) == 2.0).all()


def test_unreadable_pairs_have_no_logits_and_are_not_cached() -> None:
    cache = MemoryVectorCache()
    pairs = [PairInput(sentence="", claim="claim"), PAIRS[0], PairInput(sentence="sentence", claim="?!")]
    rows = run(logits_of(FakePairModel(), cache), pairs)
    assert np.isnan(rows).all(axis=1).tolist() == [True, False, True]
    assert len(cache.puts) == 1
    assert run(logits_of(FakePairModel()), []).shape == (0, 4)


def test_batches_are_halved_when_memory_runs_out_and_stay_small() -> None:
    model = FakePairModel(memory=100)
    logits = logits_of(model)
    assert np.array_equal(run(logits, PAIRS), run(logits_of(FakePairModel()), PAIRS))
    assert max(model.sizes) > 100
    model.sizes.clear()
    run(logits, PAIRS)
    assert sum(size > 100 for size in model.sizes) <= 8


def test_larger_batches_are_tried_where_the_device_may_take_them() -> None:
    model = FakePairModel(memory=4000, budget=64, most=1 << 16, seconds=0.001)
    logits = logits_of(model)
    many = [PairInput(sentence=f"s{number}", claim="claim of some words") for number in range(1000)]
    assert np.array_equal(run(logits, many), run(logits_of(FakePairModel()), many))
    assert max(model.sizes) > 64
    assert model.budget.tokens <= 4096


def test_the_processor_takes_over_with_a_message_and_does_the_whole_call() -> None:
    cache, messages = MemoryVectorCache(), list[str]()
    tight, roomy = FakePairModel(memory=20), FakePairModel(backend="fake-cpu")
    logits = PairLogits(DeviceFallback[PairModel](tight, lambda: roomy, role="cross-encoder", notify=messages.append), cache=cache)
    short = [PairInput(sentence="a", claim="b"), PairInput(sentence="c", claim="d")]
    run(logits, short)
    assert logits.identity.backend == "fake-gpu"
    rows = run(logits, [*short, *PAIRS])
    assert len(messages) == 1 and "memory" in messages[0] and "cross-encoder" in messages[0]
    assert logits.identity.backend == "fake-cpu"
    assert roomy.seen == [*short, *PAIRS]
    assert np.array_equal(rows, run(logits_of(FakePairModel()), [*short, *PAIRS]))
    assert sum(model == roomy.identity.key() for model, _ in cache.puts) == len(short) + len(PAIRS)
    run(logits, PAIRS)
    assert len(messages) == 1


def test_a_pair_that_never_fits_is_an_error() -> None:
    with pytest.raises(OutOfDeviceMemory):
        run(logits_of(FakePairModel(memory=3), build_next=lambda: FakePairModel(memory=3)), PAIRS)


@pytest.mark.parametrize("workers", [1, 2])
def test_cancel_drops_waiting_batches_and_keeps_finished_ones(workers: int) -> None:
    cache = MemoryVectorCache()
    model = FakePairModel(budget=60, workers=workers, seconds=0.002)
    polls: list[int] = []
    cancel = CancelToken(lambda: bool(polls.append(1)) or len(polls) > 12)
    with pytest.raises(Cancelled):
        logits_of(model, cache)([PairInput(sentence=f"s {number}", claim="claim") for number in range(2000)], cancel=cancel)
    assert 0 < len(cache.puts) < 200
    assert len(model.sizes) < 30


def pair_scorer(logits: PairLogits, *, scale: float = 1.0, shift: float = 0.0) -> CrossEncoderPairScorer:
    return CrossEncoderPairScorer(logits, column=0, scale=scale, shift=shift, name="relevance", artefact="1" * 64)


def stance_scorer(logits: PairLogits, *, columns: Sequence[int] = (1, 2, 3), temperature: float = 1.0) -> CrossEncoderStanceScorer:
    return CrossEncoderStanceScorer(logits, columns=columns, temperature=temperature, name="stance", artefact="2" * 64)


def test_calibration_is_as_the_formulas_say() -> None:
    logits = logits_of(FakePairModel())
    raw = run(logits, PAIRS).astype(np.float64)
    scores = pair_scorer(logits, scale=2.0, shift=-0.5).score(PAIRS, cancel=CancelToken())
    assert np.allclose(scores, 1 / (1 + np.exp(-(2.0 * raw[:, 0] - 0.5))), atol=1e-6)
    rows = stance_scorer(logits, columns=(3, 1, 2), temperature=1.5).stance(
        [pair.claim for pair in PAIRS], [pair.sentence for pair in PAIRS], cancel=CancelToken()
    )
    powers = np.exp(raw[:, [3, 1, 2]] / 1.5)
    assert np.allclose(rows, powers / powers.sum(axis=1, keepdims=True), atol=1e-6)


def test_one_pass_serves_both_heads() -> None:
    model = FakePairModel()
    logits = logits_of(model, MemoryVectorCache())
    pair_scorer(logits).score(PAIRS, cancel=CancelToken())
    stance_scorer(logits).stance([pair.claim for pair in PAIRS], [pair.sentence for pair in PAIRS], cancel=CancelToken())
    assert len(model.seen) == len(PAIRS)
    assert pair_scorer(logits).identity != stance_scorer(logits).identity


def test_empty_texts_score_zero_and_are_neutral() -> None:
    logits = logits_of(FakePairModel())
    scores = pair_scorer(logits, shift=3.0).score([PairInput(sentence="...", claim="claim"), PAIRS[0]], cancel=CancelToken())
    assert scores[0] == 0 < scores[1]
    rows = stance_scorer(logits).stance(["", "premise"], ["hypothesis", "?"], cancel=CancelToken())
    assert rows.tolist() == [[0, 0, 1]] * 2
