"""`priorcheck library` with evidence: imported, searched before a day, encoded, and consistent after a kill."""

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
def evidence_library(cli: CommandLine, tmp_path: Path) -> CommandLine:
    """Provide a library with a folder of evidence: rows, a page, a note without a date, a scan."""
    write_rows(tmp_path / "in" / "rows.jsonl", *ROWS) if (tmp_path / "in").mkdir() is None else None
    (tmp_path / "in" / "deep").mkdir()
    (tmp_path / "in" / "deep" / "note.txt").write_text("A note about the mayor of Velden.", encoding="utf-8")
    scan = pymupdf.open()
    scan.new_page()
    scan.save(tmp_path / "in" / "scan.pdf")
    completed = cli.done(*IMPORT, "--language", "en", tmp_path / "in")
    assert completed.out.startswith("3 added, 0 changed, 0 unchanged, 2 refused; 1 the same as another; 3 more passages")
    assert "There is no text in this PDF" in completed.err and "1 without a date" in completed.err and "library index" in completed.err
    return cli


def search_evidence(line: CommandLine, *arguments: str) -> list[str]:
    return [row["id"] for row in line.done("library", "evidence", *arguments, "--json").rows]


def test_evidence_is_found_before_a_day(evidence_library: CommandLine) -> None:
    assert search_evidence(evidence_library, "otters") == ["old", "new"] or search_evidence(evidence_library, "otters") == ["new", "old"]
    assert (
        search_evidence(evidence_library, "otters", "--before", "2021-05-06") == ["old"]
        and search_evidence(evidence_library, "otters", "--before", "2019-05-06") == []
    )
    note = search_evidence(evidence_library, "mayor")
    assert len(note) == 1 and search_evidence(evidence_library, "mayor", "--before", "2030-01-01") == []
    assert search_evidence(evidence_library, "mayor", "--before", "2030-01-01", "--undated") == note
    assert search_evidence(evidence_library, "otters", "--not-url", "https://web.archive.org/web/2022/https://news.example/1") == ["new"]
    (row,) = evidence_library.done("library", "evidence", "bridges", "--json").rows
    assert (row["published"], row["source"], row["passages"], row["warning"]) == ("2019-05-06", "News", 1, "")
    assert "no date" in evidence_library.done("library", "evidence").out
    (statistics,) = evidence_library.done("library", "stats", "--kind", "evidence", "--json").rows
    assert (statistics["documents"], statistics["undated"], statistics["newest"], statistics["oldest"]) == (
        3,
        1,
        "2021-05-06",
        "2019-05-06",
    )
    assert len(list((evidence_library.library / "evidence-files").iterdir())) == 1


def test_the_same_again_changes_nothing_and_deleting_forgets(evidence_library: CommandLine, tmp_path: Path) -> None:
    completed = evidence_library.done(*IMPORT, "--language", "en", tmp_path / "in")
    assert completed.out.startswith("0 added, 0 changed, 3 unchanged, 2 refused; 1 the same as another; 0 more passages")
    (note,) = search_evidence(evidence_library, "mayor")
    assert evidence_library.done("library", "delete", "--kind", "evidence", note, "nobody").out == "1 deleted\n"
    assert search_evidence(evidence_library, "mayor") == [] and not list((evidence_library.library / "evidence-files").iterdir())


def test_evidence_is_made_ready(evidence_library: CommandLine) -> None:
    assert evidence_library.done("library", "index").out.startswith(
        "3 passages of evidence can be found by words, 3 by meaning; 3 encoded now"
    )
    (report,) = evidence_library.done("library", "index", "--kind", "evidence", "--json").rows
    assert (report["passages"], report["encoded"], report["made"]) == (3, 3, 0)
    assert "no posts" in evidence_library("library", "index", "--kind", "posts").refusal()


def test_the_list_of_sources(evidence_library: CommandLine, tmp_path: Path) -> None:
    assert evidence_library.done("library", "sources").out == "the list is empty\n"
    (tmp_path / "l.csv").write_text("host,kind,note\njoke.example,satire,since 2019\nnowhere,satire,\n", encoding="utf-8")
    completed = evidence_library.done("library", "sources", "--in", tmp_path / "l.csv")
    assert "1 sources in the list, 1 rows refused" in completed.err
    assert evidence_library.done("library", "sources", "--json").rows == [{"host": "joke.example", "kind": "satire", "note": "since 2019"}]
    assert {row["id"]: row["warning"] for row in evidence_library.done("library", "evidence", "otters", "--json").rows} == {
        "old": "",
        "new": "satire",
    }
    assert evidence_library.done("library", "sources", "--clear").out == "the list is empty\n"


def test_errors_are_one_sentence(evidence_library: CommandLine, tmp_path: Path) -> None:
    assert "no text in this PDF" in evidence_library(*IMPORT, tmp_path / "in" / "scan.pdf").refusal()
    assert "There is no file" in evidence_library(*IMPORT, tmp_path / "nowhere").refusal()
    assert "is not a format of evidence" in evidence_library(*IMPORT, "--format", "politifact", tmp_path / "in").refusal()
    assert "must be" in evidence_library("library", "sources", "--in", tmp_path / "in" / "rows.jsonl").refusal()


def test_a_library_without_evidence_says_so(cli: CommandLine) -> None:
    for command in (("evidence", "otters"), ("sources",), ("stats", "--kind", "evidence"), ("index", "--kind", "evidence")):
        assert "holds no evidence yet" in cli("library", *command).refusal()


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is not there")
def test_a_killed_import_leaves_the_library_unchanged(evidence_library: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "many").mkdir()
    for number in range(2_000):
        (tmp_path / "many" / f"{number:04d}.txt").write_text(f"Text number {number} about the rivers. " * 40, encoding="utf-8")
    child = program(*IMPORT, "--language", "en", tmp_path / "many", "--library", evidence_library.library, "--quiet")
    copies = evidence_library.library / "evidence-files"
    while child.poll() is None and len(list(copies.iterdir())) < 20:
        time.sleep(0.02)
    child.send_signal(signal.SIGKILL)
    child.communicate()
    with closing(open_evidence(evidence_library.library, cut=cut_passages)) as evidence:
        assert len(evidence) == 3 and evidence.statistics().passages == 3
    assert len(list(copies.iterdir())) >= 20
    evidence_library.done(*IMPORT, "--language", "en", tmp_path / "in")  # whatever is written next sweeps them away
    assert len(list(copies.iterdir())) == 1
