"""Link cycles, unreadable files, full disks, devices and closed streams: one sentence each, exit code 2."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.bootstrap.projects import create_project, open_project, project_summary, read_project
from app.domain.keyed_document import with_keys
from app.domain.progress import CancelToken
from app.errors import InputError, LibraryError, ProjectError
from app.ingest.documents import read_document
from app.services.reports import check_target, write_json_lines
from app.settings import load_settings
from app.store import open_library
from app.store.verifications import SqliteVerifications
from tests.fakes.command_line import ROOT, CommandLine, ended, is_root, program, write_rows
from tests.fakes.disks import fill, small_disk
from tests.fakes.reviewed import ranked_debate
from tests.fakes.verifications import finished
from tests.integration.test_cli_faults import ordinary_user

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links, permissions and devices as Unix has them")
CHECK = {"id": "a", "claim": "Velden county is crossed by seven rivers", "rating": "False", "publisher": "B desk"}


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    path = tmp_path / "talk.txt"
    path.write_text("Seven rivers cross Velden county.", encoding="utf-8")
    return path


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    return write_rows(tmp_path / "rows.jsonl", CHECK)


def a_loop(folder: Path) -> Path:
    link, second_link = folder / "one", folder / "other"
    link.symlink_to(second_link)
    second_link.symlink_to(link)
    return link


def dead_ends(folder: Path) -> dict[str, Path]:
    """Return paths at which no folder can exist."""
    (folder / "dangling").symlink_to(folder / "nowhere")
    (folder / "file").write_bytes(b"")
    os.mkfifo(folder / "pipe")
    loop = a_loop(folder)
    return {
        "a circle": loop,
        "within a circle": loop / "x",
        "a link to nothing": folder / "dangling",
        "a file": folder / "file",
        "within a file": folder / "file" / "x",
        "a pipe": folder / "pipe",
        "a device": Path(os.devnull),
        "too long a name": folder / ("x" * 300),
        "too long a path": Path("/".join(["y" * 200] * 25)),
    }


DEAD_ENDS = ["a circle", "within a circle", "a link to nothing", "a file", "within a file", "a pipe", "a device", "too long a name", "too long a path"]  # fmt: skip


@pytest.mark.parametrize("kind", DEAD_ENDS)
def test_no_library_can_be_there(cli: CommandLine, tmp_path: Path, talk: Path, rows: Path, kind: str) -> None:
    target = dead_ends(tmp_path)[kind]
    for arguments in (("library", "stats"), ("rank", talk), ("library", "import", rows), ("library", "verify"), ("narratives",)):
        line = cli(*arguments, library=target).refusal()
        assert len(line) < 420 and ("Choose" in line or "Import" in line)
    posts = ("library", "import", write_rows(tmp_path / "p.jsonl", {"id": "p", "text": "x y z"}), "--kind", "posts")
    cli(*posts, library=target).refusal()
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("kind", ["a circle", "within a circle", "a link to nothing", "a pipe", "too long a name"])
def test_no_file_can_be_written_there(cli: CommandLine, tmp_path: Path, rows: Path, kind: str) -> None:
    cli.done("library", "import", rows)
    target = dead_ends(tmp_path)[kind]
    line = cli("library", "export", "--out", target).refusal()
    assert "cannot be written" in line and len(line) < 420
    assert os.path.lexists(target) is (kind in ("a circle", "a link to nothing", "a pipe"))


def test_a_link_to_a_file_stays_and_leads_to_the_new_one(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    target, link = tmp_path / "kept" / "real.jsonl", tmp_path / "link.jsonl"
    target.write_text("old\n")
    link.symlink_to(target)
    check_target(link)
    write_json_lines([{"a": 1}], link)
    assert link.is_symlink() and target.read_text() == '{"a":1}\n'


NO_DOCUMENT = {
    "a circle": ("There is no file", "Too many levels of symbolic links"),
    "within a circle": ("There is no file", "Too many levels of symbolic links"),
    "a pipe": ("not an ordinary file", "no ordinary file"),
    "a device": ("not an ordinary file", "no ordinary file"),
    "a folder": ("is a folder, not a document", "Is a directory"),
    "too long a name": ("file name too long", "File name too long"),
}


@pytest.mark.parametrize("kind", NO_DOCUMENT)
def test_no_document_is_there(cli: CommandLine, tmp_path: Path, rows: Path, kind: str) -> None:
    cli.done("library", "import", rows)
    (tmp_path / "folder").mkdir()
    target = {**dead_ends(tmp_path), "a folder": tmp_path / "folder", "a device": Path("/dev/zero")}[kind]
    refusals = [cli("rank", target).refusal()]
    if kind != "a folder":
        refusals.append(cli("library", "import", target).refusal())
    if kind != "a pipe":  # a pipe may be what another program writes to
        refusals.append(cli("match", "--queries", target).refusal())
        refusals.append(cli("stance", "--pairs", target).refusal())
        refusals.append(cli("library", "ratings", "--in", target, "--out", tmp_path / "r.jsonl").refusal())
    assert all(target.name[:100] in line and any(reason in line for reason in NO_DOCUMENT[kind]) for line in refusals)
    assert not (tmp_path / "r.jsonl").exists()


@pytest.mark.parametrize("name", ["PRIORCHECK_HOME", "TMPDIR"])
@pytest.mark.parametrize("kind", ["a circle", "a file", "a link to nothing"])
def test_a_home_or_a_temporary_folder_that_leads_nowhere(  # noqa: PLR0917
    cli: CommandLine, tmp_path: Path, talk: Path, rows: Path, monkeypatch: pytest.MonkeyPatch, name: str, kind: str
) -> None:
    cli.done("library", "import", rows)
    monkeypatch.setenv(name, str(dead_ends(tmp_path)[kind]))
    assert cli.done("rank", talk, "--json").rows[0]["outcome"] == "match"
    if name == "PRIORCHECK_HOME":
        from app import paths

        for command in (("library", "stats"), ("library", "import", rows)):
            assert str(tmp_path) in cli(*command, library=paths.default_library()).refusal()


# --- What may not be read ----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """Provide a folder that everybody can reach."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    yield folder
    for entry in [folder, *folder.rglob("*")]:
        entry.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize("name", ["library.db", "posts.db", "evidence.db", "."])
