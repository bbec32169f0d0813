"""Narratives: what is new in a library is grouped into stories, repeats are found, and all of it is kept."""

from __future__ import annotations

from app.domain.narrative import NarrativeFilter, NarrativeMap
from app.domain.narrative_acts import NarrativeAct
from app.domain.progress import CancelToken, Progress
from app.services.narrative_engine import NarrativeEngine


def find_narratives(
    *, engine: NarrativeEngine, posts: bool = True, anew: bool = False, progress: Progress, cancel: CancelToken
) -> NarrativeMap:
    """Group what has come since the last time (with `anew`, everything), find repeats, keep the outcome, tell it.

    Places, names and judgements given by hand hold in any case. Raises LibraryError, Cancelled; then what was kept before is as it was.
    """
    raise NotImplementedError


def read_narratives(*, engine: NarrativeEngine, among: NarrativeFilter = NarrativeFilter()) -> NarrativeMap:  # noqa: B008
    """The narratives as they were found last, with the items that pass; `found` is false where they never were. Raises LibraryError."""
    raise NotImplementedError


def do_act(act: NarrativeAct, *, engine: NarrativeEngine) -> None:
    """Let an act hold and keep it. Raises LibraryError."""
    raise NotImplementedError
