"""The real handlers: each turns a request into a call of the same service that the command line calls.

Everything heavy is imported inside them, so that the worker greets its client at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from app.worker.adapt_handlers import AdaptHandlers
from app.worker.ask_handlers import AskHandlers
from app.worker.assist_handlers import AssistHandlers
from app.worker.data_handlers import data_handlers
from app.worker.document_handlers import DocumentHandlers
from app.worker.evidence_handlers import EvidenceHandlers
from app.worker.library_handlers import LibraryHandlers
from app.worker.narrative_handlers import NarrativeHandlers
from app.worker.opened import Opened
from app.worker.protocol import Request
from app.worker.server import Handler
from app.worker.verify_handlers import VerifyHandlers


def real_handlers(*, models: str = "", device: str = "auto", threads: int = 0) -> Mapping[type[Request], Handler]:
    """Handlers that share one session: models folder ("" for the bundled one), device, processor threads (0: all cores)."""
    shared = Opened(models=Path(models) if models else None, device=device, threads=threads)
    return {
        **DocumentHandlers(shared).by_request(),
        **LibraryHandlers(library=shared.library, encoder=shared.encoder, session=shared.session).by_request(),
        **AdaptHandlers(session=shared.session).by_request(),
        **AskHandlers(posts=shared.posts, encoder=shared.encoder, engine=shared.ask_engine, asker=shared.asker).by_request(),
        **VerifyHandlers(library=shared.library, encoder=shared.encoder, engine=shared.verify_engine).by_request(),
        **EvidenceHandlers(evidence=shared.evidence, encoder=shared.encoder).by_request(),
        **NarrativeHandlers(engine=shared.narratives).by_request(),
        **data_handlers(),
        **AssistHandlers(model=shared.language_model, verify_engine=shared.verify_engine, narratives=shared.read_narratives).by_request(),
    }
