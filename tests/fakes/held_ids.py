"""What a library in memory says of ids, to compare the real ones with."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Generic

from app.domain.likeness import Item
from app.domain.source_ids import HeldItem


class MemoryIds(Generic[Item]):
    """HeldItems over a dictionary of items by id; `own` are the own ids of those that have another one."""

    def __init__(self, items: Mapping[str, Item], own: dict[str, str]) -> None:
        self._items, self._own = items, own
        self._before: set[str] = set()

    def begin(self) -> None:
        """Another source begins."""
        self._before = set(self._items)

    def candidates(self, rows: Sequence[Item]) -> Iterator[HeldItem[Item]]:
        """Every item of which a row may be another version."""
        wanted = {row.id for row in rows}
        for name, item in self._items.items():
            if name in wanted or self._own.get(name) in wanted:
                yield HeldItem(item=item, source_id=self._own.get(name, name), just_added=name not in self._before)

    def named(self, names: Collection[str]) -> Iterator[HeldItem[Item]]:
        """Items by id."""
        for name in names:
            if name in self._items:
                yield HeldItem(item=self._items[name], source_id=name, just_added=name not in self._before)

    def taken(self, names: Collection[str]) -> set[str]:
        """Ids that are there."""
        return {name for name in names if name in self._items}

    def remember(self, names: Mapping[str, str]) -> None:
        """Own ids by id."""
        self._own.update(names)
