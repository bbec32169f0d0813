"""`priorcheck verify`: a claim against evidence, a file of claims, given answers judged again. The models are the bundled ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.command_line import CommandLine, write_rows

CLAIM = "The mayor of Velden sold the old bridge to a hotel company in 2019."
TEXTS = (
    ("The town council of Velden says that the old bridge was never sold and still belongs to the town.", "2020-04-01"),
    ("The hotel company denies that it bought any bridge in Velden.", "2020-04-03"),
    ("Velden's mayor opened the new library on Monday.", "2020-04-05"),
    ("The sale of the old bridge of Velden to a hotel company was confirmed by the mayor.", "2020-06-01"),
    ("The mayor of Velden sold the old bridge, a letter without a date says.", None),
)
ROWS = tuple(
    {"id": f"e{number}", "text": text, "url": f"https://velden.example/{number}", "source": "Velden News", "published": day}
    for number, (text, day) in enumerate(TEXTS)
)
GIVEN = {
    "claim": CLAIM,
    "claim_date": "10-5-2020",
    "label": None,
    "justification": "",
    "questions": [
        {
            "question": "Did the mayor of Velden sell the old bridge?",
            "answers": [
                {"answer": "No", "answer_type": "Boolean", "boolean_explanation": "It still belongs to the town.", "source_url": ""}
            ],
        }
    ],
}
LABELS = {"Supported", "Refuted", "Not Enough Evidence", "Conflicting Evidence/Cherrypicking"}


@pytest.fixture
def dated(cli: CommandLine, tmp_path: Path) -> CommandLine:
    """Provide a library with this evidence and no fact-checks."""
    cli.done("library", "import", "--kind", "evidence", write_rows(tmp_path / "evidence.jsonl", *ROWS))
    return cli


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_a_claim_is_verified_with_evidence_from_before_its_day(dated: CommandLine, tmp_path: Path) -> None:
    out = tmp_path / "verdict.json"
    completed = dated.done("verify", CLAIM, "--date", "2020-05-10", "--out", out)
    assert "2 passages were not used" in completed.err
    (row,) = read(out)
    assert row["label"] in LABELS and row["justification"]
    answers = [answer for question in row["questions"] for answer in question["answers"]]
    sources = {answer["source_url"] for answer in answers if answer["answer_type"] == "Extractive"}
    assert {"https://velden.example/0", "https://velden.example/1"} <= sources
    assert not {"https://velden.example/3", "https://velden.example/4"} & sources
    texts = [text for text, _ in TEXTS]
    assert all(any(answer["answer"] in text for text in texts) for answer in answers if answer["answer_type"] == "Extractive")
    run = read(tmp_path / "verdict.json.run.json")
    assert {"encoder", "stance", "evidence", "veracity"} <= set(run["models"]) and run["parameters"]["before"] == "2020-05-10"
    undated_run = dated.done("verify", CLAIM, "--date", "2020-05-10", "--undated")
    assert undated_run.out.startswith(CLAIM) and "1 passage was not used" in undated_run.err


def test_given_answers_are_judged_without_a_library(cli: CommandLine, tmp_path: Path) -> None:
    claims = tmp_path / "given.json"
    claims.write_text(json.dumps([GIVEN, {"label": "Refuted"}, GIVEN | {"claim": CLAIM + " "}]), encoding="utf-8")
    out = tmp_path / "judged.json"
    completed = cli.done("verify", "--claims", claims, "--given-evidence", "--out", out)
    rows = read(out)
    assert len(rows) == 3 and rows[0]["label"] == rows[2]["label"] == "Refuted" and rows[1]["claim"] == ""
    assert rows[0]["questions"][0]["question"] == GIVEN["questions"][0]["question"] and "[1]" in rows[0]["justification"]
    assert "refused" in completed.err


def test_invalid_input_is_refused_in_one_line(cli: CommandLine) -> None:
    assert "Give one claim" in cli("verify").refusal()
    assert "Give one claim" in cli("verify", CLAIM, "--given-evidence").refusal()
    assert "no evidence" in cli("verify", CLAIM).refusal()
