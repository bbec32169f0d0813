"""Exported answers: the rows of the command line, tables with inert cells, and a page without active content."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import openpyxl
import pytest

from app.domain.ask import Answer, Answered, Holding, Opinion, QuestionType
from app.domain.post import Post
from app.domain.ranked import RunRecord
from app.errors import InputError
from app.services.reports import ANSWER_FORMATS, write_answers
from app.services.reports.asked import asked_row
from models.research.mythqa.gold import Question
from models.research.mythqa.predictions import read_predictions
from tests.fakes.worker_handlers import match

EVIL = '=HYPERLINK("http://evil.example","x")<script>alert(1)</script>\u202e'


def answered(kind: QuestionType = QuestionType.ENTITY) -> Answered:
    post = Post(
        id="x:1",
        text=EVIL + "\nsecond line",
        author="@<b>",
        published=datetime(2021, 3, 4, tzinfo=UTC),
        platform="x",
        language="en",
        url="javascript:alert(1)",
        engagement=7,
    )
    supporting = Opinion(post=post, score=0.75, relevance=0.5, stance=(0.8, 0.1, 0.1), same_as=("x:2",))
    refuting = Opinion(
        post=Post(id="x:3", text="no", url="https://ok.example/3"), score=0.5, relevance=0.5, stance=(0, 1, 0), corrected=True
    )
    answer = Answer(
        name="=1+1",
        claim="It is <i>so</i>",
        contested=0.5,
        supporting=(supporting,),
        refuting=(refuting,),
        forms=(("=1+1", 3), ("two", 1)),
        debunks=(match(1),),
    )
    holding = Holding.NO if kind is QuestionType.YES_NO else None
    run = RunRecord(program="priorcheck 1", created="2026-01-01T00:00:00+00:00")
    return Answered(question="What is <it>?", kind=kind, answers=(answer,), run=run, holding=holding, retrieved=("x:1", "x:3"), searched=9)


def test_rows_are_those_of_the_command_line() -> None:
    row = asked_row(answered())
    assert (row["type"], row["retrieved"]) == ("entity", ["x:1", "x:3"])
    (first_answer,) = row["answers"]
    assert first_answer["answer"] == "=1+1" and first_answer["contested"] == 0.5 and first_answer["debunks"][0]["id"] == "fc-1"
    assert first_answer["supporting"][0]["same_as"] == ["x:2"] and first_answer["supporting"][0]["text"] == EVIL + "\nsecond line"
    assert first_answer["supporting"][0]["stance_probabilities"] == {"support": 0.8, "refute": 0.1, "neutral": 0.1}
    assert first_answer["refuting"][0]["corrected"] is True


def test_the_evaluation_reads_what_is_written(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    write_answers(answered(QuestionType.YES_NO), path)
    question = Question(qid="1", text="What?", kind=QuestionType.YES_NO, answers=())
    prediction = read_predictions(path, [question])["1"].answers[0]
    assert prediction.supporting == (frozenset({"x:1", "x:2"}),) and prediction.refuting == (frozenset({"x:3"}),)
    rows = json.loads(path.read_text("utf-8"))
    assert [row["answer"] for row in rows["answers"]] == ["NO", "YES"] and rows["holds"] == "NO"


def test_table_cells_are_inert(tmp_path: Path) -> None:
    write_answers(answered(), tmp_path / "a.csv")
    rows = list(csv.reader(io.StringIO((tmp_path / "a.csv").read_text("utf-8-sig"))))
    assert len(rows) == 3 and rows[1][1].startswith("'=") and rows[1][3].startswith("'=") and rows[1][8] == "2"
    assert rows[2][2] == "Refuting" and rows[2][10] == "" and rows[2][11] == "yes"
    write_answers(answered(), tmp_path / "a.xlsx")
    book = openpyxl.load_workbook(tmp_path / "a.xlsx")
    assert book.sheetnames[:2] == ["Answers", "Posts"]
    assert all(cell.data_type != "f" for sheet in book for row in sheet.iter_rows() for cell in row)
    links = [cell.hyperlink.target for row in book["Posts"].iter_rows() for cell in row if cell.hyperlink]
    assert links == ["https://ok.example/3"]


def test_the_page_shows_texts_as_texts(tmp_path: Path) -> None:
    write_answers(answered(QuestionType.YES_NO), tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text("utf-8")
    assert "<script" not in page and "javascript:" not in page and "\u202e" not in page and "<i>so" not in page
    assert "What is &lt;it&gt;?" in page and 'href="https://ok.example/3"' in page
    assert "Already checked by Priorcheck demo desk: False" in page and "9 to search, 0 of them by meaning" in page
    assert (tmp_path / "a.html.run.json").is_file()


@pytest.mark.parametrize("suffix", sorted(ANSWER_FORMATS))
def test_empty_answers_are_written_too(tmp_path: Path, suffix: str) -> None:
    write_answers(replace(answered(), answers=(), retrieved=()), tmp_path / f"a.{suffix}")
    assert (tmp_path / f"a.{suffix}").stat().st_size


def test_other_suffixes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="names no format"):
        write_answers(answered(), tmp_path / "a.pdf")
