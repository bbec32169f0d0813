"""`verify --claims --given-evidence` on the real models: earlier verdicts are neither used nor written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.bootstrap import Session
from models.research.averitec.gold import gold_claims, read_gold
from models.research.averitec.predictions import read_predictions
from models.research.averitec.systems import ALONE
from tests.fakes.averitec_claims import claim, four_claims, write_claims
from tests.fakes.command_line import CommandLine


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    monkeypatch.setenv("PRIORCHECK_HOME", str(tmp_path / "home"))
    return CommandLine(Session(device="cpu", threads=1), capsys, tmp_path / "library")


def test_verdicts_in_the_input_file_change_nothing(command: CommandLine, tmp_path: Path) -> None:
    rows = [*four_claims(), claim("", "Supported")]
    relabelled = [row | {"label": "Conflicting Evidence/Cherrypicking", "justification": "Because I say so."} for row in rows]
    written = []
    for name, claims in (("a", rows), ("b", relabelled)):
        source, out = write_claims(tmp_path / f"{name}.json", claims), tmp_path / f"{name}-out.json"
        command.done("verify", "--claims", source, "--given-evidence", "--out", out)
        written.append(json.loads(out.read_text(encoding="utf-8")))
    assert written[0] == written[1] and len(written[0]) == 5
    assert "Because" not in json.dumps(written[1]) and written[0][4]["label"] is None
    assert all(row["label"] and row["justification"] for row in written[0][:4])


def test_an_earlier_answer_is_written_over(command: CommandLine, tmp_path: Path) -> None:
    source, out = write_claims(tmp_path / "c.json", four_claims()), tmp_path / "out.json"
    for _ in range(2):
        command.done("verify", "--claims", source, "--source", "somewhere", "--given-evidence", "--out", out)
    assert len(json.loads(out.read_text(encoding="utf-8"))) == 4


def test_written_verifications_can_be_evaluated(command: CommandLine, tmp_path: Path) -> None:
    gold, out = write_claims(tmp_path / "gold.json", four_claims()), tmp_path / "out.json"
    command.done("verify", "--claims", gold, "--given-evidence", "--out", out)
    claims = read_gold(gold)
    predictions = read_predictions(out, claims, range(4))
    assert [claim.evidence for claim in predictions] == [claim.evidence for claim in gold_claims(claims, range(4))]
    completed = command.done("evaluate", "averitec", "--gold", gold, "--predictions", out)
    assert "Q+A" in completed.out and "4 claims" in completed.out


def test_a_run_with_given_evidence_is_evaluated(command: CommandLine, tmp_path: Path) -> None:
    gold = write_claims(tmp_path / "gold.json", four_claims())
    completed = command.done("evaluate", "averitec", "--gold", gold, "--given-evidence", "--ablation", "--out", tmp_path / "f.json")
    reports = json.loads((tmp_path / "f.json").read_text(encoding="utf-8"))
    assert list(reports) == ["ours", ALONE, "by the paper's rule", "always refuted"] and "Systems" in completed.out
    assert reports["always refuted"]["groups"]["all"]["accuracy"]["value"] == 0.25
    record = json.loads((tmp_path / "f.json.run.json").read_text(encoding="utf-8"))
    assert record["parameters"]["given_evidence"] and "veracity" in record["models"]


def test_every_nth_claim_is_evaluated(command: CommandLine, tmp_path: Path) -> None:
    gold = write_claims(tmp_path / "gold.json", four_claims())
    completed = command.done("evaluate", "averitec", "--gold", gold, "--given-evidence", "--every", "3", "--out", tmp_path / "f.json")
    record = json.loads((tmp_path / "f.json.run.json").read_text(encoding="utf-8"))
    assert "2 claims" in completed.out and record["rows"] == 2 and record["parameters"]["every"] == 3


def test_a_run_with_the_closed_evidence_pool_is_evaluated(command: CommandLine, tmp_path: Path) -> None:
    gold = write_claims(tmp_path / "gold.json", four_claims())
    command.done("evaluate", "averitec", "--gold", gold, "--part", "test", "--questions", "2", "--out", tmp_path / "f.json")
    report = json.loads((tmp_path / "f.json").read_text(encoding="utf-8"))
    assert report["claims"]["all"] == 1 and 1 <= report["groups"]["all"]["questions"]["value"] <= 2
    assert report["groups"]["all"]["q_a"]["value"] > 0
    assert not command.library.exists()
