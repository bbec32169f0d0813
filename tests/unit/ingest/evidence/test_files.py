"""Files as evidence: text, metadata, and day of publication."""

from __future__ import annotations

import io
import json
from datetime import date
from pathlib import Path

import docx
import pytest

from app.domain.evidence import ReadEvidence
from app.domain.options import EvidenceImportOptions
from app.errors import InputError
from tests.unit.ingest.evidence.evidence_reading import entries, only_document, page, pdf, read, write

DAY = date(2020, 10, 30)


def article(**fields: object) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@context": "https://schema.org", "@type": "NewsArticle", **fields})}</script>'


def test_a_pdf_has_pages_title_and_the_day_it_was_made(tmp_path: Path) -> None:
    data = pdf("Otters build bridges.", "", "Beavers build dams.", title="On animals", creationDate="D:20201030120000+02'00'")
    document = only_document(write(tmp_path / "a.pdf", data))
    assert (document.title, document.medium, document.published, document.language) == ("On animals", "PDF", DAY, "en")
    assert len(document.page_starts) == 3 and document.text[document.page_starts[2] :] == "Beavers build dams."
    named = only_document(
        write(tmp_path / "minutes 4.pdf", pdf("Otters.", title="Microsoft Word - minutes.docx", creationDate="D:20201399"))
    )
    assert (named.title, named.published) == ("minutes 4", None)


def test_a_scan_says_that_no_text_is_in_it(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no text in this PDF") as raised:
        read(write(tmp_path / "scan.pdf", pdf("", "")))
    assert raised.value.code == "document-no-text"
    (note,), (refused,) = read(write(tmp_path / "note.txt", "Otters.").parent)
    assert note.title == "note" and (refused.source, "no text in this PDF" in refused.reason) == ("scan.pdf", True)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", "Otters build bridges."),
        ("a.md", "# Otters\n\nThey build bridges."),
        ("a.rtf", r"{\rtf1 Otters build bridges.}"),
        ("a.vtt", "WEBVTT\n\n00:01.000 --> 00:03.000\nOtters build bridges.\n"),
        ("a.said", "ANNA: Otters build bridges.\n"),
    ],
)
def test_every_kind_of_document_is_evidence(tmp_path: Path, name: str, content: str) -> None:
    document = only_document(write(tmp_path / name, content))
    assert "build bridges" in document.text and document.published is None and document.title in ("a", "Otters")
    assert document.medium == ("Video" if name == "a.vtt" else "Other")


def test_a_mail_appeared_on_the_day_it_was_sent(tmp_path: Path) -> None:
    head = "From: a@b.example\nTo: c@d.example\nSubject: On animals\nDate: Fri, 30 Oct 2020 09:00:00 +0000\n\n"
    document = only_document(write(tmp_path / "a.eml", head + "Otters build bridges.\n"))
    assert (document.title, document.published, document.text.strip()) == ("On animals", DAY, "Otters build bridges.")


def test_a_word_document_has_no_day_of_its_own(tmp_path: Path) -> None:
    document, stream = docx.Document(), io.BytesIO()
    document.add_paragraph("Otters build bridges.")
    document.save(stream)
    path = write(tmp_path / "a.docx", stream.getvalue())
    assert only_document(path).published is None  # the template's own days would be those of 2013
    assert only_document(path, EvidenceImportOptions(published=DAY, source="The desk")).published == DAY


def test_metadata_of_a_page(tmp_path: Path) -> None:
    head = (
        '<title>Otters | News</title><meta property="og:title" content="Otters &amp; bridges"><link rel="canonical" href="https://n.example/o">'
        + article(
            datePublished="2020-10-30T23:30:00-05:00", dateModified="2022-01-01", publisher={"@type": "Organization", "name": "Velden News"}
        )
    )
    document = only_document(write(tmp_path / "p.html", page(head=head)))
    assert (document.title, document.source, document.url, document.medium) == (
        "Otters & bridges",
        "Velden News",
        "https://n.example/o",
        "Web text",
    )
    assert (document.published, document.language, document.text) == (DAY, "en", "Otters build bridges in Velden.")


@pytest.mark.parametrize(
    "head",
    [
        '<meta property="article:published_time" content="2020-10-30T08:00:00Z">',
        '<meta name="DC.date.issued" content="30 October 2020">',
        '<meta itemprop="datePublished" content="2020-10-30">',
        '<meta name="citation_publication_date" content="2020/10/30">',
        '<meta name="date" content="2020-10-30"><meta name="last-modified" content="2023-01-01">',
        '<link rel="canonical" href="https://n.example/2020/oct/30/otters">',
        article(datePublished="Oct. 30, 2020"),
        '<script type="application/ld+json">{"@graph": [{"@type": "WebPage", "datePublished": "2019-01-01"}, '
        '{"@type": ["Article"], "datePublished": "2020-10-30"}, {"@type": "Comment", "datePublished": "2024-01-01"}]}</script>',
        '<script type="application/ld+json">{broken</script><meta name="pubdate" content="2020-10-30">',
    ],
)
def test_days_of_publication_in_a_page(tmp_path: Path, head: str) -> None:
    assert only_document(write(tmp_path / "p.html", page(head=head))).published == DAY


