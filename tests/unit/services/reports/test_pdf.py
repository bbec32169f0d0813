"""The PDF report: tagged for screen readers, everything on it is in the structure, what belongs together stays on one page."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from app.domain.reviewed import ReportChoice, Reviewed
from app.services.reports import blocks, write_report
from app.services.reports.pdf import pdf_bytes
from tests.fakes.reviewed import ranked_debate, reviewed_debate

MARKED = re.compile(rb"/(\w+) <</MCID (\d+)>> BDC")
OPERATORS = re.compile(rb"\b(?:Tj|TJ|Do)\b")


@pytest.fixture
def read(tmp_path: Path) -> Any:
    """Provide the sample report, opened."""
    write_report(reviewed_debate(), tmp_path / "r.pdf")
    with pymupdf.open(tmp_path / "r.pdf") as document:
        yield document


def elements(document: Any) -> list[tuple[str, str]]:
    """Return type and source of every structure element."""
    sources = (document.xref_object(xref, compressed=True) for xref in range(1, document.xref_length()))
    matches = ((re.search(r"/Type/StructElem/S/(\w+)", source), source) for source in sources)
    return [(match[1], source) for match, source in matches if match]


def test_the_document_names_itself_for_screen_readers(read: Any) -> None:
    catalog = read.xref_object(read.pdf_catalog(), compressed=True)
    assert "/MarkInfo<</Marked true>>" in catalog and "/DisplayDocTitle true" in catalog and "/Lang(en)" in catalog
    assert "<pdfuaid:part>1</pdfuaid:part>" in read.get_xml_metadata() and "&lt;i&gt;Talk&lt;/i&gt; in Velden" in read.get_xml_metadata()


def test_everything_on_the_pages_is_in_the_structure_or_a_running_foot(read: Any) -> None:
    sources = [source for _, source in elements(read)]
    marked_in_tree = sorted((int(page), int(mark)) for source in sources for page, mark in re.findall(r"/Pg (\d+) 0 R/MCID (\d+)", source))
    marked_on_pages = []
    for page in read:
        content = page.read_contents()
        marked_on_pages += [(page.xref, int(mark)) for _, mark in MARKED.findall(content)]
        outside = re.sub(rb"/\w+ <</MCID.*?\nQ\nEMC|/Artifact BMC.*?EMC", b"", content, flags=re.DOTALL)
        assert not OPERATORS.search(outside)
    assert marked_in_tree == sorted(marked_on_pages) and len(marked_in_tree) == len(set(marked_in_tree)) > 50


def test_headings_lists_quotations_links_and_pictures_have_their_types(read: Any) -> None:
    kinds = [kind for kind, _ in elements(read)]
    assert kinds.count("H1") == 1 and kinds.count("Sect") == kinds.count("H2") == 6
    assert kinds.count("BlockQuote") == 7 and kinds.count("L") == 1 and kinds.count("LI") == 4
    figures = [source for kind, source in elements(read) if kind == "Figure"]
    assert len(figures) == 4 and all("/Alt<FEFF" in source.replace("feff", "FEFF") and "/BBox[" in source for source in figures)
    annotations = [xref for page in read for xref, _, _ in page.annot_xrefs()]
    links = [source for kind, source in elements(read) if kind == "Link"]
    assert sorted(int(xref) for source in links for xref in re.findall(r"/Obj (\d+) 0 R", source)) == sorted(annotations)
    assert all(read.xref_get_key(xref, "Contents")[1].startswith("https://desk.example/") for xref in annotations)


def test_the_parent_tree_leads_from_every_mark_back_to_its_element(read: Any) -> None:
    root = int(read.xref_get_key(read.pdf_catalog(), "StructTreeRoot")[1].split()[0])
    tree = read.xref_object(int(read.xref_get_key(root, "ParentTree")[1].split()[0]), compressed=True)
    owners = {int(key): int(xref) for key, xref in re.findall(r"(\d+) (\d+) 0 R", tree)}
    for page in read:
        key = int(read.xref_get_key(page.xref, "StructParents")[1])
        for mark, xref in enumerate(re.findall(r"(\d+) 0 R", read.xref_object(owners[key]))):
            assert f"/Pg {page.xref} 0 R/MCID {mark}>>" in read.xref_object(int(xref), compressed=True)
        for annotation, _, _ in page.annot_xrefs():
            owner = owners[int(read.xref_get_key(annotation, "StructParent")[1])]
            assert f"/Obj {annotation} 0 R" in read.xref_object(owner, compressed=True)


def test_an_item_and_its_address_stay_on_one_page(tmp_path: Path) -> None:
    ranked = ranked_debate()
    first = ranked.sentences[0]
    many = tuple(
        replace(first, rank=number + 1, sentence=replace(first.sentence, index=number, text=f"Sentence number {number} of them. " * 3))
        for number in range(30)
    )
    write_report(Reviewed(ranked=replace(ranked, sentences=many)), tmp_path / "r.pdf", ReportChoice(charts=False))
    with pymupdf.open(tmp_path / "r.pdf") as document:
        pages = [" ".join(page.get_text().split()) for page in document]
        assert len(pages) > 4
        for number in range(30):
            heading = f" {number + 1}. ✗ Sample desk"
            (page,) = (page for page in pages if heading in f" {page}")
            item = f" {page}".partition(heading)[2]
            assert f"Sentence number {number} of them." in item and "https://desk.example/a?a=1&b=2" in item


def test_a_text_longer_than_a_page_is_continued(tmp_path: Path) -> None:
    long_text = " ".join(f"word{number}" for number in range(4000))
    sections = (blocks.Section("Before", (blocks.Paragraph(long_text), blocks.Paragraph("The end."))),)
    content = pdf_bytes(blocks.Report(title="Long", made="", lead=(), sections=sections))
    with pymupdf.open("pdf", content) as document:
        text = " ".join(page.get_text() for page in document)
        assert document.page_count > 2 and "word0" in text and "word3999" in text and "The end." in text
        assert [kind for kind, source in elements(document) if kind == "P" and source.count("/MCID") == document.page_count] == ["P"]


def test_a_heading_is_never_the_last_line_of_a_page() -> None:
    sections = tuple(blocks.Section(f"Heading {number}", (blocks.Paragraph("A line of text. " * 40),)) for number in range(30))
    content = pdf_bytes(blocks.Report(title="Many", made="", lead=(), sections=sections))
    with pymupdf.open("pdf", content) as document:
        for page in document:
            lines = page.get_text().strip().splitlines()[:-1]  # the last is the page's number
            assert not lines[-1].startswith("Heading")
