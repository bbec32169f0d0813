"""Environment faults through the command line: one clear line, the right exit code, and no user data is lost."""

from __future__ import annotations

import gzip
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from app import paths
from app.bootstrap import Session
from app.bootstrap.models import LoadedModels
from app.bootstrap.open_libraries import OpenLibraries
from app.cli import library_commands
from app.cli.main import run
from app.ports import Library
from app.store.lock import writer_lock
from tests.fakes.command_line import DEMO, DEMO_FILES, CommandLine, Done, ended, is_root, listing, program, write_rows

OLD = "what was there\n"
unix = pytest.mark.skipif(sys.platform == "win32", reason="limits and permissions as Unix has them")
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full, or file names that are any bytes")


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    path = tmp_path / "talk.txt"
    path.write_text("Vaccines cause autism in children. I had soup.", encoding="utf-8")
    return path


@pytest.fixture
def out(tmp_path: Path) -> Path:
    path = tmp_path / "out.jsonl"
    path.write_text(OLD, encoding="utf-8")
    return path


def pdf_with_password(path: Path) -> None:
    import pymupdf

    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "The earth is flat.")
        document.save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret", owner_pw="secret")


def document_named(name: str) -> Callable[[Path], None]:
    contents = {
        "empty.txt": b"",
        "blank.txt": b" \n\t\n",
        "binary.dat": bytes(range(256)) * 40,
        "damaged.pdf": b"%PDF-1.7\n" + bytes(range(256)) * 10,
        "damaged.docx": b"PK\x03\x04" + b"\x00" * 500,
        "damaged.odt": b"PK\x03\x04" + b"\xff" * 500,
        "damaged.epub": b"PK\x05\x06" + b"\x00" * 5,
        "image.png": b"\x89PNG\r\n\x1a\n" + b"\x00" * 100,
        "old.doc": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600,
        "cut.txt.gz": gzip.compress(os.urandom(5000))[:-2000],
        "empty.vtt": b"WEBVTT\n\n",
        "empty.srt": b"\n",
        "empty.html": b"<html><body><script>x()</script></body></html>",
        "header.tsv": b"line\tspeaker\tsentence\n",
    }
    return lambda path: path.write_bytes(contents[name]) and None


DOCUMENTS = ["empty.txt", "blank.txt", "binary.dat", "damaged.pdf", "damaged.docx", "damaged.odt", "damaged.epub", "image.png", "old.doc", "cut.txt.gz", "empty.vtt", "empty.srt", "empty.html", "header.tsv"]  # fmt: skip


@pytest.mark.parametrize("name", [*DOCUMENTS, "locked.pdf", "missing.txt", "folder"])
def test_documents_that_cannot_be_ranked(demo: CommandLine, tmp_path: Path, out: Path, name: str) -> None:
    path = tmp_path / name
    if name == "folder":
        path.mkdir()
    elif name == "locked.pdf":
        pdf_with_password(path)
    elif name != "missing.txt":
        document_named(name)(path)
    before = listing(demo.library)
    line = demo("rank", path, "--out", out).refusal()
    assert len(line) > 40 and out.read_text() == OLD and listing(demo.library) == before
    assert not out.with_name("out.jsonl.run.json").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--out", "{tmp}/none/out.jsonl"), "no such folder"),
        (("--out", "{tmp}/talk.txt/out.jsonl"), "no such folder"),
        (("--out", "{tmp}/folder.jsonl"), "a folder of this name"),
        (("--out", "{tmp}/out.xyz"), ".jsonl, .csv, .html, .docx"),
        (("--out", "{tmp}/out"), ".jsonl, .csv, .html, .docx"),
        (("--out", ""), "the name is empty"),
        (("--as-of", "2018-02-30"), "is not a date like 2018-06-12"),
        (("--as-of", "tomorrow"), "is not a date like 2018-06-12"),
        (("--top", "0"), "is not a whole number from 1"),
        (("--top", "-3"), "is not a whole number from 1"),
        (("--top", "1e3"), "is not a whole number from 1"),
        (("--top", "9" * 5000), "is not a whole number from 1"),
        (("--threads", "0"), "is not a whole number from 1"),
        (("--device", "gpu"), "invalid choice"),
        (("--bogus",), "unrecognized arguments: --bogus"),
    ],
)
def test_options_that_make_no_sense(demo: CommandLine, tmp_path: Path, talk: Path, arguments: tuple[str, ...], message: str) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    assert message in demo("rank", talk, *(argument.format(tmp=tmp_path) for argument in arguments)).refusal()