def test_a_library_that_may_not_be_read_is_not_called_read_only(
    cli: CommandLine, shared_folder: Path, talk: Path, rows: Path, name: str
) -> None:
    library, evidence = shared_folder / "library", shared_folder / "page.txt"
    evidence.write_text("The river was measured. It was low.", encoding="utf-8")
    cli.done("library", "import", rows, library=library)
    cli.done("library", "import", write_rows(shared_folder / "p.jsonl", {"id": "p", "text": "rivers"}), "--kind", "posts", library=library)
    cli.done("library", "import", evidence, "--kind", "evidence", library=library)
    for entry in [library, *library.rglob("*")]:
        entry.chmod(0o777)
    (library / name).chmod(0)
    command = {"posts.db": ("library", "posts"), "evidence.db": ("library", "evidence")}.get(name, ("library", "search"))
    with ordinary_user():
        line = cli(*command, library=library).refusal()
        change = cli("library", "import", rows, library=library) if name in (".", "library.db") else None
    assert "cannot be read" in line and "permission" in line and "Ask its owner" in line
    assert change is None or "cannot be read" in change.refusal()


def test_a_project_a_document_and_settings_that_may_not_be_read(shared_folder: Path) -> None:
    project, document, settings = shared_folder / "a.priorcheck", shared_folder / "talk.txt", shared_folder / "settings.toml"
    create_project(project, with_keys(ranked_debate().document)).close()
    document.write_text("Some words.", encoding="utf-8")
    settings.write_text("", encoding="utf-8")
    for file in (project, document, settings):
        file.chmod(0)
    with ordinary_user():
        for read in (open_project, read_project):
            with pytest.raises(ProjectError, match="cannot be read: you have no permission"):
                read(project)
        assert "cannot be read" in project_summary(project).trouble
        with pytest.raises(InputError, match="cannot be read: permission denied"):
            read_document(document, cancel=CancelToken())
        with pytest.raises(InputError, match="cannot be read"):
            load_settings(settings)


def test_verifications_that_may_not_be_read(shared_folder: Path) -> None:
    from app.domain.stored_verification import StoredVerification

    verification_store = SqliteVerifications(shared_folder)
    verification_store.keep([StoredVerification(id="1", verification=finished(), created="2026", changed="")])
    verification_store.close()
    (shared_folder / "verifications.db").chmod(0)
    with ordinary_user(), pytest.raises(LibraryError, match=r"you have no permission for “verifications.db”"):
        SqliteVerifications(shared_folder).summaries()


