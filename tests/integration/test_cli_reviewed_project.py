"""`priorcheck rank PROJECT.priorcheck`: the reports and the story sheet of what was reviewed in the window."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from app.bootstrap.projects import create_project
from app.domain.document import Document
from app.domain.keyed_document import KeyedDocument
from tests.fakes.command_line import CommandLine, read_rows

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "v0.1" / "debate.priorcheck"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Provide a reviewed project: one fact-check confirmed, one in part, one rejected."""
    path = tmp_path / "debate.priorcheck"
    shutil.copy(GOLDEN, path)
    return path


def test_the_rows_of_a_project_have_its_review_and_it_is_not_ranked_again(cli: CommandLine, project: Path, tmp_path: Path) -> None:
    before = project.read_bytes()
    cli.done("rank", project, "--out", tmp_path / "r.jsonl", library=tmp_path / "no-library")
    rows = {row["index"]: row for row in read_rows(tmp_path / "r.jsonl")}
    assert rows[0]["decision"] == "confirmed" and rows[0]["reviewer"] == "Ida" and len(rows) == 6
    assert (tmp_path / "r.jsonl.run.json").exists() and project.read_bytes() == before


def test_a_report_takes_title_byline_newsroom_and_order(cli: CommandLine, project: Path, tmp_path: Path) -> None:
    options = ("--title", "The bridge debate", "--byline", "Ida Voss", "--newsroom", "Velden Daily", "--order", "speaker")
    cli.done("rank", project, "--out", tmp_path / "r.html", *options)
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "<h1" in page and ">The bridge debate</h1>" in page and "Checked by Ida Voss" in page and "Velden Daily" in page
    assert '<h2 dir="auto">ANNA BERG</h2>' in page and '<h2 dir="auto">Decided</h2>' not in page


def test_a_story_sheet_of_a_project(cli: CommandLine, project: Path, tmp_path: Path) -> None:
    completed = cli.done("rank", project, "--story", "--out", tmp_path / "s.html")
    page = (tmp_path / "s.html").read_text(encoding="utf-8")
    assert completed.err.startswith("Story sheet: ") and page.startswith("<article") and page.count("<blockquote>") == 2
    cli.done("rank", project, "--story", "--newsroom", "Velden Daily", "--out", tmp_path / "s.jsonld")
    graph = json.loads((tmp_path / "s.jsonld").read_text(encoding="utf-8"))["@graph"]
    assert [row["author"]["name"] for row in graph] == ["Golden Desk", "Golden Desk"]


@pytest.mark.parametrize(
    "case",
    [
        ("debate.priorcheck", "s.pdf", "End the name in one of .docx, .html, .jsonld."),
        ("debate.priorcheck", "s.jsonld", "the newsroom has no name yet"),
        ("debate.priorcheck", "", "A story sheet lists what was confirmed in a project."),
        ("talk.txt", "s.docx", "A story sheet lists what was confirmed in a project."),
        ("none.priorcheck", "s.docx", "none.priorcheck"),
    ],
)
def test_a_story_sheet_that_cannot_be_made_says_why(cli: CommandLine, project: Path, tmp_path: Path, case: tuple[str, str, str]) -> None:
    document, out, message = case
    (tmp_path / "talk.txt").write_text("The earth is flat.", encoding="utf-8")
    completed = cli("rank", project.with_name(document), "--story", *(("--out", tmp_path / out) if out else ()))
    assert message in completed.refusal() and not (tmp_path / (out or "none")).is_file()


def test_a_project_without_a_ranking_is_refused(cli: CommandLine, tmp_path: Path) -> None:
    empty = Document(title="t", text="", sentences=())
    create_project(tmp_path / "new.priorcheck", KeyedDocument(empty, ())).close()
    assert "has no ranking yet" in cli("rank", tmp_path / "new.priorcheck", "--out", tmp_path / "r.html").refusal()