@pytest.mark.parametrize(
    "arguments",
    [
        ("bogus",),
        ("rank",),
        ("library",),
        ("library", "bogus"),
        ("library", "import"),
        ("library", "edit", "x", "noequals"),
        ("library", "show"),
    ],
)
def test_commands_that_make_no_sense(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    code, window = run(arguments)
    printed = capsys.readouterr()
    assert "--help" in Done(code, printed.out, printed.err).refusal() and window is None


def test_an_unwritable_output_is_refused_before_the_work(demo: CommandLine, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    class LazyModels(LoadedModels):
        def encoder(self) -> object:  # type: ignore[override]
            raise AssertionError("work began")

    class LazyLibraries(OpenLibraries):
        def library(self, path: Path, *, create: bool = False) -> Library:
            raise AssertionError("work began")

    session = Session()
    session.models, session.libraries = LazyModels(), LazyLibraries(threads=None)
    lazy = CommandLine(session, capsys, demo.library)
    queries = write_rows(tmp_path / "q.jsonl", {"text": "x"})
    for command in (
        ("rank", DEMO / "debate.vtt"), ("match", "--queries", queries), ("stance", "--pairs", queries), ("demo", "--no-window"), ("library", "export"),
        ("library", "ratings", "--in", queries),
    ):  # fmt: skip
        assert "no such folder" in lazy(*command, "--out", tmp_path / "none" / "o.jsonl").refusal()


def test_an_input_is_never_overwritten_by_its_output(demo: CommandLine, tmp_path: Path) -> None:
    speech = tmp_path / "speech.html"
    speech.write_text("<p>The earth is flat.</p>", encoding="utf-8")
    queries = write_rows(tmp_path / "q.jsonl", {"text": "x", "premise": "a", "hypothesis": "b"})
    (tmp_path / "link.jsonl").symlink_to(queries)
    ratings = tmp_path / "r.tsv"
    ratings.write_text("rating\nFalse\n", encoding="utf-8")
    before = listing(tmp_path)
    for command in (
        ("rank", speech, "--out", speech), ("match", "--queries", queries, "--out", tmp_path / "link.jsonl"), ("stance", "--pairs", queries, "--out", queries),
        ("library", "ratings", "--in", ratings, "--out", ratings), ("ask", "--questions", queries, "--out", queries),
        ("verify", "--claims", queries, "--given-evidence", "--out", tmp_path / "link.jsonl"),
    ):  # fmt: skip
        assert "is the input itself" in demo(*command).refusal()
    assert listing(tmp_path) == before


# Libraries


def damage_library(library: Path, harm: str) -> None:
    if harm == "newer":
        with closing(sqlite3.connect(library / "library.db")) as connection:
            connection.execute("PRAGMA user_version = 99")
    elif harm == "garbage":
        (library / "library.db").write_bytes(b"\x17" * 9000)
    elif harm == "foreign":
        shutil.rmtree(library)
        library.mkdir()
        (library / "holiday.jpg").write_bytes(b"mine")
    elif harm == "missing":
        shutil.rmtree(library)
    elif harm == "a file":
        shutil.rmtree(library)
        library.write_text("mine")
    else:
        index = next(entry for entry in (library / "index").iterdir() if entry.is_dir())
        (index / "claim.vectors.npy").unlink()


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        ("newer", "newer"),
        ("garbage", ""),
        ("foreign", "other files and no library"),
        ("missing", "There is no library in"),
        ("a file", "is a file"),
        ("index", "library rebuild"),
    ],
)
def test_libraries_that_cannot_be_used(own_demo: CommandLine, talk: Path, out: Path, harm: str, message: str) -> None:
    damage_library(own_demo.library, harm)
    before = listing(own_demo.library) if own_demo.library.is_dir() else {}
    queries = write_rows(talk.parent / "q.jsonl", {"text": "x"})
    for command in (("rank", talk, "--out", out), ("match", "--queries", queries, "--out", out)):
        assert message in own_demo(*command).refusal()
    if harm != "index":
        for command in (
            ("library", "stats"),
            ("library", "delete", "demo-en-001"),
            *([] if harm == "garbage" else [("library", "rebuild")]),
            ("library", "export", "--out", out),
        ):
            assert message in own_demo(*command).refusal()
    if harm == "garbage":
        completed = own_demo("library", "rebuild")
        assert completed.code == 2 and "library export" in completed.err
    if harm not in {"index", "missing"}:
        assert message in own_demo("library", "import", DEMO_FILES[0]).refusal()
        doctor = own_demo("doctor")
        assert doctor.code == 2 and "NOT OK  library" in doctor.out
    assert out.read_text() == OLD
    files_after = {
        name: entry
        for name, entry in (listing(own_demo.library) if own_demo.library.is_dir() else {}).items()
        if not name.endswith(("-wal", "-shm"))
    }
    assert files_after == {name: entry for name, entry in before.items() if not name.endswith(("-wal", "-shm"))}


