"""Builds the narrative map from the stored narratives: items, names, languages, publishers and rulings of each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from app.domain.narrative import ItemKind, Narrative, NarrativeEdge, NarrativeFilter, NarrativeItem, NarrativeMap, item_key
from app.domain.repeat import Repeat
from app.narratives.naming import content_words, name, term_counts, terms
from app.narratives.rulings import Near, ruling, sides
from app.ports import FloatMatrix, IntMatrix, KeptNarratives, Mask, NeighbourGraph


def build_map(stored: KeptNarratives, graph: NeighbourGraph, items: Mapping[str, NarrativeItem], among: NarrativeFilter) -> NarrativeMap:
    """Return the narratives of these items (by key), largest first, with the items that pass the filter. Narratives without such
    items are left out.

    Name, central item and ruling of a narrative do not depend on the filter.
    """
    repeats = _repeats(stored, items)
    builder = _MapBuilder(stored, graph, items, repeats)
    passing = {key for key, item in items.items() if passes(item, among)}
    narratives = builder.narratives()
    visible = [_only(entry, passing) for entry in narratives if passing.intersection(entry.items)]
    visible.sort(key=lambda entry: (-len(entry.items), entry.id))
    narrative_keys = {key for entry in visible for key in entry.items}
    passing_repeats = tuple(entry for entry in repeats if item_key(ItemKind.FACTCHECK, entry.later) in passing)
    shown_keys = narrative_keys | {item_key(ItemKind.FACTCHECK, entry) for pair in passing_repeats for entry in (pair.later, pair.earlier)}
    return NarrativeMap(
        narratives=tuple(visible),
        items=tuple(items[key] for key in sorted(shown_keys)),
        repeats=passing_repeats,
        edges=tuple(builder.edges(narrative_keys)),
        alone=len(graph.keys) - len({key for entry in narratives for key in entry.items}.intersection(graph.keys)),
        found=bool(stored.state),
        undo=stored.undo,
        redo=stored.redo,
        remarks=stored.remarks,
    )


def passes(item: NarrativeItem, among: NarrativeFilter) -> bool:
    """Return True if an item passes the filter; one without a date passes no date limit."""
    if item.kind is ItemKind.POST and not among.posts:
        return False
    if (among.since or among.until) and item.day is None:
        return False
    return (
        (among.since is None or (item.day or date.min) >= among.since)
        and (among.until is None or (item.day or date.max) <= among.until)
        and (not among.language or item.language == among.language)
        and (not among.publisher or item.publisher.casefold() == among.publisher.casefold())
    )


def _members(stored: KeptNarratives, items: Mapping[str, NarrativeItem]) -> dict[str, list[str]]:
    """Return the items of each narrative by date, undated ones last. A narrative of a single item is kept only if a person placed
    it."""
    members: dict[str, list[str]] = defaultdict(list)
    for key, membership in stored.memberships.items():
        if membership.narrative and key in items:
            members[membership.narrative].append(key)
    # A single item is no narrative, unless a person placed it there.
    visible_members = {narrative: keys for narrative, keys in members.items() if len(keys) > 1 or stored.memberships[keys[0]].by_hand}
    return {
        narrative: sorted(keys, key=lambda key: (items[key].day or date.max, key)) for narrative, keys in sorted(visible_members.items())
    }


def _repeats(stored: KeptNarratives, items: Mapping[str, NarrativeItem]) -> list[Repeat]:
    """Return the repeats whose fact-checks both exist, with their judgements."""
    visible_repeats = [
        repeat
        for repeat in stored.repeats
        if item_key(ItemKind.FACTCHECK, repeat.later) in items and item_key(ItemKind.FACTCHECK, repeat.earlier) in items
    ]
    return [replace(repeat, judgement=stored.judgements.get(repeat.pair)) for repeat in visible_repeats]


@dataclass(frozen=True, slots=True)
class _InnerEdges:
    """The edges within narratives: indexes in the graph and cosines."""

    firsts: IntMatrix
    seconds: IntMatrix
    similarities: FloatMatrix

    def among(self, mask: Mask, *, digits: int | None = None) -> Iterable[tuple[int, int, float]]:
        """Yield each edge between two items of the mask, with its cosine, rounded to `digits` if given."""
        selected = mask[self.firsts] & mask[self.seconds]
        cosines = self.similarities[selected].astype(np.float64)
        values = cosines if digits is None else np.round(cosines, digits)
        return zip(self.firsts[selected].tolist(), self.seconds[selected].tolist(), values.tolist(), strict=True)


def _within(graph: NeighbourGraph, stored: KeptNarratives) -> _InnerEdges:
    numbers: dict[str, int] = {}
    narrative_ids = (stored.memberships[key].narrative if key in stored.memberships else "" for key in graph.keys)
    number = np.array([numbers.setdefault(narrative_id, len(numbers)) if narrative_id else -1 for narrative_id in narrative_ids], np.int64)
    is_inside = (number[graph.first_nodes] == number[graph.second_nodes]) & (number[graph.first_nodes] >= 0)
    return _InnerEdges(graph.first_nodes[is_inside], graph.second_nodes[is_inside], graph.similarities[is_inside])


def _centres(graph: NeighbourGraph, inside: _InnerEdges) -> dict[str, float]:
    """Return by key the sum of an item's cosines to its neighbours in its narrative, to four decimal places."""
    sums = np.bincount(inside.firsts, inside.similarities, len(graph.keys)) + np.bincount(
        inside.seconds, inside.similarities, len(graph.keys)
    )
    nonzero = np.flatnonzero(sums)
    return {graph.keys[index]: value for index, value in zip(nonzero.tolist(), np.round(sums[nonzero], 4).tolist(), strict=True)}


