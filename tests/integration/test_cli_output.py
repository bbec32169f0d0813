"""Progress output of the command line, and the escaping of foreign text."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.cli import output
from app.cli.output import ProgressPrinter, one_line, table
from app.domain.progress import ProgressUpdate


class Terminal(io.StringIO):
    """A stream that reports to be a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_one_line_that_is_rewritten_and_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "_EVERY_TTY", 0.0)
    stream = Terminal()
    progress = ProgressPrinter(stream)
    progress(ProgressUpdate("Reading", 3))
    progress(ProgressUpdate("Encoding", 5, 9))
    progress.close()
    assert stream.getvalue() == "\r\x1b[KReading 3\r\x1b[KEncoding 5/9\r\x1b[K"
    progress.close()
    assert stream.getvalue().endswith("9\r\x1b[K")


def test_without_a_terminal_progress_is_printed_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    progress = ProgressPrinter(stream)
    for completed in range(1000):
        progress(ProgressUpdate("Encoding", completed, 1000))
    assert stream.getvalue() == ""
    monkeypatch.setattr(output, "_EVERY_LINES", 0.0)
    progress(ProgressUpdate("Encoding", 7, 1000))
    progress.close()
    assert stream.getvalue() == "Encoding 7/1000\n"


def test_quiet_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "_EVERY_TTY", 0.0)
    stream = Terminal()
    progress = ProgressPrinter(stream, quiet=True)
    progress(ProgressUpdate("Reading", 3))
    progress.close()
    assert stream.getvalue() == ""


@settings(max_examples=80, deadline=None)
@given(st.text())
def test_any_text_is_shown_on_one_line_without_control_characters(text: str) -> None:
    line = one_line(text)
    assert len(line.splitlines()) <= 1 and not any(ord(character) < 32 or 127 <= ord(character) < 160 for character in line)


def test_tables_are_aligned_and_keep_combined_letters() -> None:
    assert table([("a", "क्\u200dष"), ("long", "b\nc")]) == "a     क्\u200dष\nlong  b c"
    assert table([]) == ""
