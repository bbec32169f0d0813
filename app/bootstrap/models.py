"""The models of one process, each loaded on first use; the selection of models in use."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from app import paths
from app.bootstrap.open_libraries import default_threads
from app.claims.reader import SyntaxClaimReader
from app.domain.importing import CheckResult
from app.domain.progress import CancelToken
from app.errors import ModelError
from app.inference import (
    CachedEncoder,
    LocalLanguageModel,
    ModelStatus,
    PostOpinions,
    PostReader,
    Prompts,
    TextLanguages,
    Trunk,
    across_languages,
    checked_model,
    choose_backend,
    device_words,
    list_models,
    load_answer_scorer,
    load_checkworthiness_scorer,
    load_multilingual_encoder,
    load_opinions,
    load_pair_scorer,
    load_prefilter,
    load_reader,
    load_stance_scorer,
    load_syntax,
    load_trunk,
    load_user_encoder,
    load_user_pair_scorer,
    load_user_stance_scorer,
    model_statuses,
    open_language_model,
    prompted,
    validate_language_model,
    validate_user_model,
    verify_models,
    verify_user_models,
)
from app.ingest.english_words import hardly_english
from app.ingest.language import detect_language, prepared_meanwhile
from app.ports import (
    CheckworthinessScorer,
    ClaimReader,
    LanguageModel,
    ModelIdentity,
    PairScorer,
    StanceScorer,
    SyntaxReader,
    TextEncoder,
    VectorCache,
)
from app.ranking import FEATURES, FULL_FEATURES, Ranker, load_ranker
from app.retrieval import JobCachingEncoder
from app.settings import LLM, UserModel, former_encoders, load_settings, previous_encoders, save_settings, setting_of, user_models
from app.stance import ENGLISH
from app.store import open_vector_cache
from app.translation import mark, tr


class LoadedModels:
    """Loads the models of `folder` (None: the bundled ones).

    `device` is "auto", "cpu", "cuda" or "mps"; `threads` caps the threads of native code (None: all cores). The user's models in
    the settings replace the bundled ones of their roles, except for those that work on the bundled encoder's vectors.
    """

    def __init__(self, *, folder: Path | None = None, device: str = "auto", threads: int | None = None) -> None:
        self.folder = folder or paths.models_dir()
        self.device = device
        self.threads = threads
        self._base: tuple[TextEncoder, Prompts] | None = None
        self._memory: JobCachingEncoder | None = None
        self._vectors: VectorCache | None = None
        self._trunk: Trunk | None = None
        self._bundled: TextEncoder | None = None
        self._pairs: PairScorer | None = None
        self._stance: StanceScorer | None = None
        self._answers: PairScorer | None = None
        self._checkworthiness: CheckworthinessScorer | None = None
        self._reader: PostReader | None = None
        self._claims: ClaimReader | None = None
        self._syntax: SyntaxReader | None = None
        self._opinions: PostOpinions | None = None
        self._language_model: LocalLanguageModel | None = None
        self.lock = threading.RLock()
        """Held while models are loaded or asked about, where several threads share them."""

    def encoder(self) -> TextEncoder:
        """Return the encoder for building indexes, without the cache (the index stores its vectors)."""
        with self.lock:
            encoder, prompts = self._encoder_and_prompts()
        return prompted(encoder, prompts.passage)

    def encoders(self) -> tuple[TextEncoder, TextEncoder, Prompts]:
        """Return the encoders of queries and of published texts, both without the cache, and the prompts of both."""
        encoder, prompts = self._encoder_and_prompts()
        return prompted(encoder, prompts.query), prompted(encoder, prompts.passage), prompts

    def bundled_encoder(self) -> TextEncoder:
        """Return the bundled encoder, whichever one is in use."""
        return self._load_bundled()

    def _encoder_and_prompts(self) -> tuple[TextEncoder, Prompts]:
        if self._base is None:
            model = self.user_models.get("encoder")
            if model is None:
                self._base = self._load_bundled(), Prompts()
            else:
                self._base = load_user_encoder(model, device=choose_backend(self.device))
        return self._base

    @cached_property
    def user_models(self) -> Mapping[str, UserModel]:
        """Return the user's models by role."""
        return user_models(load_settings())

    def shared_encoder(self) -> JobCachingEncoder:
        """Return the encoder with vector cache and job cache, which scorers and services share."""
        if self._memory is None:
            encoder, prompts = self._encoder_and_prompts()
            self._memory = JobCachingEncoder(prompted(CachedEncoder(encoder, self._cache()), prompts.passage))
        return self._memory

    def query_encoder(self) -> TextEncoder | None:
        """Return the encoder of queries, if the model has another prompt for them than for the library's texts."""
        encoder, prompts = self._encoder_and_prompts()
        return None if prompts.query == prompts.passage else prompted(CachedEncoder(encoder, self._cache()), prompts.query)

    def former_encoder(self, index: str) -> tuple[JobCachingEncoder, TextEncoder | None] | None:
        """Return an earlier encoder that made this index (`index` is the key in its manifest), and its query encoder if that has
        another prompt.

        None where the current encoder made the index, or no available encoder did.
        """
        if not index or self.encoder().identity.same_model(index):
            return None
        for encoder, prompts in self._former():
            if encoder.identity.same_model(index):
                cached = CachedEncoder(encoder, self._cache())
                query_encoder = None if prompts.query == prompts.passage else prompted(cached, prompts.query)
                return JobCachingEncoder(prompted(cached, prompts.passage)), query_encoder
        return None

    def _former(self) -> Iterator[tuple[TextEncoder, Prompts]]:
        """Yield the encoders of earlier use: the bundled one, and the user's whose folders have not changed."""
        if "encoder" in self.user_models:
            yield self._load_bundled(), Prompts()
        for model in previous_encoders(load_settings()):
            try:
                yield load_user_encoder(model, device=choose_backend(self.device))
            except ModelError:
                continue

    def stance_languages(self) -> frozenset[str] | None:
        """Return the languages of the stance model in use: English, unless the user chose others for one of theirs (None: all)."""
        configured = load_settings().stance_languages if "stance" in self.user_models else ()
        if configured == ("all",):
            return None
        return frozenset(code.partition("-")[0] for code in configured) or ENGLISH

    def _bundled_encoder(self) -> TextEncoder:
        """Return the encoder over which the bundled models were trained."""
        if "encoder" not in self.user_models:
            return self.shared_encoder()
        if self._bundled is None:
            self._bundled = CachedEncoder(self._load_bundled(), self._cache())
        return self._bundled

    def _load_bundled(self) -> TextEncoder:
        with prepared_meanwhile():
            return load_multilingual_encoder(language=self._language, models=self.folder, device=self.device, threads=self.threads)

    @cached_property
    def _language(self) -> TextLanguages:
        """Return the language detector that encoder and scorers share."""
        return TextLanguages(detect_language, foreign=hardly_english)

    def prefilter(self) -> PairScorer:
        """Return the fast scorer of all candidates, for any language."""
        encoder = self._bundled_encoder()
        scorer = load_prefilter(encoder, models=self.folder)
        return across_languages(scorer, encoder, role="prefilter", language=self._language, models=self.folder)

    def trunk(self) -> Trunk:
        """Return the cross-encoder with its cache, which pair scorer and stance model share."""
        if self._trunk is None:
            self._trunk = load_trunk(models=self.folder, device=self.device, threads=self.threads, cache=self._cache())
        return self._trunk

    def _cache(self) -> VectorCache:
        if self._vectors is None:
            self._vectors = open_vector_cache(paths.cache_dir() / "vectors.db")
        return self._vectors

    def stance_scorer(self) -> StanceScorer:
        """The stance model."""
        if self._stance is None:
            model = self.user_models.get("stance")
            if model is None:
                self._stance = load_stance_scorer(models=self.folder, trunk=self.trunk)
            else:
                self._stance = load_user_stance_scorer(model, device=choose_backend(self.device), cache=self._cache())
        return self._stance

    def claim_reader(self) -> ClaimReader | None:
        """Return the reader of speech acts and differences, which needs the parser; None where no parser is installed."""
        if self._claims is None and any(entry.role == "syntax" for entry in list_models(self.folder)):
            self._claims = SyntaxClaimReader(self.syntax())
        return self._claims

    def syntax(self) -> SyntaxReader:
        """Return the parser. Raises ModelError."""
        if self._syntax is None:
            self._syntax = load_syntax(models=self.folder)
        return self._syntax

    def reader(self) -> PostReader:
        """Return the reader of posts with its cache."""
        if self._reader is None:
            self._reader = load_reader(models=self.folder, device=self.device, threads=self.threads, cache=self._cache())
        return self._reader

    def opinions(self) -> PostOpinions:
        """Return the stance model for posts with its cache."""
        if self._opinions is None:
            self._opinions = load_opinions(models=self.folder, device=self.device, threads=self.threads, cache=self._cache())
        return self._opinions

    def pair_scorer(self) -> PairScorer:
        """The pair scorer."""
        if self._pairs is None:
            model = self.user_models.get("pair_scorer")
            if model is None:
                bundled = load_pair_scorer(models=self.folder, trunk=self.trunk)
                encoder = self._bundled_encoder()
                self._pairs = across_languages(bundled, encoder, role="pair_scorer", language=self._language, models=self.folder)
            else:
                self._pairs = load_user_pair_scorer(model, device=choose_backend(self.device), cache=self._cache())
        return self._pairs

    def teacher(self) -> PairScorer:
        """Return the bundled pair scorer on a separate cross-encoder without a cache.

        In training, each of tens of thousands of pairs is scored once, and then the model is released. Raises ModelError.
        """
        scorer = load_pair_scorer(
            models=self.folder, trunk=lambda: load_trunk(models=self.folder, device=self.device, threads=self.threads)
        )
        return across_languages(scorer, self._bundled_encoder(), role="pair_scorer", language=self._language, models=self.folder)

    def answer_scorer(self) -> PairScorer:
        """Return the scorer of passages that answer the open part of a claim, with its cache."""
        if self._answers is None:
            self._answers = load_answer_scorer(models=self.folder, device=self.device, threads=self.threads, cache=self._cache())
        return self._answers

    @property
    def answer_scorer_loaded(self) -> bool:
        """Return True once it is loaded. It takes a tenth of a gigabyte that only Verify needs."""
        return self._answers is not None

    def checkworthiness_scorer(self) -> CheckworthinessScorer:
        """The check-worthiness model."""
        if self._checkworthiness is None:
            self._checkworthiness = load_checkworthiness_scorer(self._bundled_encoder(), models=self.folder)
        return self._checkworthiness

    def preliminary_ranker(self) -> Ranker:
        """Return the ranker that selects sentences for a full comparison."""
        return load_ranker(checked_model("ranker", self.folder).path("preliminary.json"), FEATURES)

    def ranker(self) -> Ranker:
        """The ranking model."""
        return load_ranker(checked_model("ranker", self.folder).path("ranker.json"), FULL_FEATURES)

    def query_ranker(self) -> Ranker:
        """The ranking model for single claims."""
        return load_ranker(checked_model("ranker", self.folder).path("query_ranker.json"), FULL_FEATURES)

    def statuses(self) -> tuple[ModelStatus, ...]:
        """Return the bundled models and the user's."""
        return model_statuses(self.folder, self.user_models)

    def verify(self) -> tuple[CheckResult, ...]:
        """Compare each model's files with the hashes of the manifest, or with the fingerprint from when the user chose it."""
        return (*verify_models(self.folder), *verify_user_models(self.user_models))

    def use_model(self, role: str, folder: Path | None, *, cancel: CancelToken, languages: Sequence[str] = ()) -> UserModel | None:
        """Test a folder of the user's and use it for this role, or go back to the bundled model (None); saved in the settings.

        `languages` are those of a stance model of the user's (codes, or "all"; none: English only). Open sessions keep the models
        they have loaded. Raises ModelError if the folder is refused, with nothing changed.
        """
        with self.lock:
            model = self._take(role, folder, cancel) if folder is not None else None
        line, settings = model.line() if model else "", load_settings()
        if role == "encoder":
            settings = settings.with_value("former_encoders", former_encoders(settings, line=line))
        if role == "stance":
            settings = settings.with_value("stance_languages", tuple(languages))
        save_settings(settings.with_value(setting_of(role), line))
        return model

    def _take(self, role: str, path: Path, cancel: CancelToken) -> UserModel:
        if role == LLM:
            return validate_language_model(path, device=self.device, threads=self.threads or default_threads(), cancel=cancel)
        return validate_user_model(role, path, device=choose_backend(self.device))

    def language_model(self, *, cancel: CancelToken) -> LanguageModel | None:
        """Return the user's language model, None where none was chosen. It is loaded with its first question.

        Raises ModelError as `open_language_model` does, and Cancelled while a large file's bytes are compared.
        """
        model = self.user_models.get(LLM)
        with self.lock:
            if model is not None and self._language_model is None:
                threads = self.threads or default_threads()
                self._language_model = open_language_model(model, device=self.device, threads=threads, cancel=cancel)
            return self._language_model

    def needed_language_model(self, *, cancel: CancelToken) -> LanguageModel:
        """Return the user's language model. Raises ModelError `llm-none` where none was chosen."""
        model = self.language_model(cancel=cancel)
        if model is None:
            hint = tr("Choose a GGUF file in the preferences, or run “priorcheck models use llm FILE.gguf”.")
            raise ModelError("llm-none", tr("This needs a language model, and none was chosen."), hint=hint)
        return model

    def describe_devices(self) -> tuple[tuple[str, str], ...]:
        """Return each role and its device ("processor, float32", "GPU (CUDA), float16"); "not available" for models that cannot be
        loaded.

        The language model and models of Verify only are not loaded for this. Raises ModelError `device-missing`.
        """
        choose_backend(self.device)
        roles: dict[str, Callable[[], ModelIdentity]] = {
            mark("encoder"): lambda: self.encoder().identity,
            mark("pair scorer"): lambda: self.pair_scorer().identity,
            mark("stance"): lambda: self.stance_scorer().identity,
            mark("syntax"): lambda: self.syntax().identity,
            mark("check-worthiness"): lambda: self.checkworthiness_scorer().identity,
            mark("reader"): lambda: self.reader().identity,
            mark("opinions"): lambda: self.opinions().identity,
        }
        with self.lock:
            devices = [(role, _device(identity)) for role, identity in roles.items()]
            answers = _device(lambda: self.answer_scorer().identity) if self.answer_scorer_loaded else mark("loaded when it is needed")
        remaining = ((mark("ranker"), mark("processor")), (mark("language model"), self._language_model_device()))
        return (*devices, (mark("answer scorer"), answers), *remaining)

    def close(self) -> None:
        """End the language model's process."""
        if self._language_model is not None:
            self._language_model.close()
            self._language_model = None

    def _language_model_device(self) -> str:
        """Return the device of the language model without opening it, which may take long."""
        if LLM not in self.user_models:
            return mark("none chosen")
        return device_words(self._language_model.identity) if self._language_model else mark("loaded when it is needed")


def _device(identity: Callable[[], ModelIdentity]) -> str:
    try:
        return device_words(identity())
    except ModelError:
        return mark("not available")
