"""The one session that all lanes of the worker share, made by whichever asks first; libraries by the paths that requests name."""

from __future__ import annotations

import threading
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.progress import ProgressUpdate
from app.translation import tr
from app.worker.context import JobContext

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from app.assist import Asker
    from app.bootstrap import Session
    from app.ports import EvidenceLibrary, LanguageModel, Library, PostLibrary, TextEncoder
    from app.services.ask_engine import AskEngine
    from app.services.engine import Engine
    from app.services.narrative_engine import NarrativeEngine
    from app.services.verify_engine import VerifyEngine


class SharedSession:
    """What handlers ask for, as the methods of `Session` have it. The session is imported when it is first needed, so that the worker
    greets at once."""

    def __init__(self, *, models: Path | None, device: str, threads: int) -> None:
        self._models, self._device, self._threads = models, device, threads
        self._lock = threading.Lock()

    def session(self) -> Session:
        """Return the session itself."""
        with self._lock:
            return self._session

    @cached_property
    def _session(self) -> Session:
        from app.bootstrap import Session

        return Session(models=self._models, device=self._device, threads=self._threads or None)

    def library(self, path: str, *, create: bool = False) -> Library:
        """Return the fact-checks; `create` makes an empty library where there is none."""
        return self.session().libraries.library(Path(path), create=create)

    def posts(self, path: str, *, create: bool = False, second_connection: bool = False) -> PostLibrary:
        """Return the posts; `second_connection` opens them a second time, for reading while an import writes."""
        return self.session().libraries.posts(Path(path), create=create, second_connection=second_connection)

    def evidence(self, path: str, *, create: bool = False, second_connection: bool = False) -> EvidenceLibrary:
        """Return the evidence, as posts."""
        return self.session().libraries.evidence(Path(path), create=create, second_connection=second_connection)

    def engine(self, path: str) -> Engine:
        """Return what ranking and matching work with."""
        return self.session().engine(Path(path))

    def verify_engine(self, path: str) -> VerifyEngine:
        """Return what verifying works with."""
        return self.session().verify_engine(Path(path))

    def ask_engine(self, path: str) -> AskEngine:
        """Return what asking works with."""
        return self.session().ask_engine(Path(path))

    def narratives(self, path: str, *, second_connection: bool = False) -> AbstractContextManager[NarrativeEngine]:
        """Open the engine of narratives for the duration of the context."""
        return self.session().narratives(Path(path), second_connection=second_connection)

    def encoder(self) -> TextEncoder:
        """Return the encoder in use, loaded."""
        return self.session().models.encoder()

    def language_model(self, context: JobContext) -> LanguageModel:
        """Return the language model that the user chose, loaded, which is shown as progress."""
        context.progress(ProgressUpdate(tr("Loading the language model")))
        return self.session().models.needed_language_model(cancel=context.cancel)

    def asker(self, context: JobContext) -> Asker:
        """Return the same, to be asked."""
        from app.assist import Asker

        return Asker(self.language_model(context), context.cancel)
