"""`--rerank`, `models` and `doctor` with a real language model of random weights, and without one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.bootstrap import Session
from app.bootstrap.projects import create_project
from app.domain.keyed_document import with_keys
from app.domain.llm_order import with_order
from app.domain.progress import CancelToken
from app.domain.ranked import Outcome, RankedDocument, RankedSentence, RunRecord
from app.domain.review import UNMARKED, Decision, Mark, MarkChange, ReviewOperation, Target
from app.domain.verdict import SentenceVerdict
from app.inference.llm.gguf_file import digest_of
from app.ingest.documents import read_text
from app.settings import LLM, UserModel, load_settings
from tests.fakes.command_line import CommandLine, read_rows, write_rows
from tests.fakes.language_models import needs_llama
from tests.fakes.matches import make_match

CLAIMS = (
    {"qid": "mmr", "text": "The MMR vaccine causes autism in children."},
    {"qid": "odd", "text": ""},
    {"qid": "dna", "text": "Covid vaccines change your DNA."},
)


@pytest.fixture(scope="module")
def gguf_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tests.fakes.tiny_gguf import build_gguf

    models_folder = tmp_path_factory.mktemp("gguf")
    build_gguf(models_folder / "speaker.gguf", context=4096)
    build_gguf(models_folder / "scorer.gguf", context=2048, ranks=True)
    return models_folder


def choose_model(session: Session, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_model = UserModel(folder=path, fingerprint=digest_of(path, cancel=CancelToken()))
    monkeypatch.setitem(session.models.__dict__, "user_models", {LLM: own_model})
    monkeypatch.setattr(session.models, "_language_model", None)


@pytest.fixture
def with_speaker(
    demo: CommandLine, warm_session: Session, gguf_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[CommandLine]:
    monkeypatch.setenv("PRIORCHECK_HOME", str(tmp_path / "home"))
    choose_model(warm_session, gguf_folder / "speaker.gguf", monkeypatch)
    yield demo
    if warm_session.models._language_model is not None:
        warm_session.models._language_model.close()


@needs_llama
@pytest.mark.parametrize("way", ["listwise", "pointwise"])
def test_match_gives_the_new_order_and_the_earlier_ranks(with_speaker: CommandLine, tmp_path: Path, way: str) -> None:
    queries, out = write_rows(tmp_path / "q.jsonl", *CLAIMS), tmp_path / "m.jsonl"
    completed = with_speaker.done("match", "--queries", queries, "--top", "3", "--rerank", way, "--rerank-depth", "6", "--out", out)
    assert "2 claims put in another order by Tiny Random" in completed.err
    rows = read_rows(out)
    assert [row["qid"] for row in rows] == ["mmr", "odd", "dna"] and not rows[1]["matches"]
    for row in (rows[0], rows[2]):
        assert [match["llm_rank"] for match in row["matches"]] == [1, 2, 3]
        assert all(1 <= match["rank"] <= 6 for match in row["matches"])
    if way == "listwise":  # outcomes and verdicts stay those of our own order
        plain = with_speaker.done("match", "--queries", queries, "--top", "6").rows
        for before, after in zip(plain, rows, strict=True):
            assert (before["outcome"], before["sentence_verdict"]) == (after["outcome"], after["sentence_verdict"])
            ranks = {match["id"]: position for position, match in enumerate(before["matches"], start=1)}
            assert all(match["rank"] == ranks[match["id"]] for match in after["matches"])
    record = json.loads((tmp_path / "m.jsonl.run.json").read_text())
    assert record["models"]["language_model"].startswith("Tiny Random:") and record["llm_way"] == way
    assert record["llm_temperature"] == "0" and record["llm_seed"] == "0" and int(record["llm_tokens_read"]) > 0


@needs_llama
def test_rank_keeps_its_order_and_notes_the_models(with_speaker: CommandLine, tmp_path: Path) -> None:
    document, out = tmp_path / "talk.txt", tmp_path / "r.jsonl"
    document.write_text("Good evening. The MMR vaccine causes autism in children. Vaccines change your DNA.", encoding="utf-8")
    plain = with_speaker.done("rank", document, "--json").rows
    with_speaker.done("rank", document, "--out", out, "--rerank", "listwise", "--rerank-depth", "8", "--rerank-sentences", "1")
    rows = read_rows(out)
    assert [row["text"] for row in rows] == [row["text"] for row in plain]
    for before, after in zip(plain, rows, strict=True):
        assert before["sentence_verdict"] == after["sentence_verdict"] and before["score"] == after["score"]
    noted = [row for row in rows if any("llm_rank" in match for match in row["matches"])]
    assert len(noted) == 1 and noted[0]["rank"] == min(row["rank"] for row in rows if row["outcome"] != "none")
    noted_ids = [match["id"] for match in noted[0]["matches"]]
    assert noted_ids[:3] == [match["id"] for match in plain[noted[0]["rank"] - 1]["matches"]][:3]
    assert any(match.get("llm_rank") == 1 for match in noted[0]["matches"])
    record = json.loads((tmp_path / "r.jsonl.run.json").read_text())
    assert record["parameters"]["llm_reranked"] == "1" and "language_model" in record["seconds"]


@needs_llama
def test_retrieval_is_measured_with_and_without_the_model(with_speaker: CommandLine, tmp_path: Path) -> None:
    queries = write_rows(tmp_path / "q.jsonl", CLAIMS[0], CLAIMS[2])
    gold = write_rows(tmp_path / "gold.jsonl", {"qid": "mmr", "vclaim_id": "demo-en-001"}, {"qid": "dna", "vclaim_id": "demo-en-003"})
    out = tmp_path / "e.json"
    completed = with_speaker.done("evaluate", "retrieval", "--queries", queries, "--qrels", gold, "--rerank", "pointwise", "--out", out)
    report = json.loads(out.read_text())
    assert "Put in another order by the language model (pointwise): mrr 1.000 →" in completed.out
    assert report["reranked"]["before"]["mrr"] == 1.0 and 0 < report["mrr"] <= 1.0 and report["reranked"]["claims"] == 2


@needs_llama
def test_a_way_that_the_model_is_not_made_for_is_refused_at_once(
    with_speaker: CommandLine, warm_session: Session, gguf_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queries = write_rows(tmp_path / "q.jsonl", CLAIMS[0])
    assert "pooling" in with_speaker("match", "--queries", queries, "--rerank", "pooling").refusal()
    choose_model(warm_session, gguf_folder / "scorer.gguf", monkeypatch)
    assert "scores documents" in with_speaker("match", "--queries", queries, "--rerank", "listwise").refusal()
    rows = with_speaker.done("match", "--queries", queries, "--top", "4", "--rerank", "pooling").rows
    assert [match["llm_rank"] for match in rows[0]["matches"]] == [1, 2, 3, 4]


def test_without_a_model_one_line_says_what_to_do(demo: CommandLine, tmp_path: Path) -> None:
    queries = write_rows(tmp_path / "q.jsonl", CLAIMS[0])
    refused = demo("match", "--queries", queries, "--rerank", "listwise").refusal()
    assert "needs a language model" in refused and "priorcheck models use llm FILE.gguf" in refused
    model_row = next(row for row in demo.done("models", "--json").rows if row["role"] == "llm")
    assert not model_row["active"] and "everything works without" in model_row["note"] and model_row["folder"] == ""


@pytest.mark.parametrize(
    "option", [("--rerank-depth", "0"), ("--rerank-temperature", "3"), ("--rerank-temperature", "warm"), ("--rerank-seed", "-1")]
)
def test_invalid_options_are_refused_in_one_line(demo: CommandLine, tmp_path: Path, option: tuple[str, str]) -> None:
    queries = write_rows(tmp_path / "q.jsonl", CLAIMS[0])
    assert option[0] in demo("match", "--queries", queries, "--rerank", "listwise", *option).refusal()


def project(path: Path, *, sentences: int, order: tuple[int, ...]) -> Path:
    """Write a project in which the first match of every sentence is confirmed, with this order by a language model."""
    texts = [f"The lake number {index} holds 400 fish." for index in range(sentences)]
    document = read_text("\n".join(texts), title="Lakes")
    manuscript = with_keys(document)
    entries = tuple(
        RankedSentence(
            rank=index + 1,
            sentence=sentence,
            score=0.9,
            probability=0.9,
            verdict=SentenceVerdict.FALSE,
            outcome=Outcome.MATCH,
            matches=tuple(make_match(identifier=f"fc-{number}") for number in range(3)),
        )
        for index, sentence in enumerate(document.sentences)
    )
    if order:
        entries = tuple(with_order(entry, order) for entry in entries)
    changes = tuple(MarkChange(Target(key, "fc-0"), UNMARKED, Mark(decision=Decision.CONFIRMED)) for key in manuscript.keys)
    created = create_project(path, manuscript)
    created.keep_act(1, ReviewOperation(label="Confirm", who="Ada", at="2026-01-01T00:00:00", changes=changes))
    created.keep_position(1)
    created.keep_ranking(RankedDocument(document=document, sentences=entries, run=RunRecord(program="p", created="c")))
    created.close()
    return path


def test_orders_are_compared_on_the_decisions_of_projects(demo: CommandLine, tmp_path: Path) -> None:
    paths = [project(tmp_path / f"{name}.priorcheck", sentences=8, order=(2, 1, 0)) for name in ("a", "b")]
    out = tmp_path / "orders.json"
    output = demo.done("evaluate", "orders", *paths, "--out", out).out
    assert "On your 16 decisions this model put the confirmed fact-check first 0 times, the order before it 16 times." in output
    assert "It makes the order worse." in output and "1.000 before, 0.333 with" in output
    assert json.loads(out.read_text())["decided"] == 16
    too_few = demo.done("evaluate", "orders", paths[0]).out
    assert too_few.startswith("Only 8 sentences")
    without_order = demo.done("evaluate", "orders", project(tmp_path / "c.priorcheck", sentences=12, order=())).out
    assert without_order.startswith("Only 0 sentences") and "--rerank" in without_order
    assert "There is no file" in demo("evaluate", "orders", tmp_path / "gone.priorcheck").refusal()


@needs_llama
def test_decided_sentences_are_put_in_order_now(with_speaker: CommandLine, tmp_path: Path) -> None:
    path = project(tmp_path / "a.priorcheck", sentences=10, order=())
    completed = with_speaker.done("evaluate", "orders", path, "--rerank", "pointwise")
    assert "10 sentences put in another order by Tiny Random" in completed.err and "On your 10 decisions this model put" in completed.out


@needs_llama
def test_a_model_file_is_added_listed_verified_and_removed(
    demo: CommandLine, gguf_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PRIORCHECK_HOME", str(tmp_path / "home"))
    cli = CommandLine(Session(device="cpu", threads=1), capsys, demo.library)
    completed = cli.done("models", "use", "llm", gguf_folder / "speaker.gguf")
    assert "Tiny Random is the language model from now on" in completed.err
    restarted_cli = CommandLine(Session(device="cpu", threads=1), capsys, demo.library)
    model_row = next(row for row in restarted_cli.done("models", "--json").rows if row["role"] == "llm")
    assert model_row["active"] and model_row["name"] == "Tiny Random" and "chat template" in model_row["note"]
    checks = {row["name"]: row for row in restarted_cli.done("models", "verify", "--json").rows}
    assert checks["own model llm"]["ok"] and "Tiny Random" in checks["own model llm"]["detail"]
    refused = restarted_cli("models", "use", "llm", gguf_folder / "scorer.gguf").refusal()
    assert "75% needed" in refused and str(gguf_folder / "speaker.gguf") in load_settings().llm_model
    given_back = restarted_cli.done("models", "use", "llm", "default")
    assert "everything else works without one" in given_back.err and not load_settings().llm_model


@needs_llama
@pytest.mark.usefixtures("own_demo")
def test_verify_with_a_random_model_equals_verify_without_one(with_speaker: CommandLine, tmp_path: Path) -> None:
    """All output of the random model is dropped and reported, so claim, questions and justification equal those without it."""
    evidence = {
        "id": "e1",
        "text": "The town says that the bridge was never sold.",
        "url": "https://a.example/1",
        "published": "2020-01-01",
    }
    with_speaker.done("library", "import", "--kind", "evidence", write_rows(tmp_path / "evidence.jsonl", evidence))
    claim = ("verify", "The town sold the bridge.", "--date", "2020-05-10")
    with_speaker.done(*claim, "--out", tmp_path / "plain.json")
    options = ("--normalise", "--llm-questions", "--llm-justification", "--context", "About the town.")
    completed = with_speaker.done(*claim, *options, "--out", tmp_path / "asked.json")
    assert "Tiny Random" in completed.err and "tokens said" in completed.err and "was not used" in completed.err
    plain, assisted = (json.loads((tmp_path / name).read_text())[0] for name in ("plain.json", "asked.json"))
    assert (assisted["claim"], assisted["questions"], assisted["justification"]) == (
        plain["claim"],
        plain["questions"],
        plain["justification"],
    )
    record = json.loads((tmp_path / "asked.json.run.json").read_text())
    assert "1 asked" in json.dumps(record) and "assist_seed" in json.dumps(record)


def test_verify_says_when_there_is_no_model(demo: CommandLine) -> None:
    refused = demo("verify", "The town sold the bridge.", "--normalise")
    assert refused.code == 2 and "needs a language model" in refused.err


@needs_llama
def test_match_with_a_random_model_equals_match_without_one(with_speaker: CommandLine, tmp_path: Path) -> None:
    queries, out = write_rows(tmp_path / "q.jsonl", *CLAIMS), tmp_path / "m.jsonl"
    plain = with_speaker.done("match", "--queries", queries, "--top", "2").rows
    completed = with_speaker.done(
        "match", "--queries", queries, "--top", "2", "--llm-why", "--llm-translate", "es", "--llm-wordings", "--out", out
    )
    assert "tokens said" in completed.err and read_rows(out) == plain
    record = json.loads((tmp_path / "m.jsonl.run.json").read_text())
    assert (
        record["assist_wordings"]
        and record["assist_settling"]
        and record["assist_translation"]
        and record["models"]["language_model"].startswith("Tiny Random:")
    )
    refused = with_speaker("match", "--queries", queries, "--llm-why", "--out", tmp_path / "m.csv")
    assert refused.code == 2 and "JSON Lines" in refused.err
    refused = with_speaker("match", "--queries", queries, "--llm-wordings", "--no-variants")
    assert refused.code == 2 and "--no-variants" in refused.err


@needs_llama
def test_narratives_with_a_random_model_keep_their_names(with_speaker: CommandLine) -> None:
    plain = with_speaker.done("narratives", "--json").rows
    completed = with_speaker.done("narratives", "--json", "--llm-titles", "1")
    assert completed.rows == plain and "tokens said" in completed.err


@needs_llama
@pytest.mark.usefixtures("own_demo")
def test_ask_with_a_random_model_equals_ask_without_one(with_speaker: CommandLine, tmp_path: Path) -> None:
    posts = [{"id": f"p{number}", "text": f"Floods in Marrow are caused by {cause}."} for number, cause in enumerate(("rain", "dams"))]
    with_speaker.done("library", "import", "--kind", "posts", write_rows(tmp_path / "posts.jsonl", *posts))
    command = ("ask", "What causes floods in Marrow?", "--out")
    with_speaker.done(*command, tmp_path / "plain.json")
    completed = with_speaker.done(*command, tmp_path / "asked.json", "--llm-answers", "2")
    assert "Tiny Random" in completed.err and "tokens said" in completed.err and "not used" in completed.err
    plain, assisted = (json.loads((tmp_path / name).read_text()) for name in ("plain.json", "asked.json"))
    assert assisted["answers"] == plain["answers"]
    record = json.loads((tmp_path / "asked.json.run.json").read_text())
    assert record["models"]["language_model"].startswith("Tiny Random:") and record["parameters"]["llm_read"] == "2"
    assert record["parameters"]["assist_answers"].startswith("1 asked")
    yes_no = with_speaker.done("ask", "Does rain cause floods in Marrow?", "--llm-answers", "2")
    assert "was not asked" in yes_no.err and "0 tokens said" in yes_no.err


def test_ask_says_when_there_is_no_model(demo: CommandLine) -> None:
    refused = demo("ask", "What causes floods?", "--llm-answers", "5")
    assert refused.code == 2 and "needs a language model" in refused.err
