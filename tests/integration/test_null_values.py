"""Values that were not judged or not compared are null in files, and every reader accepts them, in files of this version and of
0.1.0."""

from __future__ import annotations

import csv
import io
import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from app.bootstrap.projects import create_project, read_project
from app.domain.keyed_document import with_keys
from app.domain.ranked import RankedDocument
from app.domain.reviewed import Reviewed
from app.domain.stance import NEUTRAL, Stance
from app.services.reports import FORMATS, write_report
from models.ranker.stance_imputation import read_pairs
from models.research.retrieval_files import read_results
from tests.fakes.command_line import CommandLine, read_rows, write_rows
from tests.fakes.reviewed import ranked_debate
from tests.integration.test_cli_evaluate import NAMES, evaluate_debates, gold, map_by_system, predictions

__all__ = ["gold", "predictions"]
PROJECT = Path(__file__).parents[1] / "golden" / "v0.1" / "debate.priorcheck"
UNKNOWN = {"stance": None, "stance_probabilities": None, "probability": None}


def without_comparison(row: dict[str, Any]) -> dict[str, Any]:
    """Return a result row none of whose matches was compared."""
    return row | {"matches": [match | UNKNOWN for match in row["matches"]], "speech_act": None, "verdict_source": None}


def test_output_of_rank_can_be_evaluated(demo: CommandLine, gold: Path, predictions: Path, tmp_path: Path) -> None:
    written = {name: read_rows(predictions / f"{name}.jsonl") for name in NAMES}
    matches = [match for rows in written.values() for row in rows for match in row["matches"]]
    assert all(any(match[key] is None for match in matches) for key in UNKNOWN)
    report = evaluate_debates(demo, "--gold", gold, "--predictions", predictions, "--resamples", "20", out=tmp_path / "own.json")
    for name, rows in written.items():
        write_rows(predictions / f"{name}.jsonl", *map(without_comparison, rows))
    bare = evaluate_debates(demo, "--gold", gold, "--predictions", predictions, "--resamples", "20", out=tmp_path / "bare.json")
    assert map_by_system(report) == map_by_system(bare) and map_by_system(report)
    options_beside = ("--predictions", predictions, "--resamples", "20", "--beside", tmp_path / "own.json")
    assert map_by_system(evaluate_debates(demo, "--gold", gold, *options_beside, out=tmp_path / "both.json"))
    read_pairs(row for rows in written.values() for row in rows)
    assert read_pairs(map(without_comparison, written[NAMES[0]])) == []


def test_output_of_match_can_be_evaluated(demo: CommandLine, tmp_path: Path) -> None:
    query_rows = (
        {"qid": "a", "text": "Napoleon was unusually short.", "ids": ["demo-en-060"]},
        {"qid": "b", "text": "I had soup.", "ids": []},
    )
    queries, out = write_rows(tmp_path / "q.jsonl", *query_rows), tmp_path / "r.jsonl"
    demo.done("match", "--queries", queries, "--out", out)
    rows = read_rows(out)
    assert any(match["probability"] is None for row in rows for match in row["matches"])
    reports = []
    for number, scored_rows in enumerate(
        (rows, map(without_comparison, rows), [row | {"outcome": None, "probability": None} for row in rows])
    ):
        path = write_rows(tmp_path / f"p{number}.jsonl", *scored_rows)
        demo.done("evaluate", "retrieval", "--qrels", queries, "--predictions", path, "--out", tmp_path / "f.json")
        reports.append(json.loads((tmp_path / "f.json").read_text(encoding="utf-8")))
        assert set(read_results(path)) == {"a", "b"}
    assert reports[0] == reports[1] and reports[0]["mrr"] == reports[2]["mrr"] == 1


@pytest.mark.parametrize("suffix", ["csv", "xlsx", "html"])
def test_claims_as_tables(demo: CommandLine, tmp_path: Path, suffix: str) -> None:
    queries = write_rows(tmp_path / "q.jsonl", {"qid": "a", "text": "Napoleon was short."}, {"qid": "b", "text": "Sopa."}, {"qid": "c"})
    demo.done("match", "--queries", queries, "--out", tmp_path / f"r.{suffix}")
    assert (tmp_path / f"r.{suffix}").stat().st_size > 100


