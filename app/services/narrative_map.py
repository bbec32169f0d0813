"""What is kept of narratives, told: each with its items, its name, its languages and publishers, and how its rulings stand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from app.domain.factcheck import FactCheck
from app.domain.narrative import ItemKind, Narrative, NarrativeEdge, NarrativeFilter, NarrativeItem, NarrativeMap, item_key
from app.domain.post import Post
from app.domain.repeat import Repeat
from app.narratives.naming import name, term_counts, terms
from app.narratives.rulings import Near, ruling
from app.ports import KeptNarratives, LibrarySnapshot, NeighbourGraph
from app.services.narrative_engine import NarrativeEngine

_FACTCHECK, _POST = f"{ItemKind.FACTCHECK.value}:", f"{ItemKind.POST.value}:"


def told(kept: KeptNarratives, graph: NeighbourGraph, items: Mapping[str, NarrativeItem], among: NarrativeFilter) -> NarrativeMap:
    """The narratives of these items (by key), those with most items first; only items that pass are told, and narratives that have some.

    What a narrative is named by, its centre and how its rulings stand do not depend on the filter.
    """
    repeats = _repeats(kept, items)
    teller = _Teller(kept, graph, items, repeats)
    passing = {key for key, item in items.items() if passes(item, among)}
    narratives = teller.narratives()
    shown = [_only(each, passing) for each in narratives if passing.intersection(each.items)]
    shown.sort(key=lambda each: (-len(each.items), each.id))
    listed = {key for each in shown for key in each.items}
    chosen = tuple(each for each in repeats if item_key(ItemKind.FACTCHECK, each.later) in passing)
    named = listed | {item_key(ItemKind.FACTCHECK, each) for pair in chosen for each in (pair.later, pair.earlier)}
    return NarrativeMap(
        narratives=tuple(shown),
        items=tuple(items[key] for key in sorted(named)),
        repeats=chosen,
        edges=tuple(_edges(graph, kept, listed)),
        alone=len(graph.keys) - len({key for each in narratives for key in each.items}.intersection(graph.keys)),
        found=bool(kept.state),
        undo=kept.undo,
        redo=kept.redo,
        remarks=kept.remarks,
    )


def passes(item: NarrativeItem, among: NarrativeFilter) -> bool:
    """Whether an item is meant; one without a day passes no bound of days."""
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


def items_of(kept: KeptNarratives, snapshot: LibrarySnapshot | None, engine: NarrativeEngine) -> dict[str, NarrativeItem]:
    """Every item that a narrative or a repeat names, as far as it is still there, by its key."""
    wanted = {key for key, place in kept.places.items() if place.narrative}
    wanted |= {item_key(ItemKind.FACTCHECK, each) for repeat in kept.repeats for each in (repeat.later, repeat.earlier)}
    found = _factcheck_items(wanted, snapshot, engine.country_of) if snapshot is not None else {}
    ids = [key.removeprefix(_POST) for key in wanted if key.startswith(_POST)]
    if engine.posts is not None and ids:
        copies = engine.posts.same_as(ids)
        for post in engine.posts.get(ids).values():
            item = _post_item(post, len(copies.get(post.id, ())))
            found[item.key] = item
    return found


def _factcheck_items(wanted: Iterable[str], snapshot: LibrarySnapshot, country_of: Callable[[str, str], str]) -> dict[str, NarrativeItem]:
    ids = {key.removeprefix(_FACTCHECK) for key in wanted if key.startswith(_FACTCHECK)}
    rows = [row for row, name in enumerate(snapshot.ids) if name in ids]
    sizes = np.bincount(snapshot.groups, minlength=len(snapshot.groups))
    made = (
        _factcheck_item(each, int(sizes[snapshot.groups[row]]) - 1, country_of)
        for row, each in zip(rows, snapshot.outlines(rows), strict=True)
    )
    return {item.key: item for item in made}


def _factcheck_item(each: FactCheck, copies: int, country_of: Callable[[str, str], str]) -> NarrativeItem:
    return NarrativeItem(
        id=each.id,
        kind=ItemKind.FACTCHECK,
        text=each.claim,
        day=each.published,
        publisher=each.publisher,
        language=each.language,
        country=country_of(each.publisher, each.url),
        claimant=each.claimant,
        verdict=each.verdict,
        rating=each.rating,
        url=each.url,
        copies=copies,
    )


def _post_item(post: Post, copies: int) -> NarrativeItem:
    return NarrativeItem(
        id=post.id,
        kind=ItemKind.POST,
        text=post.text,
        day=post.published.date() if post.published else None,
        publisher=post.author,
        platform=post.platform,
        language=post.language,
        url=post.url,
        copies=copies,
    )


def _members(kept: KeptNarratives, items: Mapping[str, NarrativeItem]) -> dict[str, list[str]]:
    """The items of each narrative by day, those without one last; one that has a single item left only where a person placed it."""
    found: dict[str, list[str]] = defaultdict(list)
    for key, place in kept.places.items():
        if place.narrative and key in items:
            found[place.narrative].append(key)
    stay = {each: keys for each, keys in found.items() if len(keys) > 1 or kept.places[keys[0]].by_hand}
    return {each: sorted(keys, key=lambda key: (items[key].day or date.max, key)) for each, keys in sorted(stay.items())}


def _repeats(kept: KeptNarratives, items: Mapping[str, NarrativeItem]) -> list[Repeat]:
    """Those whose fact-checks are both there, with what a person said of them."""
    there = [
        each
        for each in kept.repeats
        if item_key(ItemKind.FACTCHECK, each.later) in items and item_key(ItemKind.FACTCHECK, each.earlier) in items
    ]
    return [replace(each, judgement=kept.judgements.get(each.pair)) for each in there]


@dataclass(frozen=True, slots=True)
class _Within:
    """The edges whose two items are in one narrative now: places in the graph and cosines."""

    ones: Sequence[int]
    others: Sequence[int]
    similarities: Sequence[float]

    def pairs(self) -> Iterable[tuple[int, int, float]]:
        """Each edge."""
        return zip(self.ones, self.others, self.similarities, strict=True)


def _within(graph: NeighbourGraph, kept: KeptNarratives) -> _Within:
    numbers: dict[str, int] = {}
    homes = (kept.places[key].narrative if key in kept.places else "" for key in graph.keys)
    number = np.array([numbers.setdefault(home, len(numbers)) if home else -1 for home in homes], np.int64)
    same = (number[graph.ones] == number[graph.others]) & (number[graph.ones] >= 0)
    return _Within(graph.ones[same].tolist(), graph.others[same].tolist(), graph.similarities[same].tolist())


def _centres(graph: NeighbourGraph, inside: _Within) -> dict[str, float]:
    """By key the sum of an item's cosines to its neighbours in its narrative."""
    sums: dict[str, float] = defaultdict(float)
    for one, other, value in inside.pairs():
        sums[graph.keys[one]] += value
        sums[graph.keys[other]] += value
    return sums


