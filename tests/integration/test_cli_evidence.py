"""`priorcheck library` with evidence: imported, found before a day, made ready, and nothing half done when the process is killed."""

from __future__ import annotations

import os
import signal
import time
from contextlib import closing
from pathlib import Path

import pymupdf
import pytest

from app.ingest.evidence import cut_passages
from app.store.evidence.library import open_evidence
from tests.fakes.command_line import CommandLine, program, write_rows

IMPORT = ("library", "import", "--kind", "evidence")
OTTERS = "Otters build the bridges of Velden at night."
ROWS = (
    {"id": "old", "text": OTTERS, "title": "At night", "url": "https://news.example/1", "published": "2019-05-06", "source": "News"},
    {"id": "new", "text": "The otters of Velden have stopped building.", "url": "https://joke.example/2", "published": "2021-05-06"},
    {"id": "copy", "text": OTTERS, "url": "http://www.news.example/1/?utm_source=x", "published": "2020-05-06"},
    {"id": "none", "text": "", "url": "https://news.example/3"},
)


@pytest.fixture
def filled(fresh: CommandLine, tmp_path: Path) -> CommandLine:
    """A library with a folder of evidence: rows, a page, a note without a date, a scan."""
    write_rows(tmp_path / "in" / "rows.jsonl", *ROWS) if (tmp_path / "in").mkdir() is None else None
    (tmp_path / "in" / "deep").mkdir()
    (tmp_path / "in" / "deep" / "note.txt").write_text("A note about the mayor of Velden.", encoding="utf-8")
    scan = pymupdf.open()
    scan.new_page()
    scan.save(tmp_path / "in" / "scan.pdf")
    told = fresh.done(*IMPORT, "--language", "en", tmp_path / "in")
    assert told.out.startswith("3 added, 0 changed, 0 unchanged, 2 refused; 1 the same as another; 3 more passages")
    assert "There is no text in this PDF" in told.err and "1 without a date" in told.err and "library index" in told.err
    return fresh


def found(line: CommandLine, *arguments: str) -> list[str]:
    return [row["id"] for row in line.done("library", "evidence", *arguments, "--json").rows]


def test_evidence_is_found_before_a_day(filled: CommandLine) -> None:
    assert found(filled, "otters") == ["old", "new"] or found(filled, "otters") == ["new", "old"]
    assert found(filled, "otters", "--before", "2021-05-06") == ["old"] and found(filled, "otters", "--before", "2019-05-06") == []
    note = found(filled, "mayor")
    assert len(note) == 1 and found(filled, "mayor", "--before", "2030-01-01") == []
    assert found(filled, "mayor", "--before", "2030-01-01", "--undated") == note
    assert found(filled, "otters", "--not-url", "https://web.archive.org/web/2022/https://news.example/1") == ["new"]
    (row,) = filled.done("library", "evidence", "bridges", "--json").rows
    assert (row["published"], row["source"], row["passages"], row["warning"]) == ("2019-05-06", "News", 1, "")
    assert "no date" in filled.done("library", "evidence").out
    (statistics,) = filled.done("library", "stats", "--kind", "evidence", "--json").rows
    assert (statistics["documents"], statistics["undated"], statistics["newest"], statistics["oldest"]) == (
        3,
        1,
        "2021-05-06",
        "2019-05-06",
    )
    assert len(list((filled.library / "evidence-files").iterdir())) == 1


def test_the_same_again_changes_nothing_and_deleting_forgets(filled: CommandLine, tmp_path: Path) -> None:
    told = filled.done(*IMPORT, "--language", "en", tmp_path / "in")
    assert told.out.startswith("0 added, 0 changed, 3 unchanged, 2 refused; 1 the same as another; 0 more passages")
    (note,) = found(filled, "mayor")
    assert filled.done("library", "delete", "--kind", "evidence", note, "nobody").out == "1 deleted\n"
    assert found(filled, "mayor") == [] and not list((filled.library / "evidence-files").iterdir())


def test_evidence_is_made_ready(filled: CommandLine) -> None:
    assert filled.done("library", "index").out.startswith("3 passages of evidence can be found by words, 3 by meaning; 3 encoded now")
    (report,) = filled.done("library", "index", "--kind", "evidence", "--json").rows
    assert (report["passages"], report["encoded"], report["made"]) == (3, 3, 0)
    assert "no posts" in filled("library", "index", "--kind", "posts").refusal()


def test_the_list_of_sources(filled: CommandLine, tmp_path: Path) -> None:
    assert filled.done("library", "sources").out == "the list is empty\n"
    (tmp_path / "l.csv").write_text("host,kind,note\njoke.example,satire,since 2019\nnowhere,satire,\n", encoding="utf-8")
    told = filled.done("library", "sources", "--in", tmp_path / "l.csv")
    assert "1 sources in the list, 1 rows refused" in told.err
    assert filled.done("library", "sources", "--json").rows == [{"host": "joke.example", "kind": "satire", "note": "since 2019"}]
    assert {row["id"]: row["warning"] for row in filled.done("library", "evidence", "otters", "--json").rows} == {
        "old": "",
        "new": "satire",
    }
    assert filled.done("library", "sources", "--clear").out == "the list is empty\n"


def test_what_cannot_be_done_is_said_in_a_sentence(filled: CommandLine, tmp_path: Path) -> None:
    assert "no text in this PDF" in filled(*IMPORT, tmp_path / "in" / "scan.pdf").refusal()
    assert "There is no file" in filled(*IMPORT, tmp_path / "nowhere").refusal()
    assert "is not a format of evidence" in filled(*IMPORT, "--format", "politifact", tmp_path / "in").refusal()
    assert "must be" in filled("library", "sources", "--in", tmp_path / "in" / "rows.jsonl").refusal()


def test_a_library_without_evidence_says_so(fresh: CommandLine) -> None:
    for command in (("evidence", "otters"), ("sources",), ("stats", "--kind", "evidence"), ("index", "--kind", "evidence")):
        assert "holds no evidence yet" in fresh("library", *command).refusal()


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is not there")
def test_a_killed_import_leaves_what_was_there(filled: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "many").mkdir()
    for number in range(2_000):
        (tmp_path / "many" / f"{number:04d}.txt").write_text(f"Text number {number} about the rivers. " * 40, encoding="utf-8")
    child = program(*IMPORT, "--language", "en", tmp_path / "many", "--library", filled.library, "--quiet")
    copies = filled.library / "evidence-files"
    while child.poll() is None and len(list(copies.iterdir())) < 20:
        time.sleep(0.02)
    child.send_signal(signal.SIGKILL)
    child.communicate()
    with closing(open_evidence(filled.library, cut=cut_passages)) as evidence:
        assert len(evidence) == 3 and evidence.statistics().passages == 3
    assert len(list(copies.iterdir())) >= 20
    filled.done(*IMPORT, "--language", "en", tmp_path / "in")  # whatever is written next sweeps them away
    assert len(list(copies.iterdir())) == 1