# --- A disk without any room -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def full_library(cli: CommandLine, tmp_path: Path, rows: Path) -> Iterator[Path]:
    """Provide a library with posts and evidence on a disk without a free byte."""
    with small_disk(tmp_path / "disk", 4 << 20) as disk:
        library, page = disk / "library", tmp_path / "page.txt"
        page.write_text("The river was measured. It was low.", encoding="utf-8")
        cli.done("library", "import", rows, library=library)
        cli.done("library", "import", write_rows(tmp_path / "p.jsonl", {"id": "p", "text": "rivers"}), "--kind", "posts", library=library)
        cli.done("library", "import", page, "--kind", "evidence", library=library)
        cli.done("library", "index", "--kind", "posts", library=library)
        cli._session.close()
        fill(disk, 0)
        yield library
        cli._session.close()


def test_a_library_on_a_full_disk_is_read(cli: CommandLine, full_library: Path, talk: Path, tmp_path: Path) -> None:
    assert shutil.disk_usage(full_library).free < 4096
    queries, out = write_rows(tmp_path / "q.jsonl", {"qid": 1, "text": "Seven rivers cross Velden county."}), tmp_path / "out.jsonl"
    assert cli.done("rank", talk, "--json", library=full_library).rows[0]["matches"][0]["id"] == "a"
    cli.done("match", "--queries", queries, "--out", out, library=full_library)
    cli.done("library", "export", "--out", out, library=full_library)
    assert "NOT OK" not in cli.done("library", "verify", library=full_library).out
    assert cli.done("library", "search", "rivers", "--json", library=full_library).rows
    for command in (("stats",), ("show", "a"), ("posts",), ("evidence",)):
        cli.done("library", *command, library=full_library)


def test_commands_on_a_full_disk_fail_clearly_and_work_once_there_is_room(
    cli: CommandLine, full_library: Path, rows: Path, tmp_path: Path
) -> None:
    new_rows = write_rows(tmp_path / "more.jsonl", {"id": "b", "claim": "Eight lakes are in Velden", "rating": "True", "publisher": "B"})
    for command in (("import", new_rows), ("delete", "a"), ("rebuild",)):
        assert "is full; the library is as it was before" in cli("library", *command, library=full_library).refusal()
    assert "cannot be written" in cli("library", "export", "--out", full_library.parent / "x.jsonl", library=full_library).refusal()
    reading = open_library(full_library)
    (full_library.parent / "ballast").unlink()
    assert "opened while its disk was full" in cli("library", "import", new_rows, library=full_library).refusal()
    assert len(reading) == 1
    reading.close()
    cli.done("library", "import", new_rows, library=full_library)
    assert "NOT OK" not in cli.done("library", "verify", library=full_library).out


def test_a_write_ahead_log_with_changes_is_never_ignored(cli: CommandLine, full_library: Path) -> None:
    """The changes of a killed writer are only in the log. Without room for its index, reading is refused rather than wrong."""
    ballast = full_library.parent / "ballast"
    ballast.unlink()
    killed = subprocess.run(
        [sys.executable, "-c", _KILLED, str(full_library / "library.db")], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert killed.returncode == -9 and (full_library / "library.db-wal").stat().st_size > 0, killed.stderr
    (full_library / "library.db-shm").unlink(missing_ok=True)
    fill(full_library.parent, 0)
    line = cli("library", "stats", library=full_library).refusal()
    assert "library.db-wal" in line and "64 kB of room" in line
    ballast.unlink()
    assert cli.done("library", "search", "--json", library=full_library).rows[0]["note"] == "from the log"


_KILLED = """
import os, signal, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("DELETE FROM seal")
connection.execute("UPDATE factcheck SET note = 'from the log'")
os.kill(os.getpid(), signal.SIGKILL)
"""


# --- Standard streams --------------------------------------------------------------------------------------------------------------------


def run_shell(command: str, library: Path) -> subprocess.CompletedProcess[str]:
    script = f'run() {{ "{sys.executable}" -m app "$@" --library "{library}" --quiet; }}; {command}'
    return subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        ("run library search --json | head -0; exit ${PIPESTATUS[0]}", 0, ""),
        ("run library search --json >&-", 2, "priorcheck: The system refused: Bad file descriptor.\n"),
        ("run library stats < /dev/full > /dev/null", 0, ""),
        ("run library stats <&- > /dev/null", 0, ""),
        ("run library stats > /dev/full", 2, "priorcheck: The system refused: No space left on device.\n"),
        ("run library search --nonsense 2> /dev/full", 2, ""),
        ("run library show nothing 2> /dev/full", 2, ""),
        ("run library show nothing 2>&-", 2, ""),
        ("run library search --json <&- >&- 2>&-", 2, ""),
    ],
)
def test_streams_that_are_closed_or_full(cli: CommandLine, rows: Path, command: str, code: int, message: str) -> None:
    cli.done("library", "import", rows)
    completed = run_shell(command, cli.library)
    assert (completed.returncode, completed.stderr) == (code, message)


