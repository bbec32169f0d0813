"""`evaluate crosslingual` and `match --pipeline bicross` over scorers without weights: measures, parts, methods, records, refusals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.bootstrap import Session
from app.bootstrap.models import LoadedModels
from app.bootstrap.open_libraries import OpenLibraries
from app.domain.factcheck import FactCheck
from app.ports import Library, TextEncoder
from app.services.engine import Engine
from tests.fakes.command_line import CommandLine, read_rows, write_rows
from tests.fakes.encoder import FakeEncoder
from tests.fakes.engine import fake_engine

CHECKS = (
    ("fc-0", "The lake of Ostrel holds nine fish.", "en"),
    ("fc-1", "El lago de Ostrel tiene nueve peces.", "es"),
    ("fc-2", "The bridge of Ostrel cost nine million crowns.", "en"),
    ("fc-3", "O prefeito de Ostrel vendeu a floresta.", "pt"),
)
PAIRS = (
    {"tweet_id": 1, "tweet": "the lake of Ostrel holds nine fish!", "tweet_lang": "en", "debunk_id": "fc-0", "label": "Exact match"},
    {"tweet_id": 1, "tweet": "the lake of Ostrel holds nine fish!", "tweet_lang": "en", "debunk_id": "fc-1", "label": "Partial match"},
    {"tweet_id": 1, "tweet": "the lake of Ostrel holds nine fish!", "tweet_lang": "en", "debunk_id": "fc-2", "label": "Irrelevant"},
    {"tweet_id": 2, "tweet": "vendeu a floresta, o prefeito de Ostrel", "tweet_lang": "pt", "debunk_id": "fc-3", "label": "Exact match"},
)


class WeightlessModels(LoadedModels):
    def encoder(self) -> TextEncoder:
        return FakeEncoder()


class LibrariesWithMemory(OpenLibraries):
    """Libraries on disk and one in memory."""

    def __init__(self, memory: Library) -> None:
        super().__init__(threads=None)
        self._memory = memory

    def library(self, path: Path, *, create: bool = False) -> Library:
        return self._memory if path.resolve() == self._memory.path.resolve() else super().library(path, create=create)


class WeightlessSession(Session):
    """A session whose models compare words."""

    def __init__(self, folder: Path) -> None:
        super().__init__(device="cpu")
        self.fake = fake_engine(folder, [FactCheck(id=name, claim=claim, language=language) for name, claim, language in CHECKS])
        self.models = WeightlessModels(device="cpu")
        self.libraries = LibrariesWithMemory(self.fake.library)

    def engine(self, path: Path) -> Engine:
        if path.resolve() == self.fake.library.path.resolve():
            return self.fake
        return replace(self.fake, library=self.libraries.library(path))


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[CommandLine]:
    session = WeightlessSession(tmp_path / "library")
    yield CommandLine(session, capsys, tmp_path / "library")
    session.fake.library.close()


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    return write_rows(tmp_path / "pairs.jsonl", *PAIRS)


def test_graded_measures_by_pair_of_languages(command: CommandLine, gold: Path, tmp_path: Path) -> None:
    completed = command.done("evaluate", "crosslingual", "--gold", gold, "--out", tmp_path / "f.json")
    report = json.loads((tmp_path / "f.json").read_text())
    own_report = report["ways"]["our own way"]
    assert own_report["judged"] == {"exact": 2, "partial": 1, "irrelevant": 1} and own_report["queries"] == 2
    assert own_report["all"]["mrr"] == own_report["all"]["ndcg@1"] == 1.0 and own_report["crosslingual"]["queries"] == 1
    assert set(own_report["pairs"]) == {"en-en", "en-es", "pt-pt"} and own_report["pairs"]["en-es"]["mrr"] == 1.0
    assert "two languages" in completed.out and "pt → pt" in completed.out
    record = json.loads((tmp_path / "f.json.run.json").read_text())
    assert record["files"]["gold"]["sha256"] and record["models"]


def test_predictions_of_match_score_the_same_and_may_be_incomplete(command: CommandLine, gold: Path, tmp_path: Path) -> None:
    queries = write_rows(tmp_path / "q.jsonl", *({"qid": row["tweet_id"], "text": row["tweet"]} for row in (PAIRS[0], PAIRS[3])))
    command.done("match", "--queries", queries, "--top", "100", "--out", tmp_path / "m.jsonl")
    own_run = command.done("evaluate", "crosslingual", "--gold", gold, "--out", tmp_path / "a.json")
    scored_file = command.done(
        "evaluate", "crosslingual", "--gold", gold, "--predictions", tmp_path / "m.jsonl", "--out", tmp_path / "b.json"
    )
    own_ways, prediction_ways = (json.loads((tmp_path / name).read_text())["ways"] for name in ("a.json", "b.json"))
    assert own_ways["our own way"] == prediction_ways["predictions"] and own_run.out.split("\n\n")[1] == scored_file.out.split("\n\n")[1]
    write_rows(tmp_path / "few.jsonl", read_rows(tmp_path / "m.jsonl")[0])
    incomplete = command.done("evaluate", "crosslingual", "--gold", gold, "--predictions", tmp_path / "few.jsonl")
    assert "1 queries have no row" in incomplete.out
    write_rows(tmp_path / "none.jsonl", {"qid": "nobody", "matches": []})
    assert (
        "qid must be the gold's" in command("evaluate", "crosslingual", "--gold", gold, "--predictions", tmp_path / "none.jsonl").refusal()
    )


def test_every_stage_and_fusion_is_measured(command: CommandLine, gold: Path, tmp_path: Path) -> None:
    completed = command.done("evaluate", "crosslingual", "--gold", gold, "--every", "--depth", "4,3,2", "--out", tmp_path / "f.json")
    ways = json.loads((tmp_path / "f.json").read_text())["ways"]
    fused = ["all stages, combsum", "all stages, rrf", "all stages, borda"]
    assert list(ways) == ["bm25 4", "bm25 4 > bi 3", "bm25 4 > bi 3 > cross 2", *fused, "our own way"]
    assert all(way["all"]["queries"] == 2 and way["all"]["mrr"] > 0 for way in ways.values())
    assert all(way in completed.out for way in ways) and ways["bm25 4 > bi 3 > cross 2"]["all"]["mrr"] == 1.0


def test_unjudged_fact_checks_lower_the_ranks_of_their_language(command: CommandLine, tmp_path: Path) -> None:
    rows = [{"qid": "a", "matches": [{"id": "fc-2"}, {"id": "fc-1"}, {"id": "fc-0"}]}]
    gold = write_rows(tmp_path / "g.jsonl", {"tweet_id": "a", "tweet": "x", "tweet_lang": "en", "debunk_id": "fc-0", "label": 2})
    predictions = write_rows(tmp_path / "p.jsonl", *rows)
    command.done("evaluate", "crosslingual", "--gold", gold, "--predictions", predictions, "--out", tmp_path / "f.json")
    scores = json.loads((tmp_path / "f.json").read_text())["ways"]["predictions"]
    assert scores["all"]["mrr"] == pytest.approx(1 / 3) and scores["monolingual"]["mrr"] == 0.5  # the Spanish one is out of the way
    _run_without_library(command, "evaluate", "crosslingual", "--gold", gold, "--predictions", predictions, "--out", tmp_path / "g.json")
    unknown = json.loads((tmp_path / "g.json").read_text())["ways"]["predictions"]
    assert unknown["all"]["mrr"] == pytest.approx(1 / 3) and unknown["monolingual"] is None  # no language of any fact-check is known


def test_a_method_has_one_name_whatever_each_batch_finds(command: CommandLine, tmp_path: Path) -> None:
    """One batch of eight finds a single fact-check, the next finds all of them."""
    texts = ["prefeito"] * 8 + ["Ostrel lake bridge prefeito"] * 8
    rows = [{"tweet_id": n, "tweet": text, "debunk_id": "fc-3", "label": 2} for n, text in enumerate(texts)]
    gold = write_rows(tmp_path / "many.jsonl", *rows)
    command.done("evaluate", "crosslingual", "--gold", gold, "--every", "--out", tmp_path / "f.json")
    ways = json.loads((tmp_path / "f.json").read_text())["ways"]
    assert len(ways) == 7 and all(way["all"]["mrr"] > 0.4 for way in ways.values())


def test_a_gold_set_with_a_corpus_needs_no_library(command: CommandLine, tmp_path: Path) -> None:
    folder = tmp_path / "gold"
    folder.mkdir()
    write_rows(folder / "corpus.jsonl", *({"id": f"d{name}", "text": claim, "language": language} for name, claim, language in CHECKS))
    write_rows(folder / "queries.jsonl", {"qid": "q", "text": "the bridge of Ostrel cost nine million crowns", "language": "en"})
    (folder / "qrels.tsv").write_text("q\t0\tdfc-2\t2\n")
    options = ("evaluate", "crosslingual", "--gold", folder, "--work", tmp_path / "work", "--out", tmp_path / "f.json")
    completed = _run_without_library(command, *options)
    assert "A library of the gold's 4 fact-checks is made" in completed.err and "1.000" in completed.out
    assert "is made" not in _run_without_library(command, *options).err  # kept from the last time


def _run_without_library(command: CommandLine, *arguments: str | Path):  # type: ignore[no-untyped-def]
    """Run the command without --library, which all other commands of these tests name."""
    from app.cli.main import run

    code, _ = run([str(argument) for argument in arguments] + ["--quiet"], session=command._session)
    captured = command._capsys.readouterr()
    assert code == 0, captured.err
    return captured


def test_match_by_the_pipeline(command: CommandLine, tmp_path: Path) -> None:
    queries = write_rows(tmp_path / "q.jsonl", {"qid": "a", "text": "they say the lake of Ostrel holds nine fish"})
    options = ("--pipeline", "bicross", "--stages", "bi,cross", "--fusion", "rrf", "--depth", "20", "--top", "3")
    command.done("match", "--queries", queries, *options, "--out", tmp_path / "m.jsonl")
    row = read_rows(tmp_path / "m.jsonl")[0]
    assert row["outcome"] == "match" and row["matches"][0]["id"] == "fc-0" and row["debunk_languages"] == ["en"]
    assert len(row["matches"]) == 3 and {"dense_claim", "pair", "fused"} <= row["matches"][0]["parts"].keys()
    run = json.loads((tmp_path / "m.jsonl.run.json").read_text())
    assert (run["pipeline"], run["stages"], run["depths"], run["fusion"]) == ("bicross", "bi,cross", "20,20", "rrf")
    assert "bm25 or bi" in command("match", "--queries", queries, "--pipeline", "bicross", "--stages", "cross").refusal()


def test_a_gold_set_missing_from_the_library_is_reported(command: CommandLine, tmp_path: Path) -> None:
    gold = write_rows(tmp_path / "g.jsonl", {"qid": 1, "text": "x", "ids": ["nowhere"]})
    assert "None of the 1 relevant" in command("evaluate", "crosslingual", "--gold", gold).refusal()
    qrels_only = tmp_path / "g.qrels"
    qrels_only.write_text("1 0 fc-0 2\n")
    assert "--queries" in command("evaluate", "crosslingual", "--gold", qrels_only).refusal()
