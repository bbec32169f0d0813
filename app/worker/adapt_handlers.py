"""The handlers that adapt the encoder to a library. As in `handlers`, what is heavy is imported inside them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.domain.adapting import Adapted, AdaptEstimate
from app.worker import protocol
from app.worker.context import JobContext
from app.worker.protocol import ModelChosen
from app.worker.routing import handles
from app.worker.shared_session import SharedSession


@dataclass(frozen=True, slots=True)
class AdaptHandlers:
    """Adapting the encoder to a library."""

    shared: SharedSession

    @handles(protocol.EstimateAdapting)
    def estimate(self, request: protocol.EstimateAdapting, context: JobContext) -> AdaptEstimate:
        from app.bootstrap.adapting import work_folder
        from app.services.adapting.run import estimate

        return estimate(request.options, library=self.shared.library(request.library), work_folder=work_folder(Path(request.library)))

    @handles(protocol.AdaptLibrary)
    def adapt(self, request: protocol.AdaptLibrary, context: JobContext) -> Adapted:
        from app.bootstrap.adapting import adapt_ports
        from app.services.adapting.run import adapt

        ports = adapt_ports(self.shared.session(), Path(request.library))
        return adapt(request.options, ports=ports, progress=context.progress, cancel=context.cancel)

    @handles(protocol.UseAdapted)
    def use(self, request: protocol.UseAdapted, context: JobContext) -> ModelChosen:
        from app.bootstrap.adapting import undo_adapted, use_adapted

        session, library = self.shared.session(), Path(request.library)
        if request.folder:
            encoder = use_adapted(session, Path(request.folder), library=library, progress=context.progress, cancel=context.cancel)
        else:
            encoder = undo_adapted(session, library=library, progress=context.progress, cancel=context.cancel)
        return ModelChosen(line=encoder.line() if encoder else "")

    @handles(protocol.DiscardAdapted)
    def discard(self, request: protocol.DiscardAdapted, context: JobContext) -> ModelChosen:
        from app.bootstrap.adapting import discard_adapted

        encoder = discard_adapted(Path(request.folder))
        return ModelChosen(line=encoder.line() if encoder else "")
