"""Finds repeats among near fact-checks: the earlier one, its publisher, its language."""

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
    is_new: NDArray[np.bool_],
    old: Iterable[Repeat],
    *,
    progress: Progress,
    cancel: CancelToken,
    recipe: RepeatRecipe = REPEATS,
) -> tuple[Repeat, ...]:
    """Return pairs of a fact-check and an earlier one of another publisher about the same claim, in order of their ids.

    `factchecks` are the first items of the graph, without bodies. Pairs without a new item (`is_new`) are not compared again: they
    are repeats if they were among the `old`. Fact-checks without a date or a publisher are left out.
    """
    index_of = {entry.id: index for index, entry in enumerate(factchecks)}
    unchanged = [entry for entry in old if _is_unchanged(entry, index_of, is_new)]
    inside = (
        (graph.first_nodes < len(factchecks))
        & (graph.second_nodes < len(factchecks))
        & (is_new[graph.first_nodes] | is_new[graph.second_nodes])
    )
    edges = np.flatnonzero(inside)
    repeats: list[Repeat] = []
    for count, edge in enumerate(edges.tolist()):
        if count % _CHECK_EVERY == 0:
            cancel.check()
            progress(ProgressUpdate(tr("Looking for repeats"), count, len(edges)))
        pair = _in_order(factchecks[graph.first_nodes[edge]], factchecks[graph.second_nodes[edge]])
        if pair is not None:
            repeats += _repeat(*pair, float(graph.similarities[edge]), recipe)
    return tuple(_with_languages([*unchanged, *repeats], lambda name: factchecks[index_of[name]].language))


def earlier_debunks(ids: Sequence[str], *, engine: NarrativeEngine) -> dict[str, EarlierDebunk]:
    """Return the earliest existing fact-check that each of these repeats, by id; those that repeat none are left out.

    Reads the last stored result. Raises LibraryError.
    """
    repeats_of = engine.store.earlier(ids)
    valid_repeats = {
        later: [repeat for repeat in repeats if repeat.judgement is None or repeat.judgement.holds] for later, repeats in repeats_of.items()
    }
    factchecks = engine.library.get([*valid_repeats, *(repeat.earlier for repeats in valid_repeats.values() for repeat in repeats)])
    debunks: dict[str, EarlierDebunk] = {}
    for later, repeats in valid_repeats.items():
        first = next((repeat for repeat in repeats if repeat.earlier in factchecks), None)
        if first is not None and (source := factchecks[first.earlier]).published is not None:
            debunks[later] = EarlierDebunk(
                factcheck=source.id,
                publisher=source.publisher,
                language=source.language,
                published=source.published,
                days=first.days,
                url=source.url,
                same_language=later in factchecks and factchecks[later].language == source.language,
            )
    return debunks


def _is_unchanged(repeat: Repeat, index_of: dict[str, int], is_new: NDArray[np.bool_]) -> bool:
    indexes = [index_of.get(factcheck_id, -1) for factcheck_id in (repeat.later, repeat.earlier)]
    return min(indexes) >= 0 and not is_new[indexes].any()


def _in_order(first: FactCheck, second: FactCheck) -> tuple[FactCheck, FactCheck] | None:
    """Return the later and the earlier fact-check; None where no repeat is possible."""
    if first.published is None or second.published is None or first.published == second.published:
        return None
    publishers = [factcheck.publisher.casefold().strip() for factcheck in (first, second)]
    if not all(publishers) or publishers[0] == publishers[1]:
        return None
    return (first, second) if first.published > second.published else (second, first)


def _repeat(later: FactCheck, earlier: FactCheck, cosine: float, recipe: RepeatRecipe) -> Iterable[Repeat]:
    if probability_of(cosine, recipe) < recipe.least:
        return  # what the words say can only make it less likely
    compared = likeness(later.claim, earlier.claim, cosine, recipe)
    repeat_probability = probability(compared, recipe)
    if repeat_probability >= recipe.least and later.published and earlier.published:
        yield Repeat(
            later=later.id,
            earlier=earlier.id,
            similarity=round(cosine, 4),
            probability=round(repeat_probability, 4),
            days=(later.published - earlier.published).days,
            differences=compared.differences,
        )


def _with_languages(repeats: Iterable[Repeat], language_of: Callable[[str], str]) -> Iterable[Repeat]:
    """Yield the repeats, each marked if it is the first in its language."""
    earlier: dict[str, set[str]] = defaultdict(set)
    ordered = sorted(repeats, key=lambda repeat: (repeat.later, -repeat.days, repeat.earlier))
    for repeat in ordered:
        earlier[repeat.later].add(language_of(repeat.earlier))
    for repeat in ordered:
        language = language_of(repeat.later)
        yield replace(repeat, new_language=bool(language) and language not in earlier[repeat.later])
