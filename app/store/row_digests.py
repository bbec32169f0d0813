"""Digests of stored rows, which detect rows that the disk or another program has altered.

Every file of a library and every project has a table `seal` with one digest for each row of its `DigestedTable`s, over all the row's
columns. Temporary triggers of the writing connection keep it up to date, so no writing code has to think of it. A row that does not match
its digest keeps the old one when it is changed: a later change of another column never makes damage look right.

Files of version 0.1 have no digests. Their rows get them with the first change, or by `library rebuild`; until then the table is empty, and
nothing is checked.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

import msgspec

from app.store.sqlite import Database

TABLE = "seal"
_FUNCTION = "seal_of"
_CHUNK = 500
_KEY_SEPARATOR = "char(31)"


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestedTable:
    """A table whose rows have digests. `key` are the columns that identify a row in the table `seal`, `label` is the column that names a
    row to the user."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    label: str

    def key_sql(self, row: str) -> str:
        """Return SQL for the key of `row` (a table's name, NEW or OLD). The plus removes the column's affinity, which would keep SQLite
        from using the index of the digests."""
        parts = [f'{row}."{name}"' for name in self.key]
        return f" || {_KEY_SEPARATOR} || ".join(parts) if len(parts) > 1 else f"+{parts[0]}"

    def digest_sql(self, row: str) -> str:
        """Return SQL for the digest of `row` as it is now. It is taken over bytes, since altered text may not be valid text."""
        values = ", ".join(f'CAST({row}."{name}" AS BLOB)' for name in self.columns)
        return f"{_FUNCTION}('{self.name}', {values})"

    def digests_sql(self) -> str:
        """Return SQL that selects the table `seal`'s values for all rows as they are now."""
        return f"SELECT '{self.name}', {self.key_sql(self.name)}, {self.digest_sql(self.name)} FROM {self.name}"

    def is_altered_sql(self) -> str:
        """Return an SQL condition that is true for rows without their digest."""
        digest = f"(SELECT digest FROM {TABLE} WHERE kind = '{self.name}' AND {TABLE}.key = {self.key_sql(self.name)})"
        return f"{self.digest_sql(self.name)} IS NOT {digest}"

    def is_missing_sql(self) -> str:
        """Return an SQL condition that is true for digests whose row is gone."""
        return f"kind = '{self.name}' AND key NOT IN (SELECT {self.key_sql(self.name)} FROM {self.name})"


def create_table(database: Database) -> None:
    """Migration: create the table of the digests, empty."""
    columns = "kind TEXT NOT NULL, key NOT NULL, digest INTEGER NOT NULL"
    database.conn.execute(f"CREATE TABLE {TABLE} ({columns}, PRIMARY KEY (kind, key)) WITHOUT ROWID")


def register_function(connection: sqlite3.Connection) -> None:
    """Register the SQL function that computes digests."""
    connection.create_function(_FUNCTION, -1, _digest, deterministic=True)


def has_digest_table(connection: sqlite3.Connection) -> bool:
    """True where the file has the table of the digests."""
    row = connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (TABLE,)).fetchone()
    return row is not None


def has_digests(connection: sqlite3.Connection) -> bool:
    """True where the file's rows have digests."""
    return has_digest_table(connection) and connection.execute(f"SELECT 1 FROM {TABLE} LIMIT 1").fetchone() is not None


def install_triggers(connection: sqlite3.Connection, tables: Iterable[DigestedTable]) -> None:
    """Record the digest of every row that this connection writes from now on."""
    connection.execute("PRAGMA recursive_triggers = ON")  # INSERT OR REPLACE deletes a row, too
    for table in tables:
        kind, new, old = f"'{table.name}'", table.digest_sql("NEW"), table.digest_sql("OLD")
        new_key, old_key = table.key_sql("NEW"), table.key_sql("OLD")
        for event, statement in (
            ("INSERT", f"INSERT OR REPLACE INTO {TABLE} VALUES ({kind}, {new_key}, {new})"),
            ("UPDATE", f"UPDATE {TABLE} SET key = {new_key}, digest = {new} WHERE kind = {kind} AND key = {old_key} AND digest = {old}"),
            ("DELETE", f"DELETE FROM {TABLE} WHERE kind = {kind} AND key = {old_key}"),
        ):
            trigger = f"seal_{table.name}_{event.lower()}"
            connection.execute(f"CREATE TEMP TRIGGER IF NOT EXISTS {trigger} AFTER {event} ON main.{table.name} BEGIN {statement}; END")


@contextmanager
def recording(connection: sqlite3.Connection, tables: Iterable[DigestedTable], full_texts: Sequence[str] = ()) -> Iterator[None]:
    """Record digests of a change, inside the caller's transaction; in a file without digests, those of all rows as well.

    A full text has one digest as a whole, since SQLite crashes where triggers listen to its internal tables. One that was damaged before
    keeps its old digest: its damage may spread to whatever is merged with it.
    """
    first = not has_digests(connection)
    for table in tables if first else ():
        connection.execute(f"INSERT INTO {TABLE} {table.digests_sql()}")
    # One digest for a whole full text, since SQLite crashes where triggers listen to its internal tables. A damaged full text
    # keeps its old digest: its damage may spread to whatever is merged with it.
    intact_tables = [name for name in full_texts if first or not is_full_text_altered(connection, name)]
    yield
    for name in intact_tables:
        record_full_text(connection, name)