def test_a_damaged_index_is_reported_and_rebuilt(own_demo: CommandLine) -> None:
    damage_library(own_demo.library, "index")
    completed = own_demo("library", "verify")
    assert completed.code == 2 and "NOT OK" in completed.out and "rebuild" in completed.err
    own_demo.done("library", "rebuild")
    assert "NOT OK" not in own_demo.done("library", "verify").out


class OtherEncoderModels(LoadedModels):
    """Models that report another encoder identity."""

    def _encoder_and_prompts(self):  # type: ignore[no-untyped-def]
        from dataclasses import replace

        encoder, prompts = super()._encoder_and_prompts()

        class Renamed:
            identity = replace(encoder.identity, artefact="f" * 64)
            dimension = encoder.dimension
            encode = staticmethod(encoder.encode)

        return Renamed(), prompts


class OtherEncoderSession(Session):
    """A session with another encoder."""

    def __init__(self, *, device: str) -> None:
        super().__init__(device=device)
        self.models = OtherEncoderModels(device=device)


def test_an_index_of_another_encoder(own_demo: CommandLine, talk: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other_command = CommandLine(OtherEncoderSession(device="cpu"), capsys, own_demo.library)
    other_command.done("library", "rebuild")
    refusal = own_demo("rank", talk, "--out", out).refusal()
    assert "another encoder" in refusal and "library rebuild" in refusal and out.read_text() == OLD
    own_demo.done("library", "rebuild")
    assert len(own_demo.done("rank", talk, "--json").rows) == 2


def test_a_second_writer_is_refused_and_readers_continue(own_demo: CommandLine, talk: Path, tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "a.jsonl", {"id": "new", "claim": "Bells are shy."})
    with writer_lock(own_demo.library):
        for command in (("import", rows), ("add", "claim=x"), ("edit", "demo-en-001", "note=x"), ("delete", "demo-en-001"), ("rebuild",)):
            assert "Another Priorcheck" in own_demo("library", *command).refusal()
        assert len(own_demo.done("rank", talk, "--json").rows) == 2
    own_demo.done("library", "import", rows)


@pytest.mark.parametrize("harm", ["missing file", "altered", "missing folder", "no manifest"])
@pytest.mark.parametrize("role", ["encoder", "pair_scorer", "stance", "ranker"])
def test_models_missing_or_altered(  # noqa: PLR0917
    demo: CommandLine, talk: Path, out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], harm: str, role: str
) -> None:
    models = tmp_path / "models"
    shutil.copytree(paths.models_dir(), models)
    file = max((path for path in (models / role).iterdir() if path.suffix in {".onnx", ".safetensors", ".json"} and "metrics" not in path.name), key=lambda path: (path.suffix == ".onnx", path.suffix != ".json", path.name in {"ranker.json", "config.json"}))  # fmt: skip
    if harm == "missing file":
        file.unlink()
    elif harm == "altered":
        content = file.read_bytes()
        file.write_bytes(content[:-9] + bytes(byte ^ 1 for byte in content[-9:]))
    elif harm == "missing folder":
        shutil.rmtree(models / role)
    else:
        (models / "manifest.toml").unlink()
    broken = CommandLine(Session(models=models, device="cpu"), capsys, demo.library)
    line = broken("rank", talk, "--out", out).refusal()
    assert "nstall" in line and out.read_text() == OLD
    assert broken("models", "--verify").code == 2


