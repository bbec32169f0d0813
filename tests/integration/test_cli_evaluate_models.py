"""`priorcheck evaluate stance|checkworthy|retrieval`: measures, record, and refusals, over scorers without weights."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import Session
from app.bootstrap.models import LoadedModels
from app.domain.factcheck import FactCheck
from app.services.engine import Engine
from tests.fakes.command_line import CommandLine, read_rows, write_rows
from tests.fakes.engine import NegationStanceScorer, NumberWorthiness, fake_engine

CLAIMS = ("The lake of Ostrel holds nine fish.", "The bridge of Ostrel cost nine million crowns.", "The mayor of Ostrel sold the forest.")
PAIRS = (
    {"premise": CLAIMS[0], "hypothesis": CLAIMS[0], "label": "support", "source": "own", "category": "same", "pair": "a"},
    {"premise": CLAIMS[0], "hypothesis": "The lake of Ostrel never holds nine fish.", "label": "refute", "source": "own", "pair": "a"},
    {"premise": CLAIMS[0], "hypothesis": "Good evening to you all, ladies and gentlemen.", "label": "refute", "source": "own", "pair": "b"},
    {"premise": CLAIMS[1], "hypothesis": CLAIMS[1], "label": "support", "source": "coarse"},
    {"premise": CLAIMS[1], "hypothesis": "Let me finish what I was saying, please.", "label": "not_support", "source": "coarse"},
)
QUERIES = (
    {"qid": "a", "text": "the lake of Ostrel holds nine fish, they say", "ids": ["fc-0"]},
    {"qid": "b", "text": "who sold the forest? the mayor of Ostrel", "ids": ["fc-2"]},
    {"qid": 3, "text": "good evening", "ids": []},
)
SENTENCES = (
    ("1", "We paid 9 million.", "Yes"),
    ("2", "Good evening.", "No"),
    ("3", "Thank you, 2 of you.", "No"),
    ("4", "They lied.", "Yes"),
)


class WeightlessModels(LoadedModels):
    """Scorers that compare words."""

    def stance_scorer(self) -> NegationStanceScorer:
        return NegationStanceScorer()

    def checkworthiness_scorer(self) -> NumberWorthiness:
        return NumberWorthiness()


class WeightlessSession(Session):
    """A session whose models compare words."""

    def __init__(self, folder: Path) -> None:
        super().__init__(device="cpu")
        self.models = WeightlessModels(device="cpu")
        self._fake = fake_engine(folder, [FactCheck(id=f"fc-{index}", claim=claim) for index, claim in enumerate(CLAIMS)])

    def engine(self, path: Path) -> Engine:
        return self._fake


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[CommandLine]:
    monkeypatch.setenv("PRIORCHECK_HOME", str(tmp_path / "home"))
    session = WeightlessSession(tmp_path / "library")
    yield CommandLine(session, capsys, tmp_path / "library")
    session.engine(tmp_path).library.close()


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    return write_rows(tmp_path / "pairs.jsonl", *PAIRS)


@pytest.fixture
def queries(tmp_path: Path) -> Path:
    return write_rows(tmp_path / "queries.jsonl", *QUERIES)


@pytest.fixture
def sentences(tmp_path: Path) -> Path:
    path = tmp_path / "dev.tsv"
    path.write_text("Sentence_id\tText\tclass_label\n" + "".join("\t".join(row) + "\n" for row in SENTENCES), encoding="utf-8")
    return path


def read_report(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the measures and the run record."""
    return json.loads(path.read_text(encoding="utf-8")), json.loads((path.parent / f"{path.name}.run.json").read_text(encoding="utf-8"))


def test_stance_of_a_run_of_the_program(command: CommandLine, pairs: Path, tmp_path: Path) -> None:
    completed = command.done("evaluate", "stance", "--gold", pairs, "--out", tmp_path / "f.json")
    report, record = read_report(tmp_path / "f.json")
    assert report["rows"] == 5 and report["held_back"] is False
    assert report["three_way"]["accuracy"] == pytest.approx(2 / 3) and report["two_way"]["accuracy"] == 1.0
    assert report["pairs_all_right"] == 0.5 and list(report["by_category"]) == ["same"]
    assert record["files"]["gold"]["sha256"] == hashlib.sha256(pairs.read_bytes()).hexdigest() and record["models"]["stance"]
    assert "Stance, three-way" in completed.out and "0.667" in completed.out and "source coarse (two-way)" in completed.out


def test_predictions_of_the_stance_command_score_the_same(command: CommandLine, pairs: Path, tmp_path: Path) -> None:
    command.done("stance", "--pairs", pairs, "--out", tmp_path / "p.jsonl")
    own_run = command.done("evaluate", "stance", "--gold", pairs, "--out", tmp_path / "own.json")
    scored_file = command.done(
        "evaluate", "stance", "--gold", pairs, "--predictions", tmp_path / "p.jsonl", "--out", tmp_path / "given.json"
    )
    assert own_run.out == scored_file.out and read_report(tmp_path / "own.json")[0] == read_report(tmp_path / "given.json")[0]
    assert read_report(tmp_path / "given.json")[1]["models"] == {} and "predictions" in read_report(tmp_path / "given.json")[1]["files"]


