"""No log contains the text of a document, whatever fails: neither the worker's, the command line's nor the window's."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from app import paths
from app.cli import analysis_commands, import_commands, post_commands
from app.tracebacks import traceback_without_messages
from app.worker import launch, protocol
from app.worker.protocol import Failed
from tests.fakes.command_line import CommandLine, write_rows
from tests.fakes.leaking_handlers import FAULTS, MARK
from tests.integration.test_worker_process import Listener

COMMAND = (sys.executable, launch.__file__, "--handlers", "tests.fakes.leaking_handlers:handlers")


@pytest.fixture(autouse=True)
def tests_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the worker import the failing handlers, which are part of the tests."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).resolve().parents[2]), prepend=os.pathsep)


def logs() -> str:
    """Return the text of all logs of this home."""
    files = [path for path in (paths.data_dir(), paths.cache_dir()) for path in path.rglob("*.log")]
    return "\n".join(path.read_text("utf-8") for path in files)


def test_a_worker_failure_is_logged_without_the_text(own_home: Path) -> None:
    listener = Listener(COMMAND)
    try:
        for name in FAULTS:
            ended = listener.ask(protocol.ReadDocument(path=name))
            assert isinstance(ended, Failed) and ended.code == "internal" and MARK not in f"{ended.message}{ended.hint}"
    finally:
        listener.worker.close()
    log = (own_home / "cache" / "worker.log").read_text("utf-8")
    assert MARK not in log and "/" + str(Path.home()).strip("/") not in log
    for words in (
        "KeyError",
        "ValidationError",
        "OperationalError (SQLITE_ERROR)",
        "FileNotFoundError (errno 2)",
        "ExceptionGroup",
        "cannot read %s",
    ):
        assert words in log, words
    assert "leaking_handlers.py" in log and "in <lambda>" in log and "in __del__" in log


def test_a_traceback_begins_at_the_program_and_holds_its_source_lines() -> None:
    try:
        FAULTS["cause"](MARK)
    except RuntimeError as error:
        trace = traceback_without_messages(error)
    assert MARK not in trace and "int(text)" in trace and trace.index("ValueError") < trace.index("RuntimeError")
    assert 'File "leaking_handlers.py"' in trace and "which led to" in trace


STAGES: dict[str, tuple[tuple[str, ...], object, str]] = {
    "reading": (("rank", "DOC"), analysis_commands, "read_document"),
    "ranking": (("rank", "DOC"), analysis_commands, "rank_document"),
    "writing": (("rank", "DOC", "--out", "OUT.html"), analysis_commands, "write_report"),
    "importing": (("library", "import", "ROWS"), import_commands, "import_factchecks"),
    "posts": (("library", "import", "ROWS", "--kind", "posts"), post_commands, "import_posts"),
}


@pytest.mark.parametrize("stage", STAGES)
def test_a_crash_in_each_stage_of_a_command_is_logged_without_the_text(
    stage: str, demo: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, rows = tmp_path / "doc.txt", tmp_path / "rows.jsonl"
    document.write_text(f"The mayor said {MARK} about vaccines.", encoding="utf-8")
    write_rows(rows, {"id": "1", "claim": MARK, "text": MARK, "rating": MARK, "publisher": MARK})
    arguments, module, name = STAGES[stage]

    def crash(*_: object, **__: object) -> object:
        raise KeyError(f"no {MARK} in {document.read_text(encoding='utf-8')}")

    monkeypatch.setattr(module, name, crash)
    real = {"DOC": str(document), "ROWS": str(rows), "OUT.html": str(tmp_path / "out.html")}
    completed = demo(*(real.get(word, word) for word in arguments))
    assert completed.code == 1 and "the details are in" in completed.err and MARK not in completed.err
    assert "KeyError" in logs() and "crash" in logs() and MARK not in logs()


def test_an_exception_of_the_window_is_written_down_without_the_text(capsys: pytest.CaptureFixture[str]) -> None:
    from app.gui.excepthook import make_excepthook

    messages: list[str] = []
    try:
        FAULTS["number"](MARK)
    except ValueError as error:
        make_excepthook(messages.append)(type(error), error, error.__traceback__)
    errors = capsys.readouterr().err
    assert "ValueError" in errors and MARK not in errors and MARK not in messages[0]


def test_marked_text_through_the_commands_reaches_no_log(demo: CommandLine, tmp_path: Path) -> None:
    document, broken = tmp_path / "doc.txt", tmp_path / "broken.pdf"
    document.write_text(f"The mayor said {MARK} about vaccines. {MARK} causes autism.", encoding="utf-8")
    broken.write_bytes(f"%PDF-1.7\n1 0 obj << /{MARK} >> endobj\nBT ({MARK}) {MARK} ET".encode())
    demo("rank", document, "--out", tmp_path / "r.html")
    demo("rank", broken)
    demo("match", "--query", MARK)
    demo("checkworthy", document)
    demo("library", "search", MARK)
    demo("library", "show", MARK)
    assert MARK not in logs()