# Imports


@pytest.mark.parametrize("name", ["missing.jsonl", "empty.jsonl", "binary.dat", "damaged.xlsx", "cut.jsonl.gz", "empty-folder"])
def test_files_that_hold_no_factchecks(own_demo: CommandLine, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    contents = {
        "empty.jsonl": b"", "binary.dat": bytes(range(256)) * 20, "damaged.xlsx": b"PK\x03\x04" + b"\x00" * 400, "cut.jsonl.gz": gzip.compress(os.urandom(2000))[:50],
    }  # fmt: skip
    if name == "empty-folder":
        path.mkdir()
    elif name in contents:
        path.write_bytes(contents[name])
    before = own_demo.done("library", "stats", "--json").rows
    own_demo("library", "import", path).refusal()
    own_demo("library", "import", DEMO_FILES[0], path).refusal()
    assert own_demo.done("library", "stats", "--json").rows == before


def test_a_truncated_file_gives_its_complete_rows_and_a_warning(cli: CommandLine, tmp_path: Path) -> None:
    packed = gzip.compress(DEMO_FILES[0].read_bytes())
    (tmp_path / "cut.jsonl.gz").write_bytes(packed[: len(packed) // 2])
    completed = cli.done("library", "import", tmp_path / "cut.jsonl.gz")
    added = int(completed.out.split()[0])
    assert 10 < added < 147 and "cut off" in completed.err


def test_an_oversized_line_is_refused(cli: CommandLine, tmp_path: Path) -> None:
    path = write_rows(
        tmp_path / "a.jsonl", {"claim": "Bells are shy."}, b'{"claim": "' + b"x" * 70_000_000 + b'"}', {"claim": "Owls vote."}
    )
    (report,) = cli.done("library", "import", path, "--json").rows
    assert report["counts"]["added"] == 2 and len(report["refused"]) == 1


@linux
def test_file_names_that_are_not_valid_text(cli: CommandLine, tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9\n.jsonl"))
    write_rows(path, {"claim": "Bells are shy."}, "{")
    (report,) = cli.done("library", "import", path, "--json").rows
    assert report["counts"]["added"] == 1 and len(report["refused"]) == 1
    assert len(cli("library", "import", path).err.splitlines()) == 1
    cli("rank", path.with_name(path.name + "none")).refusal()


# Full disks and read-only folders


def small_files(limit: int) -> Callable[[], None]:
    """Return a function for the child process that limits the size of files, as on a full disk."""
    import resource

    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


@unix
@pytest.mark.parametrize("limit", [20_000, 300_000, 600_000])
def test_a_full_disk_while_importing(own_demo: CommandLine, tmp_path: Path, limit: int) -> None:
    rows = [{"id": f"n{number}", "claim": f"Hill {number} hums.", "body": f"word{number} " * 400} for number in range(300)]
    before = own_demo.done("library", "search", "--json", "--limit", "1000").out
    completed = ended(
        program(
            "library",
            "import",
            write_rows(tmp_path / "a.jsonl", *rows),
            "--quiet",
            "--library",
            own_demo.library,
            preexec_fn=small_files(limit),
        )
    )
    line = completed.refusal()
    assert "full" in line or "large" in line or "space" in line, line
    assert own_demo.done("library", "search", "--json", "--limit", "1000").out == before
    assert "NOT OK" not in own_demo.done("library", "verify").out
    assert own_demo.done("library", "import", tmp_path / "a.jsonl").out.startswith("300 added")


@unix
def test_a_full_disk_while_writing_results(demo: CommandLine, tmp_path: Path, out: Path) -> None:
    talk = tmp_path / "talk.txt"
    talk.write_text("Vaccines cause autism in children. Napoleon was unusually short.", encoding="utf-8")
    options = ("--top", "100", "--quiet", "--library", demo.library)
    assert len(demo.done("rank", talk, *options[:2], "--json").out) > 150_000
    completed = ended(program("rank", talk, "--out", out, *options, preexec_fn=small_files(100_000)))
    assert "cannot be written" in completed.refusal() and out.read_text() == OLD
    assert [path.name for path in out.parent.iterdir() if "out" in path.name] == ["out.jsonl"]


@linux
def test_standard_output_that_takes_no_more(demo: CommandLine) -> None:
    with Path("/dev/full").open("w") as full:
        completed = ended(program("library", "search", "--json", "--library", demo.library, stdout=full))
    assert completed.code == 2 and completed.err == "priorcheck: The system refused: No space left on device.\n"


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Run as a user who is not root, so that permissions apply."""
    root = is_root()
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def locked(own_demo: CommandLine) -> Iterator[CommandLine]:
    """Provide the demo library in a read-only folder."""
    home = Path(tempfile.mkdtemp())
    shutil.copytree(own_demo.library, home / "library")
    (home / "talk.txt").write_text("Vaccines cause autism in children.", encoding="utf-8")
    for entry in [*home.rglob("*"), home]:
        entry.chmod(0o555 if entry.is_dir() else 0o444)
    own_demo.library = home / "library"
    yield own_demo
    for entry in [home, *home.rglob("*")]:
        entry.chmod(0o755)
    shutil.rmtree(home)


@unix
def test_a_read_only_library_is_read_and_not_changed(locked: CommandLine) -> None:
    talk = locked.library.parent / "talk.txt"
    before = listing(locked.library)
    with ordinary_user():
        (row,) = locked.done("rank", talk, "--json").rows
        assert row["outcome"] == "match"
        assert locked.done("library", "search", "--json").rows
        for command in (("delete", "demo-en-001"), ("add", "claim=x"), ("rebuild",)):
            locked("library", *command).refusal()
        line = locked("rank", talk, "--out", locked.library.parent / "out.jsonl").refusal()
        assert "cannot be written" in line
    assert listing(locked.library) == before


def test_an_internal_error_is_one_line_with_the_details_logged(demo: CommandLine, monkeypatch: pytest.MonkeyPatch, own_home: Path) -> None:
    def fault(*_: object) -> None:
        raise ZeroDivisionError("of ours\udcff")

    monkeypatch.setattr(library_commands, "emit_json", fault)
    completed = demo("library", "stats", "--json")
    assert completed.code == 1 and len(completed.err.splitlines()) == 1 and completed.err.startswith("priorcheck: Something went wrong")
    (log,) = (own_home / "data" / "logs").iterdir()
    assert str(log) in completed.err and "ZeroDivisionError" in log.read_text(encoding="utf-8")
    monkeypatch.setenv("PRIORCHECK_HOME", "/dev/null/none")
    completed = demo("library", "stats", "--json")
    assert completed.code == 1 and len(completed.err.splitlines()) == 1
    Path(completed.err.split(" in ")[-1].strip().removesuffix(".")).unlink()
