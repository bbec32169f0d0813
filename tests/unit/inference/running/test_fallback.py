"""Fallback to the processor when memory runs out, and search for the best batch size."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.inference.running.budget import BatchBudget
from app.inference.running.fallback import DeviceFallback, OutOfDeviceMemory


def work(model: str) -> str:
    """Raise out-of-memory on the small device."""
    if model == "small":
        raise OutOfDeviceMemory
    return f"done by {model}"


def test_the_work_is_done_again_by_the_next_model_which_stays() -> None:
    messages: list[str] = []
    built: list[str] = []
    model = DeviceFallback("small", lambda: built.append("roomy") or "roomy", role="pair scorer", notify=messages.append)  # type: ignore[func-returns-value]
    assert model.active == "small" and not built
    assert [model.run(work), model.run(work)] == ["done by roomy"] * 2
    assert model.active == "roomy" and built == ["roomy"]
    assert len(messages) == 1 and "pair scorer" in messages[0] and messages[0].endswith(".")


def test_work_that_fits_stays_on_the_device() -> None:
    model = DeviceFallback("roomy", lambda: "other", role="encoder", notify=pytest.fail)
    assert model.run(work) == "done by roomy"


def test_other_errors_and_a_second_out_of_memory_are_raised() -> None:
    model = DeviceFallback("small", lambda: "small", role="encoder", notify=print)
    with pytest.raises(OutOfDeviceMemory):
        model.run(work)
    with pytest.raises(KeyError):
        model.run(lambda model: {"other": model}[model])


def test_threads_that_run_out_together_build_one_model() -> None:
    gate = threading.Barrier(4)
    built: list[str] = []

    def build() -> str:
        built.append("roomy")
        return "roomy"

    model = DeviceFallback("small", build, role="encoder", notify=print)

    def together(name: str) -> str:
        if name == "small":
            gate.wait(timeout=20)
        return work(name)

    with ThreadPoolExecutor(4) as pool:
        assert [future.result() for future in [pool.submit(model.run, together) for _ in range(4)]] == ["done by roomy"] * 4
    assert built == ["roomy"]


def feed(budget: BatchBudget, rate_of: dict[int, float], batches: int = 40) -> list[int]:
    """Run full batches at the given tokens a second by batch size (default 1.0) and return the batch sizes."""
    sizes = []
    for _ in range(batches):
        sizes.append(budget.tokens)
        budget.fitted(budget.tokens, seconds=budget.tokens / rate_of.get(budget.tokens, 1.0))
    return sizes


def test_the_batch_size_grows_while_it_gets_faster() -> None:
    budget = BatchBudget(100, limit=10_000)
    sizes = feed(budget, {100: 10, 200: 18, 400: 30, 800: 31, 1600: 60})
    assert max(sizes) == 800 and budget.tokens == 400 and not budget.growing


def test_the_first_batch_of_a_size_is_not_judged() -> None:
    budget = BatchBudget(100, limit=200)
    budget.fitted(100, seconds=1.0)
    budget.fitted(100, seconds=0.1)
    assert budget.tokens == 200
    budget.fitted(200, seconds=50.0)  # kernels are being prepared
    budget.fitted(200, seconds=0.1)
    assert budget.tokens == 200


def test_it_stays_within_its_bounds_and_below_what_ran_out() -> None:
    assert max(feed(BatchBudget(100, limit=500), {size: float(size) for size in (100, 200, 400, 800)})) == 400
    budget = BatchBudget(1000, limit=10_000)
    budget.ran_out(300)
    assert set(feed(budget, {300: 1.0, 600: 100.0})) == {300}


def test_a_processors_budget_is_fixed() -> None:
    budget = BatchBudget(512)
    assert not budget.growing and set(feed(budget, {512: 5.0})) == {512}


@given(st.lists(st.tuples(st.integers(1, 5000), st.floats(1e-6, 10)), max_size=60), st.integers(1, 400))
@settings(max_examples=60, deadline=None)
def test_small_batches_do_not_change_the_budget(batches: list[tuple[int, float]], first: int) -> None:
    budget = BatchBudget(first, limit=first * 16)
    for tokens, seconds in batches:
        before = budget.tokens
        budget.fitted(tokens, seconds=seconds)
        assert budget.tokens in {before, before * 2, before // 2}
        assert first <= budget.tokens <= first * 16
        if tokens < before // 2 or tokens > before:
            assert budget.tokens == before
