"""Ids of a source's rows, made ids of the library: a column `id` identifies only within one source.

A row keeps its source's id wherever that is free or its own. Where another source's item holds it, the row is given one with the name of
its source before it, and is known under that from then on.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Generic, Protocol

from app.domain.importing import SourceIdNotes
from app.domain.likeness import Item, ItemKind, Likeness

_LONGEST_LABEL = 40
_NO_LABEL = re.compile(r"[^\w.]+")


@dataclass(frozen=True, slots=True)
class HeldItem(Generic[Item]):
    """An item of the library that has a row's id, or may be the row in spite of another one. `own` is the id that its source gave it;
    `fresh` says that it was added by the import that asks, from the same source."""

    item: Item
    own: str
    fresh: bool = False


class HeldItems(Protocol[Item]):
    """What a library says of ids."""

    def candidates(self, rows: Sequence[Item]) -> Iterable[HeldItem[Item]]:
        """Return what is held under the rows' ids, as their own or in the library."""
        ...

    def named(self, names: Collection[str]) -> Iterable[HeldItem[Item]]:
        """Return what the library holds under these ids."""
        ...

    def taken(self, names: Collection[str]) -> Collection[str]:
        """Return those of these ids that the library holds."""
        ...

    def remember(self, names: Mapping[str, str]) -> None:
        """Note which id the source gave to items that the library holds under another, by the latter."""
        ...

    def begin(self) -> None:
        """Note that another source begins."""
        ...


@dataclass(slots=True)
class _Source:
    """What is known of the source that is being read. Counts are by namespace, the part of an id before the source's own; `renamed` are
    the ids of its rows that have another one in the library, `holders` the producers of what has a row's id."""

    name: str
    agreed: Counter[str] = field(default_factory=Counter)
    unsure: Counter[str] = field(default_factory=Counter)
    renamed: dict[str, str] = field(default_factory=dict)
    holders: dict[str, str] = field(default_factory=dict)
    notes: SourceIdNotes = field(default_factory=lambda: SourceIdNotes(source=""))


_Pair = tuple[Likeness, int, HeldItem[Item], str]
"""How like, which row, which held item, and in which namespace that is."""


