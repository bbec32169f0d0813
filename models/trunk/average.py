"""Average the checkpoints of one training line: `python -m models.trunk.average CHECKPOINT CHECKPOINT… --to CHECKPOINT`.

A checkpoint that is named several times has as many times the weight; the shipped weights may be one of them. Weights of one
training line lie in one basin, where their mean has lower error (Wortsman et al. 2022, section 3).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import save_file

from models.trunk.network import checkpoint_state


def averaged(checkpoints: Sequence[dict[str, torch.Tensor]]) -> dict[str, torch.Tensor]:
    """Return the elementwise mean. A tensor has its type in the first checkpoint. All must have the same names and shapes."""
    first = checkpoints[0]
    if any(checkpoint.keys() != first.keys() for checkpoint in checkpoints):
        raise ValueError("The checkpoints hold different tensors.")
    return {
        name: torch.stack([checkpoint[name].double() for checkpoint in checkpoints]).mean(dim=0).to(tensor.dtype)
        for name, tensor in first.items()
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoints", type=Path, nargs="+")
    parser.add_argument("--to", type=Path, required=True)
    arguments = parser.parse_args()
    save_file(averaged([checkpoint_state(path) for path in arguments.checkpoints]), arguments.to)
