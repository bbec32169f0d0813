"""Where ports meet adapters: the only module that builds stores and models."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path

from app import paths
from app.domain.importing import CheckResult
from app.errors import ModelError
from app.inference import (
    CachedEncoder,
    ModelStatus,
    Prompts,
    Trunk,
    checked_model,
    choose_backend,
    device_words,
    load_checkworthiness_scorer,
    load_encoder,
    load_pair_scorer,
    load_prefilter,
    load_second_encoder,
    load_stance_scorer,
    load_token_encoder,
    load_trunk,
    model_roster,
    own_encoder,
    own_pair_scorer,
    own_stance_scorer,
    prompted,
    take_own_model,
    verify_models,
    verify_own,
)
from app.ingest.ratings import RatingNormaliser, load_normaliser
from app.ports import CheckworthinessScorer, Library, ModelIdentity, PairScorer, StanceScorer, TextEncoder, TokenEncoder, VectorCache
from app.ranking import FEATURES, FULL_FEATURES, Ranker, load_ranker
from app.retrieval import MemoryEncoder
from app.services.engine import Engine
from app.settings import OwnModel, load_settings, own_models, save_settings, setting_of
from app.store import open_library, open_vector_cache


class Session:
    """One process's open libraries and loaded models; each is opened at first use and kept.

    `device` is "auto", "cpu", "cuda" or "mps"; `threads` caps the threads of native code (None: all cores). Models of the user's
    own, which the settings name, take their roles; what the bundled models make of an encoder's vectors stays with the bundled one.
    """

    def __init__(self, *, models: Path | None = None, device: str = "auto", threads: int | None = None) -> None:
        self._models = models or paths.models_dir()
        self._device = device
        self._threads = threads
        self._libraries: dict[Path, Library] = {}
        self._base: tuple[TextEncoder, Prompts] | None = None
        self._memory: MemoryEncoder | None = None
        self._vectors: VectorCache | None = None
        self._trunk: Trunk | None = None
        self._bundled: TextEncoder | None = None
        self._pairs: PairScorer | None = None
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
        encoder, prompts = self._encoder_and_prompts()
        return prompted(encoder, prompts.passage)

    def _encoder_and_prompts(self) -> tuple[TextEncoder, Prompts]:
        if self._base is None:
            own = self._own.get("encoder")
            if own is None:
                self._base = load_encoder(models=self._models, device=self._device, threads=self._threads), Prompts()
            else:
                self._base = own_encoder(own, device=choose_backend(self._device))
        return self._base

    @cached_property
    def _own(self) -> Mapping[str, OwnModel]:
        return own_models(load_settings())

    def shared_encoder(self) -> MemoryEncoder:
        """The encoder behind the vector cache and one job's memory; scorers and services share it."""
        if self._memory is None:
            encoder, prompts = self._encoder_and_prompts()
            self._memory = MemoryEncoder(prompted(CachedEncoder(encoder, self._cache()), prompts.passage))
        return self._memory

    def _query_encoder(self) -> TextEncoder | None:
        """The encoder of what is looked up, where the model puts another prompt before it than before the library's texts."""
        encoder, prompts = self._encoder_and_prompts()
        return None if prompts.query == prompts.passage else prompted(CachedEncoder(encoder, self._cache()), prompts.query)

    def _bundled_encoder(self) -> TextEncoder:
        """The encoder that the bundled models were trained over."""
        if "encoder" not in self._own:
            return self.shared_encoder()
        if self._bundled is None:
            encoder = load_encoder(models=self._models, device=self._device, threads=self._threads)
            self._bundled = CachedEncoder(encoder, self._cache())
        return self._bundled

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
            own = self._own.get("stance")
            if own is None:
                self._stance = load_stance_scorer(self._bundled_encoder(), models=self._models, trunk=self.trunk)
            else:
                self._stance = own_stance_scorer(own, device=choose_backend(self._device), cache=self._cache())
        return self._stance

    def pair_scorer(self) -> PairScorer:
        """The pair scorer."""
        if self._pairs is None:
            own = self._own.get("pair_scorer")
            if own is None:
                self._pairs = load_pair_scorer(models=self._models, trunk=self.trunk)
            else:
                self._pairs = own_pair_scorer(own, device=choose_backend(self._device), cache=self._cache())
        return self._pairs

    def token_encoder(self) -> TokenEncoder:
        """The encoder's token vectors, for the evaluation."""
        return load_token_encoder(models=self._models)

    def second_encoder(self, folder: Path | None) -> TextEncoder:
        """The evaluation's second encoder: this folder's, or the stock one where its package is installed."""
        return load_second_encoder(folder)

    def checkworthiness_scorer(self) -> CheckworthinessScorer:
        """The check-worthiness model."""
        if self._checkworthiness is None:
            self._checkworthiness = load_checkworthiness_scorer(self._bundled_encoder(), models=self._models)
        return self._checkworthiness

    def engine(self, path: Path) -> Engine:
        """Library and models, bundled."""
        key = path.resolve()
        if key not in self._engines:
            self._engines[key] = self.engine_with(
                path, preliminary_ranker=self.preliminary_ranker(), ranker=self.ranker(), query_ranker=self.query_ranker()
            )
        return self._engines[key]

    def engine_with(self, path: Path, *, preliminary_ranker: Ranker, ranker: Ranker, query_ranker: Ranker) -> Engine:
        """The same with rankers of the caller's (the training of one needs this)."""
        return Engine(
            library=self.library(path),
            encoder=self.shared_encoder(),
            query_encoder=self._query_encoder(),
            prefilter=load_prefilter(self._bundled_encoder(), models=self._models),
            pair_scorer=self.pair_scorer(),
            stance_scorer=self.stance_scorer(),
            checkworthiness_scorer=self.checkworthiness_scorer(),
            preliminary_ranker=preliminary_ranker,
            ranker=ranker,
            query_ranker=query_ranker,
        )

    def preliminary_ranker(self) -> Ranker:
        """The model that finds which sentences are worth a comparison in full."""
        return load_ranker(checked_model("ranker", self._models).path("preliminary.json"), FEATURES)

    def ranker(self) -> Ranker:
        """The ranking model."""
        return load_ranker(checked_model("ranker", self._models).path("ranker.json"), FULL_FEATURES)

    def query_ranker(self) -> Ranker:
        """The ranking model for single claims."""
        return load_ranker(checked_model("ranker", self._models).path("query_ranker.json"), FULL_FEATURES)

    def normaliser(self) -> RatingNormaliser:
        """Ratings to verdicts, with the user's own table where there is one."""
        return load_normaliser(paths.config_dir() / "ratings.tsv")

    def models(self) -> tuple[ModelStatus, ...]:
        """The bundled models and the user's own."""
        return model_roster(self._models, self._own)

    def verify_models(self) -> tuple[CheckResult, ...]:
        """Each model's files against the manifest's hashes, or against the fingerprint of when the user chose them."""
        return (*verify_models(self._models), *verify_own(self._own))

    def use_model(self, role: str, folder: Path | None) -> OwnModel | None:
        """Test a folder of the user's and take it for this role, or go back to the bundled model (None); kept in the settings.

        Sessions that are open go on with what they have loaded. Raises ModelError when the folder is refused, with nothing changed.
        """
        own = take_own_model(role, folder, device=choose_backend(self._device)) if folder is not None else None
        save_settings(load_settings().with_value(setting_of(role), own.line() if own else ""))
        return own

    def describe_devices(self) -> tuple[tuple[str, str], ...]:
        """Role and where it runs now ("processor, float32", "GPU (CUDA), float16"); models that cannot be loaded are "not available".

        Raises ModelError `device-missing`.
        """
        choose_backend(self._device)
        roles: dict[str, Callable[[], ModelIdentity]] = {
            "encoder": lambda: self.encoder().identity,
            "pair scorer": lambda: self.pair_scorer().identity,
            "stance": lambda: self.stance_scorer().identity,
            "check-worthiness": lambda: self.checkworthiness_scorer().identity,
        }
        return (*((role, _device(identity)) for role, identity in roles.items()), ("ranker", "processor"))

    def close(self) -> None:
        """Close every library."""
        for library in self._libraries.values():
            library.close()
        self._libraries.clear()
        self._engines.clear()


def _device(identity: Callable[[], ModelIdentity]) -> str:
    try:
        return device_words(identity())
    except ModelError:
        return "not available"


def default_threads() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
