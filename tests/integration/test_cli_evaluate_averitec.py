"""`priorcheck evaluate averitec`: measures, record, parts, files for `verify`, and refusals; without model and library."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from app.bootstrap import Session
from app.ingest.averitec import read_averitec_file
from tests.fakes.averitec_claims import four_claims, write_claims
from tests.fakes.command_line import CommandLine, read_rows


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    monkeypatch.setenv("PRIORCHECK_HOME", str(tmp_path / "home"))
    return CommandLine(Session(device="cpu"), capsys, tmp_path / "library")


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    return write_claims(tmp_path / "gold.json", four_claims())


def test_given_predictions_are_scored(command: CommandLine, gold: Path, tmp_path: Path) -> None:
    rows = four_claims()
    rows[1] |= {"label": "Refuted", "justification": "It did not."}
    predictions = write_claims(tmp_path / "p.json", rows)
    completed = command.done("evaluate", "averitec", "--gold", gold, "--predictions", predictions, "--out", tmp_path / "f.json")
    report = json.loads((tmp_path / "f.json").read_text(encoding="utf-8"))
    record = json.loads((tmp_path / "f.json.run.json").read_text(encoding="utf-8"))
    assert report["part"] is None and report["groups"]["all"]["accuracy"]["value"] == 0.75
    assert report["groups"]["all"]["veracity@0.25"]["value"] == 0.75 and report["groups"]["all"]["q_a"]["value"] > 0.9
    assert record["files"]["predictions"]["sha256"] == hashlib.sha256(predictions.read_bytes()).hexdigest() and record["rows"] == 4
    assert "AVeriTeC, 4 claims" in completed.out and "veracity at λ = 0.25" in completed.out and "Numerical Claim" in completed.out


def test_one_part_is_scored(command: CommandLine, gold: Path, tmp_path: Path) -> None:
    completed = command.done("evaluate", "averitec", "--gold", gold, "--predictions", gold, "--part", "test", "--out", tmp_path / "f.json")
    report = json.loads((tmp_path / "f.json").read_text(encoding="utf-8"))
    assert "1 claims of the part “test”" in completed.out and report["part"] == "test" and report["scores"][0]["claim"] == 0


def test_files_for_verify(command: CommandLine, gold: Path, tmp_path: Path) -> None:
    completed = command.done("evaluate", "averitec", "--gold", gold, "--part", "test", "--convert", tmp_path / "made" / "here")
    folder = tmp_path / "made" / "here"
    (claim_only,), (with_answers,), (gold_claim,) = (
        read_averitec_file(folder / name) for name in ("claims.json", "given.json", "gold.json")
    )
    assert claim_only.label is with_answers.label is None and not claim_only.questions and with_answers.questions == gold_claim.questions
    assert len(read_rows(folder / "evidence.jsonl")) == 5 and "5 rows" in completed.err and completed.out == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--gold", "none.json", "--predictions", "gold.json"), "no file"),
        (("--gold", "gold.json", "--predictions", "gold.json", "--given-evidence"), "our own run"),
        (("--gold", "gold.json", "--predictions", "gold.json", "--ablation"), "our own run"),
        (("--gold", "gold.json", "--predictions", "gold.json", "--every", "2"), "our own run"),
        (("--gold", "text.json", "--predictions", "gold.json"), "no JSON"),
        (("--gold", "gold.json", "--predictions", "text.json"), "Row 1"),
        (("--gold", "gold.json", "--predictions", "one.json"), "1 rows and the gold 4"),
        (("--gold", "one.json", "--predictions", "one.json", "--part", "choice"), "part “choice”"),
        (("--gold", "gold.json", "--predictions", "one.json", "--out", "one.json"), "the input itself"),
        (("--gold", "gold.json", "--predictions", "one.json", "--out", "gold.json"), "the input itself"),
        (("--gold", "gold.json", "--convert", "one.json"), "is a file"),
        (("--gold", "made/gold.json", "--convert", "made"), "the input itself"),
    ],
)
@pytest.mark.usefixtures("gold")
def test_bad_input_is_refused_in_one_line(command: CommandLine, tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    (tmp_path / "made").mkdir()
    write_claims(tmp_path / "made" / "gold.json", four_claims())
    write_claims(tmp_path / "one.json", four_claims()[:1])
    (tmp_path / "text.json").write_text("this is text", encoding="utf-8")
    before = {path: path.read_bytes() for path in tmp_path.glob("**/*.json")}
    placed = [str(tmp_path / word) if word.endswith(".json") or word == "made" else word for word in arguments]
    assert message in command("evaluate", "averitec", *placed).refusal()
    assert {path: path.read_bytes() for path in tmp_path.glob("**/*.json")} == before
