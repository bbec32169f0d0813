"""Migrations: recorded together with what they make, refused when unknown, and run once."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database, Migrations

from app.errors import LibraryError
from app.store import database, schema
from app.store.database import connect, prepare


def opened(file: Path) -> Database:
    return connect(file, read_only=False)


def tables(found: Database) -> set[str]:
    return {row[0] for row in found.conn.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")}


def test_a_new_file_gets_every_table_and_its_mark(tmp_path: Path) -> None:
    with closing(opened(tmp_path / "library.db").conn) as connection:
        found = Database(connection)
        prepare(found, tmp_path, read_only=False)
        assert {"meta", "factcheck", "body", "factcheck_text", "fulltext"} <= tables(found)
        assert connection.execute("PRAGMA application_id").fetchone()[0] == schema.APPLICATION_ID
        assert connection.execute("PRAGMA user_version").fetchone()[0] == schema.SCHEMA_VERSION
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        before = connection.execute("SELECT * FROM _sqlite_migrations").fetchall()
        prepare(found, tmp_path, read_only=False)
        assert connection.execute("SELECT * FROM _sqlite_migrations").fetchall() == before


def test_as_many_migrations_as_the_version_says() -> None:
    assert [migration.name.split("-")[0] for migration in schema.MIGRATIONS.pending(Database(memory=True))] == [
        str(number) for number in range(1, schema.SCHEMA_VERSION + 1)
    ]


def test_a_failing_migration_leaves_the_library_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(opened(tmp_path / "library.db").conn) as connection:
        prepare(Database(connection), tmp_path, read_only=False)
    newer = Migrations("priorcheck")
    newer(name="1-factchecks")(lambda _: None)

    def second(found: Database) -> None:
        found.create_table("posts", {"id": str}, pk="id")
        raise sqlite3.OperationalError("database or disk is full")

    newer(name="2-posts")(second)
    monkeypatch.setattr(database, "MIGRATIONS", newer)
    monkeypatch.setattr(database, "SCHEMA_VERSION", 2)
    with closing(opened(tmp_path / "library.db").conn) as connection:
        found = Database(connection)
        with pytest.raises(sqlite3.OperationalError):
            prepare(found, tmp_path, read_only=False)
        assert "posts" not in tables(found) and connection.execute("PRAGMA user_version").fetchone()[0] == 1
        assert [row[0] for row in connection.execute("SELECT name FROM _sqlite_migrations")] == ["1-factchecks"]
        with pytest.raises(LibraryError) as raised:
            prepare(found, tmp_path, read_only=True)
        assert raised.value.code == "library-outdated"


def test_a_library_with_an_older_format_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(opened(tmp_path / "library.db").conn) as connection:
        prepare(Database(connection), tmp_path, read_only=False)
        connection.execute("INSERT INTO meta VALUES ('kept', 'yes')")
    newer = Migrations("priorcheck")
    newer(name="1-factchecks")(lambda _: None)
    newer(name="2-posts")(lambda found: found.create_table("posts", {"id": str}, pk="id"))
    monkeypatch.setattr(database, "MIGRATIONS", newer)
    monkeypatch.setattr(database, "SCHEMA_VERSION", 2)
    with closing(opened(tmp_path / "library.db").conn) as connection:
        found = Database(connection)
        prepare(found, tmp_path, read_only=False)
        assert "posts" in tables(found) and database.meta(found, "kept") == "yes"
        assert connection.execute("PRAGMA user_version").fetchone()[0] == 2
