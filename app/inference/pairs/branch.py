"""A branch of the cross-encoder: last layers and heads of its own over the trunk's word vectors and first layers, which one file holds
for both. A second task costs a third of a network, and the trunk's other tasks stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from app.inference.manifest import ModelEntry
from app.inference.pairs.trunk import mismatch

WEIGHTS, GROWN_ON, DIGITS = "model.safetensors", "trunk", 16
"""The file of tensors; its metadatum that names the trunk, by so many hex digits of the SHA-256 of that one's file."""
_HEADS = "heads."


def shared_tensors(branch: ModelEntry, trunk: ModelEntry) -> Mapping[str, NDArray[Any]]:
    """The trunk's tensors that a branch has none of its own for, by name. Raises ModelError as `check_grown` does."""
    from safetensors import SafetensorError, safe_open

    branch_tensors = check_grown(branch, trunk)
    try:
        with safe_open(trunk.path(WEIGHTS), "numpy") as file:
            return {
                name: file.get_tensor(name) for name in sorted(file.keys()) if name not in branch_tensors and not name.startswith(_HEADS)
            }
    except (OSError, SafetensorError) as error:
        raise mismatch(branch.name, error) from error


def check_grown(branch: ModelEntry, trunk: ModelEntry) -> frozenset[str]:
    """The names of the branch's own tensors. Raises ModelError `model-mismatch` for a branch of another trunk, or a file that is none."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(branch.path(WEIGHTS), "numpy") as file:
            names, grown_on = frozenset(file.keys()), (file.metadata() or {}).get(GROWN_ON, "")
    except (OSError, SafetensorError) as error:
        raise mismatch(branch.name, error) from error
    if grown_on != mark_of(trunk):
        raise mismatch(branch.name)
    return names


def mark_of(trunk: ModelEntry) -> str:
    """What a branch's file says of its trunk. Raises ModelError `model-mismatch` where the trunk's weights are not listed."""
    listed = next((file.sha256 for file in trunk.files if file.path == WEIGHTS), None)
    if listed is None:
        raise mismatch(trunk.name)
    return listed[:DIGITS]


def artefact(entry: ModelEntry, beneath: ModelEntry | None) -> str:
    """What a model's numbers depend on: its own files, and of a branch the trunk's."""
    return entry.artefact if beneath is None else f"{beneath.artefact[:8]}{entry.artefact[:8]}"
