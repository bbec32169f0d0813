"""The engines of one process over its open libraries and models."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from app.bootstrap.library_files import open_narratives
from app.bootstrap.models import LoadedModels
from app.bootstrap.open_libraries import OpenLibraries
from app.errors import read_or_default
from app.inference import checked_model
from app.ingest.ratings import RatingNormaliser, load_normaliser, user_table_path
from app.narratives.countries import country_lookup
from app.paths import resolved
from app.ranking import Ranker
from app.services.ask_engine import AskEngine
from app.services.engine import Engine
from app.services.narrative_engine import NarrativeEngine
from app.services.verify_engine import VerifyEngine
from app.verify.answerer import load_answerer
from app.verify.query_projection import load_query_projection
from app.verify.veracity_classifier import load_veracity_classifier


class Session:
    """Builds the engines over `models` and `libraries`, each on first use.

    Thread-safe: engines are built under the lock of the models. Libraries have a lock of their own, so that a search need not wait
    for models to load.
    """

    def __init__(self, *, models: Path | None = None, device: str = "auto", threads: int | None = None) -> None:
        self.models = LoadedModels(folder=models, device=device, threads=threads)
        self.libraries = OpenLibraries(threads=threads)
        self._engines: dict[tuple[Path, str], Engine] = {}

    def engine(self, path: Path) -> Engine:
        """Return library and models. If another encoder made the index, that one is used if it still exists."""
        library, models = self.libraries.library(path), self.models
        library.check_ahead()  # while the models are loaded
        with models.lock:
            index = library.index_encoder()
            former_model = None if not index or models.encoder().identity.same_model(index) else index.rsplit(":", 2)[0]
            key = resolved(path), former_model or ""
            if key not in self._engines:
                engine = self.engine_with(
                    path, preliminary_ranker=models.preliminary_ranker(), ranker=models.ranker(), query_ranker=models.query_ranker()
                )
                other = models.former_encoder(index) if former_model else None
                if other is not None:
                    engine = replace(engine, encoder=other[0], query_encoder=other[1], awaits_rebuild=True)
                self._engines[key] = engine
            return self._engines[key]

    def engine_with(self, path: Path, *, preliminary_ranker: Ranker, ranker: Ranker, query_ranker: Ranker) -> Engine:
        """Return the same engine with other rankers, which the training of a ranker needs."""
        models = self.models
        return Engine(
            library=self.libraries.library(path),
            encoder=models.shared_encoder(),
            query_encoder=models.query_encoder(),
            prefilter=models.prefilter(),
            pair_scorer=models.pair_scorer(),
            stance_scorer=models.stance_scorer(),
            stance_languages=models.stance_languages(),
            claim_reader=models.claim_reader(),
            checkworthiness_scorer=models.checkworthiness_scorer(),
            preliminary_ranker=preliminary_ranker,
            ranker=ranker,
            query_ranker=query_ranker,
        )

    def ask_engine(self, path: Path) -> AskEngine:
        """Return posts and the models of Ask, with the fact-checks of the library where it holds any.

        Raises LibraryError `posts-not-found` where there are no posts, and as `library` and `posts` do.
        """
        models = self.models
        with models.lock:
            return AskEngine(
                posts=self.libraries.posts(path),
                encoder=models.encoder(),
                query_encoder=models.query_encoder(),
                reader=models.reader(),
                opinions=models.opinions(),
                stance=models.stance_scorer(),
                factchecks=self._factchecks(path),
            )

    def verify_engine(self, path: Path | None) -> VerifyEngine:
        """Return evidence and the models of Verify, with the fact-checks of the library where it holds any; None: models only.

        Without evidence in the library the engine finds no answers. Raises LibraryError as `library` and `evidence` do.
        """
        models = self.models
        with models.lock:
            answering = checked_model("evidence", models.folder)
            return VerifyEngine(
                evidence=self.libraries.existing_evidence(path) if path is not None else None,
                encoder=models.encoder(),
                query_encoder=models.query_encoder(),
                reader=models.reader(),
                opinions=models.opinions(),
                stance=models.stance_scorer(),
                pairs=models.pair_scorer(),
                answers=models.answer_scorer(),
                projection=load_query_projection(answering.path("leading.safetensors")),
                answerer=load_answerer(answering.path("model.json")),
                classifier=load_veracity_classifier(checked_model("veracity", models.folder).path("model.json")),
                factchecks=self._factchecks(path) if path is not None else None,
            )

    @contextmanager
    def narratives(self, path: Path, *, second_connection: bool = False) -> Iterator[NarrativeEngine]:
        """Open the narratives of the library at this path for one job. `second_connection` reads posts while another thread writes them.

        Raises LibraryError as `library` does.
        """
        narrative_file = open_narratives(path)
        try:
            yield NarrativeEngine(
                library=self.libraries.library(path),
                store=narrative_file,
                encoder=self.models.encoder,
                country_of=country_lookup(),
                posts=read_or_default(
                    lambda: self.libraries.posts(path, second_connection=second_connection), "posts-not-found", default=None
                ),
            )
        finally:
            narrative_file.close()

    def _factchecks(self, path: Path) -> Engine | None:
        """Return the engine of the library at this path, None where it holds no fact-checks."""
        count = read_or_default(lambda: len(self.libraries.library(path)), "library-not-found", default=0)
        return self.engine(path) if count else None

    def normaliser(self) -> RatingNormaliser:
        """Return the mapping of ratings to verdicts, with the user's own table where there is one."""
        return load_normaliser(self.rating_table())

    def rating_table(self) -> Path:
        """Return the path of the user's own rating table."""
        return user_table_path()

    def close(self) -> None:
        """Close every library, and end the language model's process."""
        self.models.close()
        self.libraries.close()
        self._engines.clear()
