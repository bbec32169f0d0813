"""Training checkpoints: weights and optimiser state as safetensors, the step as JSON; written atomically."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.decoding import JSON_ERRORS
from app.file_replacement import flush_folder

_WEIGHTS, _MEMORY, _STATE = "weights.safetensors", "memory.safetensors", "state.json"
_MOMENTS = ("exp_avg", "exp_avg_sq")


@dataclass(frozen=True, slots=True, kw_only=True)
class Progressed:
    """Progress of a training: number of finished batches, and their losses."""

    batches: int
    losses: tuple[float, ...]


def save(work_folder: Path, weights: Mapping[str, Any], optimiser: Any, *, plan: str, progress: Progressed) -> None:
    """Write a checkpoint and delete the earlier ones. `plan` is the fingerprint of the training plan. Raises OSError."""
    from safetensors.torch import save_file

    folder, part = work_folder / f"step-{progress.batches:06d}", work_folder / "step.part"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    save_file({name: tensor.detach().contiguous() for name, tensor in weights.items()}, part / _WEIGHTS)
    save_file(_memory(weights, optimiser), part / _MEMORY)
    state = {"plan": plan, "batches": progress.batches, "losses": progress.losses}
    (part / _STATE).write_text(json.dumps(state), encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    part.rename(folder)
    flush_folder(work_folder)
    for older in work_folder.glob("step-*"):
        if older != folder:
            shutil.rmtree(older, ignore_errors=True)


def restore(work_folder: Path, weights: Mapping[str, Any], optimiser: Any, *, plan: str) -> Progressed:
    """Restore weights and optimiser from the last checkpoint of this plan; the progress is zero without one."""
    import torch
    from safetensors.torch import load_file

    for folder in sorted(work_folder.glob("step-*"), reverse=True):
        state = _state(folder)
        if state is None or state.get("plan") != plan:
            continue
        saved, memory = load_file(folder / _WEIGHTS), load_file(folder / _MEMORY)
        with torch.no_grad():
            for name, tensor in weights.items():
                tensor.copy_(saved[name])
        for name, tensor in weights.items():
            moments = {moment: memory[f"{name}/{moment}"] for moment in _MOMENTS}
            optimiser.state[tensor] = {"step": memory[f"{name}/step"], **moments}
        return Progressed(batches=int(state["batches"]), losses=tuple(state["losses"]))
    return Progressed(batches=0, losses=())


def _memory(weights: Mapping[str, Any], optimiser: Any) -> dict[str, Any]:
    memory: dict[str, Any] = {}
    for name, tensor in weights.items():
        state = optimiser.state[tensor]
        memory |= {f"{name}/{key}": state[key].contiguous() for key in ("step", *_MOMENTS)}
    return memory


def _state(folder: Path) -> dict[str, Any] | None:
    try:
        state = json.loads((folder / _STATE).read_text(encoding="utf-8"))
    except (OSError, *JSON_ERRORS):
        return None
    return state if isinstance(state, dict) else None
