"""Slot states of a pair encoded as one number, and the loss of the slot head."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.nn import functional

from models.trunk.losses import Item, Network, tensors
from models.trunk.mpnet.swaps import ABSENT, DIFFERENT

STATES, SLOTS = 3, 4


def encode(states: Sequence[int]) -> int:
    """Return the four states as the digits of one number of base 3, who first."""
    return sum(state * STATES**index for index, state in enumerate(states))


def decode(number: int) -> list[int]:
    """Return the four states of a number."""
    return [number // STATES**index % STATES for index in range(SLOTS)]


def slots_loss(model: Network, batch: list[Item]) -> torch.Tensor:
    """Return the binary cross-entropy of "differs" over the slots that both texts fill."""
    logits = model(*tensors([row for rows, _ in batch for row in rows]), "slots").float()
    states = torch.tensor([decode(label) for _, labels in batch for label in labels])
    filled = states != ABSENT
    losses = functional.binary_cross_entropy_with_logits(logits, (states == DIFFERENT).float(), reduction="none")
    return (losses * filled).sum() / filled.sum().clamp(min=1)
