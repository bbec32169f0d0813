"""Configuration of the multistage retrieval pipeline: stages, depths and fusion."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.errors import InputError
from app.translation import tr


class Stage(StrEnum):
    """One stage of the pipeline; the first searches the whole library, each later one reorders the candidates of the one before it."""

    BM25 = "bm25"
    BI = "bi"
    CROSS = "cross"


class Fusion(StrEnum):
    """Fusion of the stages' rankings; `LAST` uses no fusion: the last stage's order, followed by the candidates that it did not
    see."""

    COMBSUM = "combsum"
    RRF = "rrf"
    BORDA = "borda"
    LAST = "last"


DEPTHS = {Stage.BM25: 1000, Stage.BI: 400, Stage.CROSS: 400}
"""How many fact-checks each stage hands on; the cross-encoder reads those that the bi-encoder does."""
WEIGHTS = {Stage.BM25: 0.1, Stage.BI: 0.4, Stage.CROSS: 0.5}
"""What each stage counts in the weighted CombSUM (.5/.4/.1); the later a stage, the more closely it has read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PipelineOptions:
    """`stages` in order, and the number of fact-checks that each passes on (`depths`). The bi-encoder compares `read` sentences of
    a body, for the `read_of` fact-checks nearest by claim and title."""

    stages: tuple[Stage, ...] = (Stage.BM25, Stage.BI, Stage.CROSS)
    depths: tuple[int, ...] = (1000, 400, 400)
    fusion: Fusion = Fusion.COMBSUM
    read: int = 5
    read_of: int = 100


def pipeline_options(
    stages: tuple[Stage, ...], *, depths: tuple[int, ...] = (), fusion: Fusion = Fusion.COMBSUM, read: int = 5
) -> PipelineOptions:
    """Return the options of these stages, with default depths for those not given. A later stage never gets more candidates than an
    earlier one. Raises InputError `pipeline-stages` or `pipeline-depths`."""
    if not stages or list(stages) != [stage for stage in Stage if stage in stages] or len(set(stages)) != len(stages):
        hint = tr("They are bm25, bi and cross, each at most once, in this order.")
        raise InputError("pipeline-stages", tr("The stages of the pipeline cannot be these."), hint=hint)
    if stages == (Stage.CROSS,):
        message = tr("The cross-encoder only orders what another stage has found.")
        raise InputError("pipeline-stages", message, hint=tr("Put bm25 or bi before it."))
    if len(depths) > len(stages):
        raise InputError("pipeline-depths", tr("There are more depths than stages."), hint=tr("Give each stage one."))
    full_depths = [*depths, *(DEPTHS[stage] for stage in stages[len(depths) :])]
    cut = tuple(min(full_depths[: index + 1]) for index in range(len(full_depths)))
    return PipelineOptions(stages=stages, depths=cut, fusion=fusion, read=read)
