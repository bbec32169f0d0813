"""Small intact files of every format that the program reads, which the campaign alters. All texts are invented."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pymupdf

DEMO = Path(__file__).resolve().parents[2] / "resources" / "demo"
_ROWS = 6


@dataclass(frozen=True, slots=True)
class Seed:
    """An intact file: its reader (a name in `readers.READERS`), its name, and its bytes."""

    reader: str
    name: str
    data: bytes


def zipped(parts: dict[str, str]) -> bytes:
    """Return an archive of these parts."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), content)
    return packed.getvalue()


def seeds() -> tuple[Seed, ...]:
    """Return all seeds, always in the same order."""
    return (*_documents(), *_factchecks(), *_posts(), *_evidence(), *_others())


def _documents() -> Iterator[Seed]:
    for name, text in _TEXTS.items():
        yield Seed("document", name, text.encode())
    yield Seed("document", "a.txt.gz", gzip.compress(_TEXTS["a.txt"].encode(), mtime=0))
    yield Seed("document", "utf16.txt", _TEXTS["a.txt"].encode("utf-16"))
    yield Seed("document", "a.pdf", _pdf())
    yield Seed("document", "a.docx", _word())
    yield Seed("document", "a.odt", zipped(_ODT))
    yield Seed("document", "a.epub", zipped(_EPUB))


def _factchecks() -> Iterator[Seed]:
    lines = (DEMO / "factchecks_en.jsonl").read_bytes().splitlines()[:_ROWS]
    rows = [json.loads(line) for line in lines]
    yield Seed("factchecks", "own.jsonl", b"\n".join(lines))
    yield Seed("factchecks", "a.csv", _delimited(rows, ","))
    yield Seed("factchecks", "a.tsv", _delimited(rows, "\t"))
    yield Seed("factchecks", "a.xlsx", _sheet(rows))
    review = {
        "@context": "https://schema.org",
        "@type": "ClaimReview",
        "claimReviewed": "The harbour bridge cost nine million.",
        "url": "https://desk.example/1",
        "datePublished": "2024-03-01",
        "author": {"@type": "Organization", "name": "Desk"},
        "reviewRating": {"@type": "Rating", "ratingValue": 1, "bestRating": 5, "alternateName": "False"},
        "itemReviewed": {"@type": "Claim", "author": {"name": "Anna Berg"}, "datePublished": "2024-02-01"},
    }
    yield Seed("factchecks", "review.json", json.dumps([review]).encode())
    page = f'<html><head><script type="application/ld+json">{json.dumps(review)}</script></head><body>A page.</body></html>'
    yield Seed("factchecks", "page.html", page.encode())
    yield Seed("factchecks", "feed.json", json.dumps({"@type": "DataFeed", "dataFeedElement": [{"item": [review]}]}).encode())


def _posts() -> Iterator[Seed]:
    lines = (DEMO / "posts.jsonl").read_bytes().splitlines()[:_ROWS]
    rows = [json.loads(line) for line in lines]
    yield Seed("posts", "own.jsonl", b"\n".join(lines))
    yield Seed("posts", "a.csv", _delimited(rows, ","))
    tweet = {"id_str": "1", "full_text": "The bridge is closed.", "created_at": "Wed Oct 10 20:19:24 +0000 2018", "lang": "en"}
    yield Seed("posts", "tweets.js", b"window.YTD.tweets.part0 = " + json.dumps([{"tweet": tweet}]).encode())
    text = {
        "data": [{"id": "1", "text": "Bridges fall.", "created_at": "2020-01-01T00:00:00.000Z", "author_id": "2"}],
        "includes": {"users": []},
    }
    yield Seed("posts", "api.json", json.dumps(text).encode())
    chat = {
        "name": "Desk",
        "type": "public_channel",
        "id": 1,
        "messages": [{"id": 1, "type": "message", "date": "2024-01-01T10:00:00", "text": ["Hi ", {"type": "bold", "text": "all"}]}],
    }
    yield Seed("posts", "result.json", json.dumps(chat).encode())
    outbox = {
        "@context": "https://www.w3.org/ns/activitystreams",
        "type": "OrderedCollection",
        "orderedItems": [
            {
                "type": "Create",
                "published": "2024-01-01T00:00:00Z",
                "object": {"id": "https://m.example/1", "type": "Note", "content": "<p>Bridges</p>", "published": "2024-01-01T00:00:00Z"},
            }
        ],
    }
    yield Seed("posts", "outbox.json", json.dumps(outbox).encode())
    thread = [
        {
            "kind": "Listing",
            "data": {
                "children": [
                    {"kind": "t3", "data": {"id": "a", "title": "Bridges?", "selftext": "", "created_utc": 1700000000, "author": "x"}}
                ]
            },
        }
    ]
    yield Seed("posts", "reddit.json", json.dumps(thread).encode())


def _evidence() -> Iterator[Seed]:
    yield Seed(
        "evidence",
        "page.html",
        b'<html lang="en"><head><title>The bridge</title><meta property="article:published_time" content="2024-01-02"></head><body><p>The bridge cost nine million.</p></body></html>',
    )
    yield Seed("evidence", "rows.csv", b"text,url,published,medium\nThe bridge cost nine million.,https://desk.example/1,2024-01-02,web\n")
    yield Seed(
        "evidence", "rows.jsonl", b'{"text": "The bridge cost nine million.", "url": "https://desk.example/1", "published": "2024-01-02"}\n'
    )
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><title>B</title><p>The bridge cost nine million.</p></html>"
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://desk.example/1\r\nWARC-Date: 2024-01-02T00:00:00Z\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n"
    yield Seed("evidence", "a.warc", head.encode() + body + b"\r\n\r\n")
    yield Seed("evidence", "a.pdf", _pdf())


