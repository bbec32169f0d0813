"""Captions of one line each, SAMI, timed text with unreadable times, and formats that are refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.document import Document
from app.errors import InputError
from app.ingest.documents import read_text
from tests.unit.ingest.documents.documents_reading import read_bytes

WANTED = [("The deficit doubled.", 1.0, 3.0), ("It fell again.", 4.0, 6.0)]


def timed(document: Document) -> list[tuple[str, float | None, float | None]]:
    return [(sentence.text, sentence.time, sentence.time_end) for sentence in document.sentences]


@pytest.mark.parametrize(
    "text",
    [
        "{1}{1}25.000\n{25}{75}The deficit|doubled.\n{100}{150}{y:i}It fell again.\n",
        "{0}{0}23.976\n{24}{72}The deficit doubled.\n{96}{144}{c:$0000ff}{y:b,i}It fell|again.\n",
        "{1}{1}29,97\n{30}{90} The deficit doubled.\n{120}{180}/It fell again.\n",
        "[10][30]The deficit|doubled.\n[40][60]/It fell again.\n",
        "[10] [30] The deficit doubled.\n[40] [60] It fell again.\n",
        "1.000000\t3.000000\tThe deficit doubled.\n4.000000\t6.000000\tIt fell again.\n",
        "1,000\t3,000\tThe deficit doubled.\n4,000\t6,000\tIt fell again.\n",
        "00:00:01:00 , 00:00:03:00 , The deficit doubled.\n00:00:04:00 , 00:00:06:00 , It fell again.\n",
        "00:00:01:00 00:00:03:00\nThe deficit doubled.\n\n00:00:04:00 00:00:06:00\nIt fell again.\n",
    ],
)
@pytest.mark.parametrize("name", ["a.sub", "a.txt"])
def test_captions_of_one_line(tmp_path: Path, text: str, name: str) -> None:
    document = read_bytes(tmp_path, text.encode(), name)
    assert [(sentence.text, round(sentence.time or 0, 1), round(sentence.time_end or 0, 1)) for sentence in document.sentences] == WANTED
    assert not document.notes


def test_frames_without_a_rate_are_read_and_reported() -> None:
    document = read_text("{25}{75}The deficit doubled.\n{100}{150}It fell again.\n")
    assert timed(document) == WANTED and "frames" in document.notes[0]


def test_lines_without_times_among_them_are_kept_and_counted() -> None:
    document = read_text("{1}{1}25\n{25}{75}The deficit doubled.\n{?}{?}Taxes rose.\n{100}{}It fell again.\n")
    assert [sentence[:2] for sentence in timed(document)] == [
        ("The deficit doubled.", 1.0),
        ("{?}{?}Taxes rose.", None),
        ("It fell again.", 4.0),
    ]
    assert document.notes == ("1 of 3 captions had no readable time; their words are kept where they stand.",)


@pytest.mark.parametrize("sign", [":", "="])
def test_tmplayer_captions_have_start_times_only(sign: str) -> None:
    text = f"00:00:01{sign}The deficit|doubled.\n00:00:04{sign}It fell again.\n00:00:30{sign}It rose.\n"
    assert timed(read_text(text)) == [("The deficit doubled.", 1.0, 4.0), ("It fell again.", 4.0, 9.0), ("It rose.", 30.0, 35.0)]


def test_brackets_in_a_text_are_no_captions() -> None:
    text = "We read this in [12][13] and elsewhere.\nThe deficit doubled {1}{2} then.\n[1][2] say so too.\nIt fell again.\n"
    assert read_text(text).format == "text"


def test_sami_uses_the_language_with_the_most_text() -> None:
    text = (
        "<SAMI>\n<HEAD><STYLE TYPE='text/css'><!-- P {color: white} .ENCC {lang: en-US} .FRCC {lang: fr-FR} --></STYLE></HEAD>\n<BODY>\n"
        "<SYNC Start=1000><P Class=ENCC>The <i>deficit</i><br>doubled.\n<P Class=FRCC>Non.\n<SYNC Start=3000><P Class=ENCC>&nbsp;\n"
        '<SYNC Start="4000"><P Class=ENCC>It fell again.\n<SYNC Start=6000><P Class=ENCC>&nbsp;\n</BODY></SAMI>\n'
    )
    document = read_text(text)
    assert timed(document) == WANTED and document.format == "sami"
    assert document.notes == ("The file holds captions in several languages; those marked frcc were left out.",)


def test_timed_text_of_odd_spellings_and_without_readable_times(tmp_path: Path) -> None:
    body = (
        '<p begin="00:00:01,000" end="00:00:03,000">The deficit doubled.</p><p begin="00：00：04.000" end="00:06">It fell again.</p>'
        '<p begin="soon">Taxes rose.</p><p>We won.</p><p begin="9.5" dur="1.5">Yes.</p>'
    )
    document = read_bytes(tmp_path, f'<tt xmlns="http://www.w3.org/ns/ttml"><body><div>{body}</div></body></tt>'.encode(), "a.ttml")
    assert timed(document) == [*WANTED, ("Taxes rose.", None, None), ("We won.", None, None), ("Yes.", 9.5, 11.0)]
    assert document.notes[0].startswith("2 of 5 captions")


@pytest.mark.parametrize(
    ("name", "data", "word"),
    [
        ("a.scc", b"Scenarist_SCC V1.0\n\n00:00:05:00\t9420 9420 94ae 94ae 5468 e520\n", "SCC"),
        ("a.idx", b"# VobSub index file, v7\nsize: 720x480\ntimestamp: 00:00:01:000, filepos: 000000000\n", "VobSub"),
        ("a.stl", b"850STL25.0110437" + b" " * 1000 + b"\x00\x01\xff" * 40, "EBU"),
        ("a.sup", b"PG\x00\x00\x01\x02" + b"\x00\x16" * 200, "pictures"),
        ("a.sub", b"\x00\x00\x01\xbaD\x02" + bytes(range(256)) * 4, "pictures"),
        ("a.TextGrid", b'File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0\nxmax = 2.3\n', "Praat"),
        ("a.cha", b"@UTF8\n@Begin\n@Languages:\teng\n*CHI:\tthe deficit doubled .\n", "CHAT"),
        ("a.m3u8", b"#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:6.0,\nsegment0.vtt\n", "playlist"),
        ("a.ps", b"%!PS-Adobe-3.0\n%%Title: x\n/Helvetica findfont\n", "PostScript"),
        ("a.url", b"[InternetShortcut]\r\nURL=https://example.org/\r\n", "shortcut"),
        ("a.ics", b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n", "calendar"),
        ("a.ipynb", b'{"cells": [{"cell_type": "code", "source": ["print(1)"]}], "nbformat": 4}', "JSON"),
        ("a.geojson", b'{"type": "FeatureCollection", "features": []}', "JSON"),
        ("a.txt", b'{"name": "x", "private": true, "dependencies": {}}', "JSON"),
    ],
)
def test_other_formats_are_refused_by_name_and_never_read_as_words(tmp_path: Path, name: str, data: bytes, word: str) -> None:
    with pytest.raises(InputError) as refused:
        read_bytes(tmp_path, data, name)
    assert refused.value.code == "document-unsupported" and word in refused.value.message
