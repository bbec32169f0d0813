"""Bundled pair scorer and stance scorer: heads of the cross-encoder, named in their `config.json` (kind "trunk")."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.inference.manifest import ModelEntry, checked_model, read_config
from app.inference.pairs.cross_encoder import CrossEncoderPairScorer, CrossEncoderStanceScorer
from app.inference.pairs.trunk import Trunk, mismatch
from app.inference.pairs.trunk_loading import load_trunk, trunk_of
from app.inference.running.fallback import Notify
from app.ports import PairScorer, StanceScorer, VectorCache

KIND, ANSWERS = "trunk", "answers"

TrunkLoader = Callable[[], Trunk]
"""Gives the session's one cross-encoder; called only by a role that is a head of it."""


def load_pair_scorer(*, models: Path | None = None, trunk: TrunkLoader | None = None) -> PairScorer:
    """Load the bundled pair scorer over the cross-encoder that `trunk` returns (None: a new one on the processor).

    Raises ModelError: `model-missing`, `model-altered`, `model-mismatch` (made for another cross-encoder or version).
    """
    entry = checked_model("pair_scorer", models)
    name, network = _head_name(entry), (trunk or own_trunk(models))()
    head = network.head(name, size=1, calibration=("scale", "shift"))
    scale, shift = head.calibration["scale"], head.calibration["shift"]
    return CrossEncoderPairScorer(
        network.logits, column=head.columns[0], scale=scale, shift=shift, name=entry.name, artefact=entry.artefact
    )


def load_stance_scorer(*, models: Path | None = None, trunk: TrunkLoader | None = None) -> StanceScorer:
    """Load the bundled stance scorer; arguments and errors as for `load_pair_scorer`."""
    entry = checked_model("stance", models)
    name, network = _head_name(entry), (trunk or own_trunk(models))()
    head = network.head(name, size=3, calibration=("temperature",))
    temperature = head.calibration["temperature"]
    return CrossEncoderStanceScorer(network.logits, columns=head.columns, temperature=temperature, name=entry.name, artefact=entry.artefact)


def load_answer_scorer(
    *,
    models: Path | None = None,
    device: str = "cpu",
    threads: int | None = None,
    cache: VectorCache | None = None,
    notify: Notify | None = None,
) -> PairScorer:
    """Load the scorer for how well a passage (`claim`) answers the open questions of a claim (`sentence`), in English: the branch
    of the role “evidence” over the cross-encoder. Raises ModelError as `load_trunk`."""
    entry, trunk = checked_model("evidence", models), checked_model("trunk", models)
    network = trunk_of(entry, device=device, threads=threads, cache=cache, notify=notify, beneath=trunk)
    head = network.head(ANSWERS, size=1, calibration=("scale", "shift"))
    scale, shift = head.calibration["scale"], head.calibration["shift"]
    return CrossEncoderPairScorer(
        network.logits, column=head.columns[0], scale=scale, shift=shift, name=entry.name, artefact=entry.artefact
    )


def own_trunk(models: Path | None) -> TrunkLoader:
    """Return a loader for callers without a session: the cross-encoder on the processor, without cache."""
    return lambda: load_trunk(models=models, device="cpu")


def _head_name(entry: ModelEntry) -> str:
    config = read_config(entry)
    name = config.get("head")
    if config.get("kind") != KIND or not isinstance(name, str):
        raise mismatch(entry.name)
    return name
