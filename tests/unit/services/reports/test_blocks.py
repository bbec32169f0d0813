"""Every block in every format for reading: nothing is lost, links go to the web, harmful texts stay text."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import docx
import pytest
from docx.oxml.ns import qn

from app.charts.bars import Bar, BarChart
from app.services.reports import blocks
from app.services.reports.docx import docx_bytes
from app.services.reports.html import html_bytes
from app.services.reports.pdf import pdf_bytes
from app.services.reports.review_status import Side
from app.services.reports.tables import Column, Kind, Table
from tests.unit.services.reports.test_formats import docx_text, html_text, pdf_text

HARMFUL = "<script>alert(1)</script>\u202e"
RENDERERS: dict[str, tuple[Callable[[blocks.Report], bytes], Callable[[Path], str]]] = {
    "html": (html_bytes, html_text),
    "docx": (docx_bytes, docx_text),
    "pdf": (pdf_bytes, pdf_text),
}


def report(*parts: blocks.Block) -> blocks.Report:
    """Return a report with one section."""
    sections = (blocks.Section("The section", parts), blocks.methods_section([("Made", "today")]))
    return blocks.Report(title="The title", made="2026-01-02T03:04:05+00:00", lead=blocks.soft("Lead", ""), sections=sections)


def text_of(name: str, content: blocks.Report, folder: Path) -> str:
    """Write the report in a format and return its text as a reader of that format extracts it."""
    render, read = RENDERERS[name]
    path = folder / f"report.{name}"
    path.write_bytes(render(content))
    return " ".join(read(path).split())


BLOCKS: dict[str, tuple[blocks.Block, tuple[str, ...]]] = {
    "paragraph": (blocks.Paragraph("Words", blocks.Style.NOTE, url="https://a.example/x"), ("Words", "https://a.example/x")),
    "verdict": (blocks.Paragraph("False (own verdict)", side=Side.FALSE), ("False (own verdict)",)),
    "heading": (blocks.Heading("A heading"), ("A heading",)),
    "quotation": (blocks.Quotation("They said it.", as_written=True), ("They said it.",)),
    "tags": (blocks.Tags("energy, prices"), ("energy, prices",)),
    "list": (blocks.BulletList(("First", "Second")), ("First", "Second")),
    "pairs": (blocks.Pairs((("Said by", "Ada"), ("Made on", "Monday"))), ("Said by", "Ada", "Made on", "Monday")),
    "grid": (
        blocks.Grid(Table(title="T", columns=(Column("Claim", 9), Column("Share", 9, Kind.SHARE)), rows=(("A claim", 1),)), wide=True),
        ("Claim", "A claim", "Share"),
    ),
    "figure": (
        blocks.Figure(BarChart(title="A chart", summary="In words", bars=(Bar(name="Ada", values=(2.0,)),))),
        ("A chart", "In words"),
    ),
    "fact-check": (
        blocks.Evidence(label="Ada: confirmed", text="A claim", rating="False", source="2020-01-01", remarks=blocks.soft("Why")),
        ("Ada: confirmed", "A claim", "False", "2020-01-01", "Why"),
    ),
    "answer": (
        blocks.Evidence(label="[1]", text="An answer", url="https://a.example/y", decided=True),
        ("[1]", "An answer", "https://a.example/y"),
    ),
    "entry": (
        blocks.Entry(
            heading="Entry", number=7, side=Side.TRUE, facts="Line 3", blocks=(blocks.Quotation("Said"), blocks.Paragraph("Note"))
        ),
        ("7", "Entry", "Line 3", "Said", "Note"),
    ),
}


@pytest.mark.parametrize("name", RENDERERS)
@pytest.mark.parametrize("kind", BLOCKS)
def test_every_block_is_written_completely(kind: str, name: str, tmp_path: Path) -> None:
    block, expected = BLOCKS[kind]
    text = text_of(name, report(block), tmp_path)
    for words in ("The title", "Lead", "The section", *expected, "How this was made", "today"):
        assert words in text, words


@pytest.mark.parametrize("name", RENDERERS)
def test_harmful_texts_stay_texts(name: str, tmp_path: Path) -> None:
    harmful = (
        blocks.Paragraph(HARMFUL),
        blocks.Heading(HARMFUL),
        blocks.Quotation(HARMFUL),
        blocks.Tags(HARMFUL),
        blocks.BulletList((HARMFUL,)),
        blocks.Pairs(((HARMFUL, HARMFUL),)),
        blocks.Evidence(label=HARMFUL, text=HARMFUL, rating=HARMFUL, source=HARMFUL, remarks=blocks.soft(HARMFUL)),
        blocks.Entry(heading=HARMFUL, number=1, facts=HARMFUL, blocks=(blocks.Paragraph(HARMFUL),)),
    )
    text = text_of(name, report(*harmful), tmp_path)
    assert text.count("alert(1)") == 15 and "\u202e" not in text
    assert name != "html" or "<script" not in (tmp_path / "report.html").read_text("utf-8")


def test_facts_follow_the_quotation_that_opens_an_entry() -> None:
    quotation, note = blocks.Quotation("Said"), blocks.Paragraph("Note")
    facts = blocks.Paragraph("Line 3", blocks.Style.SOFT)
    assert blocks.Entry(facts="Line 3", blocks=(quotation, note)).lines == (quotation, facts, note)
    assert blocks.Entry(facts="Line 3", blocks=(note,)).lines == (facts, note) and blocks.Entry(blocks=(note,)).lines == (note,)


def test_the_header_of_a_table_in_word_is_repeated_on_every_page() -> None:
    table = Table(title="T", columns=(Column("Claim", 9), Column("Share", 9, Kind.SHARE)), rows=(("A claim", 0.5),) * 3)
    read = docx.Document(io.BytesIO(docx_bytes(report(blocks.Grid(table)))))
    grid = next(part for part in read.tables if part.rows[0].cells[0].text == "Claim")
    assert [row._tr.trPr.find(qn("w:tblHeader")) is not None for row in grid.rows] == [True, False, False, False]
    assert [cell.text for cell in grid.rows[1].cells] == ["A claim", "50%"]
