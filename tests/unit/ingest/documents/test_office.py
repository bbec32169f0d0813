"""Word, OpenDocument, e-books and rich text, each made here."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from app.domain.document import Document
from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents import read_document

W = nsdecls("w")
ODT = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"'
)


def zipped(parts: dict[str, str | bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return stream.getvalue()


def read(tmp_path: Path, name: str, data: bytes) -> Document:
    path = tmp_path / name
    path.write_bytes(data)
    document = read_document(path, cancel=CancelToken())
    assert [document.text[sentence.start : sentence.end] for sentence in document.sentences] == [
        sentence.text for sentence in document.sentences
    ]
    return document


def texts(document: Document) -> list[str]:
    return [sentence.text for sentence in document.sentences]


def word_bytes(document: Any) -> bytes:
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def with_part(data: bytes, name: str, part: str) -> bytes:
    stream = io.BytesIO(data)
    with zipfile.ZipFile(stream, "a") as archive:
        archive.writestr(name, part)
    return stream.getvalue()


def test_word_paragraphs_and_tables_in_order(tmp_path: Path) -> None:
    word_file = docx.Document()
    word_file.core_properties.title = "The speech"
    word_file.add_heading("On taxes", 1)
    word_file.add_paragraph("Taxes fell. They rose.")
    table = word_file.add_table(rows=1, cols=2)
    table.cell(0, 0).text, table.cell(0, 1).text = "Rate in June.", "Four percent."
    word_file.add_paragraph("That is all.")
    document = read(tmp_path, "a.docx", word_bytes(word_file))
    assert texts(document) == ["On taxes", "Taxes fell.", "They rose.", "Rate in June.", "Four percent.", "That is all."]
    assert (document.title, document.format) == ("The speech", "docx")


def test_word_changes_are_accepted_and_fields_left_out(tmp_path: Path) -> None:
    word_file = docx.Document()
    paragraph = word_file.add_paragraph("We ")
    for xml in (
        f'<w:ins {W} w:id="1" w:author="a"><w:r><w:t xml:space="preserve">really </w:t></w:r></w:ins>',
        f'<w:del {W} w:id="2" w:author="a"><w:r><w:delText>never </w:delText></w:r></w:del>',
        f'<w:moveFrom {W} w:id="3" w:author="a"><w:r><w:t>moved </w:t></w:r></w:moveFrom>',
        f"<w:r {W}><w:instrText>PAGE</w:instrText></w:r>",
        f"<w:r {W}><w:rPr><w:vanish/></w:rPr><w:t>hidden </w:t></w:r>",
        f"<w:hyperlink {W}><w:r><w:t>cut</w:t></w:r></w:hyperlink>",
        f'<w:r {W}><w:t xml:space="preserve"> low</w:t><w:noBreakHyphen/><w:t>rate taxes.</w:t></w:r>',
    ):
        paragraph._p.append(parse_xml(xml))
    joined = word_file.add_paragraph("One sentence whose ")
    joined._p.get_or_add_pPr().append(parse_xml(f'<w:rPr {W}><w:del w:id="4" w:author="a"/></w:rPr>'))
    word_file.add_paragraph("mark was deleted.")
    assert texts(read(tmp_path, "a.docx", word_bytes(word_file))) == [
        "We really cut low‑rate taxes.",
        "One sentence whose mark was deleted.",
    ]


def test_word_footnotes_text_boxes_and_pages(tmp_path: Path) -> None:
    word_file = docx.Document()
    first = word_file.add_paragraph("Taxes fell.")
    first._p.append(parse_xml(f'<w:r {W}><w:footnoteReference w:id="2"/></w:r>'))
    box = word_file.add_paragraph("Beside a box.")
    box._p.append(
        parse_xml(
            f'<w:r {W}><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps">'
            "<w:drawing><w:txbxContent><w:p><w:r><w:t>In the box.</w:t></w:r></w:p></w:txbxContent></w:drawing></mc:Choice>"
            "<mc:Fallback><w:pict><w:txbxContent><w:p><w:r><w:t>In the box.</w:t></w:r></w:p></w:txbxContent></w:pict></mc:Fallback>"
            "</mc:AlternateContent></w:r>"
        )
    )
    late = word_file.add_paragraph()
    late._p.append(parse_xml(f"<w:r {W}><w:lastRenderedPageBreak/><w:t>On page two.</w:t></w:r>"))
    word_file.add_paragraph("Still there.")
    notes = f'<w:footnotes {W}><w:footnote w:type="separator" w:id="0"><w:p/></w:footnote><w:footnote w:id="2"><w:p><w:r><w:t>The note.</w:t></w:r></w:p></w:footnote></w:footnotes>'
    document = read(tmp_path, "a.docx", with_part(word_bytes(word_file), "word/footnotes.xml", notes))
    assert texts(document) == ["Taxes fell.", "The note.", "Beside a box.", "In the box.", "On page two.", "Still there."]
    assert [sentence.page for sentence in document.sentences] == [1, 1, 1, 1, 2, 2]


def test_word_transcripts_have_speakers(tmp_path: Path) -> None:
    word_file = docx.Document()
    for line in ("ANNA VOSS: Taxes fell.", "They did.", "BOB RAY: No."):
        word_file.add_paragraph(line)
    document = read(tmp_path, "a.docx", word_bytes(word_file))
    assert [sentence.speaker for sentence in document.sentences] == ["ANNA VOSS", "ANNA VOSS", "BOB RAY"]


def test_a_word_document_under_a_wrong_suffix(tmp_path: Path) -> None:
    word_file = docx.Document()
    word_file.add_paragraph("Taxes fell.")
    assert read(tmp_path, "a.txt", word_bytes(word_file)).format == "docx"


def odt_parts(body: str) -> dict[str, str | bytes]:
    return {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": f"<office:document-content {ODT}><office:body><office:text>{body}</office:text></office:body></office:document-content>",
        "meta.xml": f"<office:document-meta {ODT}><office:meta><dc:title>My speech</dc:title></office:meta></office:document-meta>",
    }


ODT_BODY = (
    "<text:tracked-changes><text:changed-region><text:deletion><text:p>Deleted words.</text:p></text:deletion></text:changed-region></text:tracked-changes>"
    "<text:h>On taxes</text:h>"
    '<text:p>Taxes<text:s text:c="2"/>fell<office:annotation><text:p>A remark.</text:p></office:annotation> twice.'
    "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>The note.</text:p></text:note-body></text:note> Yes.</text:p>"
    "<table:table><table:table-row><table:table-cell><text:p>In a cell.</text:p></table:table-cell></table:table-row></table:table>"
    "<text:list><text:list-item><text:p>An <text:span>item</text:span>.</text:p></text:list-item></text:list>"
    "<text:p><draw:frame><draw:text-box><text:p>In a frame.</text:p></draw:text-box></draw:frame></text:p>"
    "<text:p><text:soft-page-break/>Later.</text:p>"
)


def test_opendocument(tmp_path: Path) -> None:
    document = read(tmp_path, "a.odt", zipped(odt_parts(ODT_BODY)))
    assert texts(document) == ["On taxes", "Taxes  fell twice.", "Yes.", "The note.", "In a cell.", "An item.", "In a frame.", "Later."]
    assert (document.title, document.format, document.sentences[0].page) == ("My speech", "odt", 1)
    assert document.sentences[-1].page == 2


def test_flat_opendocument(tmp_path: Path) -> None:
    flat = f'<?xml version="1.0"?><office:document {ODT}><office:body><office:text><text:p>Taxes fell.</text:p></office:text></office:body></office:document>'
    assert texts(read(tmp_path, "a.fodt", flat.encode())) == ["Taxes fell."]


def test_an_encrypted_opendocument_is_recognised(tmp_path: Path) -> None:
    parts = odt_parts("") | {
        "META-INF/manifest.xml": '<m:manifest xmlns:m="x"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>',
        "content.xml": b"\x01\x02",
    }
    with pytest.raises(InputError) as caught:
        read(tmp_path, "a.odt", zipped(parts))
    assert caught.value.code == "document-encrypted"


def epub_parts() -> dict[str, str | bytes]:
    page = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><h1>{0}</h1><p>{1}</p></body></html>'
    return {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
        "OPS/book.opf": '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Book</dc:title>'
        '<dc:language>en-GB</dc:language></metadata><manifest><item id="n" href="nav.xhtml" properties="nav"/><item id="b" href="text/chapter%20two.xhtml"/>'
        '<item id="a" href="text/one.xhtml"/><item id="c" href="gone.xhtml"/></manifest><spine><itemref idref="n"/><itemref idref="a"/><itemref idref="b"/><itemref idref="c"/></spine></package>',
        "OPS/nav.xhtml": page.format("Contents", "One Two"),
        "OPS/text/one.xhtml": page.format("One", "Taxes fell. They rose."),
        "OPS/text/chapter two.xhtml": page.format("Two", "The end."),
    }


def test_epub_follows_the_spine(tmp_path: Path) -> None:
    document = read(tmp_path, "a.epub", zipped(epub_parts()))
    assert texts(document) == ["One", "Taxes fell.", "They rose.", "Two", "The end."]
    assert (document.title, document.language, document.format) == ("The Book", "en-GB", "epub")
    assert document.notes == ("One chapter that the book lists is not in the file.",)


def test_a_protected_epub_is_recognised(tmp_path: Path) -> None:
    lock = '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><e:CipherReference xmlns:e="x" URI="OPS/text/one.xhtml"/></encryption>'
    with pytest.raises(InputError) as caught:
        read(tmp_path, "a.epub", zipped(epub_parts() | {"META-INF/encryption.xml": lock}))
    assert caught.value.code == "document-encrypted"


RTF = (
    rb"{\rtf1\ansi\ansicpg1252\uc1{\fonttbl{\f0 Arial;}{\f1\fcharset204 Kyr;}}{\info{\title X}}{\header Head}\pard Taxes \b fell\b0 .\par "
    rb"Caf\'e9 \u8364?5 and \u-10179?\u-8704?.{\footnote The note.}\par {\deleted gone }kept {\revised added}.{\v hid}\par "
    rb"{\f1 \'cf\'f0\'e8\'e2\'e5\'f2}\par{\*\generator g;}{\pict\pngblip 8950}\trowd In a cell.\cell Another.\cell\row \'93Yes\'94\emdash no.}"
)


def test_rtf(tmp_path: Path) -> None:
    document = read(tmp_path, "a.rtf", RTF)
    assert texts(document) == [
        "Taxes fell.",
        "Café €5 and 😀.",
        "The note.",
        "kept added.",
        "Привет",
        "In a cell.",
        "Another.",
        "“Yes”—no.",
    ]
    assert document.format == "rtf"
