"""How a result was made, for the record that goes with it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from app import __version__
from app.domain.ranked import RunRecord
from app.ports import Field
from app.retrieval import KEEP
from app.services.matching.context import MatchContext
from app.translation import mark

# What of the ranker decides about words ("found", "near", a verdict): told in the run's record and in reports.
_THRESHOLDS = ("match_probability", "near_probability", "near_verifiability", "agree_probability", "silence_below")


def run_record(context: MatchContext, seconds: Sequence[tuple[str, float]]) -> RunRecord:
    """Models, library generation and parameters of a job; `seconds` are (stage, duration) pairs."""
    options = context.options
    parameters = (
        ("top", str(options.top)),
        ("candidates", str(max(KEEP, options.top))),
        ("variants", (mark("tried") if options.variants else mark("not tried")) if context.single_claims else ""),
        ("include_publishers", ", ".join(options.include_publishers)),
        ("exclude_publishers", ", ".join(options.exclude_publishers)),
        *((name, f"{getattr(context.ranker.file, name):.4g}") for name in _THRESHOLDS),
    )
    return RunRecord(
        program=f"priorcheck {__version__}",
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        library=str(context.engine.library.path),
        generation=context.snapshot.generation,
        factchecks=len(context.snapshot.ids),
        searched=context.searched,
        index_kind=context.snapshot.vectors(Field.CLAIM).kind,
        as_of=options.as_of,
        models=context.engine.models(),
        parameters=tuple((name, value) for name, value in parameters if value),
        seconds=tuple((name, round(value, 3)) for name, value in seconds),
    )
