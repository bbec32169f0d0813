"""Graphs of BERT and MPNet against the same networks in transformers, with random weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from safetensors.torch import save_file
from transformers import BertConfig, BertModel, MPNetConfig, MPNetModel

from app.inference.network.graph import Graph, Node, bert_states, mpnet_states, relative_buckets
from app.inference.network.runtime import Network, compiled

SHAPE: dict[str, Any] = {"vocab_size": 97, "hidden_size": 24, "num_hidden_layers": 2, "num_attention_heads": 3, "intermediate_size": 40}
States = Callable[[Graph, Mapping[str, Any]], Node]


def bert() -> tuple[torch.nn.Module, States]:
    return BertModel(BertConfig(**SHAPE, max_position_embeddings=300), add_pooling_layer=False), bert_states


def mpnet() -> tuple[torch.nn.Module, States]:
    return MPNetModel(MPNetConfig(**SHAPE, max_position_embeddings=300), add_pooling_layer=False), mpnet_states


def network_of(module: torch.nn.Module, states: States, folder: Path, precision: str = "float32") -> Network:
    """Return the graph over the module's weights, as float32."""
    tensors = {name: value.contiguous() for name, value in module.state_dict().items() if value.is_floating_point()}
    save_file(tensors, folder / "model.safetensors")
    config = module.config.to_dict()  # type: ignore[operator, union-attr]
    return compiled(
        "test", folder / "model.safetensors", build=lambda graph: {"states": states(graph, config)}, threads=2, precision=precision
    )


def batch(*lengths: int, seed: int = 0) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return tokens and mask of rows with these lengths."""
    rng = np.random.default_rng(seed)
    mask = (np.arange(max(lengths)) < np.array(lengths)[:, None]).astype(np.int64)
    return np.where(mask > 0, rng.integers(3, SHAPE["vocab_size"], mask.shape), 1), mask


@pytest.mark.parametrize("make", [bert, mpnet])
@pytest.mark.parametrize("lengths", [(5,), (3, 9, 1), (290, 17)])
def test_states_are_those_of_transformers(
    make: Callable[[], tuple[torch.nn.Module, States]], lengths: tuple[int, ...], tmp_path: Path
) -> None:
    torch.manual_seed(1)
    module, states = make()
    module.eval()
    tokens, mask = batch(*lengths)
    with torch.inference_mode():
        expected = module(input_ids=torch.from_numpy(tokens), attention_mask=torch.from_numpy(mask)).last_hidden_state.numpy()
    (actual,) = network_of(module, states, tmp_path).run(["states"], {"input_ids": tokens, "attention_mask": mask})
    assert actual.shape == expected.shape
    assert np.abs(actual - expected)[mask > 0].max() < 2e-5


@pytest.mark.parametrize("make", [bert, mpnet])
@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_a_row_is_the_same_to_the_bit_in_every_batch(
    make: Callable[[], tuple[torch.nn.Module, States]], precision: str, tmp_path: Path
) -> None:
    network = network_of(*make(), tmp_path, precision)
    tokens, mask = batch(16, 11, 16, 4, 9)
    (together,) = network.run(["states"], {"input_ids": tokens, "attention_mask": mask})
    for row in range(len(tokens)):
        (alone,) = network.run(["states"], {"input_ids": tokens[row : row + 1], "attention_mask": mask[row : row + 1]})
        assert np.array_equal(alone[0], together[row])


def test_buckets_are_those_of_transformers() -> None:
    positions = torch.arange(-520, 521)
    expected = MPNetModel(MPNetConfig(**SHAPE)).encoder.relative_position_bucket(positions, num_buckets=32).numpy()
    assert np.array_equal(relative_buckets(positions.numpy(), 32), expected)


def test_an_input_is_declared_once_and_in_the_order_of_use(tmp_path: Path) -> None:
    module, states = mpnet()
    network = network_of(module, states, tmp_path)
    tokens, mask = batch(4)
    with pytest.raises(KeyError, match="attention_mask"):
        network.run(["states"], {"input_ids": tokens})
    (values,) = network.run(["states"], {"attention_mask": mask, "input_ids": tokens, "more": mask})
    assert values.shape == (1, 4, SHAPE["hidden_size"])
