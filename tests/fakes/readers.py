"""Readers as the tests need them: the shipped one, and one of random weights on either backend."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from app.inference import PostReader, load_reader
from app.inference.manifest import checked_model
from app.inference.pairs.pair_logits import PairLogits, PairModel
from app.inference.pairs.trunk import read_heads
from app.inference.pairs.trunk_torch import TorchTrunk
from app.inference.reading.reader import OPINION, SPAN
from app.inference.reading.rows import ReaderTokenizer
from app.inference.running.fallback import DeviceFallback
from app.paths import models_dir
from tests.fakes.tiny_trunk import tiny_models
from tests.fakes.vector_cache import MemoryVectorCache


@lru_cache(maxsize=1)
def shipped_reader() -> PostReader:
    """The bundled one."""
    return load_reader(models=models_dir(), device="cpu")


@lru_cache(maxsize=1)
def tiny_folder(base: Path) -> Path:
    """Models of random weights, made once a run."""
    return tiny_models(base / "tiny-reader")


def tiny_reader(base: Path, backend: str) -> PostReader:
    """Of random weights, through "onnx", or through "torch" on the processor."""
    folder = tiny_folder(base)
    if backend == "onnx":
        return load_reader(models=folder, device="cpu", threads=2)
    entry = checked_model("reader", folder)
    heads = read_heads(entry)
    model: PairModel = TorchTrunk(entry, heads, device="cpu", rows=ReaderTokenizer)
    logits = PairLogits(DeviceFallback(model, lambda: model, role="reader"), cache=MemoryVectorCache())
    return PostReader(logits, ReaderTokenizer(entry.path("tokenizer.json")), opinion=heads[OPINION], span=heads[SPAN])
