"""Every fault of a file gives a stable code, one clear line and a hint; files with a wrong suffix are recognised."""

from __future__ import annotations

import gzip
import io
import os
import zipfile
from pathlib import Path

import pytest

from app.domain.document import Document
from app.domain.document_formats import SUPPORTED
from app.domain.progress import CancelToken
from app.errors import Cancelled, InputError
from app.ingest.documents import archive, read_document, read_text, source

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(200))


def read(tmp_path: Path, name: str, data: bytes) -> Document:
    path = tmp_path / name
    path.write_bytes(data)
    return read_document(path, cancel=CancelToken())


def zipped(**parts: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name.replace("__", "/"), part)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.txt", b"", "document-empty"),
        ("a.txt", b" \r\n\t\n ", "document-empty"),
        ("a.txt", b"(APPLAUSE)\n---\n...", "document-empty"),
        ("a.vtt", b"WEBVTT\n\n", "document-empty"),
        ("a.html", b"<html><body><script>x()</script></body></html>", "document-empty"),
        ("a.csv", b"text\n", "document-empty"),
        ("a.png", PNG, "document-unsupported"),
        ("a.txt", PNG, "document-unsupported"),
        ("a.mp4", b"\x00\x00\x00\x18ftypmp42" + bytes(100), "document-unsupported"),
        ("a.bin", bytes(range(256)) * 20, "document-unsupported"),
        ("a.zip", zipped(readme=b"hello"), "document-unsupported"),
        ("a.xlsx", zipped(xl__workbook=b"<x/>"), "document-damaged"),
        ("a.pptx", zipped(ppt__slide=b"<x/>"), "document-unsupported"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "document-damaged"),
        ("a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "document-encrypted"),
        ("a.docx", b"PK\x03\x04 and then nothing", "document-damaged"),
        ("a.docx", zipped(word__document=b"x"), "document-damaged"),
        ("a.pdf", b"%PDF-1.7 and then nothing", "document-damaged"),
        ("a.pdf", bytes(range(256)) * 20, "document-damaged"),
        ("a.rtf", b"{\\rtf1{\\fonttbl", "document-damaged"),
        ("a.txt.gz", gzip.compress(b"Taxes fell. " * 99, mtime=0)[:40], "document-damaged"),
        ("a.epub", zipped(mimetype=b"application/epub+zip"), "document-damaged"),
        ("a.odt", zipped(mimetype=b"application/vnd.oasis.opendocument.text"), "document-damaged"),
    ],
)
def test_faults_have_codes_and_hints(tmp_path: Path, name: str, data: bytes, code: str) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, name, data)
    assert caught.value.code == code
    assert caught.value.hint and "\n" not in str(caught.value) and caught.value.exit_code == 2


def test_missing_file_and_folder(tmp_path: Path) -> None:
    for path, code in (
        (tmp_path / "gone.txt", "document-not-found"),
        (tmp_path, "document-unsupported"),
        (Path("a\x00b"), "document-unreadable"),
    ):
        with pytest.raises(InputError) as caught:
            read_document(path, cancel=CancelToken())
        assert caught.value.code in (code, "document-not-found")


def test_a_device_or_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError) as caught:
        read_document(tmp_path / "pipe", cancel=CancelToken())
    assert caught.value.code == "document-unsupported"


def test_a_truncated_word_document_is_damaged(tmp_path: Path) -> None:
    import docx

    document, stream = docx.Document(), io.BytesIO()
    document.add_paragraph("Taxes fell. " * 2000)
    document.save(stream)
    for share in (0.2, 0.5, 0.9, 0.99):
        with pytest.raises(InputError) as caught:
            read(tmp_path, "a.docx", stream.getvalue()[: int(len(stream.getvalue()) * share)])
        assert caught.value.code == "document-damaged"


def test_decompression_bombs_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_BYTES", 1_000_000)
    monkeypatch.setattr(archive, "MAX_BYTES", 1_000_000)
    bomb = b"<a>" + b" " * 5_000_000 + b"</a>"
    for name, data in (("a.txt.gz", gzip.compress(bomb, mtime=0)), ("a.docx", zipped(**{"word__document.xml": bomb})), ("a.txt", bomb)):
        with pytest.raises(InputError) as caught:
            read(tmp_path, name, data)
        assert caught.value.code == "document-too-large"


def test_xml_entities_are_not_expanded(tmp_path: Path) -> None:
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "ha"}">' for n in range(9))
    xml = (
        f'<?xml version="1.0"?><!DOCTYPE d [{entities}<!ENTITY f SYSTEM "file:///etc/hostname">]><w:document xmlns:w="x"><w:body>'
        "<w:p><w:r><w:t>Taxes &a8;&f; fell.</w:t></w:r></w:p></w:body></w:document>"
    )
    try:
        text = read(tmp_path, "a.docx", zipped(**{"word__document.xml": xml.encode()})).text
    except InputError as error:
        assert error.code == "document-damaged"
    else:
        assert len(text) < 100 and "haha" not in text


@pytest.mark.parametrize(
    ("data", "text", "noted"),
    [
        ("Größe zählt.".encode("utf-8-sig"), "Größe zählt.", False),
        ("Größe zählt.".encode("utf-16"), "Größe zählt.", False),
        ("Größe zählt nicht.".encode("utf-16-le"), "Größe zählt nicht.", False),
        ("Größe zählt nicht.".encode("utf-16-be"), "Größe zählt nicht.", False),
        ("Größe zählt.".encode("utf-32"), "Größe zählt.", False),
        (
            "Der Präsident sagte über die Löhne: Sie stiegen für Österreich.".encode("cp1252"),
            "Der Präsident sagte über die Löhne: Sie stiegen für Österreich.",
            True,
        ),
        ("Это неправда, зарплаты выросли за последние годы.".encode("cp1251"), "Это неправда, зарплаты выросли за последние годы.", True),
        ("Ä".encode() * 100 + b"\xff fell.", "Ä" * 100 + "\ufffd fell.", True),
    ],
)
def test_encodings(tmp_path: Path, data: bytes, text: str, noted: bool) -> None:
    document = read(tmp_path, "a.txt", data)
    assert document.text == text
    assert bool(document.notes) is noted


def test_text_under_a_document_suffix_is_read(tmp_path: Path) -> None:
    assert read(tmp_path, "a.docx", b"Taxes fell. They rose.").format == "text"
    assert read(tmp_path, "a.txt", b"WEBVTT\n\n00:01.000 --> 00:02.000\nYes.").format == "vtt"
    assert read(tmp_path, "a", b"Taxes fell.").title == "a"


def test_cancel_stops_every_kind() -> None:
    cancel = CancelToken()
    cancel.cancel()
    for text in ("Taxes fell.", "WEBVTT\n\n00:01.000 --> 00:02.000\nYes.", "1\tAnna\tYes we did.\n" * 300):
        with pytest.raises(Cancelled):
            read_text(text, cancel=cancel)


def test_cancel_while_cutting() -> None:
    polls = iter(range(10**6))
    cancel = CancelToken(lambda: next(polls) > 3)
    with pytest.raises(Cancelled):
        read_text("Taxes fell.\n" * 2000, cancel=cancel)
    assert next(polls) < 10


def test_the_table_of_formats_is_complete() -> None:
    suffixes = [suffix for kind in SUPPORTED for suffix in kind.suffixes]
    assert len(suffixes) == len(set(suffixes)) and all(suffix.startswith(".") for suffix in suffixes)
    assert {".txt", ".md", ".html", ".pdf", ".docx", ".odt", ".epub", ".rtf", ".srt", ".vtt", ".csv", ".tsv"} <= set(suffixes)