class SourceIds(Generic[Item]):
    """Gives the rows of an import their ids in the library, source after source, each in one part or in several."""

    def __init__(self, kind: ItemKind[Item], held: HeldItems[Item]) -> None:
        self._kind, self._held = kind, held
        self._source = _Source("")
        self._finished: list[SourceIdNotes] = []

    @property
    def notes(self) -> tuple[SourceIdNotes, ...]:
        """What there is to tell of each source so far."""
        return tuple(notes for notes in (*self._finished, self._source.notes) if notes.repeated or notes.renamed)

    def parts(self, rows: Iterable[tuple[str, Item]], *, size: int) -> Iterator[list[Item]]:
        """Yield the items under their ids in the library, at most `size` at a time; each part has to be written before the next is asked
        for. Files that hold one row each, as some collections do, are one source together."""
        single: list[Item] = []
        first = ""
        for source, part, whole in _by_source(rows, size=size):
            alone = whole and len(part) == 1
            if alone:
                first = first if single else source
                single += part
            if single and (not alone or len(single) >= size):
                yield self.resolve(first, single)
                single = []
            if not alone:
                yield self.resolve(source, part)
        if single:
            yield self.resolve(first, single)

    def resolve(self, source: str, rows: Sequence[Item]) -> list[Item]:
        """Return these rows of a source under their ids in the library; of several that are one and the same, the last."""
        if source != self._source.name:
            self._finished.append(self._source.notes)
            self._source = _Source(source, notes=SourceIdNotes(source=source))
            self._held.begin()
        self._source.holders = {}
        kept, places = self._without_repeats(rows)
        names = self._matched(kept)
        self._name_anew(kept, names)
        self._source.renamed |= {row.id: name for row, name in zip(kept, names, strict=True) if row.id != name}
        written, names = (rows, [names[place] for place in places]) if self._kind.keeps_repeats else (kept, names)
        named = [self._kind.with_id(row, name) if name != row.id else row for row, name in zip(written, names, strict=True)]
        references = self._source.renamed
        return [self._kind.with_references(row, references) for row in named] if references else named

    def _without_repeats(self, rows: Sequence[Item]) -> tuple[list[Item], list[int]]:
        """Return the rows that no later one repeats, and for each row the place of the one that stands for it there."""
        kept: list[Item] = []
        places: list[int] = []
        of_id: dict[str, list[int]] = defaultdict(list)
        for row in rows:
            again = next((place for place in of_id[row.id] if self._kind.likeness(row, kept[place]) is Likeness.EQUAL), None)
            if again is None:
                of_id[row.id].append(len(kept))
                kept.append(row)
            else:
                kept[again] = row
            places.append(len(kept) - 1 if again is None else again)
        if not self._kind.keeps_repeats:
            self._source.notes = self._source.notes.plus(repeated=len(rows) - len(kept))
        return kept, places

    def _matched(self, rows: Sequence[Item]) -> list[str]:
        """Return the id of the held item that each row is, "" where it is none."""
        pairs = self._pairs(rows)
        names = [""] * len(rows)
        used: set[str] = set()
        for likeness, row, held, namespace in sorted(pairs, key=self._order):
            if names[row] or held.item.id in used or not self._is_same(likeness, namespace):
                continue
            names[row] = held.item.id
            used.add(held.item.id)
        return names

    def _pairs(self, rows: Sequence[Item]) -> list[_Pair[Item]]:
        """Compare rows with what the library holds under their ids, and count by namespace where the two agree."""
        by_id: dict[str, list[HeldItem[Item]]] = defaultdict(list)
        for held in self._held.candidates(rows):
            self._source.holders[held.item.id] = self._kind.producer(held.item)
            for own in {held.own, held.item.id}:
                by_id[own].append(held)
        pairs = [pair for place, row in enumerate(rows) for pair in self._compared(place, row, by_id.get(row.id, ()))]
        same = {place for likeness, place, *_ in pairs if likeness is not Likeness.UNSURE}
        left = {place: row for place, row in enumerate(rows) if row.id in by_id and place not in same}
        pairs += self._under_longer_names(left)
        self._count(pairs)
        return pairs

    def _under_longer_names(self, rows: Mapping[int, Item]) -> list[_Pair[Item]]:
        """Compare rows, by their place, with items that have the names of their sources before their ids: one that was deleted and put back
        is not known by its own id any more."""
        longer: dict[str, list[int]] = defaultdict(list)
        for place, row in rows.items():
            for label in self._labels(row):
                longer[f"{label}:{row.id}"].append(place)
        found = self._held.named(longer.keys()) if longer else ()
        return [pair for held in found for place in longer[held.item.id] for pair in self._compared(place, rows[place], (held,))]

    def _compared(self, place: int, row: Item, candidates: Iterable[HeldItem[Item]]) -> Iterator[_Pair[Item]]:
        """Yield the candidates that the row may be; of those that its own source has just added only one that says the same."""
        for held in candidates:
            likeness = self._kind.likeness(row, held.item)
            if likeness is not Likeness.OTHER and (likeness is Likeness.EQUAL or not held.fresh):
                name = held.item.id
                yield likeness, place, held, name.removesuffix(row.id) if name.endswith(f":{row.id}") else ""

    def _count(self, pairs: Iterable[_Pair[Item]]) -> None:
        for likeness, _, _, namespace in pairs:
            (self._source.unsure if likeness is Likeness.UNSURE else self._source.agreed)[namespace] += 1

    def _order(self, pair: _Pair[Item]) -> tuple[int, float, int]:
        likeness, row, _, namespace = pair
        agreed, unsure = self._source.agreed[namespace], self._source.unsure[namespace]
        return -likeness, -agreed / max(1, agreed + unsure), row

    def _is_same(self, likeness: Likeness, namespace: str) -> bool:
        """Whether a row is the held item; where what they say leaves that open, as most others of the source in this namespace are."""
        if likeness is not Likeness.UNSURE:
            return True
        return 0 < self._source.agreed[namespace] >= self._source.unsure[namespace]

    def _labels(self, row: Item) -> list[str]:
        """Return what may stand before the row's id where another source holds that: its producer, or the name of its file."""
        producer, file = _label(self._kind.producer(row)), _file_label(self._source.name)
        both = (file, producer) if producer and producer == _label(self._source.holders.get(row.id, "")) else (producer, file)
        return list(dict.fromkeys(filter(None, both))) or ["other"]

    def _name_anew(self, rows: Sequence[Item], names: list[str]) -> None:
        """Give the rows that the library does not hold an id: their own where it is free."""
        fresh = [place for place, name in enumerate(names) if not name]
        taken = {*self._held.taken({rows[place].id for place in fresh}), *names}
        renamed: list[int] = []
        for place in fresh:
            own = rows[place].id
            if own in taken:
                renamed.append(place)
            else:
                names[place] = own
                taken.add(own)
                self._source.holders[own] = self._kind.producer(rows[place])
        self._rename(rows, names, renamed, taken)

    def _rename(self, rows: Sequence[Item], names: list[str], places: Sequence[int], taken: set[str]) -> None:
        if not places:
            return
        noted: dict[str, str] = {}
        attempt, waiting = 0, list(places)
        while waiting:
            wanted = {place: self._candidate(rows[place], attempt) for place in waiting}
            taken |= set(self._held.taken(set(wanted.values())))
            for place in waiting:
                if wanted[place] not in taken:
                    names[place] = wanted[place]
                    taken.add(wanted[place])
                    noted[wanted[place]] = rows[place].id
            waiting = [place for place in waiting if not names[place]]
            attempt += 1
        self._held.remember(noted)
        self._source.notes = self._source.notes.plus(renamed=len(noted), example=min(noted, key=len))

    def _candidate(self, row: Item, attempt: int) -> str:
        """Return the id to try: with the producer's name, the file's, then with numbers."""
        labels = self._labels(row)
        if attempt < len(labels):
            return f"{labels[attempt]}:{row.id}"
        return f"{labels[0]}-{attempt - len(labels) + 2}:{row.id}"


def _by_source(rows: Iterable[tuple[str, Item]], *, size: int) -> Iterator[tuple[str, list[Item], bool]]:
    """Yield each source's name, at most `size` of its items, and whether these are all."""
    part: list[Item] = []
    name, whole = "", True
    for source, item in rows:
        if part and (source != name or len(part) >= size):
            yield name, part, whole and source != name
            whole, part = source != name, []
        name = source
        part.append(item)
    if part:
        yield name, part, whole


def _file_label(name: str) -> str:
    return _label(PurePosixPath(name.replace("\\", "/")).name.partition(".")[0])


@lru_cache(maxsize=4096)
def _label(name: str) -> str:
    """A name as part of an id: one word in small letters."""
    return _NO_LABEL.sub("-", name.casefold()).strip("-.")[:_LONGEST_LABEL]
