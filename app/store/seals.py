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
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

import msgspec

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
    columns = "kind TEXT NOT NULL, key NOT NULL, digest INTEGER NOT NULL"
    database.conn.execute(f"CREATE TABLE {TABLE} ({columns}, PRIMARY KEY (kind, key)) WITHOUT ROWID")


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


@contextmanager
def sealing(connection: sqlite3.Connection, tables: Iterable[Sealed], full_texts: Sequence[str] = ()) -> Iterator[None]:
    """Seal what is changed, inside the caller's transaction; in a file that has no digests yet, all that is there as well.

    A full text is sealed whole: SQLite crashes where triggers listen to the tables that it keeps one in. One that was damaged before
    stays told, since its damage may spread to whatever is merged with it.
    """
    fresh = not are_kept(connection)
    for sealed in tables if fresh else ():
        connection.execute(f"INSERT INTO {TABLE} {_rows(sealed)}")
    whole = [name for name in full_texts if fresh or not altered_full_text(connection, name)]
    yield
    for name in whole:
        seal_full_text(connection, name)


def seal_full_text(connection: sqlite3.Connection, name: str) -> None:
    """Seal a full text as it is. A savepoint makes SQLite write what it still holds of it in memory."""
    connection.execute("SAVEPOINT sealing")
    connection.execute("RELEASE sealing")
    for table in _tables_of(connection, name):
        connection.execute(f"INSERT OR REPLACE INTO {TABLE} VALUES (?, 0, ?)", (table, _digest_of_table(connection, table)))


def altered_full_text(connection: sqlite3.Connection, name: str, *, sizes: bool = True) -> bool:
    """Whether a full text is not what was written; without `sizes` those of its rows, which only rank them, are not looked at."""
    sealed = dict(connection.execute(f"SELECT kind, digest FROM {TABLE} WHERE kind GLOB ? AND key = 0", (f"{name}_*",)))
    tables = [table for table in _tables_of(connection, name) if sizes or not table.endswith("_docsize")]
    return any(sealed.get(table) != _digest_of_table(connection, table) for table in tables)


def _tables_of(connection: sqlite3.Connection, name: str) -> list[str]:
    """The tables in which SQLite keeps a full text."""
    named = [f"{name}_{part}" for part in ("config", "data", "docsize", "idx")]
    there = connection.execute(f"SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ({', '.join('?' * 4)})", named)
    return sorted(name for (name,) in there)


def _digest_of_table(connection: sqlite3.Connection, table: str) -> int:
    total = hashlib.blake2b(digest_size=8)
    cursor = connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
    while rows := cursor.fetchmany(_CHUNK):
        total.update(msgspec.msgpack.encode(rows))
    return int.from_bytes(total.digest(), "little", signed=True)


def renew(connection: sqlite3.Connection, sealed: Sealed, keys: Iterable[object]) -> None:
    """Seal the rows with these keys anew, since they were written whole; those that are gone are forgotten."""
    keys = list(keys)
    forget(connection, sealed, keys)
    query = f"INSERT OR REPLACE INTO {TABLE} {_rows(sealed)} WHERE {sealed.key_of(sealed.table)} = ?"
    connection.executemany(query, ((key,) for key in keys))


def forget(connection: sqlite3.Connection, sealed: Sealed, keys: Iterable[object]) -> None:
    """Rows with these keys count as altered from here on."""
    connection.executemany(f"DELETE FROM {TABLE} WHERE kind = '{sealed.table}' AND key = ?", ((key,) for key in keys))


def _rows(sealed: Sealed) -> str:
    return f"SELECT '{sealed.table}', {sealed.key_of(sealed.table)}, {sealed.digest_of(sealed.table)} FROM {sealed.table}"


def altered(connection: sqlite3.Connection, sealed: Sealed) -> list[str]:
    """The labels of all rows that are not what was written, and of those that are gone. Raises sqlite3.Error where they cannot be read."""
    return [*unlike_labels(connection, sealed), *_gone(connection, sealed)]


def unlike_keys(connection: sqlite3.Connection, sealed: Sealed) -> list[int]:
    """The keys, which are numbers, of all rows that are not what was written."""
    return [key for (key,) in connection.execute(f"SELECT {sealed.key_of(sealed.table)} FROM {sealed.table} WHERE {_differs(sealed)}")]


def unlike_labels(connection: sqlite3.Connection, sealed: Sealed) -> list[str]:
    """The labels of all rows that are not what was written."""
    query = f"SELECT CAST({sealed.table}.{sealed.label} AS BLOB) FROM {sealed.table} WHERE {_differs(sealed)}"
    return [_readable(label) for (label,) in connection.execute(query)]


def _differs(sealed: Sealed) -> str:
    seal = f"(SELECT digest FROM {TABLE} WHERE kind = '{sealed.table}' AND {TABLE}.key = {sealed.key_of(sealed.table)})"
    return f"{sealed.digest_of(sealed.table)} IS NOT {seal}"


def _gone(connection: sqlite3.Connection, sealed: Sealed) -> list[str]:
    keys = f"SELECT {sealed.key_of(sealed.table)} FROM {sealed.table}"
    query = f"SELECT CAST(key AS BLOB) FROM {TABLE} WHERE kind = ? AND key NOT IN ({keys})"
    return [f"{sealed.table} {_readable(key)} (gone)" for (key,) in connection.execute(query, (sealed.table,))]


def forget_gone(connection: sqlite3.Connection, sealed: Sealed) -> list[str]:
    """The labels of rows that are gone, which are told once more and then forgotten."""
    lost = _gone(connection, sealed)
    if lost:
        keys = f"SELECT {sealed.key_of(sealed.table)} FROM {sealed.table}"
        connection.execute(f"DELETE FROM {TABLE} WHERE kind = ? AND key NOT IN ({keys})", (sealed.table,))
    return lost


def unlike(connection: sqlite3.Connection, sealed: Sealed, column: str, values: Sequence[object], *, label: str = "") -> list[str]:
    """The labels (or what another column holds) of those rows with one of these values in `column` that are not what was written; none
    where nothing is sealed."""
    if not values or not are_kept(connection):
        return []
    found: list[str] = []
    named = f"CAST({sealed.table}.{label or sealed.label} AS BLOB)"
    for part in _parts(values):
        where = f"{sealed.table}.{column} IN ({', '.join('?' * len(part))}) AND {_differs(sealed)}"
        found += [_readable(name) for (name,) in connection.execute(f"SELECT {named} FROM {sealed.table} WHERE {where}", part)]
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
