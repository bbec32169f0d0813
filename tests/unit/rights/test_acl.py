"""Permissions of written files: masks, new and replaced files, files of older versions, and actual readers."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import paths
from app.file_lock import is_locked, try_lock
from app.file_replacement import replace_file, replace_with, write_export
from app.home_folder import protect_home
from app.rights import acl, umask
from app.rights.acl import Entry, Tag
from app.rights.permissions import make_export_folder, make_file, make_folder, set_export_tree_permissions, set_permissions
from app.rights.readers import readers
from app.rights.tighten import tighten
from app.services.reports.tables import Column, Table
from app.services.reports.workbook import xlsx_bytes as write_only_bytes
from app.services.reports.xlsx import xlsx_bytes
from app.temporary_files import private_temporary_files, temporary_folder
from tests.fakes.people import ANNA, BERTA, DESK, STRANGER, base, lists_work, may_read, needs_root, place_for_all
from tests.fakes.reviewed import reviewed_debate

pytestmark = pytest.mark.skipif(os.name == "nt", reason="rights as Unix has them")


@pytest.fixture(autouse=True)
def usual_mask(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Set the default umask of most systems."""
    monkeypatch.delenv("PRIORCHECK_UMASK", raising=False)
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def open_place() -> Iterator[Path]:
    yield from place_for_all()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def listed(folder: Path) -> Path:
    if not lists_work(folder):
        pytest.skip("this file system keeps no access control lists")
    return folder


class TestMask:
    def test_files_are_private_and_exports_follow_the_users_umask(self, tmp_path: Path) -> None:
        os.umask(0o027)
        umask.make_files_private()
        (tmp_path / "ours").write_text("x")
        (tmp_path / "folder" / "deep").mkdir(parents=True)
        write_export(tmp_path / "report", b"x")
        make_export_folder(tmp_path / "out" / "deep")
        assert (mode(tmp_path / "ours"), mode(tmp_path / "report")) == (0o600, 0o640)
        assert {mode(tmp_path / name) for name in ("folder", "folder/deep")} == {0o700}
        assert {mode(tmp_path / name) for name in ("out", "out/deep")} == {0o750}

    def test_a_second_call_and_a_child_keep_the_users_umask(self, monkeypatch: pytest.MonkeyPatch) -> None:
        umask.make_files_private()
        umask.make_files_private()
        code = "from app.rights import umask; umask.make_files_private(); print(oct(umask.users_umask()))"
        output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        assert output.strip() == "0o22" and umask.users_umask() == 0o022
        monkeypatch.setenv("PRIORCHECK_UMASK", "nonsense")
        assert umask.users_umask() == 0o077

    def test_other_programs_start_with_the_users_umask(self) -> None:
        umask.make_files_private()
        with umask.users_umask_restored():
            output = subprocess.run(["sh", "-c", "umask"], capture_output=True, text=True, check=True).stdout
        assert int(output, 8) == 0o022 and os.umask(0o077) == 0o077

    def test_our_folders_can_be_entered_whatever_the_users_mask(self, tmp_path: Path) -> None:
        os.umask(0o177)
        umask.make_files_private()
        (tmp_path / "folder").mkdir()
        write_export(tmp_path / "report", b"x")
        assert (mode(tmp_path / "folder"), mode(tmp_path / "report")) == (0o700, 0o600) and umask.users_umask() == 0o177