def _edges(graph: NeighbourGraph, kept: KeptNarratives, listed: set[str]) -> Iterable[NarrativeEdge]:
    for one, other, value in _within(graph, kept).pairs():
        if graph.keys[one] in listed and graph.keys[other] in listed:
            yield NarrativeEdge(one=graph.keys[one], other=graph.keys[other], similarity=round(value, 4))


class _Teller:
    """Makes narratives of what is kept."""

    def __init__(self, kept: KeptNarratives, graph: NeighbourGraph, items: Mapping[str, NarrativeItem], repeats: Sequence[Repeat]) -> None:
        self._kept, self._items = kept, items
        self.members = _members(kept, items)
        self._counts = term_counts([[items[key].text for key in keys] for keys in self.members.values()])
        inside = _within(graph, kept)
        self._centres = _centres(graph, inside)
        self._near: dict[str, list[Near]] = defaultdict(list)
        for one, other, value in inside.pairs():
            if graph.keys[one] in items and graph.keys[other] in items:
                pair = items[graph.keys[one]], items[graph.keys[other]], value
                self._near[kept.places[graph.keys[one]].narrative].append(pair)
        self._repeats = Counter(_home(kept, each.later) for each in repeats if _home(kept, each.later) == _home(kept, each.earlier))

    def narratives(self) -> list[Narrative]:
        """All of them."""
        return [self._narrative(identifier, keys) for identifier, keys in self.members.items()]

    def _narrative(self, identifier: str, keys: Sequence[str]) -> Narrative:
        found = [self._items[key] for key in keys]
        central = _central(found, self._centres)
        best = terms([item.text for item in found], self._counts)
        own = self._kept.names.get(identifier, "")
        standing, turns = ruling(found, self._near[identifier])
        factchecks = [item for item in found if item.kind is ItemKind.FACTCHECK]
        days = [item.day for item in found if item.day]
        return Narrative(
            id=identifier,
            name=own or name(best, central.text),
            claim=central.text,
            central=central.key,
            items=tuple(keys),
            terms=best,
            named_by_hand=bool(own),
            by_hand=tuple(key for key in keys if self._kept.places[key].by_hand),
            first=min(days, default=None),
            last=max(days, default=None),
            factchecks=len(factchecks),
            posts=len(found) - len(factchecks),
            languages=_counted(item.language for item in found),
            publishers=_counted(item.publisher for item in factchecks),
            countries=_counted(item.country for item in found),
            platforms=_counted(item.platform for item in found),
            ruling=standing,
            turns=turns,
            repeats=self._repeats[identifier],
        )


def _home(kept: KeptNarratives, factcheck: str) -> str:
    place = kept.places.get(item_key(ItemKind.FACTCHECK, factcheck))
    return place.narrative if place is not None else ""


def _central(items: Sequence[NarrativeItem], centres: Mapping[str, float]) -> NarrativeItem:
    """The fact-check that is most like the others; a post only where there is no fact-check."""
    return min(items, key=lambda item: (item.kind is ItemKind.POST, -round(centres.get(item.key, 0.0), 4), item.key))


def _counted(values: Iterable[str]) -> tuple[tuple[str, int], ...]:
    counts = Counter(filter(None, values))
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _only(narrative: Narrative, passing: set[str]) -> Narrative:
    if passing.issuperset(narrative.items):
        return narrative
    return replace(narrative, items=tuple(key for key in narrative.items if key in passing))
