"""Finds and edits narratives: groups the new items of a library into stories, finds repeats, stores all of it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

from app.domain.factcheck import FactCheck
from app.domain.narrative import ItemKind, Narrative, NarrativeFilter, NarrativeMap, item_key
from app.domain.narrative_operations import NarrativeOperation
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.narratives.identity import assigned_ids
from app.narratives.parameters import RECIPE, NarrativeRecipe
from app.ports import FoundNarratives, LibrarySnapshot, NeighbourGraph, PostIndex
from app.services.gc_paused import gc_paused
from app.services.narrative_engine import NarrativeEngine
from app.services.narrative_graph import neighbour_graph
from app.services.narrative_grouping import initial_memberships, story_labels
from app.services.narrative_items import factcheck_items, post_items
from app.services.narrative_map import build_map
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
    regroup_all: bool = False,
    among: NarrativeFilter = ALL,
    progress: Progress,
    cancel: CancelToken,
    recipe: NarrativeRecipe = RECIPE,
) -> NarrativeMap:
    """Group all items that are new since the last run (with `regroup_all`, everything), find repeats, store and return the result.

    Memberships, names and judgements set by hand always stay. Raises LibraryError, Cancelled; then the stored narratives are
    unchanged.
    """
    started = time.perf_counter()
    with engine.snapshot() as snapshot, ExitStack() as closing_last:
        stored = engine.store.read()
        # Vectors of two encoders cannot be compared with each other.
        regroup = regroup_all or stored.encoder != snapshot.encoder
        factchecks, texts = factcheck_items(snapshot, progress=progress, cancel=cancel)
        index = _post_index(engine, snapshot, progress, cancel) if posts else None
        pools = [factchecks]
        if index is not None:
            closing_last.callback(index.close)
            pools.append(post_items(index, progress=progress, cancel=cancel))
        old = NeighbourGraph() if regroup else engine.store.graph()
        graph, is_new, compared = neighbour_graph(pools, old, progress=progress, cancel=cancel, recipe=recipe)
        labels = story_labels(
            pools, graph, initial_memberships(stored.memberships, graph, is_new, again=regroup), recipe, progress=progress, cancel=cancel
        )
        outcome = FoundNarratives(
            state=_state(engine, snapshot, posts=posts),
            encoder=snapshot.encoder,
            graph=graph,
            narrative_of=assigned_ids(graph.keys, labels.tolist(), stored.memberships),
            repeats=find_repeats(texts, graph, is_new, () if regroup else stored.repeats, progress=progress, cancel=cancel),
            remarks=_remarks(0 if index is None else index.waiting, compared=compared),
        )
        # Nothing is stored before this point, so a cancel leaves the stored narratives as they are.
        cancel.check()
        progress(ProgressUpdate(tr("Keeping the narratives")))
        engine.store.keep(outcome)
        narrative_map = _read_map(engine, snapshot, among, graph, factchecks={factcheck.id: factcheck for factcheck in texts})
        return replace(
            narrative_map, run=narrative_record(engine, snapshot, recipe, items=len(graph.keys), seconds=time.perf_counter() - started)
        )


@gc_paused()
def read_narratives(*, engine: NarrativeEngine, among: NarrativeFilter = ALL) -> NarrativeMap:
    """Return the stored narratives with the items that pass; `found` is False if none were ever found. Raises LibraryError."""
    with engine.snapshot() as snapshot:
        return _read_map(engine, snapshot, among, engine.store.graph())


@dataclass(frozen=True, slots=True, kw_only=True)
class ActOutcome:
    """The result of an operation: the changed narratives as they are now, the ids of removed ones, the operation itself (None:
    nothing to undo or redo), and the labels of undo and redo."""

    changed: tuple[Narrative, ...] = ()
    gone: tuple[str, ...] = ()
    act: NarrativeOperation | None = None
    undo: str = ""
    redo: str = ""


def do_act(act: NarrativeOperation, *, engine: NarrativeEngine) -> ActOutcome:
    """Apply an operation and store it. Raises LibraryError, with nothing changed."""
    engine.store.do(act)
    return _outcome(act, engine)


def undo_act(*, engine: NarrativeEngine) -> ActOutcome:
    """Undo the last operation. Raises LibraryError, with nothing changed."""
    return _outcome(engine.store.undo(), engine)


def redo_act(*, engine: NarrativeEngine) -> ActOutcome:
    """Redo the operation that was undone last. Raises LibraryError, with nothing changed."""
    return _outcome(engine.store.redo(), engine)


def _outcome(act: NarrativeOperation | None, engine: NarrativeEngine) -> ActOutcome:
    undo, redo = engine.store.labels()
    touched_ids = _touched(act) if act is not None else frozenset()
    now: dict[str, Narrative] = {}
    if touched_ids:
        now = {narrative.id: narrative for narrative in read_narratives(engine=engine).narratives if narrative.id in touched_ids}
    deleted = tuple(sorted(touched_ids - now.keys()))
    return ActOutcome(changed=tuple(now.values()), gone=deleted, act=act, undo=undo, redo=redo)


def _touched(act: NarrativeOperation) -> frozenset[str]:
    narratives = {membership.narrative for move in act.moves for membership in (move.before, move.after)}
    return frozenset(narratives | {name_change.narrative for name_change in act.names}) - {""}


def select_narratives(narrative_map: NarrativeMap, narratives: Sequence[str]) -> NarrativeMap:
    """Return a map of these narratives only (none named: all), with their items, and the repeats and edges among them."""
    if not narratives:
        return narrative_map
    selected = tuple(entry for entry in narrative_map.narratives if entry.id in set(narratives))
    keys = {key for entry in selected for key in entry.items}
    return replace(
        narrative_map,
        narratives=selected,
        items=tuple(item for item in narrative_map.items if item.key in keys),
        repeats=tuple(
            entry
            for entry in narrative_map.repeats
            if {item_key(ItemKind.FACTCHECK, factcheck) for factcheck in (entry.later, entry.earlier)} <= keys
        ),
        edges=tuple(edge for edge in narrative_map.edges if edge.one in keys and edge.other in keys),
    )


def _read_map(
    engine: NarrativeEngine,
    snapshot: LibrarySnapshot,
    among: NarrativeFilter,
    graph: NeighbourGraph,
    *,
    factchecks: Mapping[str, FactCheck] | None = None,
) -> NarrativeMap:
    stored = engine.store.read()
    narrative_map = build_map(stored, graph, items_of(stored, snapshot, engine, factchecks=factchecks), among)
    is_current = stored.state in {_state(engine, snapshot, posts=True), _state(engine, snapshot, posts=False)}
    return replace(narrative_map, fresh=is_current)


def _state(engine: NarrativeEngine, snapshot: LibrarySnapshot, *, posts: bool) -> str:
    """Return a key for the state of library and posts in which narratives were found."""
    post_count = len(engine.posts) if posts and engine.posts is not None else "-"
    return f"{snapshot.generation}/{snapshot.encoder}/{post_count}"


def _post_index(engine: NarrativeEngine, snapshot: LibrarySnapshot, progress: Progress, cancel: CancelToken) -> PostIndex | None:
    """Return the search index of posts; None where there are none."""
    if engine.posts is None or not len(engine.posts):
        return None
    return engine.posts.index(encoder=engine.checked_encoder(snapshot), progress=progress, cancel=cancel)


def _remarks(unencoded: int, *, compared: bool) -> tuple[str, ...]:
    """Return sentences for the user about posts that were left out or only partly compared."""
    sentences = []
    if unencoded:
        sentences.append(
            trn(
                "{count} post was left out: make posts searchable by meaning first (in Ask, or with “priorcheck library index”).",
                "{count} posts were left out: make posts searchable by meaning first (in Ask, or with “priorcheck library index”).",
                unencoded,
            )
        )
    if not compared:
        sentences.append(tr("There are too many posts to compare them with each other: they were only compared with the fact-checks."))
    return tuple(sentences)
