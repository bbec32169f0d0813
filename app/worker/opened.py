"""What the handlers share: one session with its models and libraries, each opened once by whichever lane asks first.

What is open may be used by all lanes. Libraries have a lock of their own, so that a search need not wait for models to load.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.progress import ProgressUpdate
from app.translation import tr
from app.worker.context import JobContext

if TYPE_CHECKING:
    from app.assist import Asker
    from app.bootstrap import Session
    from app.ports import EvidenceLibrary, LanguageModel, Library, PostLibrary, TextEncoder
    from app.services.ask_engine import AskEngine
    from app.services.engine import Engine
    from app.services.narrative_engine import NarrativeEngine
    from app.services.verify_engine import VerifyEngine


class Opened:
    """Models and libraries by the folder of the library that they belong to. All methods raise what `Session` raises."""

    def __init__(self, *, models: Path | None, device: str, threads: int) -> None:
        self._models = models
        self._device = device
        self._threads = threads
        self._library_lock = threading.Lock()
        self._model_lock = threading.Lock()

    def session(self) -> Session:
        """The session itself."""
        with self._library_lock:
            return self._session

    @cached_property
    def _session(self) -> Session:
        from app.bootstrap import Session

        return Session(models=self._models, device=self._device, threads=self._threads or None)

    def library(self, path: str, *, create: bool = False) -> Library:
        """Fact-checks; `create` makes an empty library where there is none."""
        with self._library_lock:
            return self._session.library(Path(path), create=create)

    def posts(self, path: str, *, create: bool = False, aside: bool = False) -> PostLibrary:
        """Posts; `aside` opens them a second time, for reading while an import writes."""
        with self._library_lock:
            return self._session.posts(Path(path), create=create, aside=aside)

    def evidence(self, path: str, *, create: bool = False, aside: bool = False) -> EvidenceLibrary:
        """Evidence, as posts."""
        with self._library_lock:
            return self._session.evidence(Path(path), create=create, aside=aside)

    def engine(self, path: str) -> Engine:
        """What ranking and matching work with."""
        self.library(path)
        with self._model_lock:
            return self._session.engine(Path(path))

    def verify_engine(self, path: str) -> VerifyEngine:
        """What verifying works with."""
        with self._model_lock:
            return self._session.verify_engine(Path(path))

    def ask_engine(self, path: str) -> AskEngine:
        """What asking works with."""
        with self._model_lock:
            return self._session.ask_engine(Path(path))

    @contextmanager
    def narratives(self, path: str, *, aside: bool = False) -> Iterator[NarrativeEngine]:
        """What narratives are made with, while the context lasts."""
        self.library(path)
        with ExitStack() as opened:
            with self._library_lock:
                engine = opened.enter_context(self._session.narratives(Path(path), aside=aside))
            yield replace(engine, encoder=self.encoder)

    def read_narratives(self, path: str) -> AbstractContextManager[NarrativeEngine]:
        """The same for looking at them while they are made."""
        return self.narratives(path, aside=True)

    def encoder(self) -> TextEncoder:
        """The encoder in use, loaded."""
        session = self.session()
        with self._model_lock:
            return session.encoder()

    def language_model(self, context: JobContext) -> LanguageModel:
        """The language model that the user chose, loaded, which is shown as progress."""
        context.progress(ProgressUpdate(tr("Loading the language model")))
        session = self.session()
        with self._model_lock:
            return session.needed_language_model(cancel=context.cancel)

    def asker(self, context: JobContext) -> Asker:
        """The same, to be asked."""
        from app.assist import Asker

        return Asker(self.language_model(context), context.cancel)

    def loading(self) -> AbstractContextManager[object]:
        """Held while models are loaded or asked about; one lane at a time."""
        return self._model_lock
