"""Helpers of the evidence importers' tests: read a path completely, and write the files to read."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from pathlib import Path

import pymupdf

from app.domain.evidence import EvidenceDocument, ReadEvidence
from app.domain.importing import RefusedRow
from app.domain.options import EvidenceImportOptions
from app.domain.progress import CancelToken, no_progress
from app.ingest.evidence import read_evidence


def entries(path: Path, options: EvidenceImportOptions | None = None) -> list[ReadEvidence | RefusedRow]:
    """Return everything that reading a path yields; the language is English unless the options say otherwise."""
    options = options or EvidenceImportOptions(language="en")
    return list(read_evidence(path, options=options, progress=no_progress, cancel=CancelToken()))


def read(path: Path, options: EvidenceImportOptions | None = None) -> tuple[list[EvidenceDocument], list[RefusedRow]]:
    """The documents and the refused rows of a path."""
    rows = entries(path, options)
    return [row.document for row in rows if isinstance(row, ReadEvidence)], [row for row in rows if isinstance(row, RefusedRow)]


def only_document(path: Path, options: EvidenceImportOptions | None = None) -> EvidenceDocument:
    """The only document of a path, from which nothing was refused."""
    (document,), refused = read(path, options)
    assert not refused
    return document


def write(path: Path, content: str | bytes) -> Path:
    """Write a file and its parent folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def write_lines(path: Path, *rows: object) -> Path:
    """Write rows as JSON Lines."""
    return write(path, "".join(f"{json.dumps(row)}\n" for row in rows))


def pdf(*pages: str, **metadata: str) -> bytes:
    """A PDF with these pages."""
    document = pymupdf.open()
    for text in pages:
        document.new_page().insert_text((72, 120), text)
    document.set_metadata(metadata)
    data: bytes = document.tobytes()
    return data


def page(body: str = "<p>Otters build bridges in Velden.</p>", *, head: str = "", before: str = "") -> str:
    """A web page."""
    return f'<!doctype html>{before}<html lang="en"><head>{head}</head><body><article>{body}</article></body></html>'


def warc(*records: tuple[str, str, bytes], status: str = "200 OK", day: str = "2021-02-03", packed: bool = True) -> bytes:
    """Return a web archive of (address, content type, body), each record compressed on its own as archivers do."""
    parts = []
    for number, (url, kind, body) in enumerate(records):
        block = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
        head = (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: {day}T10:00:00Z\r\n"
            f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{number:012d}>\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
        )
        record = head.encode() + block + b"\r\n\r\n"
        parts.append(gzip.compress(record) if packed else record)
    return b"".join(parts)


def wacz(archive: bytes, *pages: str) -> bytes:
    """Return a WACZ package of one web archive that lists these pages."""
    stream = io.BytesIO()
    listed = [{"format": "json-pages-1.0"}, *({"url": url} for url in pages)]
    with zipfile.ZipFile(stream, "w") as package:
        package.writestr("archive/data.warc.gz", archive)
        if pages:
            package.writestr("pages/pages.jsonl", "".join(f"{json.dumps(row)}\n" for row in listed))
    return stream.getvalue()
