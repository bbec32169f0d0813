"""Projects and libraries from strangers: no content of their files is executed or trusted, and the error is one plain sentence."""

from __future__ import annotations

import os
import shutil
import sqlite3
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import numpy as np
import pytest

from app.bootstrap.projects import open_project, project_summary, read_project
from app.errors import LibraryError, PriorcheckError, ProjectError
from app.store import open_library, open_vector_cache, packing
from app.store.database import connect
from app.store.schema import MIGRATIONS, SCHEMA_VERSION
from app.store.schema_check import AlteredFile, check_schema, written_schema
from tests.campaigns.databases import FILES, GOLDEN, KINDS, intact_file, use

ROOT = Path(__file__).resolve().parents[2]
STORED = [kind for kind in KINDS if kind != "vectors"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Provide the golden project in its own folder, migrated to this version's format, so that opening it changes nothing."""
    path = Path(shutil.copy(GOLDEN / FILES["project"], tmp_path / "a.priorcheck"))
    open_project(path).close()
    return path


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Provide the golden library."""
    return shutil.copytree(GOLDEN / "library", tmp_path / "library")


def run_statements(path: Path, *statements: str, writable: bool = False) -> None:
    """Alter a file as a stranger would."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        if writable:
            connection.execute("PRAGMA writable_schema = ON")
        for statement in statements:
            connection.execute(statement)


def run_with_value(path: Path, query: str, value: object) -> None:
    """Run one statement with one value."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(query, (value,))


def refusal_of(path: Path, code: str) -> str:
    """Return the message with which a project is refused, however it is opened, and check its hint."""
    before = path.read_bytes()
    with pytest.raises(ProjectError) as read_error:
        read_project(path)
    assert (
        (read_error.value.code, read_error.value.exit_code) == (code, 2) and read_error.value.hint and str(read_error.value).isprintable()
    )
    with pytest.raises(ProjectError) as open_error, closing(open_project(path)) as opened:
        opened.read()
    assert open_error.value.code == code
    assert path.read_bytes() == before
    return read_error.value.message


TABLES = {
    "project": ("act", "label"),
    "library": ("factcheck", "claim"),
    "old-library": ("factcheck", "claim"),
    "posts": ("post", "text"),
    "evidence": ("document", "text"),
    "verifications": ("verification", "claim"),
    "judgements": ("judgement", "item"),
    "narratives": ("act", "label"),
}
OBJECTS = {
    "trigger": "CREATE TRIGGER t AFTER INSERT ON {0} BEGIN DELETE FROM {0}; END",
    "trigger on update": "CREATE TRIGGER t BEFORE UPDATE ON {0} BEGIN SELECT raise(IGNORE); END",
    "view": "CREATE VIEW v AS SELECT * FROM {0}",
    "table": "CREATE TABLE strange (x)",
    "index on an expression": "CREATE INDEX strange ON {0} (hex({1}))",
    "partial index": "CREATE INDEX strange ON {0} ({1}) WHERE {1} IS NOT NULL",
    "full text": "CREATE VIRTUAL TABLE strange USING fts5 (x)",
    "r-tree": "CREATE VIRTUAL TABLE strange USING rtree (id, a, b)",
    "column": "ALTER TABLE {0} ADD COLUMN more TEXT",
    "generated column": "ALTER TABLE {0} ADD COLUMN made TEXT AS (hex({1}))",
    "default": "ALTER TABLE {0} ADD COLUMN more TEXT DEFAULT 'x'",
    "other name": "ALTER TABLE {0} RENAME TO strange",
    "missing": "DROP TABLE {0}",
    "statistics": "ANALYZE",
}


def error_after(path: Path, kind: str, statement: str, *, writable: bool = False) -> PriorcheckError:
    """Return the error with which a stored file of this kind is refused after the statement has altered its schema."""
    path.write_bytes(intact_file(kind))
    run_statements(path, statement.format(*TABLES[kind]), writable=writable)
    with pytest.raises(PriorcheckError) as raised:
        use(kind, path, limit=1)
    return raised.value


@pytest.mark.parametrize("kind", STORED)
@pytest.mark.parametrize("statement", OBJECTS.values(), ids=OBJECTS)
def test_unknown_schema_objects_are_refused(tmp_path: Path, kind: str, statement: str) -> None:
    error = error_after(tmp_path / "input.db", kind, statement)
    assert error.code in ("library-strange", "project-strange") and error.hint


REWRITTEN = {
    "without rowid": "UPDATE sqlite_master SET sql = sql || ' WITHOUT ROWID' WHERE name = '{0}'",
    "strict": "UPDATE sqlite_master SET sql = sql || ' STRICT' WHERE name = '{0}'",
    "default": "UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', 'DEFAULT (1)') WHERE name = '{0}'",
    "another table's pages": "UPDATE sqlite_master SET rootpage = 2 WHERE name = '{0}'",
    "the schema's own page": "UPDATE sqlite_master SET rootpage = 1 WHERE name = '{0}'",
    "no text": "UPDATE sqlite_master SET sql = CAST(x'ff41fe' AS TEXT) WHERE name = '{0}'",
    "no name": "UPDATE sqlite_master SET name = CAST(x'ff41fe' AS TEXT) WHERE name = '{0}'",
    "no sql": "UPDATE sqlite_master SET sql = NULL WHERE name = '{0}'",
    "twice": "INSERT INTO sqlite_master SELECT * FROM sqlite_master WHERE name = '{0}'",
    "hidden trigger": "INSERT INTO sqlite_master VALUES ('trigger', 't', '{0}', 0, 'CREATE TRIGGER t AFTER INSERT ON {0} BEGIN SELECT 1; END')",
    "a file as a table": "INSERT INTO sqlite_master VALUES ('table', 'e', 'e', 0, 'CREATE VIRTUAL TABLE e USING csv (filename=''x'')')",
    "escapes": "INSERT INTO sqlite_master VALUES ('view', char(27) || '[31mlocked' || char(8238), 'x', 0, 'CREATE VIEW x AS SELECT 1')",
}


@pytest.mark.parametrize("kind", STORED)
@pytest.mark.parametrize("statement", REWRITTEN.values(), ids=REWRITTEN)
def test_a_rewritten_schema_is_refused(tmp_path: Path, kind: str, statement: str) -> None:
    error = error_after(tmp_path / "input.db", kind, statement, writable=True)
    assert error.code.split("-")[1] in ("strange", "damaged") and str(error).isprintable()


def test_a_trigger_that_takes_decisions_away_never_runs(project: Path) -> None:
    run_statements(project, "CREATE TRIGGER t AFTER INSERT ON act BEGIN DELETE FROM act WHERE number = new.number; END")
    assert "trigger t" in refusal_of(project, "project-strange")


def test_a_vector_cache_with_an_unknown_trigger_is_discarded(tmp_path: Path) -> None:
    path = tmp_path / "input.db"
    path.write_bytes(intact_file("vectors"))
    run_statements(path, "CREATE TRIGGER t AFTER INSERT ON vector BEGIN UPDATE vector SET value = x'00'; END")
    use("vectors", path)
    with closing(open_vector_cache(path)) as cache:
        assert not cache.get("m", ["one"])[1].any()  # which throws the file away
        cache.put("m", ["one"], np.ones((1, 3), np.float32))
        matrix, is_cached = cache.get("m", ["one"])
    assert is_cached.all() and matrix is not None and matrix.tolist() == [[1.0, 1.0, 1.0]]


@pytest.mark.parametrize("kind", ["", "-journal", "-wal", "-shm"])
@pytest.mark.skipif(os.name == "nt", reason="there are no pipes of this kind")
def test_pipes_are_refused(project: Path, library: Path, kind: str) -> None:
    for path in (project, library / "library.db", library / "posts.db"):
        pipe = path.with_name(path.name + kind)
        pipe.unlink(missing_ok=True)
        os.mkfifo(pipe)
    with pytest.raises(ProjectError) as raised:
        open_project(project)
    assert raised.value.code in ("project-strange", "project-vanished")
    with pytest.raises(LibraryError) as caught:
        open_library(library)
    assert caught.value.code in ("library-strange", "library-foreign")
    cache = open_vector_cache(project)
    assert not cache.get("m", ["x"])[1].any()
    cache.close()


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_symbolic_links_are_followed_or_refused(project: Path, tmp_path: Path) -> None:
    (tmp_path / "link.priorcheck").symlink_to(project)
    assert read_project(tmp_path / "link.priorcheck").position == 6
    (tmp_path / "zero.priorcheck").symlink_to("/dev/zero")
    (tmp_path / "round.priorcheck").symlink_to(tmp_path / "round.priorcheck")
    for name in ("zero", "round"):
        with pytest.raises(ProjectError):
            open_project(tmp_path / f"{name}.priorcheck")


def hot_journal(path: Path, *statements: str) -> None:
    """Leave a file as a program killed in the middle of a change would: its journal restores the earlier content."""
    work_copy = path.with_name("work.db")
    shutil.copy(path, work_copy)
    with closing(sqlite3.connect(work_copy, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 2")
        connection.execute("BEGIN IMMEDIATE")
        for statement in statements:
            connection.execute(statement)
        connection.executemany("INSERT INTO act VALUES (?, '', '', '', ?)", [(number, b"x" * 4000) for number in range(100, 180)])
        journal, half_written = work_copy.with_name("work.db-journal").read_bytes(), work_copy.read_bytes()
        connection.execute("ROLLBACK")
    path.write_bytes(half_written)
    path.with_name(f"{path.name}-journal").write_bytes(journal)
    work_copy.unlink()


def test_the_state_restored_from_a_journal_is_checked(project: Path) -> None:
    run_statements(project, "CREATE TRIGGER t AFTER INSERT ON act BEGIN DELETE FROM act; END")
    hot_journal(project, "DROP TRIGGER t")
    with pytest.raises(ProjectError, match="trigger t"):
        open_project(project)


def test_a_journal_of_the_program_is_rolled_back(project: Path) -> None:
    hot_journal(project, "UPDATE note SET text = '0' WHERE name = 'position'")
    assert read_project(project).position == 6


@pytest.mark.parametrize("opener", [open_project, read_project, project_summary])
def test_a_journal_never_deletes_another_file(project: Path, tmp_path: Path, opener: Callable[[Path], object]) -> None:
    """SQLite deletes the file that a journal names as its super-journal when it is done."""
    victim = tmp_path / "thesis.txt"
    victim.write_text("three years of work")
    hot_journal(project, "UPDATE note SET text = '0' WHERE name = 'position'")
    page = struct.unpack(">H", project.read_bytes()[16:18])[0]
    name = str(victim).encode()
    end = struct.pack(">I", (1 << 30) // page + 1) + name + struct.pack(">II", len(name), sum(name)) + bytes.fromhex("d9d505f920a163d7")
    with project.with_name(f"{project.name}-journal").open("ab") as journal:
        journal.write(end)
    if opener is project_summary:
        assert "names another file" in project_summary(project).trouble
    else:
        with pytest.raises(ProjectError, match="names another file"):
            opener(project)
    assert victim.read_text() == "three years of work"


def test_a_project_with_a_log_is_refused(project: Path) -> None:
    run_statements(project, "PRAGMA journal_mode = WAL")
    with pytest.raises(ProjectError, match="altered by another program"):
        open_project(project)


def test_a_log_of_a_stranger_is_read_before_the_check(library: Path) -> None:
    path = library / "library.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TRIGGER t AFTER INSERT ON factcheck BEGIN DELETE FROM factcheck; END")
        log, main = path.with_name("library.db-wal").read_bytes(), path.read_bytes()
    path.write_bytes(main)
    path.with_name("library.db-wal").write_bytes(log)
    with pytest.raises(LibraryError, match="trigger t"):
        open_library(library)


VALUES: dict[str, tuple[str, object, str]] = {
    "position is a word": ("UPDATE note SET text = ? WHERE name = 'position'", "many", "project-damaged"),
    "position is very long": ("UPDATE note SET text = ? WHERE name = 'position'", "9" * 5000, "project-damaged"),
    "position is negative": ("UPDATE note SET text = ? WHERE name = 'position'", "-3", "project-damaged"),
    "position is a foreign digit": ("UPDATE note SET text = ? WHERE name = 'position'", "٣", "project-damaged"),
    "position is bytes": ("UPDATE note SET text = ? WHERE name = 'position'", b"\xff", "project-damaged"),
    "text is no UTF-8": ("UPDATE note SET text = CAST(? AS TEXT) WHERE name = 'document'", b"\xff\xfe", "project-damaged"),
    "document is deep": ("UPDATE note SET text = ? WHERE name = 'document'", '{"x":' + "[" * 200_000, "project-damaged"),
    "document is a list": ("UPDATE note SET text = ? WHERE name = 'document'", "[]", "project-damaged"),
    "impossible day": ("UPDATE note SET text = replace(text, '\"date\":null', ?) WHERE name = 'document'", '"date":"2024-02-31"', "project-damaged"),
    "run is none": ("UPDATE note SET text = ? WHERE name = 'run'", "7", "project-damaged"),
    "blob is no UTF-8": ("UPDATE act SET body = ? WHERE number = 2", zlib.compress(b'{"label":"\xff\xfe"}'), "project-damaged"),
    "blob is a text": ("UPDATE act SET body = ? WHERE number = 2", "{}", "project-damaged"),
    "blob is cut short": ("UPDATE act SET body = ? WHERE number = 2", zlib.compress(b"x" * 5000)[:20], "project-damaged"),
    "blob is not packed": ("UPDATE act SET body = ? WHERE number = 2", b"{}", "project-damaged"),
    "act of wrong types": ("UPDATE act SET body = ? WHERE number = 2", packing.pack({"label": 1, "who": [], "at": None}), "project-damaged"),
    "act is deep": ("UPDATE act SET body = ? WHERE number = 2", zlib.compress(b'{"x":' + b"[" * 200_000), "project-damaged"),
    "sentences are none": ("UPDATE sentences SET body = ?", packing.pack({}), "project-damaged"),
    "sentences lie elsewhere": ("UPDATE sentences SET body = ?", packing.pack([{"key": "0", "sentence": {"index": 0, "text": "", "start": 5, "end": 9**9}}]), "project-damaged"),
    "sentences count backwards": ("UPDATE sentences SET body = ?", packing.pack([{"key": "0", "sentence": {"index": -1, "text": "", "start": 0, "end": 0}}]), "project-damaged"),
    "one key twice": ("UPDATE sentences SET body = ?", packing.pack([{"key": "0", "sentence": {"index": n, "text": "", "start": 0, "end": 0}} for n in (0, 1)]), "project-damaged"),
    "no document": ("DELETE FROM note WHERE name = ?", "document", "project-damaged"),
    "an edit of another text": ("UPDATE act SET body = ? WHERE number = 6", packing.pack({"label": "", "who": "", "at": "", "splice": {"first": 3, "before": [], "after": [], "keys_before": ["x"], "keys_after": []}}), "project-damaged"),
    "newer": ("PRAGMA user_version = 99 -- ?", None, "project-newer"),
    "older than any": ("PRAGMA user_version = -1 -- ?", None, "project-strange"),
    "foreign": ("PRAGMA application_id = 7 -- ?", None, "project-foreign"),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_invalid_values_in_a_project_are_refused(project: Path, name: str) -> None:
    query, value, code = VALUES[name]
    if value is None:
        run_statements(project, query.removesuffix(" -- ?"))
    else:
        run_with_value(project, query, value)
    assert refusal_of(project, code)


LIBRARY_VALUES = {
    "verdict": ("library", "UPDATE factcheck SET verdict = 'SURELY' WHERE row = 3"),
    "day": ("library", "UPDATE factcheck SET published = '2024-13-45' WHERE row = 3"),
    "claim of bytes": ("library", "UPDATE factcheck SET claim = x'ff' WHERE row = 3"),
    "body of bytes": ("library", "UPDATE body SET body = x'ff00' WHERE row = 3"),
    "no UTF-8": ("library", "UPDATE factcheck SET claim = CAST(x'ff' AS TEXT) WHERE row = 3"),
    "generation leads out": ("library", "UPDATE meta SET value = '../../../../home' WHERE key = 'generation'"),
    "sequence is none": ("library", "UPDATE meta SET value = 'many' WHERE key = 'sequence'"),
    "text of bytes": ("posts", "UPDATE post SET text = x'ff' WHERE row = 2"),
    "clean of bytes": ("posts", "UPDATE post SET clean = x'ff' WHERE row = 1"),
    "moment": ("posts", "UPDATE post SET published = 'yesterday' WHERE row = 1"),
    "engagement": ("posts", "UPDATE post SET engagement = 'many' WHERE row = 1"),
    "kind of edit": ("posts", "UPDATE ask_edit SET kind = 'burn'"),
    "no state": ("posts", "DELETE FROM state"),
    "state of bytes": ("posts", "UPDATE state SET name = x'ff'"),
    "pages": ("evidence", "UPDATE document SET page_starts = '1 two' WHERE row = 1"),
    "evidence's day": ("evidence", "UPDATE document SET published = '2024-02-31' WHERE row = 1"),
    "start": ("evidence", "UPDATE passage SET start = 'here' WHERE row = 1"),
    "source of bytes": ("evidence", "UPDATE warning SET note = x'ff'"),
    "evidence's text": ("evidence", "UPDATE document SET text = x'ff' WHERE row = 1"),
    "verification": ("verifications", "UPDATE verification SET body = x'789c'"),
    "verification's day": ("verifications", "UPDATE verification SET created = x'ff'"),
    "own": ("verifications", "UPDATE verification SET own = 'mine'"),
    "judgement's item": ("judgements", "UPDATE judgement SET item = x'ff'"),
    "position": ("narratives", "UPDATE note SET text = 'many' WHERE name = 'position'"),
    "graph": ("narratives", "UPDATE graph SET body = 'x'"),
    "repeat": ("narratives", "UPDATE repeat SET body = x'00'"),
    "narrative": ("narratives", "UPDATE place SET narrative = x'ff'"),
}


@pytest.mark.parametrize("name", LIBRARY_VALUES)
def test_invalid_values_in_a_library_are_refused(tmp_path: Path, name: str) -> None:
    kind, statement = LIBRARY_VALUES[name]
    path = tmp_path / "input.db"
    path.write_bytes(intact_file(kind))
    run_statements(path, statement)
    with pytest.raises(LibraryError) as raised:
        use(kind, path)
    assert raised.value.code == "library-damaged"


def bomb(megabytes: int) -> bytes:
    """Return a JSON blob that is this large when decompressed."""
    packer, piece = zlib.compressobj(9), b'"a",' * (1 << 18)
    start = packer.compress(b'{"label":"","who":"","at":"","changes":[{"target":{"sentence":"0"},"before":{},"after":{"tags":[')
    return start + b"".join(packer.compress(piece) for _ in range(megabytes)) + packer.compress(b'"a"]}}]}') + packer.flush()


MEASURED = """
import resource, sys, time
from pathlib import Path
from app.bootstrap.projects import read_project
from app.errors import ProjectError
start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    read_project(Path(sys.argv[1]))
except ProjectError as error:
    print(error.code)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - start) // 1024, round(time.process_time()))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in other units there")
