"""Narratives: what is new in a library is grouped into stories, repeats are found, and all of it is kept."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

from app.domain.factcheck import FactCheck
from app.domain.narrative import ItemKind, Narrative, NarrativeFilter, NarrativeMap, item_key
from app.domain.narrative_operations import NarrativeOperation
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.narratives.identity import identified
from app.narratives.parameters import RECIPE, NarrativeRecipe
from app.ports import FoundNarratives, LibrarySnapshot, NeighbourGraph, PostIndex
from app.services.gc_paused import gc_paused
from app.services.narrative_engine import NarrativeEngine
from app.services.narrative_graph import neighbour_graph
from app.services.narrative_grouping import starting_places, story_labels
from app.services.narrative_items import factcheck_items, post_items
from app.services.narrative_map import told
from app.services.narrative_members import items_of
from app.services.narrative_record import narrative_record
from app.services.narrative_repeats import find_repeats
from app.translation import tr, trn

ALL = NarrativeFilter()


@gc_paused()
def find_narratives(
    *,
    engine: NarrativeEngine,
    posts: bool = True,
    anew: bool = False,
    among: NarrativeFilter = ALL,
    progress: Progress,
    cancel: CancelToken,
    recipe: NarrativeRecipe = RECIPE,
) -> NarrativeMap:
    """Group what has come since the last time (with `anew`, everything), find repeats, keep the outcome, tell it.

    Places, names and judgements given by hand hold in any case. Raises LibraryError, Cancelled; then what was kept before is as it was.
    """
    started = time.perf_counter()
    with engine.snapshot() as snapshot, ExitStack() as closing_last:
        kept = engine.kept.read()
        again = anew or kept.encoder != snapshot.encoder
        factchecks, texts = factcheck_items(snapshot, progress=progress, cancel=cancel)
        index = _post_index(engine, snapshot, progress, cancel) if posts else None
        pools = [factchecks]
        if index is not None:
            closing_last.callback(index.close)
            pools.append(post_items(index, progress=progress, cancel=cancel))
        old = NeighbourGraph() if again else engine.kept.graph()
        graph, fresh, compared = neighbour_graph(pools, old, progress=progress, cancel=cancel, recipe=recipe)
        labels = story_labels(
            pools, graph, starting_places(kept.places, graph, fresh, again=again), recipe, progress=progress, cancel=cancel
        )
        found = FoundNarratives(
            state=_state(engine, snapshot, posts=posts),
            encoder=snapshot.encoder,
            graph=graph,
            places=identified(graph.keys, labels.tolist(), kept.places),
            repeats=find_repeats(texts, graph, fresh, () if again else kept.repeats, progress=progress, cancel=cancel),
            remarks=_remarks(0 if index is None else index.waiting, compared=compared),
        )
        cancel.check()
        progress(ProgressUpdate(tr("Keeping the narratives")))
        engine.kept.keep(found)
        made = _told(engine, snapshot, among, graph, known={each.id: each for each in texts})
        return replace(made, run=narrative_record(engine, snapshot, recipe, items=len(graph.keys), seconds=time.perf_counter() - started))


@gc_paused()
def read_narratives(*, engine: NarrativeEngine, among: NarrativeFilter = ALL) -> NarrativeMap:
    """The narratives as they were found last, with the items that pass; `found` is false where they never were. Raises LibraryError."""
    with engine.snapshot() as snapshot:
        return _told(engine, snapshot, among, engine.kept.graph())


@dataclass(frozen=True, slots=True, kw_only=True)
class ActOutcome:
    """What an act left: the narratives that it changed as they are now, the ids of those that are gone, the act itself (None: there was
    nothing to undo or to do again), and what undo and redo would do."""

    changed: tuple[Narrative, ...] = ()
    gone: tuple[str, ...] = ()
    act: NarrativeOperation | None = None
    undo: str = ""
    redo: str = ""


def do_act(act: NarrativeOperation, *, engine: NarrativeEngine) -> ActOutcome:
    """Let an act hold and keep it. Raises LibraryError, with nothing changed."""
    engine.kept.do(act)
    return _outcome(act, engine)


def undo_act(*, engine: NarrativeEngine) -> ActOutcome:
    """Take the last act back. Raises LibraryError, with nothing changed."""
    return _outcome(engine.kept.undo(), engine)


def redo_act(*, engine: NarrativeEngine) -> ActOutcome:
    """Do the act again that was undone last. Raises LibraryError, with nothing changed."""
    return _outcome(engine.kept.redo(), engine)


def _outcome(act: NarrativeOperation | None, engine: NarrativeEngine) -> ActOutcome:
    undo, redo = engine.kept.labels()
    touched = _touched(act) if act is not None else frozenset()
    now: dict[str, Narrative] = {}
    if touched:
        now = {each.id: each for each in read_narratives(engine=engine).narratives if each.id in touched}
    gone = tuple(sorted(touched - now.keys()))
    return ActOutcome(changed=tuple(now.values()), gone=gone, act=act, undo=undo, redo=redo)


def _touched(act: NarrativeOperation) -> frozenset[str]:
    places = {place.narrative for move in act.moves for place in (move.before, move.after)}
    return frozenset(places | {naming.narrative for naming in act.names}) - {""}


def chosen_only(found: NarrativeMap, narratives: Sequence[str]) -> NarrativeMap:
    """These narratives alone (none named: all), with their items, and the repeats and edges among them."""
    if not narratives:
        return found
    chosen = tuple(each for each in found.narratives if each.id in set(narratives))
    keys = {key for each in chosen for key in each.items}
    return replace(
        found,
        narratives=chosen,
        items=tuple(item for item in found.items if item.key in keys),
        repeats=tuple(each for each in found.repeats if {item_key(ItemKind.FACTCHECK, one) for one in (each.later, each.earlier)} <= keys),
        edges=tuple(edge for edge in found.edges if edge.one in keys and edge.other in keys),
    )


def _told(
    engine: NarrativeEngine,
    snapshot: LibrarySnapshot,
    among: NarrativeFilter,
    graph: NeighbourGraph,
    *,
    known: Mapping[str, FactCheck] | None = None,
) -> NarrativeMap:
    kept = engine.kept.read()
    made = told(kept, graph, items_of(kept, snapshot, engine, known=known), among)
    fresh = kept.state in {_state(engine, snapshot, posts=True), _state(engine, snapshot, posts=False)}
    return replace(made, fresh=fresh)


def _state(engine: NarrativeEngine, snapshot: LibrarySnapshot, *, posts: bool) -> str:
    """Names what narratives were found in."""
    counted = len(engine.posts) if posts and engine.posts is not None else "-"
    return f"{snapshot.generation}/{snapshot.encoder}/{counted}"


def _post_index(engine: NarrativeEngine, snapshot: LibrarySnapshot, progress: Progress, cancel: CancelToken) -> PostIndex | None:
    """The posts as they can be searched; None where there are none."""
    if engine.posts is None or not len(engine.posts):
        return None
    return engine.posts.index(encoder=engine.checked_encoder(snapshot), progress=progress, cancel=cancel)


def _remarks(unencoded: int, *, compared: bool) -> tuple[str, ...]:
    """What the user should know of posts that could not take part, or not wholly."""
    found = []
    if unencoded:
        found.append(
            trn(
                "{count} post was left out: make posts searchable by meaning first (in Ask, or with “priorcheck library index”).",
                "{count} posts were left out: make posts searchable by meaning first (in Ask, or with “priorcheck library index”).",
                unencoded,
            )
        )
    if not compared:
        found.append(tr("There are too many posts to compare them with each other: they were only compared with the fact-checks."))
    return tuple(found)
