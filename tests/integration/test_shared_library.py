"""Permissions of a library or project outside the home: private or shared with a group, and unchanged by every save; with real
users, groups and access lists."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from app.bootstrap.projects import create_project, open_project
from app.domain.keyed_document import with_keys
from app.domain.progress import CancelToken, no_progress
from app.ingest.evidence import cut_passages
from app.ports import LibraryChange
from app.rights import acl, umask
from app.rights.acl import Entry, Tag
from app.store import open_evidence, open_library, open_posts
from tests.fakes.command_line import write_rows
from tests.fakes.encoder import FakeEncoder
from tests.fakes.evidence_samples import documents
from tests.fakes.library_samples import samples
from tests.fakes.people import ANNA, BERTA, DESK, STRANGER, as_user, base, lists_work, may_read, needs_root, place_for_all
from tests.fakes.post_samples import posts
from tests.fakes.reviewed import reviewed_debate
from tests.fakes.saving import KINDS, reached, saver

pytestmark = pytest.mark.skipif(os.name == "nt", reason="rights as Unix has them")


@pytest.fixture(autouse=True)
def usual_mask() -> Iterator[None]:
    before = os.umask(0o022)
    umask.make_files_private()
    yield
    os.umask(before)


@pytest.fixture
def open_place() -> Iterator[Path]:
    yield from place_for_all()


def modes(folder: Path) -> dict[str, set[int]]:
    """Return the modes of all folders and of all files below a folder."""
    modes_by_kind: dict[str, set[int]] = {"folders": set(), "files": set()}
    for path in (folder, *folder.rglob("*")):
        modes_by_kind["folders" if path.is_dir() else "files"].add(stat.S_IMODE(path.lstat().st_mode))
    return modes_by_kind


def one_row(folder: Path, number: int) -> Path:
    """Write a file with one fact-check that everybody may read."""
    values = {"claim": f"The mayor closed {number} schools.", "rating": "False", "publisher": "A", "url": f"https://a.example/{number}"}
    path = write_rows(folder / f"{number}.jsonl", {"id": f"f{number}", **values})
    path.chmod(0o644)
    return path


def add_factchecks(library: Path, count: int, *, hnsw_above: int = 100_000) -> None:
    """Add fact-checks, so that a new generation of the index is made."""
    with closing(open_library(library, create=True, hnsw_above=hnsw_above)) as opened:
        change = LibraryChange(upsert=tuple(samples(count)), delete=())
        opened.apply(change, encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())


def make_full_library(library: Path) -> None:
    """Make a library with files of every kind, grown twice."""
    add_factchecks(library, 4)
    add_factchecks(library, 30, hnsw_above=5)
    for kind in KINDS:
        if kind in ("verifications", "judgements", "narratives"):
            with saver(kind, library) as save:
                save(1)
    encoder, cancel = FakeEncoder(), CancelToken()
    for start in (0, 5):
        with closing(open_posts(library, create=True)) as post_store:
            post_store.add(posts(5, start=start), progress=no_progress, cancel=cancel)
            post_store.encode(encoder=encoder, progress=no_progress, cancel=cancel)
        with closing(open_evidence(library, cut=cut_passages, create=True)) as evidence:
            cached = [
                replace(document, cached=evidence.keep(document.text.encode(), suffix=".txt")) for document in documents(3, start=start)
            ]
            evidence.add(cached, progress=no_progress, cancel=cancel)
            evidence.encode(encoder=encoder, progress=no_progress, cancel=cancel)


def test_a_new_library_is_private_to_its_owner(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_full_library(tmp_path / "new" / "library")
    assert modes(tmp_path / "new") == {"folders": {0o700}, "files": {0o600}}


def test_an_existing_folder_keeps_its_mode_and_new_files_are_private(tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    library.chmod(0o755)
    make_full_library(library)
    assert stat.S_IMODE(library.stat().st_mode) == 0o755
    assert modes(library) == {"folders": {0o755, 0o700}, "files": {0o600}}


def test_a_library_readable_by_others_stays_readable_after_every_save(tmp_path: Path) -> None:
    """Version 0.1.0 made such files with the usual mask."""
    library = tmp_path / "library"
    library.mkdir(mode=0o755)
    library.chmod(0o755)
    add_factchecks(library, 3)
    for path in library.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    make_full_library(library)
    modes_by_kind = modes(library)
    assert modes_by_kind["folders"] == {0o755}
    assert modes_by_kind["files"] == {0o644}


def test_a_list_stays_on_every_save(tmp_path: Path) -> None:
    """A user was admitted by `setfacl -R -m u:berta:rX`, without a default list."""
    if not lists_work(tmp_path):
        pytest.skip("this file system keeps no access control lists")
    library = tmp_path / "library"
    add_factchecks(library, 3)
    for path in (library, *library.rglob("*")):
        bits = 5 if path.is_dir() else 4
        acl.write(path, base(Entry(Tag.USER, bits, BERTA), owner=7 if path.is_dir() else 6, group=0, mask=bits))
    make_full_library(library)
    for path in library.rglob("*"):
        bits = 5 if path.is_dir() else 4
        assert Entry(Tag.USER, bits, BERTA) in acl.read(path), path
        assert acl.rights_of(acl.read(path), Tag.MASK) == bits and acl.rights_of(acl.read(path), Tag.OTHER) == 0, path


def test_a_project_keeps_its_permissions_and_a_new_one_is_private(tmp_path: Path) -> None:
    path, copy = tmp_path / "night.priorcheck", tmp_path / "copy.priorcheck"
    base_text = with_keys(reviewed_debate().ranked.document)
    with closing(create_project(path, base_text)) as project:
        project.copy_to(copy)
        assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
    for file in (path, copy):
        file.chmod(0o664)
    with closing(create_project(path, base_text)) as project:
        project.copy_to(copy)
        project.keep_note("a", "b")
        assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o664}
    open_project(path).close()


@pytest.mark.parametrize("kind", KINDS)
def test_saving_again_keeps_mode_and_access_list(tmp_path: Path, kind: str) -> None:
    if not lists_work(tmp_path):
        pytest.skip("this file system keeps no access control lists")
    with saver(kind, tmp_path) as save:
        save(1)
    listed = base(Entry(Tag.USER, 4, BERTA), owner=6, group=4, mask=4)
    before = [path for path in tmp_path.rglob("*") if path.is_file() and not path.name.endswith((".lock", "-wal", "-shm", "-journal"))]
    for path in before:
        acl.write(path, listed)
    with saver(kind, tmp_path) as save:
        save(2)
        save(3)
    existing = [path for path in before if path.exists()]
    assert reached(kind, tmp_path) == 3 and existing
    for path in existing:
        assert acl.read(path) == listed, path


class TestTwoPeople:
    """Anna and Berta share a library in a folder of their group; a stranger has no access."""

    pytestmark = needs_root

    @pytest.fixture(params=["setgid", "list"])
    def shared(self, open_place: Path, request: pytest.FixtureRequest) -> Path:
        folder = open_place / "desk"
        folder.mkdir()
        if request.param == "list":
            if not lists_work(open_place):
                pytest.skip("this file system keeps no access control lists")
            for name in (acl.ACCESS, acl.DEFAULT):
                acl.write(folder, base(Entry(Tag.GROUP, 7, DESK), group=0, mask=7), name)
        else:
            os.chown(folder, ANNA, DESK)
            folder.chmod(0o2775)
        for name in ("h1", "h2"):
            (open_place / name).mkdir()
            (open_place / name).chmod(0o777)
        return folder

    def test_both_read_and_import(self, shared: Path, open_place: Path) -> None:
        library, home = shared / "library", open_place / "h1"
        for number, user in enumerate((ANNA, BERTA, ANNA)):
            completed = as_user(user, "library", "import", one_row(open_place, number), "--library", library, "--quiet", home=home)
            assert completed.code == 0, completed.err
        for user in (ANNA, BERTA):
            completed = as_user(user, "library", "verify", "--library", library, "--json", home=home)
            assert completed.code == 0 and "3 rows in both" in completed.out, completed.out + completed.err
        files = [path for path in library.rglob("*") if path.is_file()]
        assert files and all(may_read(user, files[0]) for user in (ANNA, BERTA))
        for path in (library, *library.rglob("*")):
            assert not stat.S_IMODE(path.stat().st_mode) & 0o007, path
        assert not any(may_read(STRANGER, path) for path in files[:3])
        completed = as_user(BERTA, "doctor", "--library", library, "--json", home=home).rows
        (privacy,) = [row for row in completed if row["name"] == "privacy"]
        assert f"the group {DESK}" in privacy["detail"] and str(library) in privacy["detail"] and "chmod" in privacy["detail"]

    def test_a_log_that_a_kill_left_is_read_by_the_other(self, shared: Path, open_place: Path) -> None:
        library = shared / "library"
        add_factchecks(library, 3)
        if not (shared.stat().st_mode & stat.S_ISGID):
            pytest.skip("made by root: only a group is passed on")
        connection = sqlite3.connect(library / "library.db")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE extra (x)")
        for companion in ("library.db-wal", "library.db-shm"):
            assert stat.S_IMODE((library / companion).stat().st_mode) == stat.S_IMODE((library / "library.db").stat().st_mode) == 0o660
        connection.close()


@needs_root
def test_the_home_of_one_is_closed_to_the_other_also_where_it_was_open(open_place: Path) -> None:
    open_place.chmod(0o777)
    home = open_place / str(ANNA)
    row = one_row(open_place, 1)
    assert as_user(ANNA, "library", "import", row, "--quiet", home=open_place).code == 0
    assert modes(home) == {"folders": {0o700}, "files": {0o600}}
    for path in (home, *home.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    assert may_read(BERTA, home / "data" / "library" / "library.db")
    assert as_user(ANNA, "library", "stats", home=open_place).code == 0
    assert modes(home) == {"folders": {0o700}, "files": {0o600}}
    assert not may_read(BERTA, home / "data" / "library" / "library.db")


@needs_root
def test_exports_are_the_users_files(open_place: Path) -> None:
    open_place.chmod(0o777)
    assert as_user(ANNA, "library", "import", one_row(open_place, 1), "--quiet", home=open_place).code == 0
    for bits, expected in ((0o022, 0o644), (0o002, 0o664), (0o077, 0o600)):
        out = open_place / f"{bits}.jsonl"
        completed = as_user(ANNA, "library", "export", "--out", out, "--quiet", home=open_place, mask=bits)
        assert completed.code == 0 and stat.S_IMODE(out.stat().st_mode) == expected, completed.err
    shutil.rmtree(open_place / str(ANNA))
