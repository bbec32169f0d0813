"""Superscripts of Word, RTF, OpenDocument, PDF and web pages: exponents and letters stay, footnote marks go."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

import docx
import pymupdf
import pytest

from app.domain.progress import CancelToken
from app.ingest.documents.pdf_pages import PdfPages
from app.ingest.documents.superscripts import plain_superscript
from tests.unit.ingest.documents.documents_reading import read_bytes

RUNS = [
    ("The deficit doubled since 2016.", "1"), (" It fell before.", "2"), (" It rose 10", "6"), (" times on 5 km", "2"), (" of land.", "3,4"),
    (" He came 1", "st"), (" of all.", "5"),
]  # fmt: skip
SAID = ["The deficit doubled since 2016.", "It fell before.", "It rose 10^6 times on 5 km² of land.", "He came 1st of all."]


def word(runs: Sequence[tuple[str, str]]) -> bytes:
    document = docx.Document()
    paragraph = document.add_paragraph()
    for text, raised in runs:
        paragraph.add_run(text)
        paragraph.add_run(raised).font.superscript = True
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def rich_text(runs: Sequence[tuple[str, str]]) -> bytes:
    return ("{\\rtf1\\ansi " + "".join(f"{text}{{\\super {raised}}}" for text, raised in runs) + "\\par}").encode("ascii")


def rich_text_switched(runs: Sequence[tuple[str, str]]) -> bytes:
    return ("{\\rtf1\\ansi " + "".join(f"{text}\\super {raised}\\nosupersub " for text, raised in runs) + "\\par}").encode("ascii")


def web_page(runs: Sequence[tuple[str, str]]) -> bytes:
    return ("<html><body><p>" + "".join(f"{text}<sup>{raised}</sup>" for text, raised in runs) + "</p></body></html>").encode("ascii")


def styled_page(runs: Sequence[tuple[str, str]]) -> bytes:
    spans = "".join(f'{text}<span style="vertical-align: super">{raised}</span>' for text, raised in runs)
    return f"<html><body><p>{spans}</p></body></html>".encode("ascii")


def opendocument(runs: Sequence[tuple[str, str]]) -> bytes:
    spans = "".join(f'{text}<text:span text:style-name="T1">{raised}</text:span>' for text, raised in runs)
    content = (
        '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">'
        '<office:automatic-styles><style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style>'
        f"</office:automatic-styles><office:body><office:text><text:p>{spans}</text:p></office:text></office:body></office:document-content>"
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", content)
    return stream.getvalue()


def pdf(runs: Sequence[tuple[str, str]]) -> bytes:
    document = pymupdf.open()
    page, x = document.new_page(width=900), 40.0
    for text, raised in runs:
        page.insert_text((x, 100), text, fontsize=11)
        x += pymupdf.get_text_length(text, fontsize=11)
        page.insert_text((x, 96), raised, fontsize=6)
        x += pymupdf.get_text_length(raised, fontsize=6)
    data: bytes = document.tobytes()
    return data


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (word, "a.docx"),
        (rich_text, "a.rtf"),
        (rich_text_switched, "b.rtf"),
        (web_page, "a.html"),
        (styled_page, "b.html"),
        (opendocument, "a.odt"),
        (pdf, "a.pdf"),
    ],
    ids=["docx", "rtf", "rtf-switched", "html", "html-style", "odt", "pdf"],
)
def test_footnote_marks_go_and_exponents_stay(make: object, name: str, tmp_path: Path) -> None:
    assert callable(make)
    assert [sentence.text for sentence in read_bytes(tmp_path, make(RUNS), name).sentences] == SAID


def test_a_superscript_exponent_in_a_pdf_has_its_box(tmp_path: Path) -> None:
    document = read_bytes(tmp_path, pdf(RUNS), "a.pdf")
    pages = PdfPages(tmp_path / "a.pdf", cancel=CancelToken())
    at = document.text.index("10^6")
    boxes = pages.boxes(document.text, [(at, at + 4)], cancel=CancelToken()).boxes[0]
    assert len(boxes) == 1
    assert boxes[0].right - boxes[0].left < 20


@pytest.mark.parametrize(
    ("before", "raised", "expected"),
    [
        ("doubled.", "12", ""),
        ("doubled", "3", ""),
        ("“It fell.”", "4", ""),
        ("in 2016", "7", ""),
        ("by 12 percent", "[5]", ""),
        ("fell.", "*", ""),
        ("fell.", "a", ""),
        ("fell", "1, 2", ""),
        ("4 × 10", "5", "^5"),
        ("10", "−3", "^-3"),
        ("3", "2", "^2"),
        ("x", "2", "^2"),
        ("900 m", "2", "²"),
        ("5 cm", "3", "³"),
        ("E = mc", "2", "²"),
        ("the 4", "th", "th"),
        ("M", "me", "me"),
        ("1", "er", "er"),
        ("Widget", "TM", "TM"),
        ("3", "a", "a"),
    ],
)
def test_superscripts_in_plain_text(before: str, raised: str, expected: str) -> None:
    assert plain_superscript(before, raised) == expected
