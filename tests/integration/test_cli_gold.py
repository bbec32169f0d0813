"""`library gold`: projects and judgements of the library become queries and graded judgements for `evaluate`."""

from __future__ import annotations

from pathlib import Path

from app import paths
from app.bootstrap.library_files import open_judgements
from app.bootstrap.projects import create_project, open_project
from app.domain.document import Document, Sentence
from app.domain.judgement import Judgement, JudgementChange, JudgementOperation, Pair, PairKind
from app.domain.keyed_document import with_keys
from app.domain.review import Decision, Mark, MarkChange, ReviewOperation, Target
from tests.fakes.command_line import CommandLine, read_rows

CLAIM = "Vaccines against measles cause autism."


def _project(path: Path, factcheck: str, decision: Decision) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    file = create_project(
        path, with_keys(Document(title="t", text=CLAIM, sentences=(Sentence(index=0, text=CLAIM, start=0, end=len(CLAIM)),)))
    )
    change = MarkChange(Target("0", factcheck), Mark(), Mark(decision=decision))
    file.keep_act(1, ReviewOperation(label="confirm", who="Mara", at="2026-11-23T08:00:00Z", changes=(change,)))
    file.close()


def _judge(library: Path, factcheck: str) -> None:
    pair = Pair(kind=PairKind.CLAIM, query="Volcanoes emit more carbon dioxide than people.", item=factcheck)
    file = open_judgements(library)
    change = JudgementChange(pair, None, Judgement.PARTIAL)
    file.keep(JudgementOperation(label="judge", who="Tomas", at="2026-11-23T09:00:00Z", changes=(change,)))
    file.close()


def test_decisions_become_a_gold_file_that_can_be_evaluated(own_demo: CommandLine, tmp_path: Path) -> None:
    ids = [row["id"] for row in own_demo.done("library", "search", "vaccine", "--limit", "3", "--json").rows]
    _project(paths.projects_dir() / "a.priorcheck", ids[0], Decision.CONFIRMED)
    _project(tmp_path / "elsewhere.priorcheck", ids[1], Decision.REJECTED)
    _judge(own_demo.library, ids[2])
    out = tmp_path / "gold"
    counts = own_demo.done("library", "gold", "--out", out, "--project", tmp_path / "elsewhere.priorcheck", "--json").rows[0]
    assert counts == {"queries": 2, "pairs": 3, "exact": 1, "partial": 1, "irrelevant": 1, "disputed": 0, "missing": 0}
    grades = sorted(line.split("\t")[2:] for line in (out / "qrels.tsv").read_text().splitlines())
    assert grades == sorted([[ids[0], "2"], [ids[1], "0"], [ids[2], "1"]])
    assert {row["text"] for row in read_rows(out / "queries.jsonl")} >= {CLAIM}
    assert {row["id"] for row in read_rows(out / "corpus.jsonl")} == set(ids)
    report = own_demo.done("evaluate", "retrieval", "--queries", out / "queries.jsonl", "--gold", out / "qrels.tsv").out
    assert "2 queries with a fact-check" in report
    of_one_reviewer = own_demo.done("library", "gold", "--out", out, "--reviewer", "Tomas", "--json").rows[0]
    assert (of_one_reviewer["queries"], of_one_reviewer["pairs"]) == (1, 1)


def test_an_open_project_is_skipped_with_a_message(own_demo: CommandLine, tmp_path: Path) -> None:
    ids = [row["id"] for row in own_demo.done("library", "search", "", "--limit", "2", "--json").rows]
    for name, identifier in (("a", ids[0]), ("b", ids[1])):
        _project(paths.projects_dir() / f"{name}.priorcheck", identifier, Decision.CONFIRMED)
    project = open_project(paths.projects_dir() / "a.priorcheck")
    try:
        completed = own_demo("library", "gold", "--out", tmp_path / "gold", "--json")
    finally:
        project.close()
    assert completed.code == 0 and completed.rows[0]["pairs"] == 1
    assert "a.priorcheck was left out" in completed.err


def test_missing_decisions_and_an_unwritable_output_are_refused(own_demo: CommandLine, tmp_path: Path) -> None:
    assert "Confirm or reject" in own_demo("library", "gold", "--out", tmp_path / "gold").refusal()
    _judge(own_demo.library, own_demo.done("library", "search", "", "--limit", "1", "--json").rows[0]["id"])
    (tmp_path / "file").write_text("x")
    assert "is a file" in own_demo("library", "gold", "--out", tmp_path / "file").refusal()
