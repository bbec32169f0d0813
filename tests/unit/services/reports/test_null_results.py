"""All readers and writers of results accept null for stance and chance of matches that were not compared."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from app.bootstrap.projects import create_project, read_project
from app.cli.analysis_commands import top_in_words
from app.domain.keyed_document import with_keys
from app.domain.match import Match
from app.domain.ranked import RankedDocument
from app.domain.stance import NEUTRAL
from app.errors import ProjectError
from app.gui.model.card import card
from app.gui.model.comparing import gold_judgements
from app.services.reports import CLAIM_FORMATS, FORMATS, match_row, write_claims, write_report
from models.ranker.stance_imputation import read_pairs
from models.research.rankings import read_predictions
from models.research.retrieval_files import read_results
from tests.fakes.reviewed import ranked_debate, reviewed_debate

GOLDEN = Path(__file__).parents[3] / "golden" / "v0.1" / "debate.priorcheck"


def unjudged(match: Match) -> Match:
    """Return the match as it is without a full comparison."""
    parts = replace(match.parts, pair=None, quoted=None)
    return replace(match, parts=parts, stance=NEUTRAL.label, stance_probabilities=NEUTRAL, probability=None)


def with_matches(ranked: RankedDocument, change: Any) -> RankedDocument:
    """Return the ranking with every match changed."""
    return replace(ranked, sentences=tuple(replace(entry, matches=tuple(map(change, entry.matches))) for entry in ranked.sentences))


EMPTY = with_matches(ranked_debate(), unjudged)
FULL = with_matches(ranked_debate(), lambda match: replace(match, probability=0.1234567))


@pytest.fixture
def rows(tmp_path: Path) -> list[dict[str, Any]]:
    write_report(EMPTY, tmp_path / "Debate.jsonl")
    return [json.loads(line) for line in (tmp_path / "Debate.jsonl").read_text(encoding="utf-8").splitlines()]


def matches(rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The matches of all rows."""
    return (match for row in rows for match in row["matches"])


def test_rows_have_null_for_unknown_values(rows: list[dict[str, Any]]) -> None:
    match_rows = list(matches(rows))
    assert match_rows and {(row["stance"], row["stance_probabilities"], row["probability"]) for row in match_rows} == {(None, None, None)}
    assert match_row(FULL.sentences[0].matches[0])["probability"] == 0.123457


@pytest.mark.parametrize("kind", sorted(FORMATS))
@pytest.mark.parametrize("ranked", [EMPTY, FULL], ids=["null", "known"])
def test_every_report_can_be_written(tmp_path: Path, ranked: RankedDocument, kind: str) -> None:
    path = tmp_path / f"report.{kind}"
    write_report(replace(reviewed_debate(), ranked=ranked), path)
    assert path.stat().st_size > 0


@pytest.mark.parametrize("kind", sorted(CLAIM_FORMATS))
@pytest.mark.parametrize("ranked", [EMPTY, FULL], ids=["null", "known"])
def test_every_table_of_claims_can_be_written(tmp_path: Path, ranked: RankedDocument, kind: str) -> None:
    path = tmp_path / f"claims.{kind}"
    write_claims(ranked, path)
    assert path.stat().st_size > 0


@pytest.mark.parametrize(("ranked", "expected"), [(EMPTY, ""), (FULL, "0.123457")])
def test_tables_have_a_column_of_the_chance(tmp_path: Path, ranked: RankedDocument, expected: str) -> None:
    write_report(ranked, tmp_path / "r.csv")
    first = next(csv.DictReader(io.StringIO((tmp_path / "r.csv").read_text(encoding="utf-8-sig"))))
    assert first["match1_probability"] == expected and first["probability"] != ""
    write_report(ranked, tmp_path / "r.xlsx")
    with closing(openpyxl.load_workbook(tmp_path / "r.xlsx", read_only=True)) as book:
        head, row, *_ = book["Matches"].iter_rows(values_only=True)
    assert row[head.index("probability")] == (float(expected) if expected else None)


def test_printed_results_say_that_nothing_was_compared() -> None:
    assert "not compared" in top_in_words(EMPTY, 3)


def test_evaluations_read_the_rows(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    ranking = read_predictions([tmp_path / "Debate.jsonl"], ["Debate"])["Debate"]
    assert len(ranking) == len(rows)
    results = [{"qid": str(number), **row, "probability": None} for number, row in enumerate(rows)]
    (tmp_path / "results.jsonl").write_text("\n".join(map(json.dumps, results)), encoding="utf-8")
    by_id = read_results(tmp_path / "results.jsonl")
    assert len(by_id) == len(rows) and {result.probability for result in by_id.values()} == {None}


def test_a_comparison_takes_gold_without_a_stance(tmp_path: Path) -> None:
    first = EMPTY.document.sentences[0]
    gold = tmp_path / "gold.jsonl"
    gold.write_text(json.dumps({"text": first.text, "factcheck": "a", "stance": None, "probability": None}), encoding="utf-8")
    assert gold_judgements(gold, EMPTY.document, [(0, "a"), (0, "b")]) == {(0, "a"): "confirmed", (0, "b"): "rejected"}


def test_training_skips_unjudged_matches(rows: list[dict[str, Any]]) -> None:
    for match in matches(rows):
        match["parts"]["pair"] = 0.9
    assert read_pairs(rows) == []


def test_a_card_shows_what_was_not_compared() -> None:
    entry = EMPTY.sentences[0]
    assert card(1, entry.matches[0], sentence=entry.sentence.text).claim


@pytest.mark.parametrize("ranked", [EMPTY, FULL], ids=["null", "known"])
def test_a_project_stores_null_results(tmp_path: Path, ranked: RankedDocument) -> None:
    path = tmp_path / "debate.priorcheck"
    with closing(create_project(path, with_keys(ranked.document))) as project:
        project.keep_ranking(ranked)
    stored = read_project(path).ranked
    assert stored is not None and [entry.matches for entry in stored.sentences] == [entry.matches for entry in ranked.sentences]


@pytest.mark.parametrize("chance", [-0.1, 1.5, 1e308])
def test_a_project_with_an_impossible_chance_is_damaged(tmp_path: Path, chance: float) -> None:
    wrong = with_matches(ranked_debate(), lambda match: replace(match, probability=chance))
    with closing(create_project(tmp_path / "debate.priorcheck", with_keys(wrong.document))) as project:
        project.keep_ranking(wrong)
    with pytest.raises(ProjectError, match="between 0 and 1"):
        read_project(tmp_path / "debate.priorcheck")


@pytest.mark.parametrize("kind", sorted(set(FORMATS) - {"jsonld"}))
def test_a_project_of_0_1_has_no_chances_and_is_exported(tmp_path: Path, kind: str) -> None:
    path = shutil.copy(GOLDEN, tmp_path / "old.priorcheck")
    ranked = read_project(path).ranked
    assert ranked is not None and {match.probability for entry in ranked.sentences for match in entry.matches} == {None}
    write_report(ranked, tmp_path / f"report.{kind}")
    assert (tmp_path / f"report.{kind}").stat().st_size > 0
