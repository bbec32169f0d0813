"""Loads the cross-encoder for this machine."""

from __future__ import annotations

from pathlib import Path

from app.inference.manifest import ModelEntry, checked_model
from app.inference.pairs.pair_logits import PairLogits, PairModel
from app.inference.pairs.trunk import PAIRS, PairReader, Trunk, read_heads
from app.inference.pairs.trunk_openvino import OpenVinoTrunk
from app.inference.running.devices import Backend, choose_backend
from app.inference.running.fallback import DeviceFallback, Notify, OutOfDeviceMemory, report_shortage
from app.ports import VectorCache
from app.translation import mark

_ROLE = mark("cross-encoder")


def load_trunk(
    *,
    models: Path | None = None,
    device: str = "auto",
    threads: int | None = None,
    cache: VectorCache | None = None,
    notify: Notify | None = None,
) -> Trunk:
    """Load the bundled cross-encoder: with torch if there is an accelerator, else with OpenVINO on `threads` cores (None: all).

    `notify` receives a message when the accelerator runs out of memory and the processor takes over; without it the message is
    logged. Raises ModelError: `model-missing`, `model-altered`, `model-mismatch`, `device-missing`.
    """
    return trunk_of(checked_model("trunk", models), device=device, threads=threads, cache=cache, notify=notify)


def trunk_of(
    entry: ModelEntry,
    *,
    device: str = "cpu",
    threads: int | None = None,
    cache: VectorCache | None = None,
    notify: Notify | None = None,
    reader: PairReader = PAIRS,
    beneath: ModelEntry | None = None,
) -> Trunk:
    """Load the cross-encoder of a verified model folder; `reader` builds its token rows, `beneath` is the trunk of a branch."""
    heads = read_heads(entry)

    def on_processor() -> PairModel:
        return OpenVinoTrunk(entry, heads, threads=threads, reader=reader, beneath=beneath)

    backend = choose_backend(device)
    model = on_processor() if backend == "cpu" else _on_accelerator(entry, backend, notify, reader, beneath) or on_processor()
    fallback = DeviceFallback(model, on_processor, role=_ROLE, notify=notify)
    return Trunk(name=entry.name, logits=PairLogits(fallback, cache=cache), heads=heads)


def _on_accelerator(
    entry: ModelEntry, backend: Backend, notify: Notify | None, reader: PairReader, beneath: ModelEntry | None
) -> PairModel | None:
    """Load the model on the accelerator; None, with a message, if its memory does not hold the weights."""
    from app.inference.pairs.trunk_torch import TorchTrunk

    try:
        return TorchTrunk(entry, read_heads(entry), device=backend, reader=reader, beneath=beneath)
    except OutOfDeviceMemory:
        report_shortage(_ROLE, notify)
    return None
