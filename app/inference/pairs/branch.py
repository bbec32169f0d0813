"""Branches of the cross-encoder: their own last layers and heads over the trunk's embeddings and first layers, which are stored
once. A second task costs a third of a network, and the trunk's other tasks are unaffected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from app.inference.manifest import WEIGHTS, ModelEntry
from app.inference.pairs.trunk import mismatch

GROWN_ON, DIGITS = "trunk", 16
"""The metadatum of a weights file that names the trunk, by so many hex digits of the SHA-256 of that one's file."""
_HEADS = "heads."


def shared_tensors(branch: ModelEntry, trunk: ModelEntry) -> Mapping[str, NDArray[Any]]:
    """Return the trunk's tensors that a branch does not replace, by name. Raises ModelError as `check_grown`."""
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
    """Return the names of the branch's own tensors. Raises ModelError `model-mismatch` for a branch of another trunk, or an invalid
    file."""
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
    """Return the mark that identifies the trunk in a branch's file. Raises ModelError `model-mismatch` if the trunk's weights are
    not listed."""
    weights_digest = next((file.sha256 for file in trunk.files if file.path == WEIGHTS), None)
    if weights_digest is None:
        raise mismatch(trunk.name)
    return weights_digest[:DIGITS]


def artefact(entry: ModelEntry, beneath: ModelEntry | None) -> str:
    """Return the hash that a model's results depend on: its own files, and for a branch the trunk's as well."""
    return entry.artefact if beneath is None else f"{beneath.artefact[:8]}{entry.artefact[:8]}"
