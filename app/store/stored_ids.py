"""Look-up of stored ids for an import, which has to know which row an id belongs to."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Generic

from app.domain.likeness import Item
from app.domain.source_ids import HeldItem
from app.store.rows import chunks, placeholders
from app.store.stored_values import row_as

Read = Callable[[str, Sequence[str]], Iterable[tuple[int, Item]]]
"""Function of an SQL condition and its parameters that returns the matching rows: number and item."""


class StoredIds(Generic[Item]):
    """HeldItems over one table of a file; `read` reads its rows. To be used inside the import's transaction."""

    def __init__(self, connection: sqlite3.Connection, table: str, read: Read[Item]) -> None:
        self._connection, self._table, self._read = connection, table, read
        self._last = 0

    def begin(self) -> None:
        """Record the rows that exist before the next source."""
        (self._last,) = row_as(tuple[int], self._connection.execute(f"SELECT coalesce(max(row), 0) FROM {self._table}").fetchone())

    def candidates(self, rows: Sequence[Item]) -> Iterator[HeldItem[Item]]:
        """Yield the stored items with the rows' ids, be it as their source's id or as the library's."""
        ids = dict.fromkeys(row.id for row in rows)
        own_ids = self._own_ids(ids)
        yield from self._held((*ids, *own_ids), own_ids)

    def named(self, names: Collection[str]) -> Iterator[HeldItem[Item]]:
        """Yield the stored items with these ids."""
        yield from self._held(names, {})

    def _own_ids(self, ids: Collection[str]) -> dict[str, str]:
        """Return the sources' ids by the library's ids that replaced them."""
        if self._connection.execute("SELECT 1 FROM own_id LIMIT 1").fetchone() is None:
            return {}
        ids_by_own: dict[str, str] = {}
        for chunk in chunks(ids):
            query = f"SELECT id, own FROM own_id WHERE own IN ({placeholders(chunk)})"
            ids_by_own.update(row_as(list[tuple[str, str]], self._connection.execute(query, chunk).fetchall()))
        return ids_by_own

    def _held(self, names: Collection[str], own_ids: Mapping[str, str]) -> Iterator[HeldItem[Item]]:
        for chunk in chunks(dict.fromkeys(names)):
            for number, item in self._read(f"id IN ({placeholders(chunk)})", chunk):
                yield HeldItem(item=item, source_id=own_ids.get(item.id, item.id), just_added=number > self._last)

    def taken(self, names: Collection[str]) -> set[str]:
        """Return those of these ids that the table holds."""
        stored_ids: set[str] = set()
        for chunk in chunks(names):
            stored_ids.update(
                name for (name,) in self._connection.execute(f"SELECT id FROM {self._table} WHERE id IN ({placeholders(chunk)})", chunk)
            )
        return stored_ids

    def remember(self, names: Mapping[str, str]) -> None:
        """Record the sources' ids by the ids that the library uses."""
        self._connection.executemany("INSERT OR REPLACE INTO own_id (id, own) VALUES (?, ?)", names.items())
