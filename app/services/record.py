"""How a result was made, for the record that goes with it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from app import __version__
from app.domain.ranked import RunRecord
from app.ports import Field
from app.retrieval import KEEP
from app.services.analysis import Analysis
from app.services.judging import ranker_of
from app.translation import mark

# What of the ranker decides about words ("found", "near", a verdict): told in the run's record and in reports.
_THRESHOLDS = ("match_probability", "near_probability", "near_verifiability", "agree_probability", "silence_below")


def run_record(analysis: Analysis, seconds: Sequence[tuple[str, float]]) -> RunRecord:
    """Models, library generation and parameters of an analysis; `seconds` are (stage, duration) pairs."""
    options = analysis.options
    parameters = (
        ("top", str(options.top)),
        ("candidates", str(max(KEEP, options.top))),
        ("variants", (mark("tried") if options.variants else mark("not tried")) if analysis.single_claims else ""),
        ("include_publishers", ", ".join(options.include_publishers)),
        ("exclude_publishers", ", ".join(options.exclude_publishers)),
        *((name, f"{getattr(ranker_of(analysis).file, name):.4g}") for name in _THRESHOLDS),
    )
    return RunRecord(
        program=f"priorcheck {__version__}",
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        library=str(analysis.engine.library.path),
        generation=analysis.snapshot.generation,
        factchecks=len(analysis.snapshot.ids),
        searched=analysis.searched,
        index_kind=analysis.snapshot.vectors(Field.CLAIM).kind,
        as_of=options.as_of,
        models=analysis.engine.models(),
        parameters=tuple((name, value) for name, value in parameters if value),
        seconds=tuple((name, round(value, 3)) for name, value in seconds),
    )
