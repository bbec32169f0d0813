"""Language models for tests: real ones of random weights, each in a separate process."""

from __future__ import annotations

import importlib.util
from functools import lru_cache
from pathlib import Path

import pytest

from app.domain.progress import CancelToken
from app.inference.llm.benchmark_store import BenchmarkStore
from app.inference.llm.gguf_file import open_gguf
from app.inference.llm.model import LocalLanguageModel
from app.inference.llm.process import LanguageModelProcess, default_command

NEEDED = ("llama_cpp", "gguf")
needs_llama = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in NEEDED), reason="the extra llm (llama-cpp-python) is not installed"
)


@lru_cache(maxsize=4)
def tiny_file(folder: Path, *, ranks: bool = False, template: str | None = None) -> Path:
    """Return a model file of random weights, made once per run."""
    from tests.fakes.tiny_gguf import TEMPLATE, build_gguf

    name = f"{'ranker' if ranks else 'speaker'}-{abs(hash(template))}.gguf"
    return build_gguf(folder / name, ranks=ranks, template=TEMPLATE if template is None else template, context=512)


def local_model(path: Path, folder: Path, *, threads: int = 1, command: tuple[str, ...] = ()) -> LocalLanguageModel:
    """Return the real adapter over this file; its measurements are stored in the folder. The caller closes it."""
    benchmark_store = BenchmarkStore(folder / "kept.json")
    file = open_gguf(path)
    digest = benchmark_store.digest(file, cancel=CancelToken())
    process = LanguageModelProcess(command or default_command(), log=folder / "llm.log")
    return LocalLanguageModel(
        file, fingerprint=digest, process=process, findings=benchmark_store, device="cpu", threads=threads, log=folder / "llm.log"
    )
