"""`priorcheck checkworthy`: one row for each sentence or query, in input order, without a library."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.fakes.command_line import DEMO, CommandLine, read_rows, write_rows

SENTENCE_KEYS = {"index", "line", "speaker", "start", "end", "time", "text", "checkworthiness", "abstain"}
CLAIM = "Unemployment in the region fell from 9 percent to 5 percent in 2015."
BAD = ('{"qid": "bad", "text": 4}', "no json", '{"qid": "none"}', '{"qid": "empty", "text": " "}')


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    path = tmp_path / "talk.txt"
    path.write_text(f"Good evening.\n{CLAIM}\nThank you all for coming.\n", encoding="utf-8")
    return path


def test_a_row_for_each_sentence_in_the_documents_order(cli: CommandLine, tmp_path: Path) -> None:
    out = tmp_path / "c.jsonl"
    completed = cli.done("checkworthy", DEMO / "debate.vtt", "--out", out)
    rows = read_rows(out)
    assert completed.out == "" and not cli.library.exists()
    assert [row["index"] for row in rows] == list(range(len(rows))) and len(rows) > 50
    assert all(set(row) == SENTENCE_KEYS and 0 <= row["checkworthiness"] <= 1 and row["abstain"] is False for row in rows)
    assert all(row["speaker"] and row["time"] >= 0 and row["end"] - row["start"] == len(row["text"]) for row in rows)
    share = sum(row["checkworthiness"] >= 0.5 for row in rows) / len(rows)
    assert 0.1 < share < 0.9
    run = json.loads((tmp_path / "c.jsonl.run.json").read_text(encoding="utf-8"))
    assert run["models"]["checkworthiness"] and (run["sentences"], run["language"]) == (len(rows), "en")


def test_a_claim_is_worth_a_check_and_a_greeting_is_not(cli: CommandLine, talk: Path) -> None:
    rows = cli.done("checkworthy", talk).rows
    assert [row["checkworthiness"] >= 0.5 for row in rows] == [False, True, False]


def test_a_transcript_table_keeps_its_lines(cli: CommandLine, tmp_path: Path) -> None:
    table = tmp_path / "t.tsv"
    table.write_text(f"line\tspeaker\tsentence\n7\tANNA\tThank you.\n9\tBO\t{CLAIM} {CLAIM}\n", encoding="utf-8")
    rows = cli.done("checkworthy", table).rows
    assert [(row["line"], row["speaker"]) for row in rows] == [(7, "ANNA"), (9, "BO")]


def test_queries_keep_their_order_and_bad_rows_stay_in_line(cli: CommandLine, tmp_path: Path) -> None:
    queries = write_rows(tmp_path / "q.jsonl", {"qid": "a", "text": CLAIM}, *BAD, {"qid": 7, "text": "Thank you."})
    out = tmp_path / "o.jsonl"
    completed = cli.done("checkworthy", "--queries", queries, "--out", out)
    rows = read_rows(out)
    assert [row["qid"] for row in rows] == ["a", "bad", 3, "none", "empty", 7]
    assert [bool(row.get("refused")) for row in rows] == [row["abstain"] for row in rows] == [False, True, True, True, True, False]
    assert all(set(row) - {"refused"} == {"qid", "text", "checkworthiness", "abstain"} for row in rows)
    assert rows[0]["text"] == CLAIM and rows[0]["checkworthiness"] >= 0.5 > rows[5]["checkworthiness"]
    assert completed.err.count("refused /") == 4
    run = json.loads((tmp_path / "o.jsonl.run.json").read_text(encoding="utf-8"))
    assert (run["queries"], run["refused"]) == (2, 4)
    assert cli.done("checkworthy", "--queries", queries).rows == rows


def test_a_score_does_not_depend_on_the_other_rows(cli: CommandLine, tmp_path: Path) -> None:
    texts = [CLAIM, "Thank you.", "The bridge was built in 1931 and cost 40 million.", "x " * 900]
    queries = [{"qid": index, "text": text} for index, text in enumerate(texts)]
    all_rows = cli.done("checkworthy", "--queries", write_rows(tmp_path / "all.jsonl", *queries)).rows
    for query, row in zip(reversed(queries), reversed(all_rows), strict=True):
        (single_row,) = cli.done("checkworthy", "--queries", write_rows(tmp_path / "one.jsonl", query)).rows
        assert single_row["checkworthiness"] == pytest.approx(row["checkworthiness"], abs=2e-6)


def test_odd_texts(cli: CommandLine, tmp_path: Path) -> None:
    texts = ["word " * 10_000, "x" * 200_000, "nul\0 inside", "👩‍🚀" * 50, "...", "ᚠᚢᚦᚨᚱᚲ ᛫ ᚷᚹᚺᚾᛁ", "42"]
    rows = [json.dumps({"qid": index, "text": text}) for index, text in enumerate(texts)]
    scored_rows = cli.done(
        "checkworthy", "--queries", write_rows(tmp_path / "q.jsonl", *rows, '{"qid": 7, "text": "half \\ud83d pair"}')
    ).rows
    assert [row["qid"] for row in scored_rows] == list(range(8)) and all(0 <= row["checkworthiness"] <= 1 for row in scored_rows)
    assert scored_rows[3]["checkworthiness"] == scored_rows[4]["checkworthiness"] == 0


def test_it_abstains_in_a_language_it_cannot_read(cli: CommandLine, tmp_path: Path) -> None:
    spanish = "El desempleo en la región bajó del 9 por ciento al 5 por ciento en el año 2015."
    rows = cli.done("checkworthy", "--queries", write_rows(tmp_path / "q.jsonl", {"text": CLAIM}, {"text": spanish})).rows
    assert [row["abstain"] for row in rows] == [False, True]
    document = tmp_path / "es.txt"
    document.write_text(f"Buenas noches a todos.\n{spanish}\nMuchas gracias por su atención.\n", encoding="utf-8")
    assert {row["abstain"] for row in cli.done("checkworthy", document).rows} == {True}


def test_packed_in_and_out_and_nothing_in(cli: CommandLine, tmp_path: Path) -> None:
    queries = tmp_path / "q.jsonl.gz"
    queries.write_bytes(gzip.compress(json.dumps({"qid": "a", "text": CLAIM}).encode()))
    cli.done("checkworthy", "--queries", queries, "--out", tmp_path / "o.jsonl.gz")
    assert json.loads(gzip.decompress((tmp_path / "o.jsonl.gz").read_bytes()))["qid"] == "a"
    assert cli.done("checkworthy", "--queries", write_rows(tmp_path / "none.jsonl")).out == ""


@pytest.mark.parametrize("case", ["nothing", "both", "missing", "input-as-output"])
def test_errors_are_one_line(cli: CommandLine, talk: Path, case: str) -> None:
    before = talk.read_bytes()
    arguments = {
        "nothing": [],
        "both": [talk, "--queries", talk],
        "missing": [talk.with_name("missing.txt")],
        "input-as-output": [talk, "--out", talk],
    }
    assert cli("checkworthy", *arguments[case]).refusal()
    assert talk.read_bytes() == before
