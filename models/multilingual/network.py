"""The student in training: a table of feature vectors, and a small network over their weighted sum."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from models.multilingual.features import FeatureRows

Array = NDArray[np.float32]


class Head(nn.Module):
    """Map from the pooled vector (n, width) to the teacher's space: `z = norm(P (x + B gelu(A x)))`, x of length √width."""

    def __init__(self, projection: Array, *, hidden: int) -> None:
        super().__init__()
        width, dimension = projection.shape
        self.first = nn.Linear(width, hidden)
        self.second = nn.Linear(hidden, width)
        self.last = nn.Linear(width, dimension)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)
        with torch.no_grad():
            self.last.weight.copy_(torch.from_numpy(projection.T.copy()))
            self.last.bias.zero_()

    def forward(self, pooled: torch.Tensor) -> torch.Tensor:
        """Return unit vectors (n, dimension)."""
        inner = nn.functional.normalize(pooled, dim=1, eps=1e-6) * pooled.shape[1] ** 0.5
        inner = inner + self.second(nn.functional.gelu(self.first(inner), approximate="tanh"))
        return nn.functional.normalize(self.last(inner), dim=1)


class Table:
    """Feature vectors (rows, width), and Adagrad with one step size for each row (Duchi et al. 2011, over a row's mean square)."""

    def __init__(self, values: Array, *, rate: float) -> None:
        self.values = values
        self._squares = np.full(len(values), 1e-8, np.float32)
        self._rate = rate

    def pool(self, texts: FeatureRows) -> tuple[torch.Tensor, torch.Tensor, NDArray[np.int64]]:
        """Return weighted sums (texts, width), the rows that took part as a leaf of the graph, and their numbers."""
        numbers, positions = np.unique(texts.codes, return_inverse=True)
        leaf = torch.from_numpy(self.values[numbers]).requires_grad_()
        weights = torch.from_numpy(texts.weights)
        offsets = torch.from_numpy(texts.starts[:-1])
        pooled = nn.functional.embedding_bag(torch.from_numpy(positions), leaf, offsets, mode="sum", per_sample_weights=weights)
        return pooled, leaf, numbers

    def step(self, leaf: torch.Tensor, numbers: NDArray[np.int64], share: float) -> None:
        """Move these rows against their gradient; `share` scales the rate."""
        if leaf.grad is None:
            return
        gradient = leaf.grad.numpy()
        self._squares[numbers] += np.square(gradient).mean(axis=1)
        self.values[numbers] -= (self._rate * share) * gradient / np.sqrt(self._squares[numbers])[:, None]
