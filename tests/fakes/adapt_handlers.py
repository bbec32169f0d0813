"""Fake adaptation: a better result, or none, without any training."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from app.domain.adapting import Adapted, AdaptEstimate, Comparison, Interval
from app.worker import protocol
from app.worker.context import JobContext
from tests.fakes.library_requests import Step


def adapted(*, better: bool = True, folder: str = "/models/adapted-1", epochs: int = 1) -> Adapted:
    """Return an adaptation result."""
    moved = Interval(mean=0.031, low=0.012, high=0.052) if better else Interval(mean=0.002, low=-0.01, high=0.013)
    measured = Comparison(
        queries=500,
        gallery=4000,
        map_before=0.81,
        map_after=0.81 + moved.mean,
        map_difference=moved,
        mrr_before=0.82,
        mrr_after=0.82 + moved.mean,
        mrr_difference=moved,
    )
    return Adapted(
        folder=folder if better else "",
        better=better,
        held_back=measured,
        decisions=measured if better else None,
        started_from="claim-encoder-1:0:openvino-cpu:float32",
        before="",
        factchecks=19250,
        claims=17100 * epochs,
        guarded=0,
        seconds=900.0,
        training_seconds=800.0,
        megabytes=900.0,
        seed=0,
        epochs=epochs,
    )


def estimate(request: protocol.EstimateAdapting, context: JobContext) -> AdaptEstimate:
    """Return a constant estimate."""
    return AdaptEstimate(factchecks=19250, claims=17325, seconds=720.0, resumable=False)


def adapt(request: protocol.AdaptLibrary, context: JobContext) -> Adapted:
    """Report a better encoder."""
    return adapted(epochs=request.options.epochs)


def use(request: protocol.UseAdapted, context: JobContext) -> protocol.ModelChosen:
    """Switch to the adapted encoder, or back to the bundled one."""
    return protocol.ModelChosen(line=f"{'b' * 64}  {request.folder}" if request.folder else "")


def discard(request: protocol.DiscardAdapted, context: JobContext) -> protocol.ModelChosen:
    """Report that no encoder is in use."""
    return protocol.ModelChosen(line="")


HANDLERS: dict[type[protocol.AnyRequest], object] = {
    protocol.EstimateAdapting: estimate,
    protocol.AdaptLibrary: adapt,
    protocol.UseAdapted: use,
    protocol.DiscardAdapted: discard,
}


class AdaptingJobs:
    """The same jobs in steps, for the fake task client; `better` sets the result, `resumable` whether an interrupted training
    exists."""

    def __init__(self) -> None:
        self.better, self.resumable = True, False
        self.asked: list[protocol.AnyRequest] = []

    def handlers(self) -> Mapping[type[protocol.AnyRequest], Callable[..., Iterator[Step]]]:
        """Return the handlers by request type."""
        return {
            protocol.EstimateAdapting: self._estimate,
            protocol.AdaptLibrary: self._adapt,
            protocol.UseAdapted: self._use,
            protocol.DiscardAdapted: self._discard,
        }

    def _estimate(self, request: protocol.EstimateAdapting) -> Iterator[Step]:
        yield "finished", (AdaptEstimate(factchecks=19250, claims=17325, seconds=720.0, resumable=self.resumable),)

    def _adapt(self, request: protocol.AdaptLibrary) -> Iterator[Step]:
        self.asked.append(request)
        for completed in range(3):
            yield "progressed", ("Training the encoder", completed, 3)
        yield "finished", (adapted(better=self.better),)

    def _use(self, request: protocol.UseAdapted) -> Iterator[Step]:
        self.asked.append(request)
        yield "progressed", ("Encoding", 0, 0)
        yield "finished", (protocol.ModelChosen(line=f"{'b' * 64}  {request.folder}" if request.folder else ""),)

    def _discard(self, request: protocol.DiscardAdapted) -> Iterator[Step]:
        self.asked.append(request)
        yield "finished", (protocol.ModelChosen(line=""),)
