"""Checkpoints of a training: changed weights, the optimiser's moments, the step. Files are safetensors; writes are atomic."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import nn

_WEIGHT, _OPTIMISER = "weights.", ("step", "exp_avg", "exp_avg_sq")
"""Prefixes of tensors. Each parameter has its own step count, since not every step changes every head."""
_STEPS = "steps"
LATEST = "latest.safetensors"


def save(folder: Path, parameters: Mapping[str, nn.Parameter], optimiser: torch.optim.AdamW, step: int) -> None:
    """Write the latest state. An interrupted write leaves the state before it."""
    tensors = {f"{_WEIGHT}{name}": parameter.detach() for name, parameter in parameters.items()}
    for name, parameter in parameters.items():
        tensors |= {f"{kind}.{name}": value for kind, value in optimiser.state.get(parameter, {}).items()}
    unfinished = folder / f"{LATEST}.unfinished"
    save_file(tensors | {_STEPS: torch.tensor(step)}, unfinished)
    unfinished.replace(folder / LATEST)


def load(folder: Path, parameters: Mapping[str, nn.Parameter], optimiser: torch.optim.AdamW) -> int:
    """Restore the latest state and return its step; 0 if there is none. Raises ValueError for a state of other parameters."""
    path = folder / LATEST
    if not path.is_file():
        return 0
    tensors = load_file(path)
    _restore(tensors, parameters)
    for name, parameter in parameters.items():
        state = {kind: tensors[f"{kind}.{name}"] for kind in _OPTIMISER if f"{kind}.{name}" in tensors}
        if state:
            optimiser.state[parameter] = state
    return int(tensors[_STEPS])


def load_weights(path: Path, parameters: Mapping[str, nn.Parameter]) -> None:
    """Restore only the trained weights, from a state or from a file that `keep` wrote."""
    _restore(load_file(path), parameters)


def keep(folder: Path, parameters: Mapping[str, nn.Parameter], step: int) -> None:
    """Write the trained weights of this step in half precision, for later measuring or averaging."""
    tensors = {f"{_WEIGHT}{name}": parameter.detach().half() for name, parameter in parameters.items()}
    save_file(tensors, folder / f"step-{step:06d}.safetensors")


def mirror(folder: Path, other: Path) -> None:
    """Copy the latest state and the small files of a run to a second folder."""
    other.mkdir(parents=True, exist_ok=True)
    for path in (folder / LATEST, *folder.glob("*.json*")):
        unfinished = other / f"{path.name}.unfinished"
        shutil.copyfile(path, unfinished)
        unfinished.replace(other / path.name)


def _restore(tensors: Mapping[str, torch.Tensor], parameters: Mapping[str, nn.Parameter]) -> None:
    if {name.removeprefix(_WEIGHT) for name in tensors if name.startswith(_WEIGHT)} != parameters.keys():
        raise ValueError("The checkpoint holds other weights than this training changes.")
    with torch.no_grad():
        for name, parameter in parameters.items():
            parameter.copy_(tensors[f"{_WEIGHT}{name}"])
