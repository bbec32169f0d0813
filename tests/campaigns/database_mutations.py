"""Mutations of a SQLite file: bytes and pages, schema, rows, and the content of blobs. The result depends only on the random
generator."""

from __future__ import annotations

import json
import random
import sqlite3
import tempfile
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from tests.campaigns.mutations import mutated

_STATEMENTS = (
    "CREATE TRIGGER t AFTER INSERT ON {table} BEGIN DELETE FROM {table}; END",
    "CREATE TEMP TABLE x (y)",
    "CREATE VIEW v AS SELECT * FROM {table}",
    "CREATE TABLE strange (x)",
    "CREATE INDEX strange ON {table} (hex({column}))",
    "CREATE VIRTUAL TABLE f USING fts5 (x)",
    "ALTER TABLE {table} ADD COLUMN more TEXT",
    "ALTER TABLE {table} ADD COLUMN made TEXT GENERATED ALWAYS AS (hex({column}))",
    "ALTER TABLE {table} RENAME TO other",
    "ANALYZE",
    "DROP TABLE {table}",
    "PRAGMA user_version = 99",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = -1",
    "PRAGMA application_id = 7",
    "PRAGMA journal_mode = DELETE",
    "PRAGMA journal_mode = WAL",
    "VACUUM",
    "DELETE FROM {table}",
    "DELETE FROM _sqlite_migrations",
    "INSERT INTO {table} SELECT * FROM {table}",
)
_SCHEMA = (
    "UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE name = '{table}'",
    "UPDATE sqlite_master SET sql = sql || ' WITHOUT ROWID' WHERE name = '{table}'",
    "UPDATE sqlite_master SET sql = replace(sql, 'TEXT', 'BLOB') WHERE name = '{table}'",
    "UPDATE sqlite_master SET rootpage = 2 WHERE name = '{table}'",
    "UPDATE sqlite_master SET rootpage = 1 WHERE name = '{table}'",
    "UPDATE sqlite_master SET tbl_name = 'x' WHERE name = '{table}'",
    "UPDATE sqlite_master SET sql = x'ff00fe' WHERE name = '{table}'",
    "UPDATE sqlite_master SET sql = CAST(x'ff41fe' AS TEXT) WHERE name = '{table}'",
    "UPDATE sqlite_master SET name = CAST(x'ff41fe' AS TEXT) WHERE name = '{table}'",
    "UPDATE sqlite_master SET sql = NULL WHERE name = '{table}'",
    "DELETE FROM sqlite_master WHERE name = '{table}'",
    "INSERT INTO sqlite_master SELECT type, name || 'x', tbl_name, rootpage, sql FROM sqlite_master WHERE name = '{table}'",
    "INSERT INTO sqlite_master VALUES ('trigger', 't', '{table}', 0, 'CREATE TRIGGER t AFTER INSERT ON {table} BEGIN SELECT 1; END')",
    "INSERT INTO sqlite_master VALUES ('table', 'e', 'e', 0, 'CREATE VIRTUAL TABLE e USING csv (filename=''/etc/passwd'')')",
)
_VALUES: tuple[object, ...] = (
    None, 0, -1, 7, 2**63 - 1, -(2**63), 1.5, 1e308, "", "x", "2024-13-45", "0001-01-01", "٣", "9" * 5000, "-3", "\x00", "a\x1b[31m\u202eb", "../../../../etc", "../x",
    b"", b"\xff\xfe", b"{}", zlib.compress(b"{}"), zlib.compress(b"[" * 100_000), zlib.compress(b"[]"), zlib.compress(b"null"), "x" * 100_000, "FALSE", "en", "1e999",
)  # fmt: skip

Mutation = Callable[[Path, random.Random], None]


