"""State of the Narratives page: all narratives of the library, which are listed in which order, and the open one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from enum import StrEnum

from app.domain.narrative import ItemKind, Narrative, NarrativeEdge, NarrativeFilter, NarrativeItem, NarrativeMap, Ruling, item_key
from app.domain.repeat import Repeat
from app.gui.model.narrative_filter import Only, Wanted
from app.translation import mark, tr


class Order(StrEnum):
    """Order of the list; ties are in order of name."""

    SIZE = mark("Largest first")
    LATEST = mark("Latest first")
    SPREAD = mark("Most languages first")
    CONFLICT = mark("Conflicting rulings first")

    @property
    def words(self) -> str:
        """In the reader's language."""
        return tr(self.value)


class NarrativesView:
    """`shown` is the id of the open narrative, "" for all of those that are listed together. `my_languages` gives the codes of those
    that the user reads."""

    def __init__(self, my_languages: Callable[[], Sequence[str]] = tuple) -> None:
        self.map = NarrativeMap()
        self.wanted = Wanted()
        self.order = Order.SIZE
        self.shown = ""
        self._my_languages = my_languages
        self._read()

    @property
    def current(self) -> Narrative | None:
        """The narrative that is open."""
        return self._by_id.get(self.shown)

    def take(self, narrative_map: NarrativeMap) -> None:
        """Take over new narratives; the open one stays open if it still exists."""
        self.map = narrative_map
        self._read()
        if self.shown not in self._by_id:
            self.shown = ""

    def narrative(self, name: str) -> Narrative | None:
        """One of them by its id."""
        return self._by_id.get(name)

    def item(self, key: str) -> NarrativeItem | None:
        """A fact-check or post by its key."""
        return self._items.get(key)

    def factcheck(self, name: str) -> NarrativeItem | None:
        """A fact-check by its id."""
        return self._items.get(item_key(ItemKind.FACTCHECK, name))

    def listed(self) -> list[Narrative]:
        """Those that are asked for, in order."""
        matches = [narrative for narrative in self.map.narratives if self._fits(narrative)]
        return sorted(matches, key=lambda narrative: (_key(narrative, self.order), narrative.name.casefold(), narrative.id))

    def scope(self) -> list[Narrative]:
        """The open narrative, or all that are listed."""
        return [self.current] if self.current is not None else self.listed()

    def items(self) -> list[NarrativeItem]:
        """Return the items in scope by day, undated ones last; without an open narrative only those that pass the filter."""
        if self.current is not None:
            return [self._items[key] for key in self.current.items if key in self._items]
        scope_items = [self._items[key] for narrative in self.listed() for key in narrative.items if key in self._items]
        return sorted(
            (item for item in scope_items if self._lets(item)), key=lambda item: (item.day is None, item.day or date.min, item.key)
        )

    def among(self) -> NarrativeFilter:
        """Return the filter on the items in scope; an open narrative counts whole."""
        return NarrativeFilter() if self.current is not None else self.wanted.among()

    def edges(self) -> list[NarrativeEdge]:
        """Return the edges of the open narrative; empty where all are shown."""
        return list(self._edges.get(self.shown, ())) if self.current is not None else []

    def repeats(self, items: Iterable[NarrativeItem]) -> list[Repeat]:
        """Repeats between these, the judged as irrelevant too."""
        factcheck_ids = {item.id for item in items if item.kind is ItemKind.FACTCHECK}
        return [repeat for repeat in self.map.repeats if repeat.later in factcheck_ids and repeat.earlier in factcheck_ids]

    def earlier(self, item: NarrativeItem) -> list[Repeat]:
        """Return the repeats in which this fact-check is the later one, the most probable first."""
        earlier_repeats = self._repeats.get(item.id, []) if item.kind is ItemKind.FACTCHECK else []
        return sorted(earlier_repeats, key=lambda repeat: (-repeat.probability, repeat.earlier))

    def missing(self, narrative: Narrative) -> bool:
        """Return whether a narrative was debunked in known languages, but in none of the reader's."""
        debunked_languages = {language.partition("-")[0] for language, _ in self._debunked.get(narrative.id, ())}
        my_primary_subtags = {language.partition("-")[0] for language in self._my_languages()}
        return bool(my_primary_subtags and debunked_languages) and debunked_languages.isdisjoint(my_primary_subtags)

    def languages(self) -> list[tuple[str, int]]:
        """Languages of all that is in narratives, and in how many narratives each is."""
        return _counted(narrative.languages for narrative in self.map.narratives)

    def publishers(self) -> list[tuple[str, int]]:
        """Publishers of fact-checks, and in how many narratives each is."""
        return _counted(narrative.publishers for narrative in self.map.narratives)

    def _read(self) -> None:
        self._by_id = {entry.id: entry for entry in self.map.narratives}
        self._items = {entry.key: entry for entry in self.map.items}
        narrative_of = {key: entry.id for entry in self.map.narratives for key in entry.items}
        self._edges: dict[str, list[NarrativeEdge]] = {}
        for edge in self.map.edges:
            self._edges.setdefault(narrative_of.get(edge.one, ""), []).append(edge)
        self._repeats: dict[str, list[Repeat]] = {}
        for repeat in self.map.repeats:
            self._repeats.setdefault(repeat.later, []).append(repeat)
        self._debunked = {entry.id: _debunked(self._of(entry)) for entry in self.map.narratives}

    def _of(self, narrative: Narrative) -> list[NarrativeItem]:
        return [self._items[key] for key in narrative.items if key in self._items]

    def _fits(self, narrative: Narrative) -> bool:
        criteria = self.wanted
        words = criteria.text.casefold().split()
        narrative_text = f"{narrative.name} {narrative.claim}".casefold()
        if any(not self._is(narrative, only) for only in criteria.only):
            return False
        if words and not all(word in narrative_text for word in words) and not self._says(narrative, words):
            return False
        narrow = criteria.language or criteria.publisher or criteria.days.bounded
        return not narrow or any(self._lets(item) for item in self._of(narrative))

    def _is(self, narrative: Narrative, only: Only) -> bool:
        if only is Only.REPEATS:
            return narrative.repeats > 0
        return self.missing(narrative) if only is Only.MISSING else narrative.ruling in (Ruling.CONFLICT, Ruling.CHANGED)

    def _says(self, narrative: Narrative, words: Sequence[str]) -> bool:
        return any(all(word in item.text.casefold() for word in words) for item in self._of(narrative))

    def _lets(self, item: NarrativeItem) -> bool:
        criteria = self.wanted
        if (criteria.language and item.language != criteria.language) or (criteria.publisher and item.publisher != criteria.publisher):
            return False
        return criteria.days.holds(item.day)


def _key(narrative: Narrative, order: Order) -> tuple[int, ...]:
    size = -(narrative.factchecks + narrative.posts)
    if order is Order.LATEST:
        return (-(narrative.last.toordinal() if narrative.last else 0), size)
    if order is Order.SPREAD:
        return (-len(narrative.languages), -len(narrative.countries), size)
    if order is Order.CONFLICT:
        ranks = {Ruling.CONFLICT: 0, Ruling.CHANGED: 1}
        return (ranks.get(narrative.ruling, 2), size)
    return (size,)


def _debunked(items: Iterable[NarrativeItem]) -> list[tuple[str, int]]:
    return Counter(item.language for item in items if item.kind is ItemKind.FACTCHECK and item.language).most_common()


def _counted(facet_lists: Iterable[Sequence[tuple[str, int]]]) -> list[tuple[str, int]]:
    counts = Counter(name for pairs in facet_lists for name, _ in pairs)
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0].casefold()))
