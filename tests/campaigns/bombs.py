"""Files that are made to harm whoever reads them: entities, packed zeros, depth, width, numbers without end."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import openpyxl

from tests.campaigns.seeds import zipped

_LAUGHS = "<!DOCTYPE x [<!ENTITY a0 'ha'>{}]>".format("".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 12)))
_KINDS = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
_LINKS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Target="word/document.xml" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/></Relationships>'
)
_WORD = (
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Before. &a11; After.</w:t></w:r>'
    "</w:p></w:body></w:document>"
)
_OPEN = (
    "<office:document-content xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' "
    "xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'><office:body><office:text><text:p>Before. &a11; After.</text:p></office:text>"
    "</office:body></office:document-content>"
)


_FAR = b'<row r="%d"><c r="A%d" t="inlineStr"><is><t>x</t></is></c></row></sheetData>'
WIDE_SHEETS = {
    "last-row": _FAR % (1_048_576, 1_048_576),
    "beyond-the-last-row": _FAR % (4_294_967_296, 4_294_967_296),
    "merged": b'</sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>',
    "linked": b'</sheetData><hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>',
    "hidden": b'</sheetData><mergeCells count="1"><mergeCell ref="A1:&#88;FD1048576"/></mergeCells>',
}
"""Sheets of two rows that stand for a million rows and sixteen thousand columns."""


def with_entity(kind: str, doctype: str) -> bytes:
    """A Word or OpenDocument file ("docx", "odt") whose text holds the entity `a11`, declared by `doctype`."""
    if kind == "docx":
        return zipped({"[Content_Types].xml": _KINDS, "_rels/.rels": _LINKS, "word/document.xml": doctype + _WORD})
    return zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": doctype + _OPEN})


def outside(path: Path) -> str:
    """A document type that declares the entity as the content of another file."""
    return f"<!DOCTYPE x [<!ENTITY a11 SYSTEM '{path.as_uri()}'>]>"


def bombs() -> Iterator[tuple[str, str, bytes]]:
    """(reader, file name, bytes)."""
    for kind in ("docx", "odt"):
        yield "document", f"laughs.{kind}", with_entity(kind, _LAUGHS)
    yield "document", "zip.odt", _packed_spaces()
    yield "document", "twice.txt.gz", gzip.compress(gzip.compress(b"a" * 100_000_000, mtime=0), mtime=0)
    for reader in ("factchecks", "posts", "evidence", "averitec", "queries", "document"):
        yield reader, "deep.json", b"[" * 200_000
        yield reader, "deep.jsonl", b'{"claim": ' * 20_000 + b"1" + b"}" * 20_000
        yield reader, "wide.csv", b"claim,rating\n" + b'"' + b"x" * 3_000_000
        yield reader, "nul.csv", b"claim,rating\n\x00,\x00\n" * 1000
        yield reader, "surrogate.json", json.dumps([{"claim": "\ud800 \udfff", "text": "\ud800"}]).encode()
        yield reader, "number.json", b'[{"claim": ' + b"9" * 100_000 + b"}]"
    yield "factchecks", "tags.html", b"<div>" * 300_000
    yield "document", "quotes.txt", b'"' * 300_000
    yield "document", "titles.txt", b"Mr. " * 20_000
    yield "document", "groups.rtf", b"{\\rtf1" + b"{" * 300_000
    for name in WIDE_SHEETS:
        yield "factchecks", f"{name}.xlsx", wide_sheet(name)
    yield "document", "tags.vtt", b"WEBVTT\n\n" + b"00:00.000 --> 00:01.000\n<c><b>" * 4_000


def wide_sheet(name: str) -> bytes:
    """The workbook of this name: two rows, with that behind its cells."""
    made, packed, book = io.BytesIO(), io.BytesIO(), openpyxl.Workbook()
    book.active.append(["claim", "rating"])
    book.active.append(["The bridge cost nine million.", "False"])
    book.save(made)
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            content = old.read(part)
            new.writestr(part, content.replace(b"</sheetData>", WIDE_SHEETS[name], 1) if part.endswith("sheet1.xml") else content)
    return packed.getvalue()


def _packed_spaces() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        with archive.open("content.xml", "w") as part:
            for _ in range(300):
                part.write(b" " * 1_000_000)
    return packed.getvalue()