STANCE_PAIRS = (
    {"premise": "The lake holds fish.", "hypothesis": "The lake holds fish.", "label": "support"},
    {"premise": "The lake holds fish.", "hypothesis": "Good evening.", "label": "neutral"},
)
JUDGED = {"support": 0.9, "refute": 0.05, "neutral": 0.05, "label": "support"}
NULLS: dict[str, object] = {"support": None, "refute": None, "neutral": None, "label": None}


def test_a_stance_that_was_not_judged_is_an_abstention(demo: CommandLine, tmp_path: Path) -> None:
    pairs = write_rows(tmp_path / "pairs.jsonl", *STANCE_PAIRS)
    predictions = write_rows(tmp_path / "p.jsonl", JUDGED, NULLS)
    demo.done("evaluate", "stance", "--gold", pairs, "--predictions", predictions, "--out", tmp_path / "f.json")
    report = json.loads((tmp_path / "f.json").read_text(encoding="utf-8"))["three_way"]
    assert report["coverage"] == 0.5 and report["answered_accuracy"] == 1


@pytest.mark.parametrize("label", ["support", "refute", "neutral"])
def test_a_partial_stance_is_refused(demo: CommandLine, tmp_path: Path, label: str) -> None:
    pairs = write_rows(tmp_path / "pairs.jsonl", *STANCE_PAIRS)
    predictions = write_rows(tmp_path / "p.jsonl", JUDGED, NULLS | {label: 1.0})
    refusal = demo("evaluate", "stance", "--gold", pairs, "--predictions", predictions).refusal()
    assert "Row 2" in refusal and "null" in refusal


def ranking(path: Path) -> RankedDocument:
    """Return the ranking of a project, as a report uses it."""
    ranked = read_project(path).ranked
    assert ranked is not None
    return ranked


def exported(ranked: RankedDocument, folder: Path) -> list[dict[str, Any]]:
    """Write the ranking in every format. Return the rows of the JSON Lines file."""
    for suffix in FORMATS:
        if suffix != "jsonld":  # needs a review
            write_report(Reviewed(ranked=ranked), folder / f"r.{suffix}")
    rows = list(csv.DictReader(io.StringIO((folder / "r.csv").read_text(encoding="utf-8-sig"), newline="")))
    best = [entry.matches[0].probability if entry.matches else None for entry in ranked.sentences]
    assert [row["match1_probability"] or "" for row in rows] == ["" if chance is None else str(chance) for chance in best]
    book = openpyxl.load_workbook(folder / "r.xlsx", read_only=True)
    header, *cells = book["Matches"].iter_rows(values_only=True)
    assert len(cells) == len(_chances(ranked))
    assert [row[header.index("probability")] for row in cells] == pytest.approx(_chances(ranked))
    book.close()
    return read_rows(folder / "r.jsonl")


def _chances(ranked: RankedDocument) -> list[float | None]:
    return [match.probability for entry in ranked.sentences for match in entry.matches]


def test_a_project_of_version_0_1_is_exported_without_unknown_values(tmp_path: Path) -> None:
    ranked = ranking(Path(shutil.copy(PROJECT, tmp_path / "debate.priorcheck")))
    rows = exported(ranked, tmp_path)
    matches = [match for row in rows for match in row["matches"]]
    assert matches and {match["probability"] for match in matches} == {None}
    assert {row["speech_act"] for row in rows} == {None} and {match["stance"] for match in matches} >= {"agree"}


def test_a_project_keeps_known_and_unknown_values(tmp_path: Path) -> None:
    debate = ranked_debate()
    complete, unknown = debate.sentences[0].matches
    matches = (replace(complete, probability=0.91), replace(unknown, stance=Stance.UNRELATED, stance_probabilities=NEUTRAL))
    ranked = replace(debate, sentences=(replace(debate.sentences[0], matches=matches), *debate.sentences[1:]))
    project = create_project(tmp_path / "p.priorcheck", with_keys(ranked.document))
    project.keep_ranking(ranked)
    project.close()
    read = ranking(tmp_path / "p.priorcheck")
    assert read.sentences == ranked.sentences
    first, second = exported(read, tmp_path)[0]["matches"]
    assert (first["probability"], first["stance"]) == (0.91, "agree") and first["stance_probabilities"]
    assert {key: second[key] for key in UNKNOWN} == UNKNOWN
