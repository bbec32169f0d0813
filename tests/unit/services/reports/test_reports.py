"""Reports: documented keys, inert foreign text, complete files or none."""

from __future__ import annotations

import csv
import gzip
import io
import json
from dataclasses import replace
from pathlib import Path

import docx
import pytest
import tinyhtml5

from app.domain.document import Document, Sentence, clock
from app.domain.llm_order import with_order
from app.domain.ranked import Outcome, RankedDocument, RankedSentence, RunRecord
from app.domain.verdict import SentenceVerdict
from app.errors import InputError
from app.services.reports import write_report
from tests.fakes.matches import make_match

PAYLOAD = '=HYPERLINK("x") <script>alert(1)</script> \u202eabc {{7*7}}'


@pytest.fixture
def ranked() -> RankedDocument:
    sentence = Sentence(index=0, text=PAYLOAD, start=0, end=len(PAYLOAD), speaker="=cmd", line=7, time=3723.5)
    match = make_match(
        claim=PAYLOAD, rating="<b>False</b>", publisher="@Desk", url="javascript:alert(1)", title=PAYLOAD, note="demo, links unchecked"
    )
    entry = RankedSentence(
        rank=1, sentence=sentence, score=1.25, probability=0.9, verdict=SentenceVerdict.FALSE, outcome=Outcome.MATCH, matches=(match,)
    )
    run = RunRecord(program="priorcheck test", created="2026-01-01T00:00:00+00:00", models=(("encoder", "e:1"),))
    return RankedDocument(document=Document(title="<i>Talk</i>", text=PAYLOAD, sentences=(sentence,)), sentences=(entry,), run=run)


def test_json_lines_have_the_documented_keys(tmp_path: Path, ranked: RankedDocument) -> None:
    write_report(ranked, tmp_path / "r.jsonl")
    (row,) = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()]
    expected = {
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
    assert expected <= set(row)
    assert (row["line"], row["sentence_verdict"], row["outcome"], row["text"]) == (7, "false", "match", PAYLOAD)
    match_keys = {
        "id",
        "same_as",
        "claim",
        "url",
        "publisher",
        "rating",
        "verdict",
        "published",
        "claimed",
        "language",
        "score",
        "parts",
        "stance",
    }
    assert match_keys | {"stance_probabilities"} <= set(row["matches"][0])
    assert set(row["matches"][0]["stance_probabilities"]) == {"support", "refute", "neutral"}
    run = json.loads((tmp_path / "r.jsonl.run.json").read_text(encoding="utf-8"))
    assert run["models"] == {"encoder": "e:1"}


def test_gz_is_written(tmp_path: Path, ranked: RankedDocument) -> None:
    write_report(ranked, tmp_path / "r.jsonl.gz")
    assert json.loads(gzip.decompress((tmp_path / "r.jsonl.gz").read_bytes()))["rank"] == 1


def test_csv_cells_are_no_formulas(tmp_path: Path, ranked: RankedDocument) -> None:
    write_report(ranked, tmp_path / "r.csv")
    head, row = list(csv.reader(io.StringIO((tmp_path / "r.csv").read_text(encoding="utf-8-sig"))))
    cells = dict(zip(head, row, strict=False))
    assert cells["text"] == f"'{PAYLOAD}".replace("\u202e", "")
    assert cells["speaker"] == "'=cmd"
    assert cells["match1_publisher"] == "'@Desk"
    assert cells["score"] == "1.25"
    assert not any(cell.startswith(("=", "@", "+")) for cell in row)


def test_html_shows_foreign_text_inert(tmp_path: Path, ranked: RankedDocument) -> None:
    write_report(ranked, tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    tree = tinyhtml5.parse(page, namespace_html_elements=False)
    assert not list(tree.iter("script")) and not list(tree.iter("b")) and not list(tree.iter("i"))
    assert not list(tree.iter("a"))
    assert PAYLOAD.replace("\u202e", "") in "".join(tree.itertext())
    assert "demo, links unchecked" in page
    assert "http:" not in page and "https:" not in page


def test_html_links_only_to_the_web(tmp_path: Path, ranked: RankedDocument) -> None:
    from dataclasses import replace

    match = make_match(url="https://desk.example/1?a=1&b=2")
    entry = replace(ranked.sentences[0], matches=(match,))
    write_report(replace(ranked, sentences=(entry,)), tmp_path / "r.html")
    tree = tinyhtml5.parse((tmp_path / "r.html").read_text(encoding="utf-8"), namespace_html_elements=False)
    assert [link.get("href") for link in tree.iter("a")] == ["https://desk.example/1?a=1&b=2"]


def test_docx_holds_sentence_match_and_method(tmp_path: Path, ranked: RankedDocument) -> None:
    write_report(ranked, tmp_path / "r.docx")
    read = docx.Document(str(tmp_path / "r.docx"))
    cells = [cell for table in read.tables for row in table.rows for cell in row.cells]
    text = "\n".join([paragraph.text for paragraph in read.paragraphs] + [cell.text for cell in cells])
    assert PAYLOAD.replace("\u202e", "") in text and "<b>False</b>" in text and "Model: encoder" in text and "1:02:03" in text


def test_docx_survives_characters_that_xml_forbids(tmp_path: Path, ranked: RankedDocument) -> None:
    from dataclasses import replace

    odd = replace(ranked.sentences[0].sentence, text="bell \x07 and null \x00")
    write_report(replace(ranked, sentences=(replace(ranked.sentences[0], sentence=odd),)), tmp_path / "r.docx")
    assert "bell \ufffd and null \ufffd" in "\n".join(paragraph.text for paragraph in docx.Document(str(tmp_path / "r.docx")).paragraphs)


@pytest.mark.parametrize("name", ["r.odt", "r", "r.gz", ".jsonl.txt"])
def test_unknown_format_is_refused(tmp_path: Path, ranked: RankedDocument, name: str) -> None:
    with pytest.raises(InputError) as caught:
        write_report(ranked, tmp_path / name)
    assert caught.value.code == "report-format"
    assert list(tmp_path.iterdir()) == []


def test_unwritable_place_leaves_the_old_file(tmp_path: Path, ranked: RankedDocument) -> None:
    (tmp_path / "folder.html").mkdir()
    with pytest.raises(InputError) as caught:
        write_report(ranked, tmp_path / "folder.html")
    assert caught.value.code == "report-unwritable"
    with pytest.raises(InputError):
        write_report(ranked, tmp_path / "missing" / "r.html")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.html"]


def test_clock() -> None:
    assert [clock(value, padded=True) for value in (None, 0, 61.9, 3723.5)] == ["", "00:00", "01:01", "1:02:03"]


@pytest.mark.parametrize("suffix", [".html", ".docx"])
def test_a_reranked_match_shows_both_ranks(tmp_path: Path, ranked: RankedDocument, suffix: str) -> None:
    entry, sentence = ranked.sentences[0], "Place 1 here, place 2 with the language model."
    reranked = with_order(replace(entry, matches=(*entry.matches, make_match(claim="Another", identifier="fc-2"))), (1, 0))
    for name, sentences, expected in (("plain", ranked.sentences, False), ("reranked", (reranked,), True)):
        path = tmp_path / f"{name}{suffix}"
        write_report(replace(ranked, sentences=sentences), path)
        words = path.read_text("utf-8") if suffix == ".html" else "".join(docx.Document(str(path)).element.body.itertext())
        assert (sentence in words) is expected
