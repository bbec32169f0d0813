"""The SQLite file of a project: the document, the acts, the last ranking. One connection, held for writing while it is open."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import msgspec

from app.domain.document import Document, Sentence
from app.domain.manuscript import Manuscript
from app.domain.project import ProjectContent
from app.domain.ranked import RankedDocument, RankedSentence, RunRecord
from app.domain.review import Act
from app.paths import take_place
from app.rights.giving import make_file, make_folder
from app.store import seals
from app.store.packing import packed, unpacked
from app.store.project_faults import damaged, foreign, newer, plain_words, vanished
from app.store.sqlite import Database, Migrations

APPLICATION_ID = 0x50524350
VERSION = 2
MIGRATIONS = Migrations("priorcheck-project")
_BATCH = 50
_BACKUP_PAGES = 512
T = TypeVar("T")


def _tables(database: Database) -> None:
    """Notes by name; batches of sentences and of ranked sentences, compressed; acts by their number."""
    database.create_table("note", {"name": str, "text": str}, pk="name", not_null={"text"})
    for name in ("sentences", "ranked"):
        database.create_table(name, {"number": int, "body": bytes}, pk="number", not_null={"body"})
    database.create_table("act", {"number": int, "at": str, "who": str, "label": str, "body": bytes}, pk="number", not_null={"body"})


MIGRATIONS(name="1-project")(_tables)
MIGRATIONS(name="2-seals")(seals.create)
_SEALED = (
    seals.Sealed(table="note", columns=("name", "text"), key=("name",), label="name"),
    seals.Sealed(table="sentences", columns=("number", "body"), key=("number",), label="number"),
    seals.Sealed(table="ranked", columns=("number", "body"), key=("number",), label="number"),
    seals.Sealed(table="act", columns=("number", "at", "who", "label", "body"), key=("number",), label="label"),
)


def give_name(part: Path, path: Path) -> None:
    """A file that was made aside takes its place. Raises ProjectError."""
    with plain_words(path):
        take_place(part, path)


class _Sentence(msgspec.Struct, frozen=True):
    key: str
    sentence: Sentence


class ProjectDatabase:
    """The adapter of `app.ports.ProjectFile`."""

    def __init__(self, path: Path, database: Database) -> None:
        self._path, self._database = path, database

    @classmethod
    def open(cls, path: Path, *, new: bool = False) -> ProjectDatabase:
        """Open and lock a project; `new` makes one, replacing what was there. Raises ProjectError."""
        with plain_words(path):
            if new:
                make_folder(path.parent)
                for old in (path, path.with_name(path.name + "-journal")):
                    old.unlink(missing_ok=True)
                make_file(path)
            elif not path.is_file():
                raise vanished(path)
            uri = f"{path.absolute().as_uri()}?mode={'rwc' if new else 'rw'}"
            connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=0.5)
            try:
                _hold(connection)
                seals.register(connection)
                _prepare(connection, path)
                seals.keep(connection, _SEALED)
            except BaseException:
                connection.close()
                raise
        return cls(path, Database(connection))

    @property
    def path(self) -> Path:
        return self._path

    def read(self) -> ProjectContent:
        with plain_words(self._path):
            self._check()
            notes = {str(name): str(text) for name, text in self._rows("SELECT name, text FROM note")}
            try:
                return self._content(notes)
            except (KeyError, msgspec.MsgspecError, zlib.error) as error:
                raise damaged(self._path, str(error)) from error

    def _check(self) -> None:
        """Raise ProjectError `project-damaged` where a row is not what was written."""
        if seals.are_kept(self._database.conn):
            for sealed in _SEALED:
                if wrong := seals.altered(self._database.conn, sealed):
                    raise damaged(self._path, f"{sealed.table} {wrong[0]} was altered")

    def keep_base(self, base: Manuscript) -> None:
        named = [_Sentence(key, sentence) for key, sentence in zip(base.keys, base.document.sentences, strict=True)]
        with self._change() as run:
            for table in ("sentences", "ranked", "act", "note"):
                run(f"DELETE FROM {table}")
            _note(run, "document", zlib.decompress(packed(replace(base.document, sentences=()))).decode())
            _note(run, "position", "0")
            _put(run, "sentences", named)

    def keep_act(self, number: int, act: Act) -> None:
        with self._change() as run:
            run("DELETE FROM act WHERE number >= ?", number)
            run("INSERT INTO act VALUES (?, ?, ?, ?, ?)", number, act.at, act.who, act.label, packed(act))
            _note(run, "position", str(number))

    def keep_position(self, position: int) -> None:
        with self._change() as run:
            _note(run, "position", str(position))

    def keep_ranking(self, ranked: RankedDocument) -> None:
        with self._change() as run:
            run("DELETE FROM ranked")
            _put(run, "ranked", ranked.sentences)
            _note(run, "run", msgspec.json.encode(ranked.run).decode())

    def keep_note(self, name: str, text: str) -> None:
        with self._change() as run:
            _note(run, f"user:{name}", text.encode("utf-8", "replace").decode())

    def copy_to(self, path: Path) -> None:
        with plain_words(path):
            part = path.with_name(f".{path.name}.part")
            part.unlink(missing_ok=True)
            target = sqlite3.connect(part)
            try:
                self._database.conn.backup(target, pages=_BACKUP_PAGES)
            except BaseException:
                target.close()
                part.unlink(missing_ok=True)
                raise
            target.close()
            take_place(part, path)

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._database.conn.close()

    def _content(self, notes: dict[str, str]) -> ProjectContent:
        kept = self._batches("sentences", list[_Sentence])
        document = msgspec.json.decode(notes["document"], type=Document)
        base = Manuscript(replace(document, sentences=tuple(each.sentence for each in kept)), tuple(each.key for each in kept))
        acts = tuple(unpacked(body, Act) for (body,) in self._rows("SELECT body FROM act ORDER BY number"))
        own = {name.removeprefix("user:"): text for name, text in notes.items() if name.startswith("user:")}
        content = ProjectContent(base=base, acts=acts, position=min(int(notes["position"]), len(acts)), notes=own)
        if "run" not in notes:
            return content
        run = msgspec.json.decode(notes["run"], type=RunRecord)
        return content.with_ranking(self._batches("ranked", list[RankedSentence]), run)

    def _batches(self, table: str, kind: type[list[T]]) -> list[T]:
        found: list[T] = []
        for (body,) in self._rows(f"SELECT body FROM {table} ORDER BY number"):
            found += unpacked(body, kind)
        return found

    def _rows(self, query: str) -> Iterator[tuple[object, ...]]:
        yield from self._database.conn.execute(query)

    @contextmanager
    def _change(self) -> Iterator[Callable[..., object]]:
        """One transaction; what is done in it is on the disk when it ends, or nothing of it is."""
        connection = self._database.conn
        with plain_words(self._path):
            connection.execute("BEGIN IMMEDIATE")
            try:
                with seals.sealing(connection, _SEALED):
                    yield lambda query, *values: connection.execute(query, values)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise


def _hold(connection: sqlite3.Connection) -> None:
    """Keep every other process out until this connection is closed or its process dies."""
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("BEGIN EXCLUSIVE")
    connection.execute("COMMIT")


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if owner != APPLICATION_ID and (owner or tables):
        raise foreign(path)
    if version > VERSION:
        raise newer(path, version, VERSION)
    if version < VERSION:
        connection.execute("BEGIN IMMEDIATE")
        try:
            MIGRATIONS.apply(Database(connection))
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _note(run: Callable[..., object], name: str, text: str) -> None:
    run("INSERT INTO note VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET text = excluded.text", name, text)


def _put(run: Callable[..., object], table: str, items: Sequence[object]) -> None:
    """In batches: encoding all at once would hold the interpreter, and with it the window, too long."""
    for number, start in enumerate(range(0, len(items), _BATCH)):
        run(f"INSERT INTO {table} VALUES (?, ?)", number, packed(items[start : start + _BATCH]))
