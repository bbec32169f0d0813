"""`priorcheck match` and `priorcheck stance`: one row for each input row, in input order."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.fakes.command_line import CommandLine, read_rows, write_rows

BAD = ('{"qid": "bad", "text": 4}', "no json", b'{"qid": "\xff"}', '{"qid": "none"}', '{"qid": "empty", "text": " "}')


@pytest.mark.parametrize("top", [1, 10, 20, 100, 199, 1000])
def test_match_always_gives_the_requested_number_of_candidates(demo: CommandLine, tmp_path: Path, top: int) -> None:
    texts = [
        "The MMR vaccine causes autism in children.",
        "zxqv grmbl fnord",
        "?",
        "a",
        "🙂🙂",
        "नमस्ते दुनिया",
        "The earth is flat and the moon is cheese.",
    ]
    queries = write_rows(tmp_path / "q.jsonl", *[{"qid": index, "text": text} for index, text in enumerate(texts)])
    rows = demo.done("match", "--queries", queries, "--top", str(top)).rows
    assert [row["qid"] for row in rows] == list(range(len(texts)))
    for row in rows:
        ids = [match["id"] for match in row["matches"]]
        assert len(ids) == len(set(ids)) == min(top, 199)
        scores = [match["score"] for match in row["matches"]]
        assert scores == sorted(scores, reverse=True)
    assert rows[0]["outcome"] == "match" and rows[1]["outcome"] == "none"


def test_a_single_fact_check_does_not_match_everything(demo: CommandLine, tmp_path: Path) -> None:
    library = tmp_path / "one"
    single_row = {"id": "a", "claim": "The mayor of Ostrel sold the lake.", "publisher": "P", "rating": "False"}
    demo.done("library", "import", write_rows(tmp_path / "one.jsonl", single_row), library=library)
    texts = ("zxqv grmbl fnord", "Bananas are blue in winter.", "The mayor sold Ostrel lake.")
    queries = write_rows(tmp_path / "q.jsonl", *[{"qid": index, "text": text} for index, text in enumerate(texts)])
    rows = demo.done("match", "--queries", queries, library=library).rows
    assert [row["outcome"] for row in rows] == ["none", "none", "match"]


def test_many_duplicates_do_not_crowd_out_the_others(demo: CommandLine, tmp_path: Path) -> None:
    twins = [
        {"id": f"twin-{number:03}", "claim": "Snails elect a mayor.", "publisher": "Snail Desk", "url": "https://snail.example/1"}
        for number in range(120)
    ]
    other_rows = [
        {"id": f"other-{number}", "claim": f"Slugs number {number} in the park.", "publisher": "Snail Desk"} for number in range(12)
    ]
    library = tmp_path / "twins"
    demo.done("library", "import", write_rows(tmp_path / "t.jsonl", *twins, *other_rows), library=library)
    queries = write_rows(tmp_path / "q.jsonl", {"qid": "a", "text": "Snails elect a mayor."}, {"qid": "b", "text": "Slugs in the park."})
    for top in (5, 13, 30):
        rows = demo.done("match", "--queries", queries, "--top", str(top), library=library).rows
        assert [len(row["matches"]) for row in rows] == [min(top, 13)] * 2
    assert len(rows[0]["matches"][0]["same_as"]) == 119


def test_a_match_does_not_depend_on_the_other_rows(demo: CommandLine, tmp_path: Path) -> None:
    queries = [
        {"qid": f"q{index}", "text": text} for index, text in enumerate(["The earth is flat.", "Bananas glow.", "Vaccines cause autism."])
    ]
    all_rows = demo.done("match", "--queries", write_rows(tmp_path / "all.jsonl", *queries)).rows
    for query, row in zip(queries, all_rows, strict=True):
        (single_row,) = demo.done("match", "--queries", write_rows(tmp_path / "one.jsonl", query)).rows
        for expected, actual in zip(single_row["matches"], row["matches"], strict=True):
            # A matrix product's last bit depends on the number of its rows.
            assert expected.pop("stance_probabilities") == pytest.approx(actual.pop("stance_probabilities"), abs=2e-6)
        assert single_row == row


def test_bad_rows_stay_in_line_and_keep_their_qid(demo: CommandLine, tmp_path: Path) -> None:
    queries = write_rows(tmp_path / "q.jsonl", {"qid": "a", "text": "The earth is flat."}, *BAD, {"qid": "z", "text": "Bananas glow."})
    out = tmp_path / "out.jsonl"
    completed = demo.done("match", "--queries", queries, "--out", out, "--top", "3")
    rows = read_rows(out)
    assert [row["qid"] for row in rows] == ["a", "bad", 3, 4, "none", "empty", "z"]
    assert [len(row["matches"]) for row in rows] == [3, 0, 0, 0, 0, 0, 3] and [bool(row.get("refused")) for row in rows].count(True) == 5
    assert len(completed.err.splitlines()) == 6 and completed.err.count("refused ") == 5 and completed.out == ""
    run = json.loads((tmp_path / "out.jsonl.run.json").read_text(encoding="utf-8"))
    assert (run["queries"], run["refused"], run["top"], run["factchecks"]) == (2, 5, 3, 199) and run["models"] and run["generation"]


def test_odd_texts(demo: CommandLine, tmp_path: Path) -> None:
    texts = ["word " * 10_000, "x" * 200_000, "nul\0 inside", "👩‍🚀" * 50, "\u202eturned", "' OR 1=1 --", '"AND (NOT', "*" * 500]
    rows = [json.dumps({"qid": index, "text": text}) for index, text in enumerate(texts)]
    queries = write_rows(tmp_path / "q.jsonl", *rows, '{"qid": 8, "text": "half \\ud83d pair"}')
    matched_rows = demo.done("match", "--queries", queries, "--top", "2").rows
    assert [row["qid"] for row in matched_rows] == list(range(9)) and all(len(row["matches"]) == 2 for row in matched_rows)


def test_no_rows_no_output_rows(demo: CommandLine, tmp_path: Path) -> None:
    assert demo.done("match", "--queries", write_rows(tmp_path / "q.jsonl")).out == ""
    only_bad = demo.done("match", "--queries", write_rows(tmp_path / "q.jsonl", "{")).rows
    assert [row["matches"] for row in only_bad] == [[]]


def test_packed_in_and_out(demo: CommandLine, tmp_path: Path) -> None:
    queries = tmp_path / "q.jsonl.gz"
    queries.write_bytes(gzip.compress(b'{"qid": "a", "text": "The earth is flat."}\n'))
    demo.done("match", "--queries", queries, "--out", tmp_path / "o.jsonl.gz")
    assert json.loads(gzip.decompress((tmp_path / "o.jsonl.gz").read_bytes()))["qid"] == "a"


def test_as_of_and_publishers(demo: CommandLine, tmp_path: Path) -> None:
    queries = write_rows(tmp_path / "q.jsonl", {"text": "Vaccines cause autism."})
    (row,) = demo.done("match", "--queries", queries, "--as-of", "2016-01-01", "--top", "100").rows
    assert row["matches"] and all(match["published"] < "2016-01-01" for match in row["matches"])
    (none,) = demo.done("match", "--queries", queries, "--not-publisher", "PRIORCHECK demo desk").rows
    assert none["matches"] == [] and none["outcome"] == "none"


def test_stance_in_order_and_without_a_library(cli: CommandLine, tmp_path: Path) -> None:
    claim = "The bridge of Ostrel was closed in 1999."
    pairs = [
        {"premise": claim, "hypothesis": claim},
        "no json",
        {"premise": claim, "hypothesis": "The bridge of Ostrel was never closed."},
        {"premise": "", "hypothesis": claim},
        {"premise": claim},
        {"premise": claim, "hypothesis": "Bananas are yellow."},
    ]
    out = tmp_path / "s.jsonl"
    completed = cli.done("stance", "--pairs", write_rows(tmp_path / "p.jsonl", *pairs), "--out", out)
    rows = read_rows(out)
    assert len(rows) == len(pairs) and completed.err.count("refused /") == 3 and not cli.library.exists()
    for row in rows:
        scores = {name: row[name] for name in ("support", "refute", "neutral")}
        assert sum(scores.values()) == pytest.approx(1, abs=1e-5) and scores[row["label"]] == max(scores.values())
        assert type(row["abstain"]) is bool and set(row) - {"refused"} == {*scores, "label", "abstain"}
    assert rows[0]["label"] == "support" and not rows[0]["abstain"] and rows[5]["label"] == "neutral"
    assert (
        rows[1]["abstain"]
        and rows[3]["abstain"]
        and rows[4]["abstain"]
        and [bool(row.get("refused")) for row in rows] == [False, True, False, True, True, False]
    )
    run = json.loads((tmp_path / "s.jsonl.run.json").read_text(encoding="utf-8"))
    assert run["models"]["stance"] and (run["pairs"], run["refused"]) == (3, 3)
    assert cli.done("stance", "--pairs", tmp_path / "p.jsonl").rows == rows


def test_stance_abstains_in_a_language_its_model_cannot_read(cli: CommandLine, tmp_path: Path) -> None:
    claim = "The bridge of Ostrel was closed to all traffic in the year 1999."
    foreign = "El puente de Ostrel fue cerrado a todo el tráfico en el año 1999."
    pairs = [
        {"premise": claim, "hypothesis": claim},
        {"premise": foreign, "hypothesis": foreign},
        {"premise": claim, "hypothesis": foreign},
    ]
    rows = cli.done("stance", "--pairs", write_rows(tmp_path / "p.jsonl", *pairs)).rows
    assert [row["abstain"] for row in rows] == [False, True, True]


def test_the_name_of_the_output_chooses_a_table(demo: CommandLine, tmp_path: Path) -> None:
    queries = write_rows(
        tmp_path / "q.jsonl",
        {"qid": "a", "text": "The MMR vaccine causes autism in children."},
        {"qid": 7, "text": ""},
        {"qid": "=c", "text": "zxqv grmbl fnord"},
    )
    for name in ("t.csv", "t.xlsx", "t.html", "t.csv.gz"):
        demo.done("match", "--queries", queries, "--out", str(tmp_path / name))
        run = json.loads((tmp_path / f"{name}.run.json").read_text(encoding="utf-8"))
        assert (run["queries"], run["refused"], run["variants"]) == (2, 1, True) and run["models"]
    rows = list(csv.DictReader(io.StringIO((tmp_path / "t.csv").read_text(encoding="utf-8-sig"))))
    assert [(row["No."], row["Id"], row["Result"]) for row in rows] == [
        ("1", "a", "✗ Priorcheck demo desk: False"),
        ("2", "7", "not looked up"),
        ("3", "'=c", "No match"),
    ]
    assert rows[0]["Rating as published"] == "False" and rows[1]["In the library"] and not rows[2]["Checked claim"]
    assert gzip.decompress((tmp_path / "t.csv.gz").read_bytes()) == (tmp_path / "t.csv").read_bytes()
    sheet = load_workbook(tmp_path / "t.xlsx")["Claims"]
    assert [cell.value for cell in sheet["A"]] == ["No.", 1, 2, 3] and sheet["B4"].data_type == "s"


def test_without_variants_nothing_says_it_was_found_with_one(demo: CommandLine, tmp_path: Path) -> None:
    text = "BREAKING: Anna Berg said that 97 percent of climate papers agree that humans cause global warming! #climate https://t.co/x"
    queries = write_rows(tmp_path / "q.jsonl", {"qid": "a", "text": text})
    (tried,) = demo.done("match", "--queries", queries, "--top", "30").rows
    (plain,) = demo.done("match", "--queries", queries, "--top", "30", "--no-variants").rows
    assert tried["variants"] and not plain["variants"]
    assert {match["found_with"] for match in plain["matches"]} == {"whole"}
    assert plain["matches"][0] == tried["matches"][0]


def test_a_file_of_another_kind_is_refused(demo: CommandLine, tmp_path: Path) -> None:
    table = tmp_path / "q.tsv"
    table.write_text("qid\ttext\n1\tThe earth is flat.\n", encoding="utf-8")
    for command in (("match", "--queries"), ("ask", "--questions"), ("stance", "--pairs"), ("checkworthy", "--queries")):
        failed = demo(*command, table, "--out", tmp_path / "out.jsonl")
        assert failed.code == 2 and "None of the 2 rows of “q.tsv”" in failed.err and not (tmp_path / "out.jsonl").exists()
        assert len(failed.err.splitlines()) == 1
