"""The repeats among near fact-checks: which one came first, whose it was, in which language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from app.domain.factcheck import FactCheck
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.repeat import EarlierDebunk, Repeat
from app.narratives.parameters import REPEATS, RepeatRecipe
from app.narratives.repeats import likeness, probability, probability_of
from app.ports import NeighbourGraph
from app.services.narrative_engine import NarrativeEngine
from app.translation import tr

_CHECK_EVERY = 64


def find_repeats(
    factchecks: Sequence[FactCheck],
    graph: NeighbourGraph,
    fresh: NDArray[np.bool_],
    old: Iterable[Repeat],
    *,
    progress: Progress,
    cancel: CancelToken,
    recipe: RepeatRecipe = REPEATS,
) -> tuple[Repeat, ...]:
    """Pairs of one publisher's fact-check and an earlier one of another about the same claim, in order of their ids.

    `factchecks` are the first items of the graph, without bodies. Pairs of which neither is `fresh` are not looked at again: they are
    repeats where they were among the `old`. A fact-check without a day or a publisher is none, and repeats none.
    """
    known = {each.id: place for place, each in enumerate(factchecks)}
    kept = [each for each in old if _still(each, known, fresh)]
    inside = (graph.ones < len(factchecks)) & (graph.others < len(factchecks)) & (fresh[graph.ones] | fresh[graph.others])
    chosen = np.flatnonzero(inside)
    found: list[Repeat] = []
    for count, edge in enumerate(chosen.tolist()):
        if count % _CHECK_EVERY == 0:
            cancel.check()
            progress(ProgressUpdate(tr("Looking for repeats"), count, len(chosen)))
        pair = _in_order(factchecks[graph.ones[edge]], factchecks[graph.others[edge]])
        if pair is not None:
            found += _repeat(*pair, float(graph.similarities[edge]), recipe)
    return tuple(_with_languages([*kept, *found], lambda name: factchecks[known[name]].language))


def earlier_debunks(ids: Sequence[str], *, engine: NarrativeEngine) -> dict[str, EarlierDebunk]:
    """The earliest fact-check that each of these repeats, by id; those that repeat none, or none that still is there, are left out.

    Reads what was found last. Raises LibraryError.
    """
    found = engine.kept.earlier(ids)
    holding = {later: [each for each in repeats if each.judgement is None or each.judgement.holds] for later, repeats in found.items()}
    there = engine.library.get([*holding, *(each.earlier for repeats in holding.values() for each in repeats)])
    told: dict[str, EarlierDebunk] = {}
    for later, repeats in holding.items():
        first = next((each for each in repeats if each.earlier in there), None)
        if first is not None and (source := there[first.earlier]).published is not None:
            told[later] = EarlierDebunk(
                factcheck=source.id,
                publisher=source.publisher,
                language=source.language,
                published=source.published,
                days=first.days,
                url=source.url,
                same_language=later in there and there[later].language == source.language,
            )
    return told


def _still(repeat: Repeat, known: dict[str, int], fresh: NDArray[np.bool_]) -> bool:
    places = [known.get(each, -1) for each in (repeat.later, repeat.earlier)]
    return min(places) >= 0 and not fresh[places].any()


def _in_order(one: FactCheck, other: FactCheck) -> tuple[FactCheck, FactCheck] | None:
    """The later and the earlier one; None where no repeat is possible."""
    if one.published is None or other.published is None or one.published == other.published:
        return None
    publishers = [each.publisher.casefold().strip() for each in (one, other)]
    if not all(publishers) or publishers[0] == publishers[1]:
        return None
    return (one, other) if one.published > other.published else (other, one)


def _repeat(later: FactCheck, earlier: FactCheck, cosine: float, recipe: RepeatRecipe) -> Iterable[Repeat]:
    if probability_of(cosine, recipe) < recipe.least:
        return  # what the words say can only make it less likely
    found = likeness(later.claim, earlier.claim, cosine, recipe)
    sure = probability(found, recipe)
    if sure >= recipe.least and later.published and earlier.published:
        yield Repeat(
            later=later.id,
            earlier=earlier.id,
            similarity=round(cosine, 4),
            probability=round(sure, 4),
            days=(later.published - earlier.published).days,
            differences=found.differences,
        )


def _with_languages(repeats: Iterable[Repeat], language_of: Callable[[str], str]) -> Iterable[Repeat]:
    """The repeats, each told whether none of the earlier ones was in the later one's language."""
    earlier: dict[str, set[str]] = defaultdict(set)
    ordered = sorted(repeats, key=lambda each: (each.later, -each.days, each.earlier))
    for each in ordered:
        earlier[each.later].add(language_of(each.earlier))
    for each in ordered:
        language = language_of(each.later)
        yield replace(each, new_language=bool(language) and language not in earlier[each.later])
