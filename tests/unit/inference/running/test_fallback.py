"""The way to the processor when memory runs out, and the batch size found by trying."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.inference.running.budget import BatchBudget
from app.inference.running.fallback import DeviceFallback, OutOfDeviceMemory


def work(model: str) -> str:
    """What a small device cannot do."""
    if model == "small":
        raise OutOfDeviceMemory
    return f"done by {model}"


def test_the_work_is_done_again_by_the_next_model_which_stays() -> None:
    told: list[str] = []
    built: list[str] = []
    model = DeviceFallback("small", lambda: built.append("roomy") or "roomy", role="pair scorer", notify=told.append)  # type: ignore[func-returns-value]
    assert model.active == "small" and not built
    assert [model.run(work), model.run(work)] == ["done by roomy"] * 2
    assert model.active == "roomy" and built == ["roomy"]
    assert len(told) == 1 and "pair scorer" in told[0] and told[0].endswith(".")


def test_what_fits_stays_where_it_is() -> None:
    model = DeviceFallback("roomy", lambda: "other", role="encoder", notify=pytest.fail)
    assert model.run(work) == "done by roomy"


def test_other_errors_pass_and_a_second_shortage_is_one() -> None:
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
    """Full batches on a device with these tokens a second by batch size (1.0 where not told); the sizes it was given."""
    sizes = []
    for _ in range(batches):
        sizes.append(budget.tokens)
        budget.fitted(budget.tokens, seconds=budget.tokens / rate_of.get(budget.tokens, 1.0))
    return sizes


def test_the_budget_grows_while_it_pays() -> None:
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
def test_small_batches_teach_nothing_and_the_budget_is_always_a_size_tried_or_next(batches: list[tuple[int, float]], first: int) -> None:
    budget = BatchBudget(first, limit=first * 16)
    for tokens, seconds in batches:
        before = budget.tokens
        budget.fitted(tokens, seconds=seconds)
        assert budget.tokens in {before, before * 2, before // 2}
        assert first <= budget.tokens <= first * 16
        if tokens < before // 2 or tokens > before:
            assert budget.tokens == before