@pytest.mark.parametrize("case", ["one blob", "many blobs", "many rows"])
def test_a_decompression_bomb_is_refused_cheaply(project: Path, case: str) -> None:
    with closing(sqlite3.connect(project, isolation_level=None)) as connection:
        if case == "one blob":
            connection.execute("UPDATE act SET body = ? WHERE number = 2", (bomb(3000),))
        elif case == "many blobs":
            piece = bomb(24)
            connection.executemany("INSERT INTO act VALUES (?, '', '', '', ?)", [(number, piece) for number in range(8, 200)])
        else:
            piece = packing.pack({"label": "", "who": "", "at": ""})
            connection.execute("BEGIN")
            connection.executemany("INSERT INTO act VALUES (?, '', '', '', ?)", ((number, piece) for number in range(8, 150_000)))
            connection.execute("COMMIT")
    completed = subprocess.run([sys.executable, "-c", MEASURED, str(project)], capture_output=True, text=True, cwd=ROOT, check=True)
    code, (megabytes, seconds) = completed.stdout.split()[0], map(int, completed.stdout.split()[1:])
    assert code == "project-damaged" and megabytes < 1000 and seconds < 20, completed.stdout


def test_unpacking_stops_at_its_limit() -> None:
    assert packing.inflate(zlib.compress(b"x" * 1000), limit=1000) == b"x" * 1000
    with pytest.raises(packing.TooLargeError):
        packing.inflate(zlib.compress(b"x" * 1001), limit=1000)
    budget = packing.Budget(size=30, parts=5)
    assert packing.unpack(packing.pack([1, 2, 3]), list[int], budget) == [1, 2, 3]
    with pytest.raises(packing.TooLargeError):
        packing.unpack(packing.pack([1, 2, 3, 4, 5]), list[int], budget)
    with pytest.raises(msgspec.DecodeError):
        packing.inflate("text")