@pytest.mark.parametrize(
    ("body", "day"),
    [
        ('<p>Otters.</p><time datetime="2020-10-30">Friday</time>', DAY),
        ('<p>Otters.</p><time datetime="2020-10-30">Friday</time><time datetime="2021-10-30">later</time>', None),
        ('<p>Otters.</p><time itemprop="datePublished" datetime="2020-10-30">1</time><time datetime="2021-10-30">2</time>', DAY),
        ("<p>Otters.</p>", None),
        ('<p>Otters.</p><time datetime="2020-02-31">never</time>', None),
    ],
)
def test_days_in_the_text_of_a_page(tmp_path: Path, body: str, day: date | None) -> None:
    assert only_document(write(tmp_path / "p.html", page(body))).published == day


def test_contradictory_dates_are_reported_and_the_latest_counts(tmp_path: Path) -> None:
    head = article(datePublished="2019-01-02") + '<link rel="canonical" href="https://n.example/2020/10/30/o">'
    (row,) = entries(write(tmp_path / "p.html", page(head=head)))
    assert isinstance(row, ReadEvidence) and row.document.published == DAY
    assert row.note == "p.html: Its dates contradict each other (2019-01-02, 2020-10-30); the latest counts."
    (row,) = entries(write(tmp_path / "q.html", page(head=head.replace("2019-01-02", "2020-10-29"))))
    assert isinstance(row, ReadEvidence) and (row.note, row.document.published) == ("", date(2020, 10, 29))


def test_saved_pages_keep_their_address(tmp_path: Path) -> None:
    saved = only_document(write(tmp_path / "p.html", page(before="<!-- saved from url=(0021)https://n.example/o -->")))
    assert (saved.url, saved.source, saved.published) == ("https://n.example/o", "n.example", None)
    note = "<!-- Page saved with SingleFile \n url: https://n.example/s \n saved date: Fri Oct 30 2020 10:11:12 GMT+0100 (CET) -->"
    single = only_document(write(tmp_path / "s.html", page(before=note)))
    assert (single.url, single.published) == ("https://n.example/s", DAY)


def test_a_copy_in_a_web_archive_is_of_the_site_itself(tmp_path: Path) -> None:
    head = '<meta property="og:url" content="https://web.archive.org/web/20230101/https://n.example/2020/10/30/o">'
    document = only_document(write(tmp_path / "p.html", page(head=head)))
    assert (document.source, document.published) == ("n.example", DAY)


def test_a_page_saved_as_one_file_has_the_day_of_saving_where_it_names_none(tmp_path: Path) -> None:
    def mhtml(head: str) -> str:
        return (
            "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://n.example/m\r\nDate: Fri, 30 Oct 2020 10:00:00 -0000\r\n"
            'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="B"\r\n\r\n'
            f"--B\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{page(head=head)}\r\n--B--\r\n"
        )

    document = only_document(write(tmp_path / "m.mhtml", mhtml("<title>Otters</title>")))
    assert (document.url, document.published, document.title, document.medium) == ("https://n.example/m", DAY, "Otters", "Web text")
    assert only_document(write(tmp_path / "n.mhtml", mhtml(article(datePublished="2018-03-04")))).published == date(2018, 3, 4)


def test_the_bytes_of_a_file_come_with_it(tmp_path: Path) -> None:
    path = write(tmp_path / "a.TXT", "Otters.")
    (row,) = entries(path)
    assert isinstance(row, ReadEvidence) and (row.copy, row.suffix) == (b"Otters.", ".TXT")
    (row,) = entries(write(tmp_path / "a.exe", "Otters."))
    assert isinstance(row, ReadEvidence) and row.suffix == ""
    (row,) = entries(path, EvidenceImportOptions(copies=False))
    assert isinstance(row, ReadEvidence) and row.copy is None


@pytest.mark.parametrize(
    ("content", "code"), [(b"", "document-empty"), (b"-- ***\n", "document-empty"), (b"\x89PNG\r\n\x00", "document-unsupported")]
)
def test_files_without_text_are_refused(tmp_path: Path, content: bytes, code: str) -> None:
    with pytest.raises(InputError) as raised:
        read(write(tmp_path / "a.txt", content))
    assert raised.value.code == code


@pytest.mark.parametrize(
    ("head", "published"),
    [
        ("Published: 30 October 2020", DAY),
        ("# Otters\n\n*Veröffentlicht am 30. Oktober 2020*", DAY),
        ("Publicado el 28 de octubre de 2020\nActualizado: 30 de octubre de 2020", DAY),
        ("date: 2020-10-30", DAY),
        ("Date: 03/04/2020", None),
        ("Published in 2020 by the city", None),
        ("Date: 31.02.2020", None),
        ("Otters were counted on 30 October 2020.", None),
    ],
)
def test_a_date_at_the_start_of_a_text_is_its_own(tmp_path: Path, head: str, published: date | None) -> None:
    assert only_document(write(tmp_path / "a.txt", f"{head}\n\nOtters build bridges.")).published == published


def test_a_day_far_down_in_a_text_is_not_its_own(tmp_path: Path) -> None:
    text = "Otters build bridges.\n" * 20 + "Published: 30 October 2020\n"
    assert only_document(write(tmp_path / "a.txt", text)).published is None