def test_with_all_streams_closed_no_file_is_written_to_by_mistake(cli: CommandLine, talk: Path, rows: Path, tmp_path: Path) -> None:
    cli.done("library", "import", rows)
    completed = run_shell(f'run rank "{talk}" --out "{tmp_path}/o.jsonl" <&- >&- 2>&-', cli.library)
    assert completed.returncode == 0 and (tmp_path / "o.jsonl").read_text(encoding="utf-8").startswith('{"rank":1')
    assert "NOT OK" not in cli.done("library", "verify").out


# --- The network and the display ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("arguments", "refuses"), [(("doctor",), True), (("models", "list"), True), (("models", "download", "x"), False)])
def test_the_command_line_goes_online_only_for_a_download(
    monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], refuses: bool
) -> None:
    from app import __main__ as start
    from app import network
    from app.rights import umask

    installed: list[bool] = []
    sealed: list[bool] = []
    # What holds for a process for good would hold for the tests after this one.
    monkeypatch.setattr(network, "install", lambda _, *, refuse: installed.append(refuse))
    monkeypatch.setattr(network, "seal_process", lambda: sealed.append(True))
    monkeypatch.setattr(umask, "make_files_private", lambda: None)
    monkeypatch.setattr("app.cli.main.run", lambda _: (0, None))
    assert start.main(arguments) == 0 and installed == [refuses] and bool(sealed) is refuses


def start_window(**variables: str) -> tuple[int, str]:
    """Start the window with these display variables and no others."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "XDG_RUNTIME_DIR", "QT_QPA_PLATFORM", "QT_QPA_PLATFORM_PLUGIN_PATH")
    env = {name: value for name, value in os.environ.items() if name not in names}
    completed = ended(program(env=env | variables))
    assert completed.out == ""
    return completed.code, completed.err


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({}, "no display to show the window on"),
        ({"DISPLAY": ":7654"}, "“:7654” does not answer"),
        ({"DISPLAY": "nonsense"}, "“nonsense” does not answer"),
        ({"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": "/nowhere"}, "“wayland-9” does not answer"),
        ({"WAYLAND_DISPLAY": "wayland-9", "DISPLAY": ":7654"}, "“:7654” does not answer"),
        ({"XDG_SESSION_TYPE": "x11"}, "does not answer"),
        ({"QT_QPA_PLATFORM": "nonsense"}, "Qt has no platform “nonsense”"),
        ({"QT_QPA_PLATFORM": "xcb"}, "does not answer"),
        ({"QT_QPA_PLATFORM": "xcb;nonsense"}, "Qt has no platform “nonsense”"),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM_PLUGIN_PATH": "BROKEN"}, "cannot be loaded"),
    ],
)
def test_without_a_display_the_error_is_one_sentence(tmp_path: Path, variables: dict[str, str], message: str) -> None:
    (tmp_path / "libqxcb.so").write_bytes(b"no library")
    code, output = start_window(**{name: str(tmp_path) if value == "BROKEN" else value for name, value in variables.items()})
    assert code == 2 and message in output and output.count("\n") == 1 and output.startswith("priorcheck: ") and "command line" in output


def test_root_is_detected() -> None:
    """Permissions do not bind root, so these tests drop privileges where needed."""
    assert is_root() is (os.geteuid() == 0)
