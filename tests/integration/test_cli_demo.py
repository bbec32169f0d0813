"""`demo` checks the target of its report before it imports and ranks anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap import Session
from tests.fakes.command_line import CommandLine


def test_a_report_that_cannot_be_written_is_refused_before_the_library_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, own_home: Path
) -> None:
    (tmp_path / "priorcheck-demo.html").mkdir()
    monkeypatch.chdir(tmp_path)
    line = CommandLine(Session(device="cpu", threads=1), capsys, tmp_path / "library")
    assert "cannot be written: there is a folder of this name" in line("demo", "--no-window").refusal()
    assert not (tmp_path / "library").exists()