def test_page_cycles_are_refused(project: Path) -> None:
    with closing(sqlite3.connect(project, isolation_level=None)) as connection:
        piece = packing.pack({"label": "x" * 500, "who": "", "at": ""})
        connection.executemany("INSERT INTO act VALUES (?, '', '', '', ?)", ((number, piece) for number in range(8, 3000)))
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'act'").fetchone()
    content = bytearray(project.read_bytes())
    start = (root - 1) * 4096
    assert content[start] == 5  # an inner page: let all that it leads to be its first leaf
    pointers = [
        struct.unpack(">H", content[start + 12 + 2 * n : start + 14 + 2 * n])[0]
        for n in range(struct.unpack(">H", content[start + 3 : start + 5])[0])
    ]
    for pointer in pointers[1:]:
        content[start + pointer : start + pointer + 4] = content[start + pointers[0] : start + pointers[0] + 4]
    project.write_bytes(content)
    refusal_of(project, "project-damaged")


def test_a_broken_full_text_index_is_reported(library: Path) -> None:
    run_statements(library / "library.db", "UPDATE fulltext_data SET block = x'00ff' WHERE id > 10")
    with closing(open_library(library)) as opened, pytest.raises(LibraryError) as raised:
        opened.search("harbour")
    assert raised.value.code == "library-damaged" and raised.value.hint


