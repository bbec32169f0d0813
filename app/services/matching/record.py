"""The record of how sentences were matched."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.ranked import RunRecord
from app.ports import Field
from app.retrieval import KEEP
from app.services.matching.context import MatchContext
from app.services.run_record import new_record
from app.translation import mark

# The ranker's numbers that outcome and verdict depend on.
_THRESHOLDS = ("match_probability", "near_probability", "near_verifiability", "agree_probability", "silence_below")


def run_record(context: MatchContext, seconds: Sequence[tuple[str, float]]) -> RunRecord:
    """Return models, library generation and parameters of a job; `seconds` are (stage, duration) pairs."""
    options = context.options
    parameters = (
        ("top", str(options.top)),
        ("candidates", str(max(KEEP, options.top))),
        ("variants", (mark("tried") if options.variants else mark("not tried")) if context.single_claims else ""),
        ("include_publishers", ", ".join(options.include_publishers)),
        ("exclude_publishers", ", ".join(options.exclude_publishers)),
        *((name, f"{getattr(context.ranker.file, name):.4g}") for name in _THRESHOLDS),
    )
    return new_record(
        library=str(context.engine.library.path),
        generation=context.snapshot.generation,
        factchecks=len(context.snapshot.ids),
        searched=context.searched,
        index_kind=context.snapshot.vectors(Field.CLAIM).kind,
        as_of=options.as_of,
        models=context.engine.models(),
        parameters=parameters,
        seconds=seconds,
    )
