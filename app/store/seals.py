"""Digests of stored rows, so that a row altered by the disk or another program is told from one that was written.

Every file of a library and every project has a table `seal` with one digest for each row of its `Sealed` tables, over all its columns.
Temporary triggers of the writing connection keep it, so no statement that writes has to think of it. A row that does not match its
digest keeps the old one when it is changed: damage is never sealed by a later change of another column.

Files made before version 0.2 have no digests. Their rows get them with the first change, or by `library rebuild`; until then the table
is empty, and nothing is checked.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from app.store.sqlite import Database

TABLE = "seal"
_FUNCTION = "seal_of"
_CHUNK = 500
_PAIR = "char(31)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """A table whose rows have digests. `key` names a row in the table `seal`, `label` names it for a person."""

    table: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    label: str

    def key_of(self, row: str) -> str:
        """SQL for the key of a row (a table's name, NEW or OLD). The plus takes away the column's affinity, which would
        keep SQLite from looking it up in the index of the seals."""
        parts = [f'{row}."{name}"' for name in self.key]
        return f" || {_PAIR} || ".join(parts) if len(parts) > 1 else f"+{parts[0]}"

    def digest_of(self, row: str) -> str:
        """SQL for the digest of a row as it is. Bytes are compared, since altered text may be no text any more."""
        values = ", ".join(f'CAST({row}."{name}" AS BLOB)' for name in self.columns)
        return f"{_FUNCTION}('{self.table}', {values})"


def create(database: Database) -> None:
    """Migration: the table of the digests, empty."""
    database.conn.execute(f"CREATE TABLE {TABLE} (kind TEXT NOT NULL, key NOT NULL, digest INTEGER NOT NULL, PRIMARY KEY (kind, key)) WITHOUT ROWID")


def register(connection: sqlite3.Connection) -> None:
    """Give a connection the SQL function that digests are made with."""
    connection.create_function(_FUNCTION, -1, _digest, deterministic=True)


def has_table(connection: sqlite3.Connection) -> bool:
    """Whether the file has a place for digests."""
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (TABLE,)).fetchone()
    return found is not None


def are_kept(connection: sqlite3.Connection) -> bool:
    """Whether this file's rows have digests."""
    return has_table(connection) and connection.execute(f"SELECT 1 FROM {TABLE} LIMIT 1").fetchone() is not None


def keep(connection: sqlite3.Connection, tables: Iterable[Sealed]) -> None:
    """Seal whatever this connection writes from here on."""
    connection.execute("PRAGMA recursive_triggers = ON")  # INSERT OR REPLACE deletes a row, too
    for sealed in tables:
        name, kind, new, old = sealed.table, f"'{sealed.table}'", sealed.digest_of("NEW"), sealed.digest_of("OLD")
        new_key, old_key = sealed.key_of("NEW"), sealed.key_of("OLD")
        for event, statement in (
            ("INSERT", f"INSERT OR REPLACE INTO {TABLE} VALUES ({kind}, {new_key}, {new})"),
            ("UPDATE", f"UPDATE {TABLE} SET key = {new_key}, digest = {new} WHERE kind = {kind} AND key = {old_key} AND digest = {old}"),
            ("DELETE", f"DELETE FROM {TABLE} WHERE kind = {kind} AND key = {old_key}"),
        ):
            connection.execute(
                f"CREATE TEMP TRIGGER IF NOT EXISTS seal_{name}_{event.lower()} AFTER {event} ON main.{name} BEGIN {statement}; END"
            )


def begin(connection: sqlite3.Connection, tables: Iterable[Sealed]) -> None:
    """Seal the rows of a file that has no digests yet, as they are, inside the caller's transaction."""
    if not are_kept(connection):
        for sealed in tables:
            connection.execute(f"INSERT INTO {TABLE} {_rows(sealed)}")


def renew(connection: sqlite3.Connection, sealed: Sealed, keys: Iterable[object] | None = None) -> None:
    """Seal these rows (None: all) anew, since they were written whole."""
    if keys is None:
        connection.execute(f"DELETE FROM {TABLE} WHERE kind = ?", (sealed.table,))
        connection.execute(f"INSERT INTO {TABLE} {_rows(sealed)}")
        return
    query = f"INSERT OR REPLACE INTO {TABLE} {_rows(sealed)} WHERE {sealed.key_of(sealed.table)} = ?"
    connection.executemany(query, ((key,) for key in keys))


def _rows(sealed: Sealed) -> str:
    return f"SELECT '{sealed.table}', {sealed.key_of(sealed.table)}, {sealed.digest_of(sealed.table)} FROM {sealed.table}"


def altered(connection: sqlite3.Connection, sealed: Sealed) -> list[str]:
    """The labels of all rows that are not what was written, and of those that are gone. Raises sqlite3.Error where they cannot be read."""
    return [*_unlike(connection, sealed), *_gone(connection, sealed)]


def _unlike(connection: sqlite3.Connection, sealed: Sealed) -> list[str]:
    query = f"SELECT CAST({sealed.table}.{sealed.label} AS BLOB) FROM {sealed.table} WHERE {_differs(sealed)}"
    return [_readable(label) for (label,) in connection.execute(query)]


def _differs(sealed: Sealed) -> str:
    seal = f"(SELECT digest FROM {TABLE} WHERE kind = '{sealed.table}' AND {TABLE}.key = {sealed.key_of(sealed.table)})"
    return f"{sealed.digest_of(sealed.table)} IS NOT {seal}"


def _gone(connection: sqlite3.Connection, sealed: Sealed) -> list[str]:
    keys = f"SELECT {sealed.key_of(sealed.table)} FROM {sealed.table}"
    query = f"SELECT CAST(key AS BLOB) FROM {TABLE} WHERE kind = ? AND key NOT IN ({keys})"
    return [f"{sealed.table} {_readable(key)} (gone)" for (key,) in connection.execute(query, (sealed.table,))]


def unlike(connection: sqlite3.Connection, sealed: Sealed, column: str, values: Sequence[object]) -> list[str]:
    """The labels of those rows with one of these values in `column` that are not what was written; none where nothing is sealed."""
    if not values or not are_kept(connection):
        return []
    found: list[str] = []
    label = f"CAST({sealed.table}.{sealed.label} AS BLOB)"
    for part in _parts(values):
        where = f"{sealed.table}.{column} IN ({', '.join('?' * len(part))}) AND {_differs(sealed)}"
        found += [_readable(name) for (name,) in connection.execute(f"SELECT {label} FROM {sealed.table} WHERE {where}", part)]
    return found


def _parts(values: Sequence[object]) -> Iterator[list[object]]:
    source = iter(dict.fromkeys(values))
    while part := list(islice(source, _CHUNK)):
        yield part


def _readable(value: bytes | None) -> str:
    return (value or b"").decode("utf-8", "replace").replace("\x1f", " ")


def _digest(kind: str, *values: bytes | None) -> int:
    """64 bits that name a row's values."""
    lengths = ",".join("-" if value is None else str(len(value)) for value in values)
    digest = hashlib.blake2b(f"{kind}:{lengths};".encode(), digest_size=8)
    digest.update(b"".join(value for value in values if value))
    return int.from_bytes(digest.digest(), "little", signed=True)
