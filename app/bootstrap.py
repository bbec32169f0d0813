"""Where ports meet adapters: the only module that builds stores and models."""

from __future__ import annotations

import os
from pathlib import Path

from app import paths
from app.domain.importing import CheckResult
from app.inference import (
    CachedEncoder,
    ModelEntry,
    Trunk,
    checked_model,
    list_models,
    load_checkworthiness_scorer,
    load_encoder,
    load_pair_scorer,
    load_second_encoder,
    load_stance_scorer,
    load_token_encoder,
    load_trunk,
    verify_models,
)
from app.ingest.ratings import RatingNormaliser, load_normaliser
from app.ports import CheckworthinessScorer, Library, StanceScorer, TextEncoder, TokenEncoder, VectorCache
from app.ranking import Ranker, load_ranker
from app.retrieval import MemoryEncoder
from app.services.engine import Engine
from app.store import open_library, open_vector_cache


class Session:
    """One process's open libraries and loaded models; each is opened at first use and kept.

    `device` is "auto", "cpu", "cuda" or "mps"; `threads` caps the threads of native code (None: all cores).
    """

    def __init__(self, *, models: Path | None = None, device: str = "auto", threads: int | None = None) -> None:
        self._models = models or paths.models_dir()
        self._device = device
        self._threads = threads
        self._libraries: dict[Path, Library] = {}
        self._base: TextEncoder | None = None
        self._memory: MemoryEncoder | None = None
        self._vectors: VectorCache | None = None
        self._trunk: Trunk | None = None
        self._stance: StanceScorer | None = None
        self._checkworthiness: CheckworthinessScorer | None = None
        self._engines: dict[Path, Engine] = {}

    def library(self, path: Path, *, create: bool = False) -> Library:
        """The library at this path. Raises LibraryError when it is not there (unless `create`) or cannot be opened."""
        key = path.resolve()
        if key not in self._libraries:
            self._libraries[key] = open_library(path, create=create)
        return self._libraries[key]

    def encoder(self) -> TextEncoder:
        """The encoder itself, for building indexes (its vectors are kept there, not in the cache)."""
        if self._base is None:
            self._base = load_encoder(models=self._models, device=self._device, threads=self._threads)
        return self._base

    def shared_encoder(self) -> MemoryEncoder:
        """The encoder behind the vector cache and one job's memory; scorers and services share it."""
        if self._memory is None:
            self._memory = MemoryEncoder(CachedEncoder(self.encoder(), self._cache()))
        return self._memory

    def trunk(self) -> Trunk:
        """The cross-encoder, behind the cache; pair scorer and stance share it."""
        if self._trunk is None:
            self._trunk = load_trunk(models=self._models, device=self._device, threads=self._threads, cache=self._cache())
        return self._trunk

    def _cache(self) -> VectorCache:
        if self._vectors is None:
            self._vectors = open_vector_cache(paths.cache_dir() / "vectors.db")
        return self._vectors

    def stance_scorer(self) -> StanceScorer:
        """The stance model."""
        if self._stance is None:
            self._stance = load_stance_scorer(self.shared_encoder(), models=self._models, trunk=self.trunk)
        return self._stance

    def token_encoder(self) -> TokenEncoder:
        """The encoder's token vectors, for the evaluation."""
        return load_token_encoder(models=self._models)

    def second_encoder(self, folder: Path | None) -> TextEncoder:
        """The evaluation's second encoder: this folder's, or the stock one where its package is installed."""
        return load_second_encoder(folder)

    def checkworthiness_scorer(self) -> CheckworthinessScorer:
        """The check-worthiness model."""
        if self._checkworthiness is None:
            self._checkworthiness = load_checkworthiness_scorer(self.shared_encoder(), models=self._models)
        return self._checkworthiness

    def engine(self, path: Path) -> Engine:
        """Library and models, bundled."""
        key = path.resolve()
        if key not in self._engines:
            self._engines[key] = self.engine_with(path, ranker=self.ranker(), query_ranker=self.query_ranker())
        return self._engines[key]

    def engine_with(self, path: Path, *, ranker: Ranker, query_ranker: Ranker) -> Engine:
        """The same with rankers of the caller's (the training of one needs this)."""
        return Engine(
            library=self.library(path),
            encoder=self.shared_encoder(),
            pair_scorer=load_pair_scorer(self.shared_encoder(), models=self._models, trunk=self.trunk),
            stance_scorer=self.stance_scorer(),
            ranker=ranker,
            query_ranker=query_ranker,
        )

    def ranker(self) -> Ranker:
        """The ranking model."""
        return load_ranker(checked_model("ranker", self._models).path("ranker.json"))

    def query_ranker(self) -> Ranker:
        """The ranking model for single claims."""
        return load_ranker(checked_model("ranker", self._models).path("query_ranker.json"))

    def normaliser(self) -> RatingNormaliser:
        """Ratings to verdicts, with the user's own table where there is one."""
        return load_normaliser(paths.config_dir() / "ratings.tsv")

    def models(self) -> tuple[ModelEntry, ...]:
        """The models of the manifest."""
        return tuple(list_models(self._models))

    def verify_models(self) -> tuple[CheckResult, ...]:
        """Each model's files against the manifest's hashes."""
        return tuple(verify_models(self._models))

    def describe_devices(self) -> tuple[tuple[str, str], ...]:
        """Role and where it runs ("onnx-cpu", "torch-cuda", …)."""
        identity = self.encoder().identity
        return (("encoder", f"{identity.backend} {identity.precision}"),)

    def close(self) -> None:
        """Close every library."""
        for library in self._libraries.values():
            library.close()
        self._libraries.clear()
        self._engines.clear()


def default_threads() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