def test_held_back_scores_only_the_held_back_tenth(command: CommandLine, tmp_path: Path) -> None:
    rows = [
        {"premise": f"Lake {number} holds fish.", "hypothesis": f"Lake {number} holds fish.", "label": "support"} for number in range(60)
    ]
    gold = write_rows(tmp_path / "g.jsonl", *rows)
    command.done("stance", "--pairs", gold, "--out", tmp_path / "p.jsonl")
    command.done("evaluate", "stance", "--gold", gold, "--held-back", "--predictions", tmp_path / "p.jsonl", "--out", tmp_path / "f.json")
    report, _ = read_report(tmp_path / "f.json")
    assert 0 < report["rows"] < 20 and report["held_back"] is True
    small_file = write_rows(tmp_path / "few.jsonl", PAIRS[3])
    assert "held-back" in command("evaluate", "stance", "--gold", small_file, "--held-back").refusal()


def test_checkworthiness(command: CommandLine, sentences: Path, tmp_path: Path) -> None:
    completed = command.done("evaluate", "checkworthy", "--gold", sentences, "--out", tmp_path / "f.json")
    report, record = read_report(tmp_path / "f.json")
    assert report["yes"]["f1"] == report["accuracy"] == 0.5 and record["models"]["checkworthiness"] and "upper bound" in completed.out
    queries = write_rows(tmp_path / "q.jsonl", *({"qid": key, "text": text} for key, text, _ in reversed(SENTENCES)))
    command.done("checkworthy", "--queries", queries, "--out", tmp_path / "p.jsonl")
    command.done("evaluate", "checkworthy", "--gold", sentences, "--predictions", tmp_path / "p.jsonl", "--out", tmp_path / "g.json")
    assert read_report(tmp_path / "g.json")[0]["yes"] == report["yes"]


def test_retrieval_of_a_run_and_of_predictions_of_match(command: CommandLine, queries: Path, tmp_path: Path) -> None:
    own_run = command.done("evaluate", "retrieval", "--queries", queries, "--qrels", queries, "--out", tmp_path / "f.json")
    report, record = read_report(tmp_path / "f.json")
    assert (report["queries"], report["queries_without_gold"], report["map@1"], report["mrr"]) == (2, 1, 1.0, 1.0)
    assert report["outcome_auc"] == 1.0 and sum(report["outcomes"]["without_gold"].values()) == 1
    assert report["factchecks"] == 3 and report["gold_not_in_library"] == 0 and record["models"]["encoder"] and record["retrieved"] == 20
    command.done("match", "--queries", queries, "--out", tmp_path / "m.jsonl")
    scored_file = command.done("evaluate", "retrieval", "--gold", queries, "--as-run", tmp_path / "m.jsonl", "--out", tmp_path / "g.json")
    measures = {name: value for name, value in read_report(tmp_path / "g.json")[0].items() if name in report}
    assert {name: report[name] for name in measures} == measures and own_run.out == scored_file.out
    assert [row["qid"] for row in read_rows(tmp_path / "m.jsonl")] == ["a", "b", 3]


def test_gold_missing_from_the_library_counts_as_missed_and_is_reported(command: CommandLine, queries: Path, tmp_path: Path) -> None:
    gold = write_rows(tmp_path / "g.jsonl", {"qid": "a", "vclaim_id": "fc-0"}, {"qid": "b", "vclaim_id": "gone"})
    completed = command.done("evaluate", "retrieval", "--queries", queries, "--gold", gold, "--out", tmp_path / "f.json")
    report, _ = read_report(tmp_path / "f.json")
    assert report["mrr"] == 0.5 and report["gold_not_in_library"] == 1 and "1 of the gold's fact-checks" in completed.out
    assert report["not_scored"] == 0 and report["outcome_auc"] is None
    none = write_rows(tmp_path / "n.jsonl", {"qid": "a", "vclaim_id": "gone"})
    assert "None of the 1 fact-checks" in command("evaluate", "retrieval", "--queries", queries, "--gold", none).refusal()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("stance", "--gold", "none.jsonl"), "no file"),
        (("stance", "--gold", "empty.jsonl"), "no row"),
        (("stance", "--gold", "queries.jsonl"), "Row 1"),
        (("stance", "--gold", "pairs.jsonl", "--predictions", "one.jsonl"), "1 rows and the gold 5"),
        (("stance", "--gold", "pairs.jsonl", "--out", "pairs.jsonl"), "the input itself"),
        (("checkworthy", "--gold", "dev.tsv", "--predictions", "scores.jsonl"), "“9”, which is not in the gold"),
        (("checkworthy", "--gold", "empty.jsonl"), "no row"),
        (("retrieval", "--qrels", "queries.jsonl"), "--queries"),
        (("retrieval", "--qrels", "queries.jsonl", "--queries", "one-query.jsonl"), "“b” of the gold"),
        (("retrieval", "--qrels", "queries.jsonl", "--predictions", "empty.jsonl"), "no row"),
        (("retrieval", "--qrels", "empty.jsonl", "--queries", "queries.jsonl"), "no row"),
        (("retrieval", "--queries", "queries.jsonl"), "--qrels"),
    ],
)
@pytest.mark.usefixtures("pairs", "queries", "sentences")
def test_bad_input_is_refused_in_one_line(command: CommandLine, tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    write_rows(tmp_path / "empty.jsonl")
    write_rows(tmp_path / "one.jsonl", {"support": 1.0, "refute": 0.0, "neutral": 0.0})
    write_rows(tmp_path / "one-query.jsonl", QUERIES[0])
    write_rows(tmp_path / "scores.jsonl", *({"qid": key, "checkworthiness": 0.5} for key in "129"))
    before = (tmp_path / "pairs.jsonl").read_bytes()
    placed = [str(tmp_path / word) if word.endswith((".jsonl", ".tsv")) else word for word in arguments]
    assert message in command("evaluate", *placed).refusal()
    assert (tmp_path / "pairs.jsonl").read_bytes() == before