def altered(data: bytes, rng: random.Random) -> bytes:
    """Return the file with one to three mutations."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.db"
        path.write_bytes(data)
        for _ in range(rng.choice((1, 1, 2, 3))):
            with suppress(sqlite3.Error, UnicodeError, OverflowError, IndexError, zlib.error):
                rng.choice(_MUTATIONS)(path, rng)
        _checkpoint(path)
        return path.read_bytes()


def _checkpoint(path: Path) -> None:
    """Move the changes of a write-ahead log into the file, as far as possible."""
    if path.with_name("a.db-wal").exists():
        with suppress(sqlite3.Error, UnicodeError), closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _bytes(path: Path, rng: random.Random) -> None:
    path.write_bytes(mutated(path.read_bytes(), rng))


def _flips(path: Path, rng: random.Random) -> None:
    content = bytearray(path.read_bytes())
    if not content:
        return
    within = rng.choice((100, 4096, len(content)))
    for _ in range(rng.choice((1, 2, 8, 40))):
        content[rng.randrange(min(within, len(content)))] ^= 1 << rng.randrange(8)
    path.write_bytes(content)


def _pages(path: Path, rng: random.Random) -> None:
    """Copy one page over another, clear a page, or change a pointer in an inner page or a header."""
    content = bytearray(path.read_bytes())
    size = 4096
    count = len(content) // size
    if count < 3:
        return
    page, other_page = rng.randrange(count), rng.randrange(count)
    act = rng.randrange(4)
    if act == 0:
        content[page * size : (page + 1) * size] = content[other_page * size : (other_page + 1) * size]
    elif act == 1:
        content[page * size : (page + 1) * size] = bytes(size)
    elif act == 2:
        offset = page * size + rng.randrange(size - 4)
        content[offset : offset + 4] = (other_page + 1).to_bytes(4, "big")
    else:
        del content[rng.randrange(len(content)) :]
    path.write_bytes(content)


def _head(path: Path, rng: random.Random) -> None:
    """Change a number in the file header."""
    content = bytearray(path.read_bytes())
    if len(content) < 100:
        return
    offset = rng.choice((16, 18, 19, 20, 21, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 92, 96))
    width = rng.choice((1, 2, 4))
    content[offset : offset + width] = rng.choice((bytes(width), b"\xff" * width, rng.randbytes(width)))
    path.write_bytes(content)


def _opened(path: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(path, isolation_level=None))


def _tables(connection: sqlite3.Connection) -> list[str]:
    return [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]


def _place(connection: sqlite3.Connection, rng: random.Random) -> tuple[str, str]:
    table = rng.choice(_tables(connection))
    columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]
    return table, rng.choice(columns or ["x"])


def _statement(path: Path, rng: random.Random) -> None:
    with _opened(path) as connection:
        table, column = _place(connection, rng)
        connection.execute(rng.choice(_STATEMENTS).format(table=table, column=column)).fetchall()


def _schema(path: Path, rng: random.Random) -> None:
    with _opened(path) as connection:
        table, _ = _place(connection, rng)
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(rng.choice(_SCHEMA).format(table=table))


def _row(path: Path, rng: random.Random) -> None:
    """Change a value of a row to any type, including NULL in NOT NULL columns."""
    with _opened(path) as connection:
        table, column = _place(connection, rng)
        before = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]
        rows = connection.execute(f'SELECT "{column}" FROM "{table}"').fetchall()
        if not rows:
            return
        old = rng.choice(rows)[0]
        loose = rng.random() < 0.5
        if loose:
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute(
                "UPDATE sqlite_master SET sql = replace(replace(sql, ' NOT NULL', ''), 'TEXT', 'BLOB') WHERE name = ?", (table,)
            )
            connection.execute("PRAGMA writable_schema = RESET")
        try:
            new = rng.choice(_VALUES)
            if new == "\x00" and isinstance(old, str):
                connection.execute(f'UPDATE "{table}" SET "{column}" = CAST(? AS TEXT) WHERE "{column}" IS ?', (b"\xff\xfe", old))
            else:
                connection.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE "{column}" IS ?', (new, old))
        finally:
            if loose:
                connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (before, table))


def _blob(path: Path, rng: random.Random) -> None:
    """Change a blob's bytes, or one value of its JSON."""
    with _opened(path) as connection:
        columns = [(table, row[1]) for table in _tables(connection) for row in connection.execute(f'PRAGMA table_info("{table}")')]
        columns = [(table, column) for table, column in columns if column in ("body", "text") and not table.endswith(("_data", "_content"))]
        if not columns:
            return
        table, column = rng.choice(columns)
        rows = connection.execute(f'SELECT rowid, "{column}" FROM "{table}"').fetchall()
        if not rows:
            return
        number, value = rng.choice(rows)
        packed = isinstance(value, bytes)
        content = zlib.decompress(value) if packed else str(value).encode()
        content = _json(content, rng) if rng.random() < 0.7 else mutated(content, rng)
        new: object = zlib.compress(content, 1) if packed else content.decode("utf-8", "replace")
        connection.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', (new, number))


def _json(content: bytes, rng: random.Random) -> bytes:
    """Replace, remove or double one value of a JSON text."""
    try:
        payload: Any = json.loads(content)
    except (ValueError, RecursionError):
        return mutated(content, rng)
    holders: list[tuple[Any, Any]] = []
    _collect(payload, holders)
    if not holders:
        return content
    holder, key = rng.choice(holders)
    act = rng.random()
    if act < 0.15:
        del holder[key]
    elif act < 0.25 and isinstance(holder, list):
        holder.extend(holder * rng.choice((1, 50)))
    else:
        holder[key] = rng.choice(
            (None, 0, -1, 2**70, -5, 1.5, 1e300, "", "x", [], {}, [[]], True, "2024-13-01", "\u202e", holder[key], [holder[key]])
        )
    return json.dumps(payload, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")


def _collect(value: Any, holders: list[tuple[Any, Any]]) -> None:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        holders.append((value, key))
        _collect(value[key], holders)


_MUTATIONS: tuple[Mutation, ...] = (
    _bytes,
    _flips,
    _flips,
    _pages,
    _pages,
    _head,
    _statement,
    _schema,
    _row,
    _row,
    _row,
    _row,
    _blob,
    _blob,
    _blob,
)
