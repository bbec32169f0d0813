"""What a client asks about narratives, and what it is answered with."""

from __future__ import annotations

import msgspec

from app.domain.narrative import Narrative, NarrativeFilter
from app.domain.narrative_acts import NarrativeAct
from app.domain.repeat import EarlierDebunk
from app.domain.timeline import Step
from app.worker.protocol.requests import Request


class FindNarratives(Request, frozen=True, kw_only=True):
    """Group what has come to the library since the last time, find repeats, keep all that. Result: NarrativeMap."""

    library: str
    posts: bool = True
    anew: bool = False


class ReadNarratives(Request, frozen=True, kw_only=True):
    """The narratives as they were found last. Result: NarrativeMap."""

    library: str
    among: NarrativeFilter = NarrativeFilter()


class ActOnNarratives(Request, frozen=True, kw_only=True):
    """Let an act hold, and keep it. Result: NarrativesChanged."""

    library: str
    act: NarrativeAct


class UndoNarratives(Request, frozen=True, kw_only=True):
    """Take the last act back. Result: NarrativesChanged."""

    library: str


class RedoNarratives(Request, frozen=True, kw_only=True):
    """Do the act again that was taken back last. Result: NarrativesChanged."""

    library: str


class ComputeSeries(Request, frozen=True, kw_only=True):
    """Debunks and posts of some narratives (none given: of all items) as series with their statistics. Result: SeriesStatistics."""

    library: str
    narratives: tuple[str, ...] = ()
    among: NarrativeFilter = NarrativeFilter()
    step: Step = Step.WEEK
    window: int = 4


class WriteNarratives(Request, frozen=True, kw_only=True):
    """Write narratives (none given: all) to a file: json, graphml, csv; `path` and `record` as for WriteReport. Result: Written."""

    library: str
    path: str
    record: bool = False
    narratives: tuple[str, ...] = ()
    among: NarrativeFilter = NarrativeFilter()


class FindEarlier(Request, frozen=True, kw_only=True):
    """Which of these fact-checks repeat an earlier one. Result: EarlierFound."""

    library: str
    ids: tuple[str, ...]


class NarrativesChanged(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The narratives that an act changed, as they are now, the ids of those that are gone, what the act was ("" for none), and what undo
    and redo would do."""

    changed: tuple[Narrative, ...] = ()
    gone: tuple[str, ...] = ()
    act: NarrativeAct | None = None
    undo: str = ""
    redo: str = ""


class EarlierFound(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """By the id of a fact-check, the earliest one that it repeats; those that repeat none are left out."""

    earlier: dict[str, EarlierDebunk]
