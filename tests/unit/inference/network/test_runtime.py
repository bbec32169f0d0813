"""The runtime: precision, threads, errors, and what it must not load."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from app.errors import ModelError
from app.inference.network.graph import Graph, Node
from app.inference.network.runtime import PRECISION_SWITCH, Network, compiled, usable_threads, usual_precision

WIDTH = 32


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    rng = np.random.default_rng(3)
    path = tmp_path / "model.safetensors"
    save_file(
        {
            "words": rng.normal(size=(50, WIDTH)).astype(np.float16),
            "layer.weight": rng.normal(size=(WIDTH, WIDTH)).astype(np.float16),
            "layer.bias": np.zeros(WIDTH, np.float16),
        },
        path,
    )
    return path


def build(graph: Graph) -> Mapping[str, Node]:
    words = graph.rows_of("words", graph.input("input_ids"))
    return {"words": words, "layer": graph.linear(words, "layer")}


def load(weights: Path, **options: str) -> Network:
    return compiled("test", weights, build=build, threads=2, **options)  # type: ignore[arg-type]


def test_outputs_come_by_name_in_the_order_asked_for(weights: Path) -> None:
    tokens = np.array([[1, 2], [3, 4]])
    layer, words = load(weights, precision="float32").run(["layer", "words"], {"input_ids": tokens})
    assert words.shape == layer.shape == (2, 2, WIDTH) and not np.array_equal(words, layer)


def test_results_stay_as_they_are_when_the_network_runs_again(weights: Path) -> None:
    network = load(weights)
    (first,) = network.run(["layer"], {"input_ids": np.array([[1, 2]])})
    copy = first.copy()
    network.run(["layer"], {"input_ids": np.array([[7, 8]])})
    assert np.array_equal(first, copy)


def test_several_threads_get_their_own_results(weights: Path) -> None:
    network = load(weights)
    inputs = [np.full((1, 1 + number % 5), number % 50) for number in range(200)]
    expected = [network.run(["layer"], {"input_ids": tokens})[0] for tokens in inputs]
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda tokens: network.run(["layer"], {"input_ids": tokens})[0], inputs))
    assert all(np.array_equal(result, right) for result, right in zip(results, expected, strict=True))


def test_bfloat16_is_close_and_the_switch_turns_it_off(weights: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = {"input_ids": np.arange(50)[None]}
    (exact,), (usual,) = load(weights, precision="float32").run(["layer"], tokens), load(weights).run(["layer"], tokens)
    assert np.abs(exact - usual).max() < 0.02 * np.abs(exact).max()
    monkeypatch.setenv(PRECISION_SWITCH, "float32")
    assert usual_precision() == "float32" and load(weights).precision == "float32"
    assert np.array_equal(load(weights).run(["layer"], tokens)[0], exact)


@pytest.mark.parametrize("content", [None, b"no weights"])
def test_weights_that_cannot_be_read_are_a_model_error(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelError) as caught:
        load(path)
    assert caught.value.code == "model-mismatch" and "'test'" in caught.value.message


def test_weights_of_another_network_are_a_model_error(weights: Path) -> None:
    with pytest.raises(ModelError):
        compiled("test", weights, build=lambda graph: {"x": graph.linear(graph.rows_of("words", graph.input("a")), "other")})


def test_threads_are_at_most_the_cores() -> None:
    assert usable_threads(1) == 1 and usable_threads(10_000) == usable_threads(None) >= 1


def test_neither_the_converter_nor_usage_reports_are_loaded(weights: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from tests.unit.inference.network.test_runtime import load\n"
        f"load(Path({str(weights)!r})).run(['words'], {{'input_ids': __import__('numpy').array([[1]])}})\n"
        "print([name for name, module in sys.modules.items() if module and name.startswith(('openvino.tools', 'openvino_telemetry'))])"
    )
    completed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert completed.stdout.strip() == "[]"
