"""`priorcheck evaluate mythqa`: measures, record, conversion of Perspectrum, and refusals; without model and library."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import Session
from tests.fakes.command_line import CommandLine, read_rows, write_rows

GOLD = (
    {
        "question": "Which food heals?",
        "question_type": "entity",
        "topic": "Health",
        "answers": {
            "garlic": {"supporting": ["11", "12"], "refuting": ["13"], "neutral": []},
            "honey": {"supporting": ["14"], "refuting": ["15"], "neutral": ["16"]},
        },
    },
    {
        "question": "Does garlic heal?",
        "question_type": "yes-no",
        "topic": "Health",
        "answers": {"supporting": ["11"], "refuting": ["13"], "neutral": []},
    },
)
GARLIC = {"answer": "The garlic", "supporting": [{"id": "12"}], "refuting": [{"id": "11"}, {"id": "13"}]}
YES = {"answer": "YES", "supporting": [{"id": "99"}]}
NO = {"answer": "NO", "supporting": [{"id": "13"}]}
PREDICTIONS = (
    {"qid": "1", "type": "entity", "answers": [GARLIC], "retrieved": ["12", "99"]},
    {"qid": 2, "type": "yes-no", "answers": [YES, NO], "retrieved": ["99", "13"]},
)


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    monkeypatch.setenv("PRIORCHECK_HOME", str(tmp_path / "home"))
    return CommandLine(Session(device="cpu"), capsys, tmp_path / "library")


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    return write_rows(tmp_path / "gold.jsonl", *GOLD)


@pytest.fixture
def predictions(tmp_path: Path) -> Path:
    return write_rows(tmp_path / "p.jsonl", *PREDICTIONS)


@pytest.fixture
def perspectrum(tmp_path: Path) -> Path:
    folder = tmp_path / "perspectrum"
    folder.mkdir()
    claims = [
        {"id": number, "split": split, "claim": f"Ban {number}.", "supporting": [number], "refuting": [number + 10]}
        for number, split in ((1, "train"), (2, "dev"))
    ]
    write_rows(folder / "claims.jsonl", *claims)
    write_rows(folder / "perspectives.jsonl", *({"id": number, "text": f"Reason {number}"} for number in (1, 2, 11, 12, 20)))
    return folder


def read_report(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the measures and the run record."""
    return json.loads(path.read_text(encoding="utf-8")), json.loads((path.parent / f"{path.name}.run.json").read_text(encoding="utf-8"))


def test_given_predictions_are_scored(command: CommandLine, gold: Path, predictions: Path, tmp_path: Path) -> None:
    completed = command.done("evaluate", "mythqa", "--gold", gold, "--predictions", predictions, "--out", tmp_path / "f.json", "--k", "2,1")
    report, record = read_report(tmp_path / "f.json")
    scores = report["groups"]["all"]
    assert report["k"] == [1, 2] and report["questions"] == {"all": 2, "entity": 1, "yes-no": 1, "contested": 2}
    # Hit@1: garlic's 12 yes, 99 no. MHit@2: one of two answers, and NO's 13.
    assert scores["hit@1"]["value"] == 0.5 and scores["mhit@2"]["value"] == pytest.approx(3 / 4)
    # Entity: garlic 1/2 at e = 1 (against it 11 is wrong), 1 at 5; P = c, R = c/2. Yes/no: NO alone is right, P = R = 1/2.
    assert scores["f1_contro@1"]["value"] == pytest.approx((1 / 3 + 1 / 2) / 2)
    assert scores["f1_contro@5"]["value"] == pytest.approx((2 / 3 + 1 / 2) / 2)
    assert record["files"]["gold"]["sha256"] == hashlib.sha256(gold.read_bytes()).hexdigest() and record["rows"] == 2
    assert "predictions" in record["files"] and record["models"] == {}
    assert "MythQA, extrinsic" in completed.out and "F1_CONTRO@1" in completed.out and "0.417" in completed.out
    assert "against the same answer: 0" in completed.out


def test_intrinsic_has_a_table_of_labels_and_without_retrieved_there_are_no_hits(command: CommandLine, gold: Path, tmp_path: Path) -> None:
    silent = [{name: value for name, value in row.items() if name != "retrieved"} for row in PREDICTIONS]
    predictions = write_rows(tmp_path / "p.jsonl", *silent)
    completed = command.done(
        "evaluate", "mythqa", "--gold", gold, "--predictions", predictions, "--intrinsic", "--answers", "1", "--e", "1"
    )
    assert "MythQA, intrinsic" in completed.out and "neutral" in completed.out and "Accuracy" in completed.out
    assert "Hit@k and MHit@k were not measured" in completed.out and "F1_CONTRO@5" not in completed.out


