"""Loads the reader of posts and their stance scorer for this machine."""

from __future__ import annotations

from pathlib import Path

from app.inference.manifest import ModelEntry, checked_model
from app.inference.pairs.trunk_loading import trunk_of
from app.inference.reading.reader import OPINION, SPAN, PostOpinions, PostReader
from app.inference.reading.rows import POSTS, ReaderTokenizer
from app.inference.running.fallback import Notify
from app.ports import VectorCache


def load_reader(
    *,
    models: Path | None = None,
    device: str = "auto",
    threads: int | None = None,
    cache: VectorCache | None = None,
    notify: Notify | None = None,
) -> PostReader:
    """Load the bundled reader: with torch if there is an accelerator, else with OpenVINO on `threads` cores (None: all).

    Raises ModelError: `model-missing`, `model-altered`, `model-mismatch`, `device-missing`.
    """
    entry, trunk = checked_model("reader", models), checked_model("trunk", models)
    network = trunk_of(entry, device=device, threads=threads, cache=cache, notify=notify, reader=POSTS, beneath=trunk)
    return PostReader(network.logits, _tokenizer(trunk), network.head(SPAN, size=3, calibration=("scale", "shift")))


def load_opinions(
    *,
    models: Path | None = None,
    device: str = "auto",
    threads: int | None = None,
    cache: VectorCache | None = None,
    notify: Notify | None = None,
) -> PostOpinions:
    """Load the bundled stance scorer of posts towards statements; arguments and errors as for `load_reader`."""
    entry, trunk = checked_model("opinion", models), checked_model("trunk", models)
    network = trunk_of(entry, device=device, threads=threads, cache=cache, notify=notify, reader=POSTS, beneath=trunk)
    return PostOpinions(network.logits, _tokenizer(trunk), network.head(OPINION, size=3, calibration=("temperature",)))


def _tokenizer(trunk: ModelEntry) -> ReaderTokenizer:
    return ReaderTokenizer(trunk.path("tokenizer.json"))
