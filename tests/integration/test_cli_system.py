"""`models`, `doctor`, `demo`, the start of the program, and how well the demo is ranked."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from app import __version__, paths
from app.__main__ import WindowRequest, parse_window_arguments
from app.bootstrap import Session
from app.cli.main import run
from app.demo_paths import demo_library
from tests.fakes.command_line import DEMO, ROOT, CommandLine, ended, program, read_rows
from tests.fakes.encoder import FakeEncoder
from tests.fakes.library_samples import change, filled, sample, samples

ROLES = {
    "encoder",
    "trunk",
    "prefilter",
    "pair_scorer",
    "stance",
    "checkworthiness",
    "ranker",
    "reader",
    "opinion",
    "syntax",
    "evidence",
    "veracity",
    "llm",
    "multilingual",
}
HEAVY = {"torch", "openvino", "PySide6", "sentence_transformers", "transformers", "sklearn", "pymupdf", "lxml", "docx", "openpyxl"}


def loaded_by(*arguments: str) -> set[str]:
    code = "import sys\nfrom app.__main__ import main\nmain(sys.argv[1:])\nprint('|'.join(sys.modules), file=sys.stderr)"
    completed = subprocess.run([sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return {name.partition(".")[0] for name in completed.stderr.splitlines()[-1].split("|")}


@pytest.mark.parametrize(
    "arguments", [("--version",), ("--help",), ("library", "--help"), ("library", "import", "--help"), ("rank", "--help"), ("no-such",)]
)
def test_quick_commands_import_nothing_heavy(arguments: tuple[str, ...]) -> None:
    loaded = loaded_by(*arguments)
    assert "app" in loaded and not loaded & HEAVY


def test_listing_a_library_loads_no_model(demo: CommandLine) -> None:
    assert not loaded_by("library", "search", "moon", "--library", str(demo.library)) & (HEAVY - {"lxml"})


def test_ranking_on_the_processor_loads_neither_torch_nor_qt(demo: CommandLine, tmp_path: Path) -> None:
    document = tmp_path / "talk.txt"
    document.write_text("Vaccines cause autism in children.", encoding="utf-8")
    loaded = loaded_by("rank", str(document), "--library", str(demo.library), "--device", "cpu")
    assert "openvino" in loaded and not loaded & {"torch", "PySide6", "transformers", "sentence_transformers", "sklearn"}


def test_a_file_without_a_command_is_opened_in_the_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    debate, named_so = tmp_path / "debate.txt", tmp_path / "rank"
    for path in (debate, named_so):
        path.write_text("The bridge cost nine million crowns.", encoding="utf-8")
    assert parse_window_arguments([str(debate)]) == parse_window_arguments(["--open", str(debate)]) == WindowRequest(document=debate)
    assert parse_window_arguments([str(named_so)]) == WindowRequest(document=named_so)
    monkeypatch.chdir(tmp_path)
    assert parse_window_arguments(["debate.txt"]) == WindowRequest(document=Path("debate.txt"))
    assert parse_window_arguments(["--open"]) == parse_window_arguments([]) == WindowRequest()
    for arguments in (["rank"], ["rank", "debate.txt"], ["missing.txt"], [str(tmp_path)], ["--version"], [""]):
        assert parse_window_arguments(arguments) is None


def test_the_window_is_opened_on_another_library(tmp_path: Path) -> None:
    debate, library = tmp_path / "debate.txt", tmp_path / "library"
    debate.write_text("The bridge cost nine million crowns.", encoding="utf-8")
    assert parse_window_arguments(["--library", str(library)]) == parse_window_arguments([f"--library={library}"]) == WindowRequest(library)
    assert parse_window_arguments(["--library", str(library), str(debate)]) == WindowRequest(library, debate)
    assert parse_window_arguments(["--library", str(library), "--open", str(debate)]) == WindowRequest(library, debate)
    for arguments in (["--library"], ["--library", str(library), "rank"], ["rank", "--library", str(library)]):
        assert parse_window_arguments(arguments) is None


def test_version_and_help() -> None:
    assert ended(program("--version")).out == f"priorcheck {__version__}\n"
    top = ended(program("--help"))
    assert top.code == 0 and all(name in top.out for name in ("library", "rank", "match", "stance", "models", "doctor", "demo"))
    library = ended(program("library", "--help")).out
    for name in ("import", "ratings", "search", "show", "add", "edit", "delete", "export", "stats", "verify", "rebuild"):
        assert name in library


def test_models_are_listed_and_right(demo: CommandLine) -> None:
    rows = demo.done("models", "--json").rows
    assert {row["role"] for row in rows} == ROLES and all(row["licence"] and row["name"] for row in rows)
    devices = {row["role"]: row["device"] for row in rows if row["active"]}
    assert all(device.startswith("processor") or role == "evidence" for role, device in devices.items())
    assert "claim-encoder" in demo.done("models").out
    checks = demo.done("models", "--verify", "--json").rows
    assert len(checks) == len(ROLES - {"llm"}) and all(check["ok"] for check in checks)


def test_doctor(demo: CommandLine, cli: CommandLine) -> None:
    rows = demo.done("doctor", "--json").rows
    names = {row["name"] for row in rows}
    assert {"program", "data folder", "settings folder", "cache folder", "library", "devices", "torch"} <= names
    assert all(row["ok"] for row in rows) and any("199 fact-checks" in row["detail"] for row in rows)
    assert "none yet" in cli.done("doctor").out


def test_doctor_and_stats_name_what_was_added_in_another_precision(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with closing(filled(tmp_path / "mixed", samples(9), encoder=FakeEncoder(precision="bfloat16"))) as library:
        change(library, upsert=[sample(9)], encoder=FakeEncoder())
    cli = CommandLine(Session(device="cpu"), capsys, tmp_path / "mixed")
    (row,) = (row for row in cli.done("doctor", "--json").rows if row["name"] == "library")
    assert row["ok"] and row["detail"].endswith("; 1 of them added in another precision, which “priorcheck library rebuild” computes anew")
    (statistics,) = cli.done("library", "stats", "--json").rows
    assert statistics["other_encoders"] == [[FakeEncoder().identity.key(), 1]]


def test_naming_the_device_does_not_load_the_answer_scorer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    session = Session(device="cpu", threads=1)

    def told() -> str:
        row = next(row for row in CommandLine(session, capsys, tmp_path).done("models", "--json").rows if row["role"] == "evidence")
        return str(row["device"])

    assert told() == "loaded when it is needed" and not session.models.answer_scorer_loaded
    session.models.answer_scorer()
    assert told().startswith("processor")


def test_doctor_finds_problems(demo: CommandLine, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    models = tmp_path / "models"
    shutil.copytree(paths.models_dir(), models)
    with (models / "stance" / "config.json").open("ab") as stream:
        stream.write(b"x")
    broken = CommandLine(Session(models=models, device="cpu"), capsys, tmp_path / "none")
    for command in (("doctor",), ("models", "--verify")):
        completed = broken(*command)
        wrong = [line for line in completed.out.splitlines() if "NOT OK" in line]
        assert completed.code == 2 and len(wrong) == 1 and "stance" in wrong[0] and len(completed.err.splitlines()) == 1
    rows = broken("doctor", "--json").rows
    assert [row["name"] for row in rows if not row["ok"]] == ["model stance"]


def test_demo_prints_and_writes_its_report(warm_session: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        code, window = run(["demo", "--no-window", "--out", str(tmp_path / "d.html"), "--show", "20"], session=warm_session)
        printed = capsys.readouterr()
        assert (code, window) == (0, None) and printed.out.count("% verifiable]") == 20
        assert all(
            words in printed.out
            for words in (
                "207 fact-checks",
                "demo, links unchecked",
                "stance: agree (support",
                "✗ Priorcheck demo desk: False",
                "✓ Priorcheck",
            )
        )
    assert "</html>" in (tmp_path / "d.html").read_text(encoding="utf-8") and (tmp_path / "d.html.run.json").exists()
    code, _ = run(["library", "posts", "seagull", "--language", "en", "--library", str(demo_library())], session=warm_session)
    assert code == 0 and "ONE SEAGULL" in capsys.readouterr().out


def test_demo_opens_the_window_if_there_is_a_display(
    warm_session: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":99")
    code, window = run(["demo", "--out", str(tmp_path / "d.jsonl"), "--library", str(tmp_path / "l")], session=warm_session)
    assert code == 0 and window is not None and window.library == tmp_path / "l" and window.ranked is not None
    assert len(window.ranked.sentences) == len(read_rows(tmp_path / "d.jsonl"))


def average_precision(flags: list[bool]) -> float:
    hits = [rank for rank, flag in enumerate(flags, start=1) if flag]
    return sum(number / rank for number, rank in enumerate(hits, start=1)) / len(hits)


def gold() -> dict[str, list[dict[str, Any]]]:
    rows_by_text: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in (DEMO / "debate_gold.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        rows_by_text[row["text"]].append(row)
    return rows_by_text


def test_how_well_the_demo_is_ranked(demo: CommandLine) -> None:
    """Check the average precision of the settled sentences, and how many gold fact-checks are among the first three matches.
    English ones are counted separately: where the demo checks a claim in several languages, other fact-checks of the same claim
    can rank before a foreign one."""
    rows = demo.done("rank", DEMO / "debate.vtt", "--json").rows
    gold_entries = gold()
    by_text = {row["text"]: row for row in rows}
    assert set(gold_entries) <= set(by_text), set(gold_entries) - set(by_text)
    settled = {text for text, entries in gold_entries.items() if any(entry["verdict"] != "unknown" for entry in entries)}
    precision = average_precision([row["text"] in settled for row in rows])
    pairs = [(entry["factcheck"], by_text[text]) for text, entries in gold_entries.items() for entry in entries]
    first_three = [(name, name in [match["id"] for match in row["matches"][:3]]) for name, row in pairs]
    english = [is_found for name, is_found in first_three if name.startswith("demo-en-")]
    right = [
        by_text[text]["sentence_verdict"] == next(entry["verdict"] for entry in gold_entries[text] if entry["verdict"] != "unknown")
        for text in settled
    ]
    wrong = [row for row in rows if row["sentence_verdict"] != "unknown" and row["text"] not in settled]
    print(
        f"demo: AP {precision:.3f} over {len(settled)} settled of {len(rows)} sentences; gold matches in the first three: "
        f"English {sum(english)} of {len(english)}, all {sum(is_found for _, is_found in first_three)} of {len(first_three)}; "
        f"verdicts right {sum(right)} of {len(right)}, given without ground {len(wrong)}"
    )
    # Measured: .914, 80 of 90, 106 of 129, 22 of 52, 0 (30 of 52, 1 before a verdict needed more than agreement; 87 of 90 and 92 of 129
    # before the encoder read other languages). Twelve that are checked in English are silent since the model contradicts itself about them.
    assert precision > 0.87
    assert sum(english) / len(english) > 0.85 and sum(is_found for _, is_found in first_three) / len(first_three) > 0.78
    assert sum(right) / len(right) > 0.4 and len(wrong) <= 1