def _others() -> Iterator[Seed]:
    claims = json.loads((DEMO / "claims.json").read_bytes())
    yield Seed("averitec", "claims.json", json.dumps(claims[:3]).encode())
    yield Seed("queries", "q.jsonl", b'{"qid": 1, "text": "The bridge is closed."}\n{"qid": "b", "text": "No."}\n')
    yield Seed("pairs", "p.jsonl", b'{"premise": "The bridge is closed.", "hypothesis": "It is open."}\n')
    yield Seed("ratings", "r.tsv", b"rating\tpublisher\nPants on Fire!\tPolitiFact\nFalso\t\n")
    yield Seed("settings", "settings.toml", b'theme = "dark"\nfont_scale = 1.2\nrecent_files = ["a", "b"]\nstale_after = 3\n')
    yield Seed("sources", "sources.csv", (DEMO / "sources.csv").read_bytes())


def _delimited(rows: list[dict[str, Any]], delimiter: str) -> bytes:
    names = list(rows[0])
    cells = [names, *([str(row.get(name) or "") for name in names] for row in rows)]
    return "\n".join(delimiter.join('"' + cell.replace('"', '""') + '"' for cell in line) for line in cells).encode()


def _sheet(rows: list[dict[str, Any]]) -> bytes:
    book, names, packed = openpyxl.Workbook(), list(rows[0]), io.BytesIO()
    for line in [names, *([str(row.get(name) or "") for name in names] for row in rows)]:
        book.active.append(line)
    book.save(packed)
    return packed.getvalue()


def _pdf() -> bytes:
    pdf = pymupdf.open()
    for number in (1, 2):
        page = pdf.new_page()
        page.insert_text((72, 120), [f"Page {number} of a report. The unemploy-", "ment rate fell.", "Nobody knew."])
    data: bytes = pdf.tobytes(deflate=False, no_new_id=True)
    return data


def _word() -> bytes:
    document, packed = docx.Document(), io.BytesIO()
    for line in ("ANNA VOSS: Taxes fell.", "They did.", "BOB RAY: No."):
        document.add_paragraph(line)
    document.add_table(rows=2, cols=2).cell(0, 0).text = "In a cell."
    document.save(packed)
    return packed.getvalue()


_TEXTS = {
    "a.txt": "ANNA BERG: The bridge cost nine million. Nobody paid.\nBEN: No! “Yes,” he said.\n\n(APPLAUSE)\nANNA BERG: 3.5 percent.",
    "a.md": "# Debate\n\n*Anna* said: **taxes** fell.\n\n- one\n- two\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "a.html": "<!doctype html><html lang=en><head><title>T</title></head><body><article><h1>H</h1><p>Taxes fell. <b>Twice</b>.</p><table><tr><td>x</table></article></body></html>",
    "a.mhtml": 'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n--b\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n<html><body><p>Taxes =66ell.</p></body></html>\n--b--\n',
    "a.srt": "1\n00:00:01,000 --> 00:00:03,000\nTaxes fell.\n\n2\n00:00:03,500 --> 00:00:05,000\n<i>Twice</i> they did.\n",
    "a.vtt": "WEBVTT\n\n00:01.000 --> 00:03.000 align:start\n<v Anna>Taxes <00:02.000><c>fell</c>.\n\nNOTE x\n\n00:03.000 --> 00:05.000\nTwice &amp; more.\n",
    "a.ass": "[Script Info]\nTitle: x\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02.00,D,Anna,0,0,0,,Taxes {\\i1}fell{\\i0}.\\NTwice.\n",
    "a.rtf": r"{\rtf1\ansi\ansicpg1252\uc1{\fonttbl{\f0 Arial;}}\pard Taxes \b fell\b0 .\par Caf\'e9 \u8364?5.{\footnote A note.}\par}",
    "a.json": json.dumps({"segments": [{"start": 0.0, "end": 2.0, "text": " Taxes fell.", "speaker": "A", "words": [{"word": "Taxes", "start": 0.0, "end": 1.0}]}]}),
    "a.csv": "speaker,sentence,start\nAnna,Taxes fell.,00:01\nBen,\"No, they did not.\",00:02\n",
    "a.tsv": "1\tAnna\tTaxes fell.\tx\n2\tBen\tNo.\ty\n",
    "stamped.txt": "[00:01] Anna: Taxes fell.\n[00:05] Ben: No.\n[01:02:03] Anna: Yes.\n",
}  # fmt: skip
_OFFICE = 'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"'
_ODT = {
    "mimetype": "application/vnd.oasis.opendocument.text",
    "content.xml": f"<office:document-content {_OFFICE}><office:body><office:text><text:h>On taxes</text:h><text:p>Taxes<text:s/>fell.</text:p></office:text></office:body></office:document-content>",
    "META-INF/manifest.xml": '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
}
_EPUB = {
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
    "b.opf": '<package xmlns="http://www.idpf.org/2007/opf"><metadata/><manifest><item id="a" href="one.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
    "one.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>One</h1><p>Taxes fell. They rose.</p></body></html>',
}
