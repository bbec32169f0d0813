"""Migrations: recorded with their changes, refused if unknown, run once."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database, Migrations

from app.domain.factcheck import FactCheck, FactCheckFilter
from app.domain.progress import CancelToken, no_progress
from app.errors import LibraryError
from app.ports import Library
from app.store import database, letter_pairs, open_library, open_posts, schema
from app.store.database import connect, prepare
from app.store.posts import schema as posts_schema
from tests.fakes.encoder import FakeEncoder
from tests.fakes.library_samples import change

EMPTY = ("author", "published", "platform", "language", "url", "repeats", "replies_to")


def open_database(file: Path) -> Database:
    return connect(file, read_only=False)


def tables(database: Database) -> set[str]:
    return {row[0] for row in database.conn.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")}


def known_migrations() -> Migrations:
    """Return this version's migrations, to which a test adds one."""
    migrations = Migrations("priorcheck")
    for migration in schema.MIGRATIONS.pending(Database(memory=True)):
        migrations(name=migration.name)(migration.fn)
    return migrations


def first_format(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a library in the first format, with rows, and with the index that its writers added later."""
    older = Migrations("priorcheck")
    older(name="1-factchecks")(schema.MIGRATIONS.pending(Database(memory=True))[0].fn)
    with monkeypatch.context() as patch, closing(open_database(folder / "library.db").conn) as connection:
        patch.setattr(database, "MIGRATIONS", older)
        patch.setattr(database, "SCHEMA_VERSION", 1)
        prepare(Database(connection), folder, read_only=False)
        columns = ", ".join(row[1] for row in connection.execute("PRAGMA table_info(factcheck)"))
        for row, claim, body in ((1, "新冠疫苗含有芯片", "这不是真的"), (2, "Otters invented paper", "They did not, says 水獭 expert")):
            values = (row, f"id-{row}", claim, "", "False", "FALSE", "", "Desk", "", "", "", "", "", "", "", "", f"id-{row}")
            connection.execute(f"INSERT INTO factcheck ({columns}) VALUES ({', '.join('?' * len(values))})", values)
            connection.execute("INSERT INTO body VALUES (?, ?)", (row, body))
            connection.execute("INSERT INTO fulltext (rowid, claim, title, body) VALUES (?, ?, '', ?)", (row, claim, body))
        connection.execute("CREATE INDEX factcheck_browsing ON factcheck (published DESC, id, verdict, publisher, language)")
    return folder


def test_a_new_file_gets_every_table_and_its_mark(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "library.db").conn) as connection:
        target = Database(connection)
        prepare(target, tmp_path, read_only=False)
        assert {"meta", "factcheck", "body", "factcheck_text", "fulltext", "letterpairs"} <= tables(target)
        assert connection.execute("PRAGMA application_id").fetchone()[0] == schema.APPLICATION_ID
        assert connection.execute("PRAGMA user_version").fetchone()[0] == schema.SCHEMA_VERSION
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        before = connection.execute("SELECT * FROM _sqlite_migrations").fetchall()
        prepare(target, tmp_path, read_only=False)
        assert connection.execute("SELECT * FROM _sqlite_migrations").fetchall() == before


def test_as_many_migrations_as_the_version_says() -> None:
    assert [migration.name.split("-")[0] for migration in schema.MIGRATIONS.pending(Database(memory=True))] == [
        str(number) for number in range(1, schema.SCHEMA_VERSION + 1)
    ]


def test_a_failing_migration_leaves_the_library_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(open_database(tmp_path / "library.db").conn) as connection:
        prepare(Database(connection), tmp_path, read_only=False)
    newer = known_migrations()

    def second(target: Database) -> None:
        target.create_table("posts", {"id": str}, pk="id")
        raise sqlite3.OperationalError("database or disk is full")

    newer(name=f"{schema.SCHEMA_VERSION + 1}-posts")(second)
    monkeypatch.setattr(database, "MIGRATIONS", newer)
    monkeypatch.setattr(database, "SCHEMA_VERSION", schema.SCHEMA_VERSION + 1)
    with closing(open_database(tmp_path / "library.db").conn) as connection:
        target = Database(connection)
        with pytest.raises(sqlite3.OperationalError):
            prepare(target, tmp_path, read_only=False)
        assert "posts" not in tables(target) and connection.execute("PRAGMA user_version").fetchone()[0] == schema.SCHEMA_VERSION
        applied = [row[0] for row in connection.execute("SELECT name FROM _sqlite_migrations")]
        assert applied == ["1-factchecks", "2-browsing", "3-facets", "4-languages", "5-seals", "6-own-ids"]
        prepare(target, tmp_path, read_only=True)  # it can be read as it is
        monkeypatch.setattr(database, "READABLE_FROM", schema.SCHEMA_VERSION + 1)
        with pytest.raises(LibraryError) as raised:
            prepare(target, tmp_path, read_only=True)
        assert raised.value.code == "library-outdated"


def test_a_library_with_an_older_format_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(open_database(tmp_path / "library.db").conn) as connection:
        prepare(Database(connection), tmp_path, read_only=False)
        connection.execute("INSERT INTO meta VALUES ('kept', 'yes')")
    newer = known_migrations()
    newer(name=f"{schema.SCHEMA_VERSION + 1}-posts")(lambda target: target.create_table("posts", {"id": str}, pk="id"))
    monkeypatch.setattr(database, "MIGRATIONS", newer)
    monkeypatch.setattr(database, "SCHEMA_VERSION", schema.SCHEMA_VERSION + 1)
    with closing(open_database(tmp_path / "library.db").conn) as connection:
        target = Database(connection)
        prepare(target, tmp_path, read_only=False)
        assert "posts" in tables(target) and database.meta(target, "kept") == "yes"
        assert connection.execute("PRAGMA user_version").fetchone()[0] == schema.SCHEMA_VERSION + 1


def found_by(library: Library, text: str) -> list[str]:
    return [item.id for item in library.search(text).items]


def test_a_library_of_the_first_format_is_searched_by_the_letters_of_its_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(open_library(first_format(tmp_path, monkeypatch))) as library:
        assert (found_by(library, "疫苗"), found_by(library, "水"), found_by(library, "獭水")) == (["id-1"], ["id-2"], [])
        assert library.search("疫苗", among=FactCheckFilter(publisher="Desk", verdict="FALSE")).total == 1 and found_by(
            library, "otters"
        ) == ["id-2"]
        assert (
            library.search("otters", among=FactCheckFilter(publisher="Desk")).total == 1
            and library.search("otters", among=FactCheckFilter(verdict="TRUE")).total == 0
        )
        change(library, upsert=[FactCheck(id="id-1", claim="水獭发明了纸")], delete=["id-2"])
        assert (found_by(library, "疫苗"), found_by(library, "水獭")) == ([], ["id-1"])
        assert all(check.ok for check in library.verify(progress=no_progress, cancel=CancelToken()))
    with closing(open_database(tmp_path / "library.db").conn) as connection:
        indexes = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'factcheck'")}
        assert {"factcheck_browsing", "factcheck_publishers", "factcheck_verdicts"} <= indexes and "factcheck_newest" not in indexes


def test_a_killed_migration_starts_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = first_format(tmp_path, monkeypatch)

    def cut_short(connection: sqlite3.Connection) -> None:
        add_all(connection)
        raise sqlite3.OperationalError("database or disk is full")

    add_all = letter_pairs.add_all
    with monkeypatch.context() as patch:
        patch.setattr(letter_pairs, "add_all", cut_short)
        with pytest.raises(LibraryError) as raised:
            open_library(folder)
        assert raised.value.code == "disk-full"
    with closing(open_database(folder / "library.db").conn) as connection:
        assert "letterpairs" not in tables(Database(connection)) and connection.execute("PRAGMA user_version").fetchone()[0] == 1
    with closing(open_library(folder)) as library:
        assert found_by(library, "疫苗") == ["id-1"]


def first_posts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write posts in the first format, with one post."""
    older = Migrations("priorcheck-posts")
    older(name="1-posts")(posts_schema.MIGRATIONS.pending(Database(memory=True))[0].fn)
    form = database.Format(posts_schema.FILE, posts_schema.APPLICATION_ID, older, 1, (), 1)
    with closing(open_database(folder / posts_schema.FILE).conn) as connection:
        prepare(Database(connection), folder, read_only=False, form=form)
        values = {
            "id": "x:1",
            "text": "Otters swim",
            "clean": "Otters swim",
            "content": "c",
            "form": "f",
            "head": 1,
            **dict.fromkeys(EMPTY, ""),
        }
        connection.execute(f"INSERT INTO post ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})", list(values.values()))
        connection.execute("INSERT INTO words (rowid, clean, facets) SELECT row, clean, facets FROM post_text")
    return folder


def test_posts_of_the_first_format_can_be_indexed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(open_posts(first_posts(tmp_path, monkeypatch))) as posts:
        assert len(posts) == 1
        with closing(posts.index(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())) as index:
            assert [post.id for post in index.posts([0])] == ["x:1"]
    with closing(open_database(tmp_path / posts_schema.FILE).conn) as connection:
        assert connection.execute("PRAGMA user_version").fetchone()[0] == posts_schema.VERSION == 5
        (first,) = connection.execute("SELECT name FROM state").fetchall()
    with closing(open_posts(tmp_path)) as posts:
        posts.delete(["nothing"], cancel=CancelToken())
        posts.delete(["x:1"], cancel=CancelToken())
    with closing(open_database(tmp_path / posts_schema.FILE).conn) as connection:
        assert connection.execute("SELECT name FROM state").fetchall() != [first]
