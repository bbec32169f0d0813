"""`priorcheck rank`: the documented rows in every format, the run record, dates, publishers, transcript tables."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pymupdf
import pytest

from app.domain.speech import SpeechAct
from app.domain.verdict import VerdictReason
from tests.fakes.command_line import DEMO, CommandLine, ended, program, read_rows, write_rows

SENTENCE_KEYS = {
    "rank",
    "index",
    "line",
    "speaker",
    "start",
    "end",
    "time",
    "text",
    "score",
    "probability",
    "sentence_verdict",
    "outcome",
    "matches",
}
MATCH_KEYS = {
    "id", "same_as", "claim", "url", "publisher", "rating", "verdict", "published", "claimed", "language", "score", "parts",
    "stance", "stance_probabilities",
}  # fmt: skip
MORE_SENTENCE_KEYS = {
    "page", "reasons", "verdict_probability", "verdict_reason", "verdict_source", "verdict_against", "speech_act", "checkworthiness",
}  # fmt: skip
MORE_MATCH_KEYS = {"probability", "found_with", "title", "claimant", "note", "excerpt", "reasons", "differences", "differs"}
PARTS = {"bm25_claim", "bm25_title", "bm25_body", "dense_claim", "dense_title", "fused", "prefilter", "pair", "quoted"}
MODELS = {
    "encoder", "prefilter", "pair_scorer", "stance", "claim_reader", "checkworthiness", "preliminary_ranker", "ranker", "query_ranker",
}  # fmt: skip
DEBATE = DEMO / "debate.vtt"
TALK = "Good evening.\nThe earth is flat, he says.\nI had soup.\nVaccines cause autism in children.\nThank you all.\n"


SETTLED = "A quarter of the world's carbon dioxide comes from aeroplanes."


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    path = tmp_path / "talk.txt"
    path.write_text(TALK, encoding="utf-8")
    return path


def rank_rows(command: CommandLine, document: Path, *options: str | Path, library: Path | None = None) -> list[dict[str, Any]]:
    return command.done("rank", document, "--json", *options, library=library).rows


def test_rows_have_the_documented_keys(demo: CommandLine, tmp_path: Path) -> None:
    out = tmp_path / "r.jsonl"
    assert demo.done("rank", DEBATE, "--out", out).out == ""
    rows = read_rows(out)
    assert all(set(row) == SENTENCE_KEYS | MORE_SENTENCE_KEYS for row in rows)
    matches = [match for row in rows for match in row["matches"]]
    assert matches and all(set(match) - {"follows"} == MATCH_KEYS | MORE_MATCH_KEYS for match in matches)
    assert {frozenset(match["parts"]) for match in matches} == {frozenset(PARTS), frozenset(PARTS - {"pair", "quoted"})}
    judged = [match for match in matches if match["stance_probabilities"] is not None]
    assert judged and all(set(match["stance_probabilities"]) == {"support", "refute", "neutral"} for match in judged)
    assert all(sum(match["stance_probabilities"].values()) == pytest.approx(1, abs=1e-5) for match in judged)
    assert all((match["stance"] is None) == (match["stance_probabilities"] is None) for match in matches)
    assert all((match["probability"] is None) == ("pair" not in match["parts"]) for match in matches)
    assert all(match["probability"] is None or 0 <= match["probability"] <= 1 for match in matches)
    assert {row["sentence_verdict"] for row in rows} <= {"true", "false", "unknown"}
    assert {row["outcome"] for row in rows} <= {"match", "ambiguous", "none"}
    assert {match["stance"] for match in judged} <= {"agree", "disagree", "unrelated"}
    assert {row["speech_act"] for row in rows} <= {None, *SpeechAct} and {row["verdict_reason"] for row in rows} <= set(VerdictReason)
    assert all(0 <= row["probability"] <= 1 and len(row["matches"]) == 5 for row in rows)


def test_rows_are_a_total_order_of_all_sentences(demo: CommandLine) -> None:
    rows = rank_rows(demo, DEBATE)
    assert [row["rank"] for row in rows] == list(range(1, len(rows) + 1))
    assert sorted(row["index"] for row in rows) == list(range(len(rows)))
    keys = [(-row["score"], row["index"]) for row in rows]
    assert keys == sorted(keys)
    assert all(isinstance(row["time"], float) and row["speaker"] for row in rows)


def test_a_verdict_always_has_its_source_among_the_matches(demo: CommandLine) -> None:
    for row in rank_rows(demo, DEBATE):
        agreeing = {match["verdict"] for match in row["matches"] if match["stance"] == "agree"}
        if row["sentence_verdict"] == "true":
            assert agreeing & {"TRUE", "MOSTLY_TRUE"}
        elif row["sentence_verdict"] == "false":
            assert agreeing & {"FALSE", "MOSTLY_FALSE", "MISLEADING"}


def test_twice_gives_the_same_bytes(demo: CommandLine, tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        demo.done("rank", DEBATE, "--out", tmp_path / name)
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_the_run_record_is_written_next_to_the_rows(demo: CommandLine, talk: Path, tmp_path: Path) -> None:
    demo.done("rank", talk, "--out", tmp_path / "r.jsonl", "--as-of", "2020-01-01", "--top", "3")
    run = json.loads((tmp_path / "r.jsonl.run.json").read_text(encoding="utf-8"))
    assert set(run["models"]) == MODELS and all(":" in key for key in run["models"].values())
    assert (
        run["as_of"] == "2020-01-01"
        and run["parameters"]["top"] == "3"
        and 0 < float(run["parameters"]["near_probability"]) < 1
        and run["generation"]
    )
    assert run["factchecks"] == 199 > run["searched"] > 0 and run["index_kind"] == "exact"


def test_csv_for_spreadsheets(demo: CommandLine, tmp_path: Path) -> None:
    document = tmp_path / "talk.tsv"
    document.write_text("line\tspeaker\tsentence\n1\t=cmd()\t=Vaccines cause autism.\n2\tB\tHello.\n", encoding="utf-8")
    demo.done("rank", document, "--out", tmp_path / "r.csv")
    content = (tmp_path / "r.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert len(rows) == 2 and rows[0]["text"] == "'=Vaccines cause autism." and rows[0]["speaker"] == "'=cmd()"
    assert rows[0]["match1_id"] and rows[0]["match3_publisher"] == "Priorcheck demo desk"


def test_reports_for_reading(demo: CommandLine, talk: Path, tmp_path: Path) -> None:
    demo.done("rank", talk, "--out", tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "Vaccines cause autism in children." in page and "<script" not in page and "Priorcheck demo desk" in page
    demo.done("rank", talk, "--out", tmp_path / "r.docx")
    with zipfile.ZipFile(tmp_path / "r.docx") as archive:
        assert "Vaccines cause autism in children." in archive.read("word/document.xml").decode()
    demo.done("rank", talk, "--out", tmp_path / "r.pdf")
    with pymupdf.open(tmp_path / "r.pdf") as read:
        assert "Vaccines cause autism in children." in "".join(page.get_text() for page in read)
    for name in ("r.html", "r.docx", "r.pdf"):
        assert (tmp_path / f"{name}.run.json").exists()


def test_a_workbook_of_a_ranking(demo: CommandLine, talk: Path, tmp_path: Path) -> None:
    demo.done("rank", talk, "--out", tmp_path / "r.xlsx")
    book = openpyxl.load_workbook(tmp_path / "r.xlsx", read_only=True)
    assert book.sheetnames == ["Sentences", "Matches", "Decisions", "Methods"]
    assert "Vaccines cause autism in children." in [row[6] for row in book["Sentences"].iter_rows(values_only=True)]
    book.close()


def test_a_claimreview_needs_a_review_and_is_refused_before_the_work(demo: CommandLine, talk: Path, tmp_path: Path) -> None:
    completed = demo("rank", talk, "--out", tmp_path / "r.jsonld")
    assert completed.code == 2 and ".jsonld”" in completed.err and ".pdf" in completed.err and ", .jsonld" not in completed.err


def test_packed_in_and_out(demo: CommandLine, talk: Path, tmp_path: Path) -> None:
    packed = tmp_path / "talk.txt.gz"
    packed.write_bytes(gzip.compress(talk.read_bytes()))
    demo.done("rank", packed, "--out", tmp_path / "r.jsonl.gz")
    demo.done("rank", talk, "--out", tmp_path / "r.jsonl")
    assert gzip.decompress((tmp_path / "r.jsonl.gz").read_bytes()) == (tmp_path / "r.jsonl").read_bytes()
    assert (tmp_path / "r.jsonl.gz.run.json").exists()


def test_a_row_of_a_transcript_table_is_one_sentence(demo: CommandLine, tmp_path: Path) -> None:
    texts = [
        "One. Two. Three?",
        "cut in the",
        "middle of a thought",
        "Vaccines cause autism.",
        "Vaccines cause autism.",
        "Mr. Ode, 3.5 percent.",
    ]
    document = tmp_path / "talk.tsv"
    body = "".join(f"{number * 10}\tSpeaker {number % 2}\t{text}\n" for number, text in enumerate(texts, start=1))
    document.write_text(f"line\tspeaker\tsentence\n{body}", encoding="utf-8")
    rows = sorted(rank_rows(demo, document), key=lambda row: row["index"])
    assert [row["text"] for row in rows] == texts
    assert [row["line"] for row in rows] == [10, 20, 30, 40, 50, 60] and all(type(row["line"]) is int for row in rows)
    assert [row["speaker"] for row in rows] == [f"Speaker {number % 2}" for number in range(1, 7)]
    same = [row for row in rows if row["text"] == "Vaccines cause autism."]
    assert [row["matches"][0]["id"] for row in same] == [same[0]["matches"][0]["id"]] * 2


def test_as_of_uses_only_earlier_fact_checks(demo: CommandLine, tmp_path: Path) -> None:
    """Compare with a library that never held the later and the undated fact-checks. Vectors, cosines and stance are equal. BM25
    weighs words by their frequency in the whole library, so its scores, the order of distant fact-checks and the ranker's score
    differ a little. Measured on the demo debate, the best fact-check is the same for 229 of 244 sentences, and for all sentences
    that a fact-check is about."""
    day = "2019-01-01"
    demo.done("library", "export", "--out", tmp_path / "all.jsonl")
    every = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()]
    undated = [item | {"published": None, "id": f"undated-{index}"} for index, item in enumerate(every[:20])]
    both, early = tmp_path / "both", tmp_path / "early"
    demo.done("library", "import", write_rows(tmp_path / "both.jsonl", *every, *undated), library=both)
    published_before = [item for item in every if item["published"] < day]
    demo.done("library", "import", write_rows(tmp_path / "early.jsonl", *published_before), library=early)
    then, never = rank_rows(demo, DEBATE, "--as-of", day, library=both), rank_rows(demo, DEBATE, library=early)
    ids = {item["id"] for item in published_before}
    assert 20 < len(ids) < 150 and {match["id"] for row in then for match in row["matches"]} <= ids
    other = {row["index"]: row for row in never}
    pairs = [(row, other[row["index"]]) for row in then]
    first = [early_row["matches"][0]["id"] == full_row["matches"][0]["id"] for early_row, full_row in pairs]
    print(f"as of {day}: best fact-check the same for {sum(first)} of {len(first)} sentences")
    assert sum(first) / len(first) > 0.9
    assert all(
        early_row["matches"][0]["id"] == full_row["matches"][0]["id"] for early_row, full_row in pairs if full_row["outcome"] == "match"
    )
    assert sum(early_row["sentence_verdict"] != full_row["sentence_verdict"] for early_row, full_row in pairs) <= 1
    for early_row, full_row in pairs:
        matches_by_id = {match["id"]: match for match in full_row["matches"]}
        for match in early_row["matches"]:
            if match["id"] in matches_by_id:
                assert match["parts"]["dense_claim"] == pytest.approx(matches_by_id[match["id"]]["parts"]["dense_claim"], abs=1e-5)
                assert match["stance_probabilities"] == pytest.approx(matches_by_id[match["id"]]["stance_probabilities"], abs=1e-4)


def test_as_of_means_before_that_day(demo: CommandLine, talk: Path) -> None:
    (factcheck,) = demo.done("library", "show", "demo-en-001", "--json").rows

    def held(day: str) -> bool:
        return any(match["id"] == "demo-en-001" for row in rank_rows(demo, talk, "--as-of", day, "--top", "50") for match in row["matches"])

    assert factcheck["published"] == "2019-03-20" and held("2019-03-21") and not held("2019-03-20")
    assert all(row["matches"] == [] and row["outcome"] == "none" for row in rank_rows(demo, talk, "--as-of", "1990-01-01"))


def requested_matches(row: dict[str, Any]) -> list[dict[str, Any]]:
    return [match for match in row["matches"] if not match.get("follows")]


def test_the_settling_fact_check_is_added_after_a_nearer_one(demo: CommandLine, tmp_path: Path) -> None:
    claim = "Seven rivers cross Velden county."
    nearest = {"id": "near", "claim": claim, "publisher": "A desk"}
    deciding = {"id": "deciding", "claim": "Velden county is crossed by seven rivers", "publisher": "B desk", "rating": "False"}
    library, document = tmp_path / "rivers", tmp_path / "talk.txt"
    demo.done("library", "import", write_rows(tmp_path / "rivers.jsonl", nearest, deciding), library=library)
    document.write_text(f"{claim} Good evening.", encoding="utf-8")
    top_one, five = (rank_rows(demo, document, "--top", top, library=library)[0] for top in ("1", "5"))
    assert (top_one["sentence_verdict"], top_one["verdict_source"], five["verdict_source"]) == ("false", "deciding", "deciding")
    assert [match["id"] for match in five["matches"]] == ["near", "deciding"] and not any(match.get("follows") for match in five["matches"])
    assert [match["id"] for match in top_one["matches"]] == ["near", "deciding"] and top_one["matches"][1]["follows"]
    assert top_one["matches"][0] == five["matches"][0]
    completed = demo.done("rank", document, "--top", "1", library=library).out
    assert completed.index(claim) < completed.index("rests on another fact-check") < completed.rindex("B desk")


@pytest.mark.parametrize("top", [1, 7, 60, 199, 5000])
def test_rank_gives_the_requested_number_of_matches_in_the_same_order(demo: CommandLine, talk: Path, top: int) -> None:
    usual, other = rank_rows(demo, talk), rank_rows(demo, talk, "--top", str(top))
    assert all(len(requested_matches(row)) == min(top, 199) for row in other)
    assert all(row["verdict_source"] in {match["id"] for match in row["matches"]} for row in other if row["sentence_verdict"] != "unknown")
    assert all(len({match["id"] for match in row["matches"]}) == len(row["matches"]) for row in other)
    if top <= 50:
        assert [(row["index"], row["score"]) for row in usual] == [(row["index"], row["score"]) for row in other]
    assert usual[0]["index"] == other[0]["index"]
    assert usual[0]["matches"][0]["id"] == other[0]["matches"][0]["id"]


def test_without_out_the_top_in_words(demo: CommandLine, talk: Path) -> None:
    talk.write_text(f"{TALK}{SETTLED}\n", encoding="utf-8")
    completed = demo.done("rank", talk, "--show", "2")
    assert completed.out.count("% verifiable]") == 2 and "✗ Priorcheck demo desk: False" in completed.out and SETTLED in completed.out


def test_text_of_others_does_not_steer_the_terminal(demo: CommandLine, tmp_path: Path) -> None:
    library = tmp_path / "odd"
    odd = {"id": "o", "claim": "Bells \x1b[31m ring\u202e backwards.", "publisher": "\x9bDesk", "rating": "False\x07"}
    demo.done("library", "import", write_rows(tmp_path / "odd.jsonl", odd), library=library)
    document = tmp_path / "talk.txt"
    document.write_text("Bells ring backwards \x1b]0;x\x07 again. नमस्ते\u200d 👩\u200d🚀", encoding="utf-8")
    output = demo.done("rank", document, library=library).out + demo.done("library", "show", "o", library=library).out
    assert not set("\x1b\x07\x9b\u202e") & set(output) and "👩\u200d🚀" in output


def test_replacing_an_output_keeps_nothing_of_the_old(demo: CommandLine, talk: Path, tmp_path: Path) -> None:
    out = tmp_path / "r.jsonl"
    out.write_text("old\n" * 100_000)
    demo.done("rank", talk, "--out", out)
    assert len(read_rows(out)) == 5 and sorted(path.name for path in tmp_path.glob("*r.jsonl*")) == ["r.jsonl", "r.jsonl.run.json"]


def test_as_a_real_program_with_another_encoding_of_the_system(demo: CommandLine, talk: Path) -> None:
    talk.write_text(f"{TALK}{SETTLED}\n", encoding="utf-8")
    completed = ended(
        program("rank", talk, "--quiet", "--library", demo.library, env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    )
    assert completed.code == 0 and "✗ Priorcheck demo desk: False" in completed.out and completed.err == ""
