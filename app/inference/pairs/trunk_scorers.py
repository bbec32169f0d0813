"""Pair scorer and stance scorer as heads of the bundled cross-encoder; their `config.json` is of the kind "trunk" and names the head."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from app.inference.manifest import ModelEntry
from app.inference.pairs.cross_encoder import CrossEncoderPairScorer, CrossEncoderStanceScorer
from app.inference.pairs.trunk import Trunk, mismatch
from app.inference.pairs.trunk_loading import load_trunk

KIND = "trunk"

TrunkLoader = Callable[[], Trunk]
"""Gives the session's one cross-encoder; called only by a role that is a head of it."""


def is_head(config: Mapping[str, Any]) -> bool:
    """Whether a model folder's configuration says that the model is a head of the cross-encoder."""
    return config.get("kind") == KIND


def head_pair_scorer(entry: ModelEntry, config: Mapping[str, Any], trunk: Trunk) -> CrossEncoderPairScorer:
    """The pair scorer of this folder. Raises ModelError `model-mismatch` when the cross-encoder has no such head."""
    head = trunk.head(_head_name(entry, config), size=1, calibration=("scale", "shift"))
    scale, shift = head.calibration["scale"], head.calibration["shift"]
    column = head.columns[0]
    return CrossEncoderPairScorer(trunk.logits, column=column, scale=scale, shift=shift, name=entry.name, artefact=entry.artefact)


def head_stance_scorer(entry: ModelEntry, config: Mapping[str, Any], trunk: Trunk) -> CrossEncoderStanceScorer:
    """The stance scorer of this folder. Raises ModelError `model-mismatch` when the cross-encoder has no such head."""
    head = trunk.head(_head_name(entry, config), size=3, calibration=("temperature",))
    temperature = head.calibration["temperature"]
    return CrossEncoderStanceScorer(trunk.logits, columns=head.columns, temperature=temperature, name=entry.name, artefact=entry.artefact)


def own_trunk(models: Path | None) -> TrunkLoader:
    """A loader for a caller without a session: the cross-encoder on the processor, without cache."""
    return lambda: load_trunk(models=models, device="cpu")


def _head_name(entry: ModelEntry, config: Mapping[str, Any]) -> str:
    name = config.get("head")
    if not isinstance(name, str):
        raise mismatch(entry.name)
    return name
