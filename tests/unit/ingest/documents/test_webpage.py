"""Web pages: article text, transcripts, counted omissions, and the limits on trafilatura."""

from __future__ import annotations

import io
import subprocess
import sys
import threading
import zipfile
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from html import escape
from pathlib import Path
from types import FrameType

import pytest

from app.domain.document import Document
from app.domain.progress import CancelToken
from app.reading import read_document as read_apart
from tests.unit.ingest.documents.documents_reading import read_bytes

ARTICLE = (
    "The council of Velden approved the new bridge on Monday after a debate that lasted for nine hours.",
    "It will cost 84 million crowns, of which the state pays a third, and is to open in the spring of 2027.",
    "The treasurer said that no tax would be raised for it, and that the reserves were large enough.",
    "The opposition called the plan a gamble and asked for a vote of all citizens in the autumn.",
)
TURNS = (
    ("VALE", "The deficit doubled since 2016, and nobody in this house has said so until today."),
    ("BERG", "It fell by 12 percent, as the honourable member could read in the report."),
    ("VALE", "The report is of last year, and the figures were corrected in March."),
)
NAVIGATION = '<nav><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul></nav>'


def read(folder: Path, body: str, *, head: str = "", name: str = "page.html") -> Document:
    return read_bytes(folder, f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>'.encode(), name)


def paragraphs(*texts: str) -> str:
    return "".join(f"<p>{escape(text)}</p>" for text in texts)


def texts(document: Document) -> list[str]:
    return [sentence.text for sentence in document.sentences]


def turns_of(document: Document) -> list[tuple[str, str]]:
    return [(sentence.speaker, sentence.text) for sentence in document.sentences]


@pytest.mark.parametrize(
    "frame",
    [
        '<form id="aspnetForm" method="post"><input type="hidden" name="__VIEWSTATE" value="x">{}</form>',
        '<form action="/"><input type="text" name="q"><div>{}</div><button>Go</button></form>',
        "<article><aside>{}</aside></article>",
        '<aside class="transcript">{}</aside>',
        "<table><tr><td>{}</td></tr></table>",
        '<main><div class="message slide embed">{}</div></main>',
        "<details><summary>Transcript</summary>{}</details>",
        "<center><font>{}</font></center>",
        "<fieldset>{}</fieldset>",
    ],
)
def test_a_transcript_is_read_completely_in_any_element(tmp_path: Path, frame: str) -> None:
    turns = "".join(f"<p>{name}: {text}</p>" for name, text in TURNS)
    document = read(
        tmp_path, NAVIGATION + frame.format(turns) + "<footer><p>All rights reserved by the publisher of this site.</p></footer>"
    )
    assert [turn for turn in turns_of(document) if turn[0]] == list(TURNS)
    assert document.notes and document.notes[0].startswith("Left out as navigation, comments and footers: 1")


@pytest.mark.parametrize(
    "site",
    [
        '<div class="cookie-banner"><p>We and our partners store cookies on your device to measure how you use this site.</p></div>',
        '<div role="dialog"><p>We and our partners store cookies on your device to measure how you use this site.</p></div>',
        '<section id="comments"><div class="comment"><p>I drove over that bridge yesterday and it shakes like jelly.</p></div></section>',
        '<ol class="comment-list"><li><p>I drove over that bridge yesterday and it shakes like jelly.</p></li></ol>',
        "<aside><h2>Newsletter</h2><p>Sign up for our free morning letter and get five stories every day.</p><form><input></form></aside>",
        '<div class="related"><ul><li><a href="/a">Five things about the tram that never came</a></li></ul></div>',
        "<footer><p>The Courier is published by Courier Media Limited, 4 Quay Street.</p></footer>",
        "<form><p>Subscribe to our letter and never miss a story from the harbour again.</p><input type=email></form>",
    ],
)
@pytest.mark.parametrize("frame", ["<article><h1>The bridge</h1>{}</article>{}", "<div class=entry-content><h1>The bridge</h1>{}</div>{}"])
def test_site_boilerplate_is_removed_and_counted(tmp_path: Path, frame: str, site: str) -> None:
    document = read(tmp_path, NAVIGATION + frame.format(paragraphs(*ARTICLE), site))
    assert texts(document) == ["The bridge", *ARTICLE]
    assert len(document.notes) == 1


def test_comments_are_read_on_discussion_pages(tmp_path: Path) -> None:
    posts = "".join(f'<div class="comment"><div class="comment-body"><p>{text}</p></div></div>' for text in ARTICLE)
    assert texts(read(tmp_path, f"<h1>A thread</h1>{posts}"))[1:] == list(ARTICLE)
    entries = "".join(f"<article><p>{text}</p></article>" for text in ARTICLE)
    assert texts(read(tmp_path, f"<article><h1>Live</h1>{entries}</article>"))[1:] == list(ARTICLE)


def test_the_introduction_in_a_header_belongs_to_the_article(tmp_path: Path) -> None:
    header = f"<header><h1>The bridge</h1><p>{ARTICLE[0]}</p></header>"
    assert texts(read(tmp_path, f"{NAVIGATION}{header}<div>{paragraphs(*ARTICLE[1:])}</div>")) == ["The bridge", *ARTICLE]


def test_a_page_without_any_article_is_read_as_it_is(tmp_path: Path) -> None:
    assert texts(read(tmp_path, "<p>Short.</p>")) == ["Short."]
    links = "".join(f'<li><a href="/{number}">{text}</a></li>' for number, text in enumerate(ARTICLE))
    assert texts(read(tmp_path, f"<ul>{links}</ul>")) == list(ARTICLE)


NOTE = "The accounts of the city, chapter 12, page 88, as printed in 2021."


@pytest.mark.parametrize(
    "notes",
    [
        '<section class="footnotes" role="doc-endnotes"><ol><li id="n1"><p>{}</p></li></ol></section>',
        '<div class="reflist"><ol class="references"><li id="n1"><span><a href="#r1">^</a></span> <span>{}</span></li></ol></div>',
        '<div class="bottom"><p id="n1">{} <a href="#r1">↩</a></p></div>',
        '<aside id="n1"><p>{}</p></aside>',
        '<hr><p><a name="n1" href="#r1"></a>{}</p>',
        '<footer class="footnotes"><p>{}</p></footer>',
        '<dl><dt id="n1">1</dt><dd class="footnote">{}</dd></dl>',
    ],
)
@pytest.mark.parametrize("inside", [True, False])
def test_footnotes_of_an_article_are_read_in_any_position(tmp_path: Path, notes: str, inside: bool) -> None:
    mark = '<sup><a id="r1" href="#n1">1</a></sup>'
    text = f"<h1>The bridge</h1><p>{ARTICLE[0]}{mark}</p>{paragraphs(*ARTICLE[1:])}"
    note = notes.format(NOTE)
    body = f"<article>{text}{note}</article>" if inside else f"<article>{text}</article>{note}"
    sentences = texts(read(tmp_path, NAVIGATION + body + "<footer><p>All rights reserved by the publisher of this site.</p></footer>"))
    assert sentences[: len(ARTICLE) + 1] == ["The bridge", *ARTICLE]
    assert [sentence.lstrip("^ ") for sentence in sentences[len(ARTICLE) + 1 :] if len(sentence) > 3] == [NOTE]


def test_a_link_to_the_comments_makes_no_notes_of_them(tmp_path: Path) -> None:
    text = f'<article><h1>The bridge</h1>{paragraphs(*ARTICLE)}<p><a href="#talk">Three comments</a> so far, <a href="#top">back</a>.</p></article>'
    talk = '<section id="talk" class="comments"><p>I drove over that bridge yesterday and it shakes like jelly.</p></section>'
    document = read(tmp_path, f'<div id="top">{NAVIGATION}{text}{talk}</div>')
    assert texts(document) == ["The bridge", *ARTICLE, "Three comments so far, back."]


def test_a_page_of_several_posts_is_read_completely(tmp_path: Path) -> None:
    for tag in ("article", "div"):
        posts = "".join(f'<{tag} class="post"><h2>Post</h2><div class="text"><p>{text}</p></div></{tag}>' for text in ARTICLE * 2)
        sentences = texts(read(tmp_path, f"{NAVIGATION}<div id=posts>{posts}</div>"))
        assert [text for text in sentences if text != "Post"] == list(ARTICLE * 2)


def test_frames_that_were_saved_within_a_page_are_read(tmp_path: Path) -> None:
    inner = f"<html><body>{paragraphs(*ARTICLE)}</body></html>"
    once = f'<iframe srcdoc="{escape(inner, quote=True)}"></iframe>'
    twice = f'<iframe srcdoc="{escape(once, quote=True)}"></iframe>'
    shadow = f'<div><template shadowrootmode="open">{paragraphs(*ARTICLE)}</template></div>'
    for body in (once, twice, shadow):
        assert texts(read(tmp_path, body)) == list(ARTICLE)
    assert texts(read(tmp_path, f"<p>Seen.</p><template>{paragraphs(*ARTICLE)}</template>")) == ["Seen."]


def test_the_frames_of_a_page_saved_as_one_file(tmp_path: Path) -> None:
    message = MIMEMultipart("related")
    message["Snapshot-Content-Location"] = "https://n.example/story"
    frame = MIMEText(f"<html><body>{paragraphs(*ARTICLE[1:])}</body></html>", "html", "utf-8")
    frame["Content-ID"], frame["Content-Location"] = "<frame-1@mhtml.blink>", "https://n.example/frame"
    page = MIMEText(f'<html><body><p>{ARTICLE[0]}</p><iframe src="cid:frame-1@mhtml.blink"></iframe></body></html>', "html", "utf-8")
    page["Content-Location"] = "https://n.example/story"
    message.attach(frame)
    message.attach(page)
    assert texts(read_bytes(tmp_path, message.as_bytes(), "page.mhtml")) == list(ARTICLE)


def test_pages_of_a_book_are_read_completely_without_their_menus(tmp_path: Path) -> None:
    chapter = (
        f'<html><body><header><h1>One</h1></header><p>{ARTICLE[0]}<span epub:type="pagebreak">12</span></p><aside epub:type="footnote"><p>{ARTICLE[1]}</p></aside>'
        "<nav><p>Back to the contents</p></nav></body></html>"
    )
    parts = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
        "book.opf": '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
        "a.xhtml": chapter,
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    document = read_bytes(tmp_path, stream.getvalue(), "book.epub")
    assert texts(document) == ["One", *ARTICLE[:2]]
    assert document.notes == ("Left out as navigation, comments and footers: 4 words.",)


def test_hidden_elements_are_neither_read_nor_counted(tmp_path: Path) -> None:
    hidden = "".join(
        f"<div {attribute}><p>Nobody who looks at this page can see these words at all.</p></div>"
        for attribute in (
            "hidden",
            'style="display:none"',
            'style="visibility: hidden"',
            'class="sr-only"',
            'aria-hidden="true"',
            'layout="nodisplay"',
        )
    )
    document = read(tmp_path, f"<article>{hidden}{paragraphs(*ARTICLE)}</article>")
    assert (texts(document), document.notes) == (list(ARTICLE), ())


@pytest.mark.parametrize(
    "body",
    [
        "<div>" * 2000 + paragraphs(*ARTICLE),
        "<blockquote>" * 149 + paragraphs(*ARTICLE),
        paragraphs(*ARTICLE) * 3000,
        paragraphs(ARTICLE[0] * 6000),
        f"<div class='{'share ' * 500_000}'>{paragraphs(*ARTICLE)}</div>",
        "<table><tr><td>" * 40 + paragraphs(*ARTICLE),
        "<form><input></form>" * 4000 + paragraphs(*ARTICLE),
        '<iframe srcdoc="' + escape('<iframe srcdoc="<p>x</p>"></iframe>', quote=True) * 2000 + f'"></iframe>{paragraphs(*ARTICLE)}',
    ],
    ids=["deep", "nearly too deep", "long", "one paragraph", "names", "tables", "forms", "frames"],
)
def test_hostile_pages_are_read_in_the_reading_process_within_its_limits(tmp_path: Path, body: str) -> None:
    path = tmp_path / "hostile.html"
    path.write_text(f"<html><body>{body}</body></html>", "utf-8")
    assert ARTICLE[0] in read_apart(path, cancel=CancelToken()).text


def test_only_the_extraction_of_trafilatura_runs(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    page = NAVIGATION + f"<main><h1>The bridge</h1>{paragraphs(*ARTICLE)}<time>2020-01-02</time></main><div class=cookie>Yes</div>"
    read(tmp_path, page)  # what is imported runs once
    run: set[str] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        run.add(frame.f_code.co_filename.replace("\\", "/"))

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        for body in (page, "<p>x", "", "<nav>x y z</nav>", "<table><tr><td>x" * 30, f"<div class=comments>{page}</div>"):
            path = tmp_path / "page.html"
            path.write_text(f"<html><body>{body or NAVIGATION}</body></html>", "utf-8")
            read_bytes(tmp_path, path.read_bytes(), "page.html")
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    ours = {name.rpartition("/trafilatura/")[2] for name in run if "/trafilatura/" in name}
    assert "core.py" in ours and not ours & {
        "downloads.py",
        "feeds.py",
        "sitemaps.py",
        "spider.py",
        "cli.py",
        "cli_utils.py",
        "metadata.py",
    }
    assert not [
        name
        for name in run
        if any(f"/{package}/" in name for package in ("urllib3", "htmldate", "dateparser", "courlan", "justext", "requests"))
    ]
    assert caplog.records == []


def test_no_socket_is_opened_and_no_file_but_its_settings_read(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(f"<html><body>{NAVIGATION}<article>{paragraphs(*ARTICLE)}</article></body></html>", "utf-8")
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from app.domain.progress import CancelToken\n"
        "from app.ingest.documents import read_document\n"
        "seen = []\n"
        "def note(event, arguments):\n"
        "    if event.startswith('socket.') or (event == 'open' and (arguments[1] or 'r') != 'r' and arguments[1] != 'rb'):\n"
        "        seen.append((event, *map(str, arguments)))\n"
        "sys.addaudithook(note)\n"
        f"print(len(read_document(Path({str(path)!r}), cancel=CancelToken()).sentences), seen, 'urllib3' in sys.modules)"
    )
    completed = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, check=True)
    assert (completed.stdout.strip(), completed.stderr) == (f"{len(ARTICLE)} [] True", "")


def test_trafilatura_is_loaded_with_the_first_page_and_never_before() -> None:
    code = (
        "import sys, app.gui.run, app.cli.main, app.bootstrap, app.reading.child, app.ingest.documents, app.ingest.evidence\n"
        "app.reading.child._import_readers()\n"
        "print([name for name in ('trafilatura', 'htmldate', 'courlan', 'justext', 'dateparser', 'urllib3') if name in sys.modules])"
    )
    completed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert completed.stdout.strip() == "[]"
