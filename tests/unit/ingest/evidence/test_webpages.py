"""Evidence from web pages: date and author; the site around an article is no evidence."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from app.domain.evidence import ReadEvidence
from app.domain.options import EvidenceImportOptions
from app.domain.progress import CancelToken, no_progress
from app.services.evidence import import_evidence
from tests.fakes.evidence_library import MemoryEvidence
from tests.unit.ingest.evidence.evidence_reading import entries, only_document, warc, write

DAY = date(2020, 10, 30)
TEXT = "<p>Otters build bridges in Velden, and the council has counted eleven of them since the spring of that year.</p>"
SITE = (
    '<nav><a href="/">Home</a></nav>',
    '<div class="comments"><p>I have seen them on 4 May 2023 with my own eyes, next to the old mill.</p></div>',
    '<div class="cookie-consent"><p>We and our partners store cookies on your device since 1 March 2024.</p></div>',
    "<footer><p>Velden News, last changed on 2 February 2025. All rights reserved.</p></footer>",
)


def page(body: str, *, head: str = "") -> str:
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>'


def article(**fields: object) -> str:
    node = {"@context": "https://schema.org", "@type": "NewsArticle", **fields}
    return f'<script type="application/ld+json">{json.dumps(node)}</script>'


@pytest.mark.parametrize(
    "body",
    [
        "<h1>Otters</h1><p>30 October 2020</p>{}",
        "<h1>Otters</h1><p>By Nora Quill | 30 October 2020, 10:15</p>{}",
        "<h1>Otters</h1><div>Nora Quill, 30 October 2020</div>{}",
        "<h1>Otters</h1><div><span>Nora Quill</span> <span>30. Oktober 2020</span></div>{}",
        "<h1>Otters</h1><ul><li>Nora Quill</li><li>30 de octubre de 2020</li></ul>{}",
        "<div class=date>30 octobre 2020</div><h1>Otters</h1>{}",
        "<header><h1>Otters</h1><p>Otters build bridges, and the council has now counted all those that stand in the old town of Velden and in its harbour, too.</p><p>30/10/2020</p></header>{}",
        "<h1>Otters</h1><p>Published: 30 October 2020</p>{}",
        "<h2>Otters of Velden</h2><p>2020-10-30</p>{}",
    ],
)
def test_the_day_printed_at_the_head_of_an_article_is_its_own(tmp_path: Path, body: str) -> None:
    assert only_document(write(tmp_path / "p.html", page(body.format(TEXT), head="<title>Otters of Velden</title>"))).published == DAY


@pytest.mark.parametrize(
    "body",
    [
        "{}<p>30 October 2020</p>",
        "<h1>Otters</h1><p>The debate of 30 October 2020</p>{}",
        "<h1>Otters</h1><p>What was counted up to 30 October 2020</p>{}",
        "<header><div>Friday, 30 October 2020</div></header><div><h1>Otters</h1></div>{}",
        "<h1>Otters</h1>{}<p>30 October 2020</p><p>The first bridge fell.</p>",
        "<h1>Otters</h1><h1>Beavers</h1><p>30 October 2020</p>{}",
        "<h1>Otters of 2020</h1>{}",
    ],
)
def test_no_day_is_guessed_from_a_page(tmp_path: Path, body: str) -> None:
    assert (
        only_document(
            write(tmp_path / "p.html", page(body.format(TEXT + TEXT.replace("eleven", "twelve")), head="<title>x</title>"))
        ).published
        is None
    )


def test_site_boilerplate_is_no_evidence(tmp_path: Path) -> None:
    body = f"<main><article><h1>Otters</h1><p>30 October 2020</p>{TEXT}</article></main>".join(("", "".join(SITE)))
    document = only_document(write(tmp_path / "p.html", page(body)))
    assert document.published == DAY and "eleven of them" in document.text
    assert not any(word in document.text for word in ("2023", "2024", "2025", "Home"))


def test_a_live_page_has_its_latest_date(tmp_path: Path) -> None:
    for kind, changed in (("LiveBlogPosting", "coverageEndTime"), ("DiscussionForumPosting", "dateModified"), ("QAPage", "dateModified")):
        head = article(**{"@type": kind, "datePublished": "2020-10-01", changed: "2020-10-30"})
        assert only_document(write(tmp_path / f"{kind}.html", page(TEXT, head=head))).published == DAY
    head = article(datePublished="2020-10-30", dateModified="2022-01-01")
    assert only_document(write(tmp_path / "article.html", page(TEXT, head=head))).published == DAY


@pytest.mark.parametrize(
    "head",
    [
        '<meta name="author" content="Nora Quill">',
        article(datePublished="2020-10-30", author={"@type": "Person", "name": "Nora Quill"}),
        '<meta property="article:author" content="https://site.example/nora"><meta name="citation_author" content="Nora Quill">',
    ],
)
def test_the_author_is_the_source_of_a_page_without_a_site(tmp_path: Path, head: str) -> None:
    path = write(tmp_path / "p.html", page(TEXT, head=head))
    assert only_document(path).source == "Nora Quill"
    assert only_document(path, EvidenceImportOptions(language="en", source="The desk")).source == "The desk"
    linked = head + '<link rel="canonical" href="https://n.example/o">'
    assert only_document(write(tmp_path / "q.html", page(TEXT, head=linked))).source == "n.example"


def test_the_main_heading_is_preferred_to_a_longer_title(tmp_path: Path) -> None:
    assert (
        only_document(write(tmp_path / "p.html", page(f"<h1>On otters</h1>{TEXT}", head="<title>On otters | Velden News</title>"))).title
        == "On otters"
    )
    assert (
        only_document(write(tmp_path / "q.html", page(f"<h1>More</h1>{TEXT}", head="<title>On otters | News</title>"))).title
        == "On otters | News"
    )


def test_archived_pages_are_read_like_others_with_one_note(tmp_path: Path) -> None:
    pages = [page(f"<main><article><h1>Otters {number}</h1>{TEXT}</article></main>{''.join(SITE)}") for number in range(3)]
    records = [(f"https://n.example/{number}", "text/html", text.encode()) for number, text in enumerate(pages)]
    path = write(tmp_path / "a.warc.gz", warc(*records))
    rows = [row for row in entries(path) if isinstance(row, ReadEvidence)]
    assert len(rows) == 3 and all("cookies" not in row.document.text and row.left_out > 20 for row in rows)
    options = EvidenceImportOptions(language="en")
    report = import_evidence([path], evidence=MemoryEvidence(), options=options, progress=no_progress, cancel=CancelToken())
    (note,) = [note for note in report.notes if "left out" in note]
    assert note == f"Of 3 web pages, {sum(row.left_out for row in rows)} words were left out as navigation, comments and footers."
