"""The real handlers: each turns a request into a call of the same service that the command line calls.

Everything heavy is imported inside them, so that the worker greets its client at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from app.worker.adapt_handlers import AdaptHandlers
from app.worker.ask_handlers import AskHandlers
from app.worker.assist_handlers import AssistHandlers
from app.worker.data_handlers import UserDataHandlers
from app.worker.document_handlers import DocumentHandlers
from app.worker.evidence_handlers import EvidenceHandlers
from app.worker.library_handlers import LibraryHandlers
from app.worker.narrative_handlers import NarrativeHandlers
from app.worker.protocol import AnyRequest
from app.worker.routing import Handler, handlers_of
from app.worker.shared_session import SharedSession
from app.worker.verify_handlers import VerifyHandlers


def real_handlers(*, models: str = "", device: str = "auto", threads: int = 0) -> Mapping[type[AnyRequest], Handler]:
    """Handlers that share one session: models folder ("" for the bundled one), device, processor threads (0: all cores)."""
    shared = SharedSession(models=Path(models) if models else None, device=device, threads=threads)
    return handlers_of(
        DocumentHandlers(shared),
        LibraryHandlers(shared),
        AdaptHandlers(shared),
        AskHandlers(shared),
        VerifyHandlers(shared),
        EvidenceHandlers(shared),
        NarrativeHandlers(shared),
        AssistHandlers(shared),
        UserDataHandlers(),
    )
