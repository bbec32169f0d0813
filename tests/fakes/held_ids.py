"""Ids of a library in memory, to compare the real implementation with."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Generic

from app.domain.likeness import Item
from app.domain.source_ids import HeldItem


class MemoryIds(Generic[Item]):
    """HeldItems over a dictionary of items by id; `source_ids` are the original ids of items that got another one."""

    def __init__(self, items: Mapping[str, Item], source_ids: dict[str, str]) -> None:
        self._items, self._own = items, source_ids
        self._before: set[str] = set()

    def begin(self) -> None:
        """Begin another source."""
        self._before = set(self._items)

    def candidates(self, rows: Sequence[Item]) -> Iterator[HeldItem[Item]]:
        """Return every item of which a row may be another version."""
        row_ids = {row.id for row in rows}
        for name, item in self._items.items():
            if name in row_ids or self._own.get(name) in row_ids:
                yield HeldItem(item=item, source_id=self._own.get(name, name), just_added=name not in self._before)

    def named(self, names: Collection[str]) -> Iterator[HeldItem[Item]]:
        """Return items by id."""
        for name in names:
            if name in self._items:
                yield HeldItem(item=self._items[name], source_id=name, just_added=name not in self._before)

    def taken(self, names: Collection[str]) -> set[str]:
        """Return the ids in use."""
        return {name for name in names if name in self._items}

    def remember(self, names: Mapping[str, str]) -> None:
        """Store original ids by id."""
        self._own.update(names)
