"""Mapping of source ids to library ids: an `id` column identifies only within one source.

A row keeps its source's id if that is free or already its own. If another source's item has it, the row gets the id with its
source's name as a prefix, and keeps that id in later imports.
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
    """A stored item with a row's id, or one that may be the row despite another id. `source_id` is the id that its source gave it;
    `just_added`: the current import added it from the same source."""

    item: Item
    source_id: str
    just_added: bool = False


class HeldItems(Protocol[Item]):
    """Lookup of ids in a library."""

    def candidates(self, rows: Sequence[Item]) -> Iterable[HeldItem[Item]]:
        """Return the items stored under the rows' ids, by source id or library id."""
        ...

    def named(self, names: Collection[str]) -> Iterable[HeldItem[Item]]:
        """Return the items with these library ids."""
        ...

    def taken(self, names: Collection[str]) -> Collection[str]:
        """Return those of these ids that the library uses."""
        ...

    def remember(self, names: Mapping[str, str]) -> None:
        """Record the source ids of items that have another library id, by library id."""
        ...

    def begin(self) -> None:
        """Record that another source begins."""
        ...


@dataclass(slots=True)
class _Source:
    """State of the source being read. Counts are by namespace, the prefix before the source's own id; `renamed` maps ids of its
    rows to different library ids, `holders` maps ids to the producers of the stored items."""

    name: str
    agreed: Counter[str] = field(default_factory=Counter)
    unsure: Counter[str] = field(default_factory=Counter)
    renamed: dict[str, str] = field(default_factory=dict)
    holders: dict[str, str] = field(default_factory=dict)
    notes: SourceIdNotes = field(default_factory=lambda: SourceIdNotes(source=""))


_Pair = tuple[Likeness, int, HeldItem[Item], str]
"""How like, which row, which held item, and in which namespace that is."""


