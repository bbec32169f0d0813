"""Time series of the debunks and posts of narratives, with their statistics."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.narrative import NarrativeFilter
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.series import SeriesStatistics
from app.domain.timeline import Step
from app.errors import InputError
from app.narratives.series import count_series
from app.narratives.statistics import statistics_of
from app.services.narrative_engine import NarrativeEngine
from app.services.narratives import read_narratives
from app.translation import tr


def series_statistics(
    *,
    engine: NarrativeEngine,
    narratives: Sequence[str],
    among: NarrativeFilter,
    step: Step,
    window: int,
    progress: Progress,
    cancel: CancelToken,
) -> SeriesStatistics:
    """Return the time series of these narratives' items (none named: of all narratives) and its statistics.

    Raises InputError `series-empty` if no item has a date, LibraryError, Cancelled.
    """
    progress(ProgressUpdate(tr("Reading narratives")))
    narrative_map = read_narratives(engine=engine, among=among)
    ids = set(narratives)
    keys = {key for narrative in narrative_map.narratives if not ids or narrative.id in ids for key in narrative.items}
    cancel.check()
    series = count_series((item for item in narrative_map.items if item.key in keys), step=step, window=window)
    if series is None:
        message = tr("None of these items has a date, so there is nothing to count.")
        raise InputError("series-empty", message, hint=tr("Choose narratives with dated fact-checks or posts."))
    progress(ProgressUpdate(tr("Computing statistics")))
    return statistics_of(series, cancel=cancel)
