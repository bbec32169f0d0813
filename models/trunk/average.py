"""The mean of checkpoints of one training line: `python -m models.trunk.average CHECKPOINT CHECKPOINT… --to CHECKPOINT`.

A checkpoint that is named more than once counts so often; the shipped weights may be one of them. Weights that were trained on from
one another lie in one basin, where their mean errs less than each (Wortsman et al. 2022, section 3).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import save_file

from models.trunk.network import checkpoint_state


def averaged(checkpoints: Sequence[dict[str, torch.Tensor]]) -> dict[str, torch.Tensor]:
    """The elementwise mean; each tensor keeps the type that it has in the first. All must hold the same names and shapes."""
    first = checkpoints[0]
    if any(one.keys() != first.keys() for one in checkpoints):
        raise ValueError("The checkpoints hold different tensors.")
    return {name: torch.stack([one[name].double() for one in checkpoints]).mean(dim=0).to(own.dtype) for name, own in first.items()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoints", type=Path, nargs="+")
    parser.add_argument("--to", type=Path, required=True)
    told = parser.parse_args()
    save_file(averaged([checkpoint_state(path) for path in told.checkpoints]), told.to)