def _marked(graph: NeighbourGraph, keys: Container[str]) -> Mask:
    return np.array([key in keys for key in graph.keys], np.bool_)


class _MapBuilder:
    """Builds narratives from the stored ones."""

    def __init__(
        self, stored: KeptNarratives, graph: NeighbourGraph, items: Mapping[str, NarrativeItem], repeats: Sequence[Repeat]
    ) -> None:
        self._stored, self._items = stored, items
        self.members = _members(stored, items)
        self._words = {key: content_words(items[key].text, items[key].language) for keys in self.members.values() for key in keys}
        self._counts = term_counts([self._words[key] for key in keys] for keys in self.members.values())
        self._graph, self._inside = graph, _within(graph, stored)
        self._centres = _centres(graph, self._inside)
        self._near = self._pairs_of_both_sides()
        self._repeats = Counter(
            _home(stored, repeat.later) for repeat in repeats if _home(stored, repeat.later) == _home(stored, repeat.earlier)
        )

    def narratives(self) -> list[Narrative]:
        """Return all narratives."""
        return [self._narrative(identifier, keys) for identifier, keys in self.members.items()]

    def edges(self, item_keys: Container[str]) -> Iterable[NarrativeEdge]:
        """Yield the edges between listed items of one narrative."""
        keys = self._graph.keys
        for first, second, value in self._inside.among(_marked(self._graph, item_keys), digits=4):
            yield NarrativeEdge(one=keys[first], other=keys[second], similarity=value)

    def _pairs_of_both_sides(self) -> dict[str, list[Near]]:
        """Return by narrative its near pairs, for narratives with rulings of both sides; elsewhere nothing can contradict anything."""
        disputed = {narrative for narrative, keys in self.members.items() if sides(self._items[key] for key in keys) == {True, False}}
        disputed_keys = {key for narrative in disputed for key in self.members[narrative]}
        pairs: dict[str, list[Near]] = defaultdict(list)
        for one_index, other_index, value in self._inside.among(_marked(self._graph, disputed_keys)):
            first, second = (self._items[self._graph.keys[index]] for index in (one_index, other_index))
            pairs[self._stored.memberships[first.key].narrative].append((first, second, value))
        return pairs

    def _narrative(self, identifier: str, keys: Sequence[str]) -> Narrative:
        items = [self._items[key] for key in keys]
        central = _central(keys, items, self._centres)
        best = terms([item.text for item in items], [self._words[key] for key in keys], self._counts)
        given_name = self._stored.names.get(identifier, "")
        ruling_value, turns = ruling(items, self._near.get(identifier, ()))
        factchecks = [item for item in items if item.kind is ItemKind.FACTCHECK]
        days = [item.day for item in items if item.day]
        return Narrative(
            id=identifier,
            name=given_name or name(best, self._items[central].text),
            claim=self._items[central].text,
            central=central,
            items=tuple(keys),
            terms=best,
            named_by_hand=bool(given_name),
            by_hand=tuple(key for key in keys if self._stored.memberships[key].by_hand),
            first=min(days, default=None),
            last=max(days, default=None),
            factchecks=len(factchecks),
            posts=len(items) - len(factchecks),
            languages=_counted(item.language for item in items),
            publishers=_counted(item.publisher for item in factchecks),
            countries=_counted(item.country for item in items),
            platforms=_counted(item.platform for item in items),
            ruling=ruling_value,
            turns=turns,
            repeats=self._repeats[identifier],
        )


def _home(stored: KeptNarratives, factcheck: str) -> str:
    membership = stored.memberships.get(item_key(ItemKind.FACTCHECK, factcheck))
    return membership.narrative if membership is not None else ""


def _central(keys: Sequence[str], items: Sequence[NarrativeItem], centres: Mapping[str, float]) -> str:
    """Return the key of the most central fact-check, or of a post where there is no fact-check."""
    ranks = ((item.kind is ItemKind.POST, -centres.get(key, 0.0), key) for key, item in zip(keys, items, strict=True))
    return min(ranks)[2]


def _counted(values: Iterable[str]) -> tuple[tuple[str, int], ...]:
    counts: dict[str, int] = {}  # of a few values each: a Counter takes longer to make than to fill
    for value in values:
        if value:
            counts[value] = counts.get(value, 0) + 1
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _only(narrative: Narrative, passing: set[str]) -> Narrative:
    if passing.issuperset(narrative.items):
        return narrative
    return replace(narrative, items=tuple(key for key in narrative.items if key in passing))