def test_perspectrum_is_converted_into_questions_and_a_corpus(command: CommandLine, perspectrum: Path, tmp_path: Path) -> None:
    completed = command.done("evaluate", "mythqa", "--gold", perspectrum, "--convert", tmp_path / "made" / "here")
    folder = tmp_path / "made" / "here"
    assert [row["question"] for row in read_rows(folder / "questions.jsonl")] == ["Ban 1?", "Ban 2?"]
    assert read_rows(folder / "gold.jsonl")[1]["answers"] == {"supporting": ["2"], "refuting": ["12"], "neutral": []}
    assert len(read_rows(folder / "posts.jsonl")) == 5 and "5 rows" in completed.err and completed.out == ""
    command.done("evaluate", "mythqa", "--gold", perspectrum, "--split", "dev", "--convert", tmp_path / "dev")
    assert [row["qid"] for row in read_rows(tmp_path / "dev" / "questions.jsonl")] == ["2"]
    assert len(read_rows(tmp_path / "dev" / "posts.jsonl")) == 5  # a question is asked of all posts


def test_one_split_of_perspectrum_is_scored(command: CommandLine, perspectrum: Path, tmp_path: Path) -> None:
    sides = [{"answer": "YES", "supporting": [{"id": "2"}]}, {"answer": "NO", "supporting": [{"id": "12"}]}]
    predictions = write_rows(tmp_path / "p.jsonl", {"qid": 2, "answers": sides}, {"qid": 1, "answers": []})
    arguments = ("evaluate", "mythqa", "--gold", perspectrum, "--predictions", predictions, "--split", "dev", "--out", tmp_path / "f.json")
    command.done(*arguments)
    report, record = read_report(tmp_path / "f.json")
    assert report["split"] == "dev" and report["questions"]["all"] == 1 and report["groups"]["all"]["f1_contro@1"]["value"] == 1.0
    assert set(record["files"]["gold"]["files"]) == {"claims.jsonl", "perspectives.jsonl"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--gold", "gold.jsonl"), "holds no posts"),
        (("--gold", "none.jsonl", "--predictions", "p.jsonl"), "no file"),
        (("--gold", "home", "--predictions", "p.jsonl"), "claims.jsonl"),
        (("--gold", "gold.jsonl", "--predictions", "none.jsonl"), "no file"),
        (("--gold", "gold.jsonl", "--predictions", "text.jsonl"), "Row 1"),
        (("--gold", "text.jsonl", "--predictions", "p.jsonl"), "Row 1"),
        (("--gold", "gold.jsonl", "--predictions", "one.jsonl"), "no row for the id “2”"),
        (("--gold", "one-gold.jsonl", "--predictions", "p.jsonl"), "“2”, which is not in the gold"),
        (("--gold", "gold.jsonl", "--predictions", "p.jsonl", "--split", "dev"), "no splits"),
        (("--gold", "gold.jsonl", "--predictions", "p.jsonl", "--out", "p.jsonl"), "the input itself"),
        (("--gold", "gold.jsonl", "--predictions", "p.jsonl", "--out", "gold.jsonl"), "the input itself"),
        (("--gold", "gold.jsonl", "--predictions", "p.jsonl", "--k", "0"), "whole number"),
        (("--gold", "gold.jsonl", "--predictions", "p.jsonl", "--e", "1,,2"), "whole number"),
        (("--gold", "gold.jsonl", "--convert", "p.jsonl"), "is a file"),
        (("--gold", "made/gold.jsonl", "--convert", "made"), "the input itself"),
    ],
)
@pytest.mark.usefixtures("gold", "predictions")
def test_bad_input_is_refused_in_one_line(command: CommandLine, tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "made").mkdir()
    write_rows(tmp_path / "made" / "gold.jsonl", *GOLD)
    write_rows(tmp_path / "text.jsonl", "this is text")
    write_rows(tmp_path / "one.jsonl", PREDICTIONS[0])
    write_rows(tmp_path / "one-gold.jsonl", GOLD[0])
    before = {path: path.read_bytes() for path in tmp_path.glob("**/*.jsonl")}
    placed = [str(tmp_path / word) if word.endswith(".jsonl") or word in {"home", "made"} else word for word in arguments]
    assert message in command("evaluate", "mythqa", *placed).refusal()
    assert {path: path.read_bytes() for path in tmp_path.glob("**/*.jsonl")} == before
