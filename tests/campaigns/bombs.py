"""Files designed to harm their reader: entities, compressed zeros, depth, width, endless numbers."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Sequence
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
    """Return a Word or OpenDocument file ("docx", "odt") whose text contains the entity `a11`, declared by `doctype`."""
    if kind == "docx":
        return zipped({"[Content_Types].xml": _KINDS, "_rels/.rels": _LINKS, "word/document.xml": doctype + _WORD})
    return zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": doctype + _OPEN})


def external_entity(path: Path) -> str:
    """Return a document type that declares the entity as the content of another file."""
    return f"<!DOCTYPE x [<!ENTITY a11 SYSTEM '{path.as_uri()}'>]>"


def bombs() -> Iterator[tuple[str, str, bytes]]:
    """Yield (reader, file name, bytes)."""
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
    """Return the workbook of this name: two rows, with its extra content after the cells."""
    buffer, packed, book = io.BytesIO(), io.BytesIO(), openpyxl.Workbook()
    book.active.append(["claim", "rating"])
    book.active.append(["The bridge cost nine million.", "False"])
    book.save(buffer)
    with zipfile.ZipFile(buffer) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            content = old.read(part)
            new.writestr(part, content.replace(b"</sheetData>", WIDE_SHEETS[name], 1) if part.endswith("sheet1.xml") else content)
    return packed.getvalue()


def _pdf(objects: Sequence[bytes]) -> bytes:
    """Return a PDF of these objects, numbered from 1; the first is the catalogue."""
    content, offsets = b"%PDF-1.4\n", list[int]()
    for number, body in enumerate(objects, start=1):
        offsets.append(len(content))
        content += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return content + table + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(content))


def _stream(content: bytes, extra_entries: bytes = b"") -> bytes:
    return b"<<%b/Length %d>>stream\n%b\nendstream" % (extra_entries, len(content), content)


def _page_of(stream: bytes, extra_entries: bytes = b"", pages: int = 1) -> list[bytes]:
    """Return the objects of a PDF whose pages all show the same content; the font is object 5."""
    kids = b" ".join(b"%d 0 R" % number for number in ((3,) if pages == 1 else range(6, 6 + pages)))
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>%b>>>>" % extra_entries
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    first = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[%b]/Count %d>>" % (kids, pages), page, stream, font]
    return first + [page] * (pages if pages > 1 else 0)


def calling_forms(deep: int = 9) -> bytes:
    """Return a PDF of forms that call the next one ten times each: 2.5 kB that show ten billion words."""
    objects = _page_of(_stream(b"/X Do " * 10), b"/XObject<</X 6 0 R>>")
    for number in range(deep):
        body = b"/X Do " * 10 if number < deep - 1 else b"BT /F 12 Tf (Hello there) Tj ET"
        resources = b"/Resources<</Font<</F 5 0 R>>/XObject<</X %d 0 R>>>>" % (7 + number)
        objects.append(_stream(body, b"/Type/XObject/Subtype/Form/BBox[0 0 600 800]" + resources))
    return _pdf(objects)


def _shown(megabytes: int) -> bytes:
    """Return so many megabytes of text operators, compressed."""
    words, packer = b"BT /F 12 Tf (Hello there my friend) Tj ET\n", zlib.compressobj(9)
    part = words * (1_000_000 // len(words))
    return _stream(b"".join([*(packer.compress(part) for _ in range(megabytes)), packer.flush()]), b"/Filter/FlateDecode")


def large_stream(megabytes: int = 620) -> bytes:
    """Return a PDF of one page whose compressed content is this large."""
    return _pdf(_page_of(_shown(megabytes)))


def same_pages(pages: int = 5000) -> bytes:
    """Return a PDF of many pages that all show the same megabyte of words."""
    return _pdf(_page_of(_shown(1), pages=pages))


def named_chapter(times: int = 1_000_000) -> bytes:
    """Return an e-book that lists its only chapter so many times."""
    return zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container><rootfiles><rootfile full-path="c.opf"/></rootfiles></container>',
            "c.opf": '<package><manifest><item id="a" href="a.html"/></manifest><spine>'
            + '<itemref idref="a"/>' * times
            + "</spine></package>",
            "a.html": "<p>The bridge cost nine million dollars.</p>",
        }
    )


def tall_sheet(megabytes: int = 1500) -> bytes:
    """Return a workbook whose only sheet unpacks to so many megabytes of rows."""
    row = b'<row><c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><t>b</t></is></c></row>'
    return _workbook(
        [b"<worksheet xmlns='%b'><sheetData>" % _MAIN, *[row * (1_000_000 // len(row))] * megabytes, b"</sheetData></worksheet>"]
    )


def wide_header(columns: int = 1_000_000) -> bytes:
    """Return a workbook whose header has so many empty cells."""
    cells = b'<c t="inlineStr"><is><t></t></is></c>' * columns
    header_cells = b'<c t="inlineStr"><is><t>claim</t></is></c><c t="inlineStr"><is><t>rating</t></is></c>'
    rows = b"<row>%b%b</row>" % (header_cells, cells) + b"<row>%b</row>" % header_cells * 3
    return _workbook([b"<worksheet xmlns='%b'><sheetData>" % _MAIN, rows, b"</sheetData></worksheet>"])


_MAIN = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def _workbook(sheet: Sequence[bytes]) -> bytes:
    buffer, packed, book = io.BytesIO(), io.BytesIO(), openpyxl.Workbook()
    book.save(buffer)
    with zipfile.ZipFile(buffer) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            with new.open(part, "w", force_zip64=True) as target:
                for piece in sheet if part.endswith("sheet1.xml") else (old.read(part),):
                    target.write(piece)
    return packed.getvalue()


def packed_line(content: bytes, times: int, *, last: bytes = b"") -> bytes:
    """Return the content so many times, gzipped; it is compressed in pieces, since it may be larger than memory."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as stream:
        piece = content * max(1, 1_000_000 // len(content))
        for _ in range(times * len(content) // len(piece)):
            stream.write(piece)
        stream.write(last)
    return packed.getvalue()


def web_archive(megabytes: int) -> bytes:
    """Return a compressed WARC of one page of so many megabytes of blanks."""
    http_header = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    size = len(http_header) + megabytes * 1_000_000
    record = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n"
    record += b"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n" % size
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as stream:
        stream.write(record + http_header)
        for _ in range(megabytes):
            stream.write(b" " * 1_000_000)
        stream.write(b"\r\n\r\n")
    return packed.getvalue()


def package_of(archive: bytes) -> bytes:
    """Return a WACZ that contains this archive."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("archive/data.warc.gz", archive)
        package.writestr("datapackage.json", "{}")
    return packed.getvalue()


def zipped_part(name: str, megabytes: int) -> bytes:
    """Return an archive whose only part unpacks to so many megabytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive, archive.open(name, "w", force_zip64=True) as part:
        for _ in range(megabytes):
            part.write(b" " * 1_000_000)
    return packed.getvalue()


def zips_in_zips(deep: int = 6) -> bytes:
    """Return an archive of ten archives of ten archives, with each level gzipped too."""
    content = gzip.compress(b" " * 10_000_000, mtime=0)
    for _ in range(deep):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(10):
                archive.writestr(f"{number}.json.gz", content)
        content = packed.getvalue()
    return content


def nested_mail(deep: int = 3000) -> bytes:
    """Return a mail of deeply nested parts."""
    mail_header = b"From: a@a.example\nTo: b@a.example\nSubject: A\nDate: Mon, 1 Jan 2024 00:00:00 +0000\nMIME-Version: 1.0\n"
    parts = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (number, number) for number in range(deep))
    return mail_header + parts + b"Content-Type: text/plain\n\nTaxes fell.\n"


def _packed_spaces() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        with archive.open("content.xml", "w") as part:
            for _ in range(300):
                part.write(b" " * 1_000_000)
    return packed.getvalue()