class TestNewFiles:
    def test_new_files_in_an_ordinary_folder_are_private(self, tmp_path: Path) -> None:
        tmp_path.chmod(0o755)
        make_folder(tmp_path / "a" / "b")
        make_file(tmp_path / "f")
        assert (mode(tmp_path / "a"), mode(tmp_path / "a" / "b"), mode(tmp_path / "f")) == (0o700, 0o700, 0o600)

    @pytest.mark.parametrize(("folder", "created", "file"), [(0o2770, 0o2770, 0o660), (0o2775, 0o2770, 0o660), (0o2750, 0o2750, 0o640)])
    def test_new_files_in_a_group_folder_are_shared_with_the_group(self, tmp_path: Path, folder: int, created: int, file: int) -> None:
        shared = tmp_path / "shared"
        shared.mkdir()
        shared.chmod(folder)
        make_folder(shared / "a" / "b")
        make_file(shared / "f")
        assert (mode(shared / "a"), mode(shared / "a" / "b"), mode(shared / "f")) == (created, created, file)

    def test_a_default_acl_counts_as_sharing(self, tmp_path: Path) -> None:
        shared = listed(tmp_path)
        acl.write(shared, base(Entry(Tag.GROUP, 7, DESK), mask=7, other=5), acl.DEFAULT)
        make_folder(shared / "a")
        make_file(shared / "a" / "f")
        (shared / "a" / "sqlite").touch()
        set_permissions(shared / "a" / "sqlite")
        for path in (shared / "a" / "f", shared / "a" / "sqlite"):
            entries = acl.read(path)
            assert Entry(Tag.GROUP, 7, DESK) in entries and acl.rights_of(entries, Tag.MASK) == 6
            assert acl.rights_of(entries, Tag.OTHER) == 0
        assert acl.read(shared / "a", acl.DEFAULT) == acl.read(shared, acl.DEFAULT)

    def test_an_export_follows_the_folders_default_acl(self, tmp_path: Path) -> None:
        shared = listed(tmp_path)
        acl.write(shared, base(Entry(Tag.USER, 6, ANNA), mask=6, other=4), acl.DEFAULT)
        os.umask(0o077)
        (shared / "plain").touch()
        write_export(shared / "report", b"x")
        assert acl.read(shared / "report") == acl.read(shared / "plain")

    def test_a_requested_folder_follows_the_users_umask(self, tmp_path: Path) -> None:
        os.umask(0o027)
        umask.make_files_private()
        (tmp_path / "model" / "deep").mkdir(parents=True)
        (tmp_path / "model" / "deep" / "weights").touch()
        set_export_tree_permissions(tmp_path / "model")
        modes = [mode(tmp_path / name) for name in ("model", "model/deep", "model/deep/weights")]
        assert modes == [0o750, 0o750, 0o640]


class TestReplaced:
    def test_acl_attributes_and_mode_stay(self, tmp_path: Path) -> None:
        target = listed(tmp_path) / "kept"
        target.write_text("old")
        acl.write(target, base(Entry(Tag.USER, 4, ANNA), owner=6, group=4, mask=4))
        os.setxattr(target, "user.source", b"desk")
        before = acl.read(target), mode(target)
        replace_file(target, b"new")
        assert (acl.read(target), mode(target)) == before and os.getxattr(target, "user.source") == b"desk"

    def test_the_folders_acl_is_not_forced_on_a_replaced_file(self, tmp_path: Path) -> None:
        target = listed(tmp_path) / "kept"
        target.write_text("old")
        target.chmod(0o600)
        acl.write(tmp_path, base(Entry(Tag.USER, 7, ANNA)), acl.DEFAULT)
        replace_file(target, b"new")
        assert not acl.read(target) and mode(target) == 0o600

    @needs_root
    def test_owner_and_group_stay(self, tmp_path: Path) -> None:
        target, part = tmp_path / "kept", tmp_path / "part"
        target.write_text("old")
        os.chown(target, ANNA, DESK)
        target.chmod(0o640)
        replace_file(target, b"new")
        status = target.stat()
        assert (status.st_uid, status.st_gid, mode(target)) == (ANNA, DESK, 0o640)
        part.write_text("newer")
        replace_with(part, target)
        status = target.stat()
        assert (status.st_uid, status.st_gid, mode(target), target.read_text()) == (ANNA, DESK, 0o640, "newer")

    @needs_root
    def test_a_group_that_cannot_be_kept_gives_its_rights_to_no_other(self, open_place: Path) -> None:
        shared = open_place / "shared"
        shared.mkdir()
        shared.chmod(0o777)
        target = shared / "kept"
        target.write_text("old")
        os.chown(target, ANNA, DESK)
        target.chmod(0o660)
        os.seteuid(STRANGER)
        try:
            replace_file(target, b"new")
        finally:
            os.seteuid(0)
        assert target.read_bytes() == b"new" and mode(target) == 0o600


