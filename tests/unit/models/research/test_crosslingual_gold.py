"""Graded gold in every supported layout, and the messages for other files."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from app.errors import InputError
from models.research.crosslingual.gold import GradedGold, read_graded_gold

GERMAN = "Die Talsperre hält das Wasser von vier großen Seen zurück."


def rows(path: Path, *records: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8")
    return path


def refused(path: Path, **options: Path) -> str:
    with pytest.raises(InputError) as raised:
        read_graded_gold(path, **options)
    return str(raised.value)


def test_our_own_folder(tmp_path: Path) -> None:
    rows(
        tmp_path / "queries.jsonl",
        {"qid": "q1", "text": GERMAN, "language": "", "kind": "claim"},
        {"qid": "q2", "text": "x", "language": "pt"},
    )
    rows(tmp_path / "corpus.jsonl", {"id": "a b", "text": "The dam holds four lakes.", "title": "T", "language": "en-US"})
    (tmp_path / "qrels.tsv").write_text("q1\t0\ta b\t2\nq1\t0\tc\t0\nq2\t0\ta b\t1\n")
    gold = read_graded_gold(tmp_path)
    assert gold.grades == {"q1": {"a b": 2, "c": 0}, "q2": {"a b": 1}}
    assert (gold.language_of("q1"), gold.language_of("q2"), gold.document_language("a b")) == ("de", "pt", "en-US")
    assert gold.documents["a b"].claim == "The dam holds four lakes." and gold.document_language("c") == ""


def test_beirs_folder_with_parts_and_a_heading(tmp_path: Path) -> None:
    rows(tmp_path / "queries.jsonl", {"_id": "1", "text": "one"})
    rows(tmp_path / "corpus.jsonl", {"_id": "d", "title": "T", "text": "body"})
    (tmp_path / "qrels").mkdir()
    for part, grade in (("train", 1), ("test", 2)):
        (tmp_path / "qrels" / f"{part}.tsv").write_text(f"query-id\tcorpus-id\tscore\n1\td\t{grade}\n")
    gold = read_graded_gold(tmp_path)
    assert gold.grades == {"1": {"d": 2}} and gold.texts == {"1": "one"}


PAIRS = (
    {
        "tweet_id": 5,
        "tweet_text": "É falso!",
        "tweet_language": "Portuguese",
        "debunk_id": "d1",
        "claim": "It is",
        "debunk_lang": "en",
        "label": "Exact match",
    },
    {
        "tweet_id": 5,
        "tweet_text": "É falso!",
        "tweet_language": "Portuguese",
        "debunk_id": "d2",
        "claim": "No",
        "debunk_lang": "hi",
        "label": "Partial_Match",
    },
    {
        "tweet_id": 5,
        "tweet_text": "É falso!",
        "tweet_language": "Portuguese",
        "debunk_id": "d3",
        "claim": "A",
        "debunk_lang": "pt",
        "label": "Irrelevant",
    },
)


def check_pairs(gold: GradedGold) -> None:
    assert gold.grades == {"5": {"d1": 2, "d2": 1, "d3": 0}}
    assert gold.language_of("5") == "pt" and gold.texts["5"] == "É falso!"
    assert [gold.document_language(name) for name in ("d1", "d2", "d3")] == ["en", "hi", "pt"]


def test_a_table_of_judged_pairs_in_any_format(tmp_path: Path) -> None:
    check_pairs(read_graded_gold(rows(tmp_path / "pairs.jsonl", *PAIRS)))
    (tmp_path / "pairs.json").write_text(json.dumps(PAIRS))
    check_pairs(read_graded_gold(tmp_path / "pairs.json"))
    lines = ["\t".join(PAIRS[0])] + ["\t".join(map(str, row.values())) for row in PAIRS]
    (tmp_path / "pairs.tsv.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    check_pairs(read_graded_gold(tmp_path / "pairs.tsv.gz"))
    only = tmp_path / "only"
    rows(only / "MMTweets_test.jsonl", *PAIRS)
    (only / "README.md").write_text("read me")
    check_pairs(read_graded_gold(only))


def test_tables_of_tweets_debunks_and_judgements(tmp_path: Path) -> None:
    rows(tmp_path / "tweets.jsonl", {"id": "7", "full_text": "Vale!", "lang": "es"})
    (tmp_path / "debunks.json").write_text(json.dumps({"d": {"claim": "It is so", "language": "French"}}))
    (tmp_path / "annotations.csv").write_text("tweet_id,debunk_id,judgement\n7,d,exact\n")
    gold = read_graded_gold(tmp_path)
    assert gold.grades == {"7": {"d": 2}} and gold.language_of("7") == "es" and gold.document_language("d") == "fr"


def test_lists_of_ids_and_trecs_columns(tmp_path: Path) -> None:
    gold = read_graded_gold(
        rows(
            tmp_path / "g.jsonl",
            {"qid": 1, "text": "t", "ids": ["a", "b"]},
            {"qid": "2", "vclaim_id": None},
            {"qid": "3", "vclaim_id": "c"},
        )
    )
    assert gold.grades == {"1": {"a": 2, "b": 2}, "2": {}, "3": {"c": 2}} and gold.texts == {"1": "t"}
    (tmp_path / "q.qrels").write_text("1 0 a 1\n1 0 b -1\n\n")
    queries = rows(tmp_path / "q.jsonl", {"qid": "1", "text": GERMAN})
    gold = read_graded_gold(tmp_path / "q.qrels", queries=queries)
    assert gold.grades == {"1": {"a": 1, "b": -1}} and gold.language_of("1") == "de"


def test_pairs_without_ids_are_identified_by_their_texts(tmp_path: Path) -> None:
    pairs = [
        {"tweet": "one", "claim": "same", "label": 2},
        {"tweet": "one", "claim": "other", "label": 0},
        {"tweet": "two", "claim": "same ", "label": 1.0},
    ]
    gold = read_graded_gold(rows(tmp_path / "p.jsonl", *pairs))
    assert len(gold.grades) == 2 and len({item for grades in gold.grades.values() for item in grades}) == 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "no"),
        ('{"tweet_id": 1, "debunk_id": "d", "label": "perhaps"}\n', "perhaps"),
        ('{"tweet_id": 1, "debunk_id": "d", "label": "irrelevant"}\n', "judged relevant"),
        ('{"tweet_id": 1, "text": "x"}\n', "does not name"),
        ('{"tweet_id": 1,\n', ""),
        ("1 0 a 2\n1 0 b\n1 0 b x\n", "qid 0 docno grade"),
    ],
)
def test_a_malformed_gold_file_is_refused(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "g.jsonl"
    path.write_text(content)
    assert message in refused(path)


def test_a_folder_without_judgements_and_a_truncated_file_are_refused(tmp_path: Path) -> None:
    rows(tmp_path / "queries.jsonl", {"qid": "1"})
    rows(tmp_path / "corpus.jsonl", {"id": "1"})
    assert "no file of judgements" in refused(tmp_path)
    content = gzip.compress(b"".join(json.dumps(row).encode() + b"\n" for row in PAIRS * 500))
    (tmp_path / "cut.jsonl.gz").write_bytes(content[: len(content) // 2])
    assert "damaged" in refused(tmp_path / "cut.jsonl.gz") or "cut off" in refused(tmp_path / "cut.jsonl.gz")


def test_ids_beyond_64_bits_are_kept(tmp_path: Path) -> None:
    qid = "123456789012345678901234567890"
    path = tmp_path / "gold.json"
    path.write_text(f'[{{"qid": {qid}, "ids": [{qid}0, 7]}}]')
    assert read_graded_gold(path).grades == {qid: {f"{qid}0": 2, "7": 2}}


@pytest.mark.parametrize("grade", ["inf", "1e999", "--1", "9" * 5000])
def test_a_grade_that_is_no_number_is_named_with_its_row(tmp_path: Path, grade: str) -> None:
    (tmp_path / "gold.tsv").write_text(f"qid\tdocid\tlabel\nq1\td1\t{grade}\n")
    assert "row 1" in refused(tmp_path / "gold.tsv").lower()


def test_blank_lines_count_as_lines_only(tmp_path: Path) -> None:
    (tmp_path / "gold.trec").write_bytes(b"q1 0 d1 2\r\n\r\n\n\nq1 0 d2\r\n")
    assert "Row 5" in refused(tmp_path / "gold.trec")


def test_a_table_of_a_hundred_million_columns_costs_little(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "gold.tsv.gz", "wb", compresslevel=1) as packed:
        for _ in range(60):
            packed.write(b"a\t" * 500_000)
    assert "gold.tsv.gz" in refused(tmp_path / "gold.tsv.gz")