class SourceIds(Generic[Item]):
    """Assigns library ids to the rows of an import, source by source, each in one part or several."""

    def __init__(self, kind: ItemKind[Item], library_items: HeldItems[Item]) -> None:
        self._kind, self._library_items = kind, library_items
        self._source = _Source("")
        self._finished: list[SourceIdNotes] = []

    @property
    def notes(self) -> tuple[SourceIdNotes, ...]:
        """Return the notes on each source so far."""
        return tuple(notes for notes in (*self._finished, self._source.notes) if notes.repeated or notes.renamed)

    def parts(self, rows: Iterable[tuple[str, Item]], *, size: int) -> Iterator[list[Item]]:
        """Yield the items under their library ids, at most `size` at a time. Each part must be written before the next is
        requested. Consecutive files with a single row each, as in some collections, count as one source."""
        single: list[Item] = []
        first = ""
        for source, part, is_complete in _by_source(rows, size=size):
            is_single = is_complete and len(part) == 1
            if is_single:
                first = first if single else source
                single += part
            if single and (not is_single or len(single) >= size):
                yield self.resolve(first, single)
                single = []
            if not is_single:
                yield self.resolve(source, part)
        if single:
            yield self.resolve(first, single)

    def resolve(self, source: str, rows: Sequence[Item]) -> list[Item]:
        """Return these rows of a source under their library ids; of equal rows only the last."""
        if source != self._source.name:
            self._finished.append(self._source.notes)
            self._source = _Source(source, notes=SourceIdNotes(source=source))
            self._library_items.begin()
        self._source.holders = {}
        unique_rows, positions = self._without_repeats(rows)
        names = self._matched(unique_rows)
        self._name_anew(unique_rows, names)
        self._source.renamed |= {row.id: name for row, name in zip(unique_rows, names, strict=True) if row.id != name}
        kept_rows, names = (rows, [names[position] for position in positions]) if self._kind.keeps_repeats else (unique_rows, names)
        named_rows = [self._kind.with_id(row, name) if name != row.id else row for row, name in zip(kept_rows, names, strict=True)]
        references = self._source.renamed
        return [self._kind.with_references(row, references) for row in named_rows] if references else named_rows

    def _without_repeats(self, rows: Sequence[Item]) -> tuple[list[Item], list[int]]:
        """Return the rows that no later row repeats, and for each row the position of its representative there."""
        unique_rows: list[Item] = []
        positions: list[int] = []
        of_id: dict[str, list[int]] = defaultdict(list)
        for row in rows:
            repeated_index = next(
                (position for position in of_id[row.id] if self._kind.likeness(row, unique_rows[position]) is Likeness.EQUAL), None
            )
            if repeated_index is None:
                of_id[row.id].append(len(unique_rows))
                unique_rows.append(row)
            else:
                unique_rows[repeated_index] = row
            positions.append(len(unique_rows) - 1 if repeated_index is None else repeated_index)
        if not self._kind.keeps_repeats:
            self._source.notes = self._source.notes.plus(repeated=len(rows) - len(unique_rows))
        return unique_rows, positions

    def _matched(self, rows: Sequence[Item]) -> list[str]:
        """Return the id of the stored item that each row is, "" for a new row."""
        pairs = self._pairs(rows)
        names = [""] * len(rows)
        used: set[str] = set()
        for likeness, row, candidate, namespace in sorted(pairs, key=self._order):
            if names[row] or candidate.item.id in used or not self._is_same(likeness, namespace):
                continue
            names[row] = candidate.item.id
            used.add(candidate.item.id)
        return names

    def _pairs(self, rows: Sequence[Item]) -> list[_Pair[Item]]:
        """Compare rows with the items stored under their ids, and count agreements by namespace."""
        by_id: dict[str, list[HeldItem[Item]]] = defaultdict(list)
        for candidate in self._library_items.candidates(rows):
            self._source.holders[candidate.item.id] = self._kind.producer(candidate.item)
            for item_id in {candidate.source_id, candidate.item.id}:
                by_id[item_id].append(candidate)
        pairs = [pair for index, row in enumerate(rows) for pair in self._compared(index, row, by_id.get(row.id, ()))]
        matched = {index for likeness, index, *_ in pairs if likeness is not Likeness.UNSURE}
        unmatched = {index: row for index, row in enumerate(rows) if row.id in by_id and index not in matched}
        pairs += self._under_longer_names(unmatched)
        self._count(pairs)
        return pairs

    def _under_longer_names(self, rows: Mapping[int, Item]) -> list[_Pair[Item]]:
        """Compare rows (by index) with items that have a prefixed id: after deletion and restoring, an item is no longer known by
        its source id."""
        longer: dict[str, list[int]] = defaultdict(list)
        for index, row in rows.items():
            for label in self._labels(row):
                longer[f"{label}:{row.id}"].append(index)
        renamed_items = self._library_items.named(longer.keys()) if longer else ()
        return [
            pair
            for candidate in renamed_items
            for index in longer[candidate.item.id]
            for pair in self._compared(index, rows[index], (candidate,))
        ]

    def _compared(self, index: int, row: Item, candidates: Iterable[HeldItem[Item]]) -> Iterator[_Pair[Item]]:
        """Yield the candidates that may be the row; those that its own source has just added only if they are equal."""
        for candidate in candidates:
            likeness = self._kind.likeness(row, candidate.item)
            if likeness is not Likeness.OTHER and (likeness is Likeness.EQUAL or not candidate.just_added):
                name = candidate.item.id
                yield likeness, index, candidate, name.removesuffix(row.id) if name.endswith(f":{row.id}") else ""

    def _count(self, pairs: Iterable[_Pair[Item]]) -> None:
        for likeness, _, _, namespace in pairs:
            (self._source.unsure if likeness is Likeness.UNSURE else self._source.agreed)[namespace] += 1

    def _order(self, pair: _Pair[Item]) -> tuple[int, float, int]:
        likeness, row, _, namespace = pair
        agreed, unsure = self._source.agreed[namespace], self._source.unsure[namespace]
        return -likeness, -agreed / max(1, agreed + unsure), row

    def _is_same(self, likeness: Likeness, namespace: str) -> bool:
        """Return True if a row is the stored item. If the comparison is unsure, the majority of the source's rows in this namespace
        decides."""
        if likeness is not Likeness.UNSURE:
            return True
        return 0 < self._source.agreed[namespace] >= self._source.unsure[namespace]

    def _labels(self, row: Item) -> list[str]:
        """Return possible prefixes of the row's id: its producer, or the name of its file."""
        producer, file = _label(self._kind.producer(row)), _file_label(self._source.name)
        both = (file, producer) if producer and producer == _label(self._source.holders.get(row.id, "")) else (producer, file)
        return list(dict.fromkeys(filter(None, both))) or ["other"]

    def _name_anew(self, rows: Sequence[Item], names: list[str]) -> None:
        """Give ids to the new rows: their own if it is free."""
        unnamed = [index for index, name in enumerate(names) if not name]
        used_ids = {*self._library_items.taken({rows[index].id for index in unnamed}), *names}
        renamed: list[int] = []
        for index in unnamed:
            source_id = rows[index].id
            if source_id in used_ids:
                renamed.append(index)
            else:
                names[index] = source_id
                used_ids.add(source_id)
                self._source.holders[source_id] = self._kind.producer(rows[index])
        self._rename(rows, names, renamed, used_ids)

    def _rename(self, rows: Sequence[Item], names: list[str], indexes: Sequence[int], used_ids: set[str]) -> None:
        if not indexes:
            return
        renamed: dict[str, str] = {}
        attempt, remaining = 0, list(indexes)
        while remaining:
            candidate_ids = {index: self._candidate(rows[index], attempt) for index in remaining}
            used_ids |= set(self._library_items.taken(set(candidate_ids.values())))
            for index in remaining:
                if candidate_ids[index] not in used_ids:
                    names[index] = candidate_ids[index]
                    used_ids.add(candidate_ids[index])
                    renamed[candidate_ids[index]] = rows[index].id
            remaining = [index for index in remaining if not names[index]]
            attempt += 1
        self._library_items.remember(renamed)
        self._source.notes = self._source.notes.plus(renamed=len(renamed), example=min(renamed, key=len))

    def _candidate(self, row: Item, attempt: int) -> str:
        """Return the id to try: prefixed with the producer's name, with the file's, then with numbers."""
        labels = self._labels(row)
        if attempt < len(labels):
            return f"{labels[attempt]}:{row.id}"
        return f"{labels[0]}-{attempt - len(labels) + 2}:{row.id}"


def _by_source(rows: Iterable[tuple[str, Item]], *, size: int) -> Iterator[tuple[str, list[Item], bool]]:
    """Yield each source's name, at most `size` of its items, and True if these are all."""
    part: list[Item] = []
    name, is_complete = "", True
    for source, item in rows:
        if part and (source != name or len(part) >= size):
            yield name, part, is_complete and source != name
            is_complete, part = source != name, []
        name = source
        part.append(item)
    if part:
        yield name, part, is_complete


def _file_label(name: str) -> str:
    return _label(PurePosixPath(name.replace("\\", "/")).name.partition(".")[0])


@lru_cache(maxsize=4096)
def _label(name: str) -> str:
    """Return a name as part of an id: one word in lower case."""
    return _NO_LABEL.sub("-", name.casefold()).strip("-.")[:_LONGEST_LABEL]
