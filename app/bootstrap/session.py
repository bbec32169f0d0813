"""One process's open libraries and engines over its models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from app.bootstrap.library_files import open_narratives
from app.bootstrap.open_libraries import OpenLibraries, default_threads, or_none
from app.domain.importing import CheckResult
from app.domain.progress import CancelToken
from app.errors import ModelError
from app.inference import (
    LocalLanguageModel,
    ModelStatus,
    checked_model,
    choose_backend,
    device_words,
    model_roster,
    open_language_model,
    take_language_model,
    take_own_model,
    verify_models,
    verify_own,
)
from app.ingest.ratings import RatingNormaliser, load_normaliser, user_table_path
from app.narratives.countries import country_lookup
from app.paths import resolved
from app.ports import LanguageModel, ModelIdentity
from app.ranking import FEATURES, FULL_FEATURES, Ranker, load_ranker
from app.services.ask_engine import AskEngine
from app.services.engine import Engine
from app.services.narrative_engine import NarrativeEngine
from app.services.verify_engine import VerifyEngine
from app.settings import LLM, OwnModel, former_encoders, load_settings, save_settings, setting_of
from app.translation import mark, tr
from app.verify.answerer import load_answerer
from app.verify.query_projection import load_leading
from app.verify.veracity_classifier import load_combiner


class Session(OpenLibraries):
    """Libraries and engines; each is opened at first use and kept."""

    def __init__(self, *, models: Path | None = None, device: str = "auto", threads: int | None = None) -> None:
        super().__init__(models=models, device=device, threads=threads)
        self._engines: dict[tuple[Path, str], Engine] = {}
        self._language_model: LocalLanguageModel | None = None

    def engine(self, path: Path) -> Engine:
        """Library and models, bundled; where another encoder made the index than the one in use, with that one, if it is still there."""
        library = self.library(path)
        library.check_ahead()  # while the models are loaded
        index = library.index_encoder()
        former = None if not index or self.encoder().identity.same_model(index) else index.rsplit(":", 2)[0]
        key = resolved(path), former or ""
        if key not in self._engines:
            engine = self.engine_with(
                path, preliminary_ranker=self.preliminary_ranker(), ranker=self.ranker(), query_ranker=self.query_ranker()
            )
            other = self.former_encoder(index) if former else None
            if other is not None:
                engine = replace(engine, encoder=other[0], query_encoder=other[1], awaits_rebuild=True)
            self._engines[key] = engine
        return self._engines[key]

    def engine_with(self, path: Path, *, preliminary_ranker: Ranker, ranker: Ranker, query_ranker: Ranker) -> Engine:
        """The same with rankers of the caller's (the training of one needs this)."""
        return Engine(
            library=self.library(path),
            encoder=self.shared_encoder(),
            query_encoder=self._query_encoder(),
            prefilter=self.prefilter(),
            pair_scorer=self.pair_scorer(),
            stance_scorer=self.stance_scorer(),
            stance_languages=self.stance_languages(),
            claim_reader=self.claim_reader(),
            checkworthiness_scorer=self.checkworthiness_scorer(),
            preliminary_ranker=preliminary_ranker,
            ranker=ranker,
            query_ranker=query_ranker,
        )

    def ask_engine(self, path: Path) -> AskEngine:
        """Posts and models to ask them, with the fact-checks of the library where it holds any.

        Raises LibraryError `posts-not-found` when there are no posts, and as `library` and `posts` do.
        """
        return AskEngine(
            posts=self.posts(path),
            encoder=self.encoder(),
            query_encoder=self._query_encoder(),
            reader=self.reader(),
            opinions=self.opinions(),
            stance=self.stance_scorer(),
            factchecks=or_none(self._factchecks, path, "library-not-found"),
        )

    def verify_engine(self, path: Path | None) -> VerifyEngine:
        """Evidence and models to verify claims, with the fact-checks of the library where it holds any; None: models alone.

        Without evidence in the library the engine has none, and finds no answers. Raises LibraryError as `library` and `evidence` do.
        """
        answering = checked_model("evidence", self._models)
        return VerifyEngine(
            evidence=self.known_evidence(path) if path is not None else None,
            encoder=self.encoder(),
            query_encoder=self._query_encoder(),
            reader=self.reader(),
            opinions=self.opinions(),
            stance=self.stance_scorer(),
            pairs=self.pair_scorer(),
            answers=self.answer_scorer(),
            leading=load_leading(answering.path("leading.safetensors")),
            answerer=load_answerer(answering.path("model.json")),
            combiner=load_combiner(checked_model("veracity", self._models).path("model.json")),
            factchecks=or_none(self._factchecks, path, "library-not-found"),
        )

    @contextmanager
    def narratives(self, path: Path, *, aside: bool = False) -> Iterator[NarrativeEngine]:
        """The narratives of the library at this path, opened for one job; `aside` reads posts beside a thread that writes them.

        Raises LibraryError as `library` does.
        """
        kept = open_narratives(path)
        try:
            yield NarrativeEngine(
                library=self.library(path),
                kept=kept,
                encoder=self.encoder,
                country_of=country_lookup(),
                posts=or_none(lambda place: self.posts(place, aside=aside), path, "posts-not-found"),
            )
        finally:
            kept.close()

    def _factchecks(self, path: Path) -> Engine | None:
        return self.engine(path) if len(self.library(path)) else None

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
        return load_normaliser(self.rating_table())

    def rating_table(self) -> Path:
        """Where the user's own rating table lies."""
        return user_table_path()

    def models(self) -> tuple[ModelStatus, ...]:
        """The bundled models and the user's own."""
        return model_roster(self._models, self._own)

    def verify_models(self) -> tuple[CheckResult, ...]:
        """Each model's files against the manifest's hashes, or against the fingerprint of when the user chose them."""
        return (*verify_models(self._models), *verify_own(self._own))

    def use_model(self, role: str, folder: Path | None, *, cancel: CancelToken, languages: Sequence[str] = ()) -> OwnModel | None:
        """Test a folder of the user's and take it for this role, or go back to the bundled model (None); kept in the settings.

        `languages` are those that a stance model of the user's can read (codes, or "all"; none: English alone).

        Sessions that are open go on with what they have loaded. Raises ModelError when the folder is refused, with nothing changed.
        """
        own = self._take(role, folder, cancel) if folder is not None else None
        line, settings = own.line() if own else "", load_settings()
        if role == "encoder":
            settings = settings.with_value("former_encoders", former_encoders(settings, line=line))
        if role == "stance":
            settings = settings.with_value("stance_languages", tuple(languages))
        save_settings(settings.with_value(setting_of(role), line))
        return own

    def _take(self, role: str, path: Path, cancel: CancelToken) -> OwnModel:
        if role == LLM:
            return take_language_model(path, device=self._device, threads=self._threads or default_threads(), cancel=cancel)
        return take_own_model(role, path, device=choose_backend(self._device))

    def language_model(self, *, cancel: CancelToken) -> LanguageModel | None:
        """The user's language model, None where none was chosen; it is loaded when it is first asked.

        Raises ModelError as `open_language_model` does, and Cancelled while a large file's bytes are compared.
        """
        own = self._own.get(LLM)
        if own is not None and self._language_model is None:
            threads = self._threads or default_threads()
            self._language_model = open_language_model(own, device=self._device, threads=threads, cancel=cancel)
        return self._language_model

    def needed_language_model(self, *, cancel: CancelToken) -> LanguageModel:
        """The same; raises ModelError `llm-none` where none was chosen."""
        model = self.language_model(cancel=cancel)
        if model is None:
            hint = tr("Choose a GGUF file in the preferences, or run “priorcheck models use llm FILE.gguf”.")
            raise ModelError("llm-none", tr("This needs a language model, and none was chosen."), hint=hint)
        return model

    def describe_devices(self) -> tuple[tuple[str, str], ...]:
        """Role and where it runs now ("processor, float32", "GPU (CUDA), float16"); models that cannot be loaded are "not available".
        What only Verify needs, and the language model, are not loaded for this.

        Raises ModelError `device-missing`.
        """
        choose_backend(self._device)
        roles: dict[str, Callable[[], ModelIdentity]] = {
            mark("encoder"): lambda: self.encoder().identity,
            mark("pair scorer"): lambda: self.pair_scorer().identity,
            mark("stance"): lambda: self.stance_scorer().identity,
            mark("syntax"): lambda: self.syntax().identity,
            mark("check-worthiness"): lambda: self.checkworthiness_scorer().identity,
            mark("reader"): lambda: self.reader().identity,
            mark("opinions"): lambda: self.opinions().identity,
        }
        known = [(role, _device(identity)) for role, identity in roles.items()]
        answers = _device(lambda: self.answer_scorer().identity) if self.answer_scorer_loaded else mark("loaded when it is needed")
        rest = ((mark("ranker"), mark("processor")), (mark("language model"), self._language_model_device()))
        return (*known, (mark("answer scorer"), answers), *rest)

    def _language_model_device(self) -> str:
        """Without opening it, which may take long."""
        if LLM not in self._own:
            return mark("none chosen")
        return device_words(self._language_model.identity) if self._language_model else mark("loaded when it is needed")

    def close(self) -> None:
        """Close every library, and end the language model's process."""
        if self._language_model is not None:
            self._language_model.close()
            self._language_model = None
        super().close()
        self._engines.clear()


def _device(identity: Callable[[], ModelIdentity]) -> str:
    try:
        return device_words(identity())
    except ModelError:
        return mark("not available")
