"""Readers for tests: the shipped one, and one of random weights on either backend."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from app.inference import PostOpinions, PostReader, load_opinions, load_reader
from app.inference.manifest import checked_model
from app.inference.pairs.pair_logits import PairLogits, PairModel
from app.inference.pairs.trunk import Head, read_heads
from app.inference.pairs.trunk_torch import TorchTrunk
from app.inference.reading.reader import OPINION, SPAN
from app.inference.reading.rows import POSTS, ReaderTokenizer
from app.inference.running.fallback import DeviceFallback
from app.paths import models_dir
from tests.fakes.tiny_trunk import tiny_models
from tests.fakes.vector_cache import MemoryVectorCache


@lru_cache(maxsize=1)
def shipped_reader() -> PostReader:
    """Return the bundled reader."""
    return load_reader(models=models_dir(), device="cpu")


@lru_cache(maxsize=1)
def shipped_opinions() -> PostOpinions:
    """Return the bundled stance model of posts."""
    return load_opinions(models=models_dir(), device="cpu")


@lru_cache(maxsize=1)
def tiny_folder(base: Path) -> Path:
    """Return a folder with models of random weights, made once per run."""
    return tiny_models(base / "tiny-reader")


def tiny_reader(base: Path, backend: str) -> PostReader:
    """Return a reader of random weights, through "openvino", or through "torch" on the processor."""
    if backend == "openvino":
        return load_reader(models=tiny_folder(base), device="cpu", threads=2)
    return PostReader(*_torch(base, "reader", SPAN))


def tiny_opinions(base: Path, backend: str) -> PostOpinions:
    """Return a stance model of posts of random weights, on the same backends."""
    if backend == "openvino":
        return load_opinions(models=tiny_folder(base), device="cpu", threads=2)
    return PostOpinions(*_torch(base, "opinion", OPINION))


def _torch(base: Path, role: str, head: str) -> tuple[PairLogits, ReaderTokenizer, Head]:
    entry, trunk = (checked_model(name, tiny_folder(base)) for name in (role, "trunk"))
    heads = read_heads(entry)
    model: PairModel = TorchTrunk(entry, heads, device="cpu", reader=POSTS, beneath=trunk)
    logits = PairLogits(DeviceFallback(model, lambda: model, role=role), cache=MemoryVectorCache())
    return logits, ReaderTokenizer(trunk.path("tokenizer.json")), heads[head]
