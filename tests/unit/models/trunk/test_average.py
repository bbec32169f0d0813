"""The mean of checkpoints."""

from __future__ import annotations

import pytest
import torch

from models.trunk.average import averaged


def test_the_mean_keeps_names_shapes_and_types() -> None:
    first = {"a": torch.tensor([1.0, 3.0]), "b": torch.tensor([[2.0]], dtype=torch.float16)}
    second = {"a": torch.tensor([3.0, 3.0]), "b": torch.tensor([[4.0]], dtype=torch.float16)}
    mean = averaged([first, second])
    assert mean["a"].tolist() == [2.0, 3.0] and mean["b"].tolist() == [[3.0]] and mean["b"].dtype is torch.float16


def test_checkpoints_of_different_networks_have_no_mean() -> None:
    with pytest.raises(ValueError, match="different tensors"):
        averaged([{"a": torch.zeros(1)}, {"b": torch.zeros(1)}])