def test_formats_are_known_from_the_migrations() -> None:
    sizes = [len(written_schema(MIGRATIONS, version) or ()) for version in range(SCHEMA_VERSION + 1)]
    assert sizes[0] == 0 and all(sizes[1:]) and written_schema(MIGRATIONS, SCHEMA_VERSION + 1) is None


def test_another_spelling_of_the_same_sql_is_ours(tmp_path: Path) -> None:
    """Earlier versions of sqlite-utils quoted names differently, and later ones may again."""
    shutil.copy(GOLDEN / FILES["judgements"], tmp_path / "judgements.db")
    path = tmp_path / "judgements.db"
    run_statements(path, "UPDATE sqlite_master SET sql = replace(replace(sql, '\"', ''), char(10), '  ')", writable=True)
    use("judgements", path)
    run_statements(path, "UPDATE sqlite_master SET sql = replace(sql, 'kind TEXT', 'kind TEXT /* */')", writable=True)
    with pytest.raises(LibraryError):
        use("judgements", path)


def test_indexes_that_early_writers_added_are_ours(library: Path) -> None:
    run_statements(library / "library.db", "CREATE INDEX factcheck_newest_verdict ON factcheck (verdict, published DESC, id)")
    open_library(library).close()
    run_statements(library / "library.db", "CREATE INDEX factcheck_newest_url ON factcheck (url, published DESC, id)")
    with pytest.raises(LibraryError, match="factcheck_newest_url"):
        open_library(library)


def test_nothing_in_a_file_is_trusted(library: Path) -> None:
    with closing(connect(library / "library.db", read_only=True).conn) as connection:
        assert connection.execute("PRAGMA trusted_schema").fetchone() == (0,)
        with pytest.raises(sqlite3.OperationalError, match="too many attached"):
            connection.execute("ATTACH ':memory:' AS other")
        with pytest.raises(AlteredFile):
            check_schema(connection, MIGRATIONS, 3)
