"""Looked-up claims as tables: one row a claim in the given order, numbers as numbers, inert text."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
import tinyhtml5
from openpyxl import load_workbook

from app.domain.document import Document, Sentence
from app.domain.match import QueryForm, QueryVariant
from app.domain.ranked import Outcome, RankedDocument, RankedSentence, RunRecord
from app.domain.verdict import SentenceVerdict
from app.errors import InputError
from app.services.reports import claims_for_clipboard, write_claims
from app.services.reports.tables import Column, Kind, Table
from app.services.reports.xlsx import xlsx_bytes
from tests.fakes.matches import make_match

PAYLOAD = '=HYPERLINK("x")\t<script>alert(1)</script> \u202eabc\x07'
URL = "https://desk.example/a?b=1&c=“2”"


@pytest.fixture
def ranked() -> RankedDocument:
    texts = (PAYLOAD, "Nobody checked this", "-3 degrees")
    match = make_match(claim=PAYLOAD, rating="@False", publisher="+Desk", url=URL, note="demo")
    match = replace(match, factcheck=replace(match.factcheck, published=date(2020, 2, 3)), found_with=QueryForm.NO_NUMBERS)
    far = make_match(identifier="far", url="javascript:alert(1)")
    sentences = tuple(Sentence(index=index, text=text, start=0, end=len(text)) for index, text in enumerate(texts))
    entries = (
        _entry(sentences[0], Outcome.MATCH, match, far),
        _entry(sentences[1], Outcome.NONE, far),
        _entry(sentences[2], Outcome.AMBIGUOUS, far),
    )
    run = RunRecord(program="priorcheck test", created="2026-01-01T00:00:00+00:00", models=(("encoder", "e:1"),))
    return RankedDocument(document=Document(title="Claims", text="", sentences=sentences), sentences=entries[::-1], run=run)


def _entry(sentence: Sentence, outcome: Outcome, *matches: Any) -> RankedSentence:
    variants = (QueryVariant(QueryForm.NO_NUMBERS, "degrees"),)
    verdict = SentenceVerdict.FALSE if outcome is Outcome.MATCH else SentenceVerdict.UNKNOWN
    common = {"rank": sentence.index + 1, "score": 1.0, "probability": 0.9, "verdict": verdict, "outcome": outcome, "variants": variants}
    return RankedSentence(sentence=sentence, matches=matches, **common)  # type: ignore[arg-type]


def _by_title(sheet: Any, row: int) -> dict[str, Any]:
    return {head.value: cell for head, cell in zip(sheet[1], sheet[row], strict=True)}


def test_a_workbook_has_claims_in_order_with_numbers_dates_and_links(tmp_path: Path, ranked: RankedDocument) -> None:
    write_claims(ranked, tmp_path / "c.xlsx")
    book = load_workbook(tmp_path / "c.xlsx")
    assert book.sheetnames == ["Claims", "All fact-checks", "How this was made"]
    sheet = book["Claims"]
    assert (sheet.freeze_panes, sheet.auto_filter.ref, sheet.max_row) == ("A2", "A1:U4", 4)
    first, second = _by_title(sheet, 2), _by_title(sheet, 3)
    assert (first["No."].value, first["Probability"].value, first["Probability"].number_format) == (1, 0.9, "0%")
    assert first["Published"].value == datetime(2020, 2, 3) and first["Published"].number_format == "yyyy-mm-dd"
    assert first["Link"].hyperlink.target == URL and first["Found with"].value == "numbers removed"
    assert first["Result"].value == "✗ +Desk: @False" and first["Fact-checks"].value == 2
    assert (second["Claim"].value, second["Fact-checks"].value, second["Checked claim"].value) == ("Nobody checked this", 0, None)
    assert sheet.column_dimensions["C"].width == 60
    assert book["All fact-checks"].max_row == 1 + 4


def test_no_cell_of_a_workbook_is_a_formula(tmp_path: Path, ranked: RankedDocument) -> None:
    write_claims(ranked, tmp_path / "c.xlsx")
    book = load_workbook(tmp_path / "c.xlsx")
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert all(cell.data_type != "f" for cell in cells)
    payloads = [cell for cell in cells if str(cell.value).startswith("=")]
    assert payloads and all(cell.quotePrefix for cell in payloads) and "\x07" not in payloads[0].value
    assert not any(cell.hyperlink and "javascript" in str(cell.hyperlink.target) for cell in cells)
    assert json.loads((tmp_path / "c.xlsx.run.json").read_text())["models"] == {"encoder": "e:1"}


def test_oversized_excel_values_are_cut_or_shown_as_text() -> None:
    columns = (Column("T", 9), Column("L", 9, Kind.LINK), Column("D", 9, Kind.DATE))
    rows = (("x" * 40_000, "https://a.example/" + "y" * 3_000, date(1066, 10, 14)), ("\ud800", "https://a.example/a b", None))
    sheet = load_workbook(io.BytesIO(xlsx_bytes([Table(title="a/b:[c]?" * 9, columns=columns, rows=rows)]))).worksheets[0]
    assert len(sheet["A2"].value) == 32_001 and sheet["B2"].hyperlink is None and sheet["B3"].hyperlink is None
    assert (sheet["C2"].value, sheet["A3"].value, len(sheet.title)) == ("1066-10-14", "\ufffd", 31)


def test_csv_and_clipboard_have_a_row_a_claim_and_inert_cells(tmp_path: Path, ranked: RankedDocument) -> None:
    write_claims(ranked, tmp_path / "c.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "c.csv").read_text(encoding="utf-8-sig"))))
    cleaned = PAYLOAD.replace("\u202e", "").replace("\x07", "\ufffd")
    assert [row["No."] for row in rows] == ["1", "2", "3"] and rows[0]["Claim"] == f"'{cleaned}"
    assert (rows[0]["Rating as published"], rows[0]["Published"], rows[2]["Claim"]) == ("'@False", "2020-02-03", "'-3 degrees")
    text, html = claims_for_clipboard(ranked)
    lines = text.splitlines()
    assert len(lines) == 4 and {line.count("\t") for line in lines} == {20} and lines[1].split("\t")[2].startswith("'=HYPERLINK")
    parsed = tinyhtml5.parse(html, namespace_html_elements=False)
    assert len(parsed.findall(".//tbody/tr")) == 3 and not parsed.findall(".//script")
    assert [link.get("href") for link in parsed.iter("a")] == [URL]


def test_html_and_json_lines(tmp_path: Path, ranked: RankedDocument) -> None:
    for suffix in ("html", "jsonl"):
        write_claims(ranked, tmp_path / f"c.{suffix}")
    page = tinyhtml5.parse((tmp_path / "c.html").read_text(encoding="utf-8"), namespace_html_elements=False)
    assert not page.findall(".//script") and len(page.findall(".//tr")) > 4
    rows = [json.loads(line) for line in (tmp_path / "c.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["text"] for row in rows] == [PAYLOAD, "Nobody checked this", "-3 degrees"]
    assert rows[0]["matches"][0]["found_with"] == "no-numbers" and rows[0]["variants"] == [{"form": "no-numbers", "text": "degrees"}]
    assert (tmp_path / "c.jsonl.run.json").is_file()


def test_a_name_without_a_known_suffix_is_refused(tmp_path: Path, ranked: RankedDocument) -> None:
    with pytest.raises(InputError, match="names no format"):
        write_claims(ranked, tmp_path / "c.docx")
