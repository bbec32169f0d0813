"""Narrative handlers of the fake worker: one story of two fact-checks, one repeat."""

from __future__ import annotations

from datetime import date

from app.domain.narrative import ItemKind, Narrative, NarrativeEdge, NarrativeItem, NarrativeMap
from app.domain.narrative_operations import Membership, Move, NarrativeOperation
from app.domain.repeat import EarlierDebunk, Repeat
from app.domain.series import CountSeries, Finding, SeriesStatistics
from app.domain.timeline import Step
from app.worker import protocol
from app.worker.context import JobContext

ACT = NarrativeOperation(
    label="Take 1 item out", who="Ana", at="2026-01-01T00:00:00", moves=(Move("factcheck:a", Membership("n-1"), Membership("", True)),)
)
EARLIER = EarlierDebunk(factcheck="a", publisher="Lupa", language="pt", published=date(2021, 3, 1), days=42)


def story_map(stories: int = 1) -> NarrativeMap:
    """Return so many stories of two fact-checks each."""
    names = [f"{number}" for number in range(stories)]
    items = [_item(f"{side}{name}", day) for name in names for side, day in (("a", date(2021, 3, 1)), ("b", date(2021, 4, 12)))]
    narratives = [
        Narrative(
            id=f"n-{name}", name="سد", claim="The dam", central=f"factcheck:a{name}", items=(f"factcheck:a{name}", f"factcheck:b{name}")
        )
        for name in names
    ]
    return NarrativeMap(
        narratives=tuple(narratives),
        items=tuple(items),
        repeats=tuple(Repeat(later=f"b{name}", earlier=f"a{name}", similarity=0.9, probability=0.9, days=42) for name in names),
        edges=tuple(NarrativeEdge(one=f"factcheck:a{name}", other=f"factcheck:b{name}", similarity=0.9) for name in names),
        found=True,
        fresh=True,
        undo="Split",
    )


def _item(identifier: str, day: date) -> NarrativeItem:
    return NarrativeItem(id=identifier, kind=ItemKind.FACTCHECK, text="The dam broke 😀", day=day, language="pt", publisher="Lupa")


def find(request: protocol.FindNarratives, context: JobContext) -> NarrativeMap:
    """Return many stories, which are sent in batches."""
    return story_map(120)


def read(request: protocol.ReadNarratives, context: JobContext) -> NarrativeMap:
    """Return one story."""
    return story_map()


def change(request: protocol.AnyRequest, context: JobContext) -> protocol.NarrativesChanged:
    """Return one changed and one removed narrative."""
    return protocol.NarrativesChanged(changed=story_map().narratives, gone=("n-9",), act=ACT, undo="a", redo="b")


def series(request: protocol.ComputeSeries, context: JobContext) -> SeriesStatistics:
    """Return two weeks without statistics."""
    counts = CountSeries(
        start=date(2021, 3, 1),
        step=Step.WEEK,
        factchecks=(1, 0),
        posts=(0, 2),
        window=4,
        factchecks_mean=(1.0, 0.5),
        posts_mean=(0.0, 1.0),
    )
    return SeriesStatistics(series=counts, findings=(Finding(name="Lag", refused="Too few."),))


def write(request: protocol.WriteNarratives, context: JobContext) -> protocol.Written:
    """Pretend to write."""
    return protocol.Written(path=request.path)


def earlier(request: protocol.FindEarlier, context: JobContext) -> protocol.EarlierFound:
    """Return the same for all."""
    return protocol.EarlierFound(earlier=dict.fromkeys(request.ids, EARLIER))


HANDLERS = {
    protocol.FindNarratives: find,
    protocol.ReadNarratives: read,
    protocol.ActOnNarratives: change,
    protocol.UndoNarratives: change,
    protocol.RedoNarratives: change,
    protocol.ComputeSeries: series,
    protocol.WriteNarratives: write,
    protocol.FindEarlier: earlier,
}