class TestTighten:
    def test_open_permissions_are_closed_and_links_not_followed(self, tmp_path: Path) -> None:
        home, outside = tmp_path / "home", tmp_path / "outside"
        for folder in (home / "a" / "b", outside):
            folder.mkdir(parents=True)
        for file in (home / "a" / "f", home / "a" / "b" / "g", outside / "h"):
            file.write_text("x")
        (home / "a" / "b" / "run").touch(mode=0o755)
        (home / "link").symlink_to(outside)
        (home / "file link").symlink_to(outside / "h")
        os.mkfifo(home / "pipe")
        assert tighten(home) == 6
        assert {mode(home / name) for name in (".", "a", "a/b")} == {0o700}
        assert {mode(home / name) for name in ("a/f", "a/b/g")} == {0o600} and mode(home / "a/b/run") == 0o700
        assert (mode(outside), mode(outside / "h"), mode(home / "pipe")) == (0o755, 0o644, 0o644)
        assert tighten(home) == 0

    def test_a_private_home_is_scanned_briefly_and_an_open_one_fully(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("app.rights.tighten._CLOSED", 10)
        monkeypatch.setattr("app.rights.tighten._OPEN", 30)
        for number in range(50):
            (tmp_path / f"{number:02d}").touch()
        tmp_path.chmod(0o700)
        assert tighten(tmp_path) == 10
        tmp_path.chmod(0o750)
        assert tighten(tmp_path) in range(21, 32) and mode(tmp_path) == 0o700  # those that were closed before may be among the thirty
        tighten(tmp_path, limit=1000)
        assert {mode(path) for path in tmp_path.iterdir()} == {0o600}

    def test_a_home_that_is_a_link_or_missing_is_left_alone(self, tmp_path: Path) -> None:
        (tmp_path / "real").mkdir()
        (tmp_path / "link").symlink_to(tmp_path / "real")
        assert tighten(tmp_path / "link") == 0 == tighten(tmp_path / "none") and mode(tmp_path / "real") == 0o755

    def test_acls_are_disabled(self, tmp_path: Path) -> None:
        home = tmp_path / "home"
        home.mkdir()
        acl.write(listed(home), base(Entry(Tag.USER, 7, ANNA)), acl.DEFAULT)
        (home / "f").touch()
        tighten(home)
        assert not acl.read(home, acl.DEFAULT) and mode(home / "f") == 0o600 and acl.rights_of(acl.read(home / "f"), Tag.MASK) == 0

    @needs_root
    def test_other_peoples_files_are_left_alone(self, tmp_path: Path) -> None:
        (tmp_path / "f").touch()
        os.chown(tmp_path / "f", ANNA, -1)
        tighten(tmp_path)
        assert mode(tmp_path / "f") == 0o644


class TestHome:
    def test_the_home_is_created_private_despite_default_acls(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        listed(tmp_path)
        acl.write(tmp_path, base(Entry(Tag.USER, 7, ANNA), mask=7, other=5), acl.DEFAULT)
        monkeypatch.setenv("PRIORCHECK_HOME", str(tmp_path / "home"))
        umask.make_files_private()
        protect_home()
        (paths.data_dir() / "library").mkdir()
        (paths.data_dir() / "library" / "library.db").touch()
        for path in (tmp_path / "home").rglob("*"):
            assert not mode(path) & 0o077, path

    def test_a_folder_with_other_things_in_it_stays_as_it_is(self, own_home: Path) -> None:
        own_home.chmod(0o755)
        (own_home / "mine.txt").write_text("x")
        protect_home()
        assert mode(own_home) == 0o755 and mode(own_home / "mine.txt") == 0o644 and mode(own_home / "data") == 0o700
        (own_home / "mine.txt").unlink()
        protect_home()
        assert mode(own_home) == 0o700

    def test_leftovers_of_a_killed_process_are_removed(self, own_home: Path) -> None:
        protect_home()
        code = "import os; from app.temporary_files import temporary_folder\nwith temporary_folder() as f: (f / 'x').touch(); os._exit(1)"
        subprocess.run([sys.executable, "-c", code], check=False)
        (dead,) = [entry for entry in paths.temporary_dir().iterdir() if entry.is_dir()]
        half = paths.config_dir() / ".settings.toml.abcd1234"
        half.write_text("x")
        for path in (dead, dead.with_suffix(".lock"), half):
            os.utime(path, (0, 0))
        with temporary_folder() as living:
            os.utime(living, (0, 0))
            assert mode(living) == 0o700
            protect_home()
            assert living.is_dir() and not dead.exists() and not half.exists()
        assert not list(paths.temporary_dir().iterdir())

    def test_temporary_files_of_libraries_are_private_and_removed(self, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        written: list[tuple[Path, int]] = []
        real = tempfile.NamedTemporaryFile

        def noted(*arguments: object, **options: object) -> object:
            file = real(*arguments, **options)  # type: ignore[call-overload]
            written.append((Path(file.name), mode(Path(file.name))))
            return file

        monkeypatch.setattr("openpyxl.worksheet._writer.NamedTemporaryFile", noted)
        table = Table(title="T", columns=(Column("a", 9),), rows=(("secret",),))
        assert xlsx_bytes([table])[:2] == b"PK" and write_only_bytes(reviewed_debate(), [])[:2] == b"PK"
        assert len(written) >= 2 and not any(path.exists() for path, _ in written) and tempfile.tempdir != str(paths.temporary_dir())
        for path, bits in written:
            assert path.is_relative_to(own_home / "cache" / "tmp") and bits == 0o600
        assert not list(paths.temporary_dir().iterdir())

    def test_where_the_home_cannot_be_written_the_systems_folder_is_used(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "file").touch()
        monkeypatch.setenv("PRIORCHECK_HOME", str(tmp_path / "file"))
        before = tempfile.tempdir
        with private_temporary_files():
            assert tempfile.tempdir == before


class TestHeld:
    def test_many_may_use_it_or_one_alone(self, tmp_path: Path) -> None:
        lock = tmp_path / "lock"
        assert not is_locked(lock)
        first, second = try_lock(lock, exclusive=False), try_lock(lock, exclusive=False)
        assert first and second and is_locked(lock) and try_lock(lock, exclusive=True) is None
        first.release()
        second.release()
        alone = try_lock(lock, exclusive=True)
        assert alone and try_lock(lock, exclusive=False) is None
        alone.release()
        assert not is_locked(lock) and mode(lock) == 0o600


def named(path: Path) -> list[str]:
    return [reader.kind for reader in readers(path)]


class TestReach:
    def test_a_closed_folder_above_protects(self, open_place: Path) -> None:
        (open_place / "closed" / "in").mkdir(parents=True)
        file = open_place / "closed" / "in" / "f"
        file.touch(mode=0o644)
        assert named(file) == ["everyone"] == named(open_place / "closed")
        (open_place / "closed").chmod(0o700)
        assert not named(file) and not named(open_place / "closed") and not named(open_place / "closed" / "in")

    def test_names_of_files_are_something_to_read_and_a_folder_may_be_entered_only(self, open_place: Path) -> None:
        folder = open_place / "folder"
        folder.mkdir()
        (folder / "f").touch(mode=0o600)
        assert named(folder) == ["everyone"]
        folder.chmod(0o711)
        assert not named(folder)
        (folder / "f").chmod(0o644)
        assert named(folder) == ["everyone"]

    @needs_root
    @pytest.mark.parametrize("folder_mode", [0o750, 0o710, 0o705, 0o700, 0o770])
    @pytest.mark.parametrize("file_mode", [0o640, 0o604, 0o600, 0o644, 0o664])
    def test_reported_readers_match_the_kernel(self, open_place: Path, folder_mode: int, file_mode: int) -> None:
        folder = open_place / "folder"
        folder.mkdir()
        file = folder / "f"
        file.touch()
        for path, bits in ((folder, folder_mode), (file, file_mode)):
            os.chown(path, ANNA, DESK)
            path.chmod(bits)
        allowed = {(reader.kind, reader.id) for reader in readers(file)}
        strangers = ("everyone", -1) in allowed
        assert may_read(STRANGER, file) == strangers
        assert may_read(BERTA, file) == (("group", DESK) in allowed or (strangers and bool(folder_mode & 0o010 and file_mode & 0o040)))

    @needs_root
    def test_acls_are_read_with_their_mask(self, open_place: Path) -> None:
        file = listed(open_place) / "f"
        file.touch(mode=0o600)
        acl.write(file, base(Entry(Tag.USER, 4, BERTA), Entry(Tag.GROUP, 4, DESK), owner=6, group=0, mask=4))
        assert {(reader.kind, reader.id) for reader in readers(file)} == {("user", BERTA), ("group", DESK)}
        assert may_read(BERTA, file) and not may_read(STRANGER, file)
        acl.write(file, base(Entry(Tag.USER, 4, BERTA), owner=6, group=0, mask=0))
        assert not readers(file) and not may_read(BERTA, file)
        file.chmod(0o600)
        open_place.chmod(0o700)
        acl.write(file, base(Entry(Tag.USER, 4, BERTA), owner=6, group=0, mask=4))
        assert not readers(file) and not may_read(BERTA, file)
        acl.write(open_place, base(Entry(Tag.USER, 1, BERTA), group=0))
        assert [(reader.kind, reader.id) for reader in readers(file)] == [("user", BERTA)] and may_read(BERTA, file)

    def test_missing_files_have_no_readers(self, tmp_path: Path) -> None:
        assert not readers(tmp_path / "none")
