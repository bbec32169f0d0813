"""One process's models, each loaded at first use and kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from app import paths
from app.claims.reader import SyntaxClaimReader
from app.errors import ModelError
from app.inference import (
    CachedEncoder,
    PostOpinions,
    PostReader,
    Prompts,
    TextLanguages,
    Trunk,
    across_languages,
    choose_backend,
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
    own_encoder,
    own_pair_scorer,
    own_stance_scorer,
    prompted,
)
from app.ingest.english_words import hardly_english
from app.ingest.language import detect_language, prepared_meanwhile
from app.ports import CheckworthinessScorer, ClaimReader, PairScorer, StanceScorer, SyntaxReader, TextEncoder, VectorCache
from app.retrieval import MemoryEncoder
from app.settings import OwnModel, encoders_before, load_settings, own_models
from app.stance import ENGLISH
from app.store import open_vector_cache


class LoadedModels:
    """`device` is "auto", "cpu", "cuda" or "mps"; `threads` caps the threads of native code (None: all cores).

    Models of the user's own, which the settings name, take their roles; what the bundled models make of an encoder's vectors stays
    with the bundled one.
    """

    def __init__(self, *, models: Path | None = None, device: str = "auto", threads: int | None = None) -> None:
        self._models = models or paths.models_dir()
        self._device = device
        self._threads = threads
        self._base: tuple[TextEncoder, Prompts] | None = None
        self._memory: MemoryEncoder | None = None
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

    @property
    def models_folder(self) -> Path:
        """Where the bundled models lie."""
        return self._models

    @property
    def device(self) -> str:
        """The device as it was asked for."""
        return self._device

    @property
    def threads(self) -> int | None:
        """How many threads native code may use; None for one a core."""
        return self._threads

    def encoder(self) -> TextEncoder:
        """The encoder itself, for building indexes (its vectors are kept there, not in the cache)."""
        encoder, prompts = self._encoder_and_prompts()
        return prompted(encoder, prompts.passage)

    def encoders(self) -> tuple[TextEncoder, TextEncoder, Prompts]:
        """The encoder of what is looked up and that of published texts, both without the cache, and what stands before their texts."""
        encoder, prompts = self._encoder_and_prompts()
        return prompted(encoder, prompts.query), prompted(encoder, prompts.passage), prompts

    def bundled_encoder(self) -> TextEncoder:
        """The bundled encoder itself, whatever is in use."""
        return self._load_bundled()

    def _encoder_and_prompts(self) -> tuple[TextEncoder, Prompts]:
        if self._base is None:
            own = self._own.get("encoder")
            if own is None:
                self._base = self._load_bundled(), Prompts()
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

    def former_encoder(self, index: str) -> tuple[MemoryEncoder, TextEncoder | None] | None:
        """The encoder that made an index (the key in its manifest), where it is not the one in use but still there; and the one for what
        is looked up, where that has another prompt. None where the encoder in use fits, or nothing that is there does."""
        if not index or self.encoder().identity.same_model(index):
            return None
        for encoder, prompts in self._former():
            if encoder.identity.same_model(index):
                cached = CachedEncoder(encoder, self._cache())
                asked = None if prompts.query == prompts.passage else prompted(cached, prompts.query)
                return MemoryEncoder(prompted(cached, prompts.passage)), asked
        return None

    def _former(self) -> Iterator[tuple[TextEncoder, Prompts]]:
        """Encoders that were in use before: the bundled one, and the user's own whose folders are as they were."""
        if "encoder" in self._own:
            yield self._load_bundled(), Prompts()
        for own in encoders_before(load_settings()):
            try:
                yield own_encoder(own, device=choose_backend(self._device))
            except ModelError:
                continue

    def stance_languages(self) -> frozenset[str] | None:
        """What the stance model in use can read: English, unless the user's own was taken for other languages (None: every one)."""
        named = load_settings().stance_languages if "stance" in self._own else ()
        if named == ("all",):
            return None
        return frozenset(code.partition("-")[0] for code in named) or ENGLISH

    def _bundled_encoder(self) -> TextEncoder:
        """The encoder that the bundled models were trained over."""
        if "encoder" not in self._own:
            return self.shared_encoder()
        if self._bundled is None:
            self._bundled = CachedEncoder(self._load_bundled(), self._cache())
        return self._bundled

    def _load_bundled(self) -> TextEncoder:
        with prepared_meanwhile():
            return load_multilingual_encoder(language=self._language, models=self._models, device=self._device, threads=self._threads)

    @cached_property
    def _language(self) -> TextLanguages:
        """The language that each text is read in; encoder and scorers ask the same."""
        return TextLanguages(detect_language, foreign=hardly_english)

    def prefilter(self) -> PairScorer:
        """The quick look at every candidate, in any language."""
        encoder = self._bundled_encoder()
        scorer = load_prefilter(encoder, models=self._models)
        return across_languages(scorer, encoder, role="prefilter", language=self._language, models=self._models)

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
                self._stance = load_stance_scorer(models=self._models, trunk=self.trunk)
            else:
                self._stance = own_stance_scorer(own, device=choose_backend(self._device), cache=self._cache())
        return self._stance

    def claim_reader(self) -> ClaimReader | None:
        """The reader of speech acts and differences, over the parser; None where no parser is installed."""
        if self._claims is None and any(entry.role == "syntax" for entry in list_models(self._models)):
            self._claims = SyntaxClaimReader(self.syntax())
        return self._claims

    def syntax(self) -> SyntaxReader:
        """The parser. Raises ModelError."""
        if self._syntax is None:
            self._syntax = load_syntax(models=self._models)
        return self._syntax

    def reader(self) -> PostReader:
        """The reader of posts, behind the cache."""
        if self._reader is None:
            self._reader = load_reader(models=self._models, device=self._device, threads=self._threads, cache=self._cache())
        return self._reader

    def opinions(self) -> PostOpinions:
        """Whose side posts take, behind the cache."""
        if self._opinions is None:
            self._opinions = load_opinions(models=self._models, device=self._device, threads=self._threads, cache=self._cache())
        return self._opinions

    def pair_scorer(self) -> PairScorer:
        """The pair scorer."""
        if self._pairs is None:
            own = self._own.get("pair_scorer")
            if own is None:
                bundled = load_pair_scorer(models=self._models, trunk=self.trunk)
                encoder = self._bundled_encoder()
                self._pairs = across_languages(bundled, encoder, role="pair_scorer", language=self._language, models=self._models)
            else:
                self._pairs = own_pair_scorer(own, device=choose_backend(self._device), cache=self._cache())
        return self._pairs

    def teacher(self) -> PairScorer:
        """The bundled pair scorer on a cross-encoder of its own, without the cache: what teaches an encoder is asked tens of thousands of
        pairs once, and then let go. Raises ModelError."""
        scorer = load_pair_scorer(
            models=self._models, trunk=lambda: load_trunk(models=self._models, device=self._device, threads=self._threads)
        )
        return across_languages(scorer, self._bundled_encoder(), role="pair_scorer", language=self._language, models=self._models)

    def answer_scorer(self) -> PairScorer:
        """How surely a passage answers what a claim leaves open, behind the cache."""
        if self._answers is None:
            self._answers = load_answer_scorer(models=self._models, device=self._device, threads=self._threads, cache=self._cache())
        return self._answers

    @property
    def answer_scorer_loaded(self) -> bool:
        """Whether it was needed already: loading takes a tenth of a gigabyte that only Verify needs."""
        return self._answers is not None

    def checkworthiness_scorer(self) -> CheckworthinessScorer:
        """The check-worthiness model."""
        if self._checkworthiness is None:
            self._checkworthiness = load_checkworthiness_scorer(self._bundled_encoder(), models=self._models)
        return self._checkworthiness
