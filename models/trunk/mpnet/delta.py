"""Store the trained weights as a small delta on the base: `python -m models.trunk.mpnet.delta BASE RUN FILE [--rank 32]`.

The change of a layer's matrix is stored as a product of two thin matrices (its largest singular values), all else in full, in
float16. Six layers at rank 32 take 9 MB; a checkpoint with the optimiser's moments takes 520. `train --start FILE` begins a new run
with them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import nn

from models.trunk.mpnet import checkpoint
from models.trunk.mpnet.network import load_base, trained

RANK = 32
_LEFT, _RIGHT, _WHOLE = "left.", "right.", "whole."
_ITERATIONS = 8


def write(path: Path, base: Mapping[str, torch.Tensor], parameters: Mapping[str, nn.Parameter], *, rank: int = RANK) -> None:
    """Write the difference between the parameters and the base weights of the same names."""
    torch.manual_seed(0)
    tensors = {}
    for name, parameter in parameters.items():
        change = parameter.detach() - base[name]
        if name.startswith("heads.") or change.dim() < 2:
            tensors[f"{_WHOLE}{name}"] = parameter.detach() if name.startswith("heads.") else change
        else:
            left_vectors, singular_values, right_vectors = torch.svd_lowrank(change, q=min(rank, *change.shape), niter=_ITERATIONS)
            scale = singular_values.sqrt()
            tensors |= {f"{_LEFT}{name}": left_vectors * scale, f"{_RIGHT}{name}": (right_vectors * scale).T}
    save_file({name: tensor.half().contiguous() for name, tensor in tensors.items()}, path)


def apply(path: Path, parameters: Mapping[str, nn.Parameter]) -> None:
    """Add a delta to parameters that hold the base weights. Raises ValueError for one of other parameters."""
    tensors = load_file(path)
    if {name.partition(".")[2] for name in tensors} != parameters.keys():
        raise ValueError(f"{path} is a delta of other weights.")
    with torch.no_grad():
        for name, parameter in parameters.items():
            if name.startswith("heads."):
                parameter.copy_(tensors[f"{_WHOLE}{name}"])
            elif f"{_WHOLE}{name}" in tensors:
                parameter.add_(tensors[f"{_WHOLE}{name}"].float())
            else:
                parameter.add_(tensors[f"{_LEFT}{name}"].float() @ tensors[f"{_RIGHT}{name}"].float())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("base", type=Path)
    parser.add_argument("run", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--rank", type=int, default=RANK)
    arguments = parser.parse_args()
    frozen = json.loads((arguments.run / "plan.json").read_text(encoding="utf-8"))["frozen"]
    start = {name: value.detach().clone() for name, value in load_base(arguments.base, frozen=frozen).named_parameters()}
    learnt = trained(load_base(arguments.base, frozen=frozen))
    checkpoint.load_weights(arguments.run / checkpoint.LATEST, learnt)
    write(arguments.file, start, learnt, rank=arguments.rank)