def record_full_text(connection: sqlite3.Connection, name: str) -> None:
    """Record the digest of a full text as it is now. The savepoint makes SQLite write the part that it still holds in memory."""
    connection.execute("SAVEPOINT sealing")
    connection.execute("RELEASE sealing")
    for table in _full_text_tables(connection, name):
        connection.execute(f"INSERT OR REPLACE INTO {TABLE} VALUES (?, 0, ?)", (table, _table_digest(connection, table)))


def is_full_text_altered(connection: sqlite3.Connection, name: str, *, sizes: bool = True) -> bool:
    """Compare a full text with its digest. Without `sizes`, the sizes of its rows are skipped: they affect the ranking alone."""
    recorded = dict(connection.execute(f"SELECT kind, digest FROM {TABLE} WHERE kind GLOB ? AND key = 0", (f"{name}_*",)))
    tables = [table for table in _full_text_tables(connection, name) if sizes or not table.endswith("_docsize")]
    return any(recorded.get(table) != _table_digest(connection, table) for table in tables)


def record_rows(connection: sqlite3.Connection, table: DigestedTable, keys: Iterable[object]) -> None:
    """Record the digests of rows that were rewritten in full, and remove those of rows that are gone."""
    keys = list(keys)
    remove_digests(connection, table, keys)
    query = f"INSERT OR REPLACE INTO {TABLE} {table.digests_sql()} WHERE {table.key_sql(table.name)} = ?"
    connection.executemany(query, ((key,) for key in keys))


def remove_digests(connection: sqlite3.Connection, table: DigestedTable, keys: Iterable[object]) -> None:
    """Remove the digests of these rows, which count as altered from now on."""
    connection.executemany(f"DELETE FROM {TABLE} WHERE kind = '{table.name}' AND key = ?", ((key,) for key in keys))


def altered_or_missing(connection: sqlite3.Connection, table: DigestedTable) -> list[str]:
    """Return the labels of all altered rows, and of those that are gone. Raises sqlite3.Error where they cannot be read."""
    return [*altered_labels(connection, table), *_missing_labels(connection, table)]


def altered_keys(connection: sqlite3.Connection, table: DigestedTable) -> list[int]:
    """Return the keys of all altered rows, in a table whose keys are numbers."""
    query = f"SELECT {table.key_sql(table.name)} FROM {table.name} WHERE {table.is_altered_sql()}"
    return [key for (key,) in connection.execute(query)]


def altered_labels(connection: sqlite3.Connection, table: DigestedTable) -> list[str]:
    """Return the labels of all altered rows."""
    query = f"SELECT CAST({table.name}.{table.label} AS BLOB) FROM {table.name} WHERE {table.is_altered_sql()}"
    return [_decode(label) for (label,) in connection.execute(query)]


def forget_missing(connection: sqlite3.Connection, table: DigestedTable) -> list[str]:
    """Return the labels of rows that are gone, and remove their digests, so that they are reported only once."""
    labels = _missing_labels(connection, table)
    if labels:
        connection.execute(f"DELETE FROM {TABLE} WHERE {table.is_missing_sql()}")
    return labels


def altered_among(
    connection: sqlite3.Connection, table: DigestedTable, column: str, values: Sequence[object], *, label: str = ""
) -> list[str]:
    """Return the labels of altered rows among those with one of these values in `column`; nothing in a file without digests.

    `label` names another column to take the labels from.
    """
    if not values or not has_digests(connection):
        return []
    labels: list[str] = []
    label_sql = f"CAST({table.name}.{label or table.label} AS BLOB)"
    for chunk in _chunks(values):
        condition = f"{table.name}.{column} IN ({', '.join('?' * len(chunk))}) AND {table.is_altered_sql()}"
        labels += [_decode(name) for (name,) in connection.execute(f"SELECT {label_sql} FROM {table.name} WHERE {condition}", chunk)]
    return labels


def _missing_labels(connection: sqlite3.Connection, table: DigestedTable) -> list[str]:
    query = f"SELECT CAST(key AS BLOB) FROM {TABLE} WHERE {table.is_missing_sql()}"
    return [f"{table.name} {_decode(key)} (gone)" for (key,) in connection.execute(query)]


def _full_text_tables(connection: sqlite3.Connection, name: str) -> list[str]:
    """Return the existing internal tables in which SQLite stores a full text."""
    names = [f"{name}_{part}" for part in ("config", "data", "docsize", "idx")]
    rows = connection.execute(f"SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ({', '.join('?' * 4)})", names)
    return sorted(table for (table,) in rows)


def _table_digest(connection: sqlite3.Connection, table: str) -> int:
    total = hashlib.blake2b(digest_size=8)
    cursor = connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
    while rows := cursor.fetchmany(_CHUNK):
        total.update(msgspec.msgpack.encode(rows))
    return int.from_bytes(total.digest(), "little", signed=True)


def _chunks(values: Sequence[object]) -> Iterator[list[object]]:
    source = iter(dict.fromkeys(values))
    while chunk := list(islice(source, _CHUNK)):
        yield chunk


def _decode(value: bytes | None) -> str:
    return (value or b"").decode("utf-8", "replace").replace("\x1f", " ")


def _digest(kind: str, *values: bytes | None) -> int:
    """Compute the 64-bit digest of a row's values."""
    lengths = ",".join("-" if value is None else str(len(value)) for value in values)
    digest = hashlib.blake2b(f"{kind}:{lengths};".encode(), digest_size=8)
    digest.update(b"".join(value for value in values if value))
    return int.from_bytes(digest.digest(), "little", signed=True)
