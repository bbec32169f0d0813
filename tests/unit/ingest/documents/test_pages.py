"""PDF, web pages and Markdown."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from app.domain.document import Document
from app.domain.progress import CancelToken, ProgressUpdate
from app.errors import InputError
from app.ingest.documents import read_document, read_text


def read(tmp_path: Path, name: str, data: bytes | str) -> Document:
    path = tmp_path / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    document = read_document(path, cancel=CancelToken())
    assert [document.text[sentence.start : sentence.end] for sentence in document.sentences] == [
        sentence.text for sentence in document.sentences
    ]
    return document


def texts(document: Document) -> list[str]:
    return [sentence.text for sentence in document.sentences]


def pdf(pages: list[list[str]], *, frame: bool = True, **save: object) -> bytes:
    document = pymupdf.open()
    for number, lines in enumerate(pages, start=1):
        page = document.new_page()
        if frame:
            page.insert_text((72, 40), f"Report of the Desk, issue {number}")
            page.insert_text((290, 810), f"Page {number} of {len(pages)}")
        page.insert_text((72, 120), lines)
    data: bytes = document.tobytes(**save)
    return data


def test_pdf_pages_hyphens_heads_and_feet(tmp_path: Path) -> None:
    document = read(
        tmp_path,
        "a.pdf",
        pdf(
            [
                [
                    "The unemploy-",
                    "ment rate fell to its lowest level in the whole of the",
                    "last year. A second sentence runs over to the",
                ],
                ["next page of this report. Then it ends."],
                ["The long-", "Standing rule and the twenty-one-", "year term both stayed for all of us."],
            ]
        ),
    )
    assert texts(document) == [
        "The unemployment rate fell to its lowest level in the whole of the last year.",
        "A second sentence runs over to the next page of this report.",
        "Then it ends.",
        "The long-Standing rule and the twenty-one-year term both stayed for all of us.",
    ]
    assert [sentence.page for sentence in document.sentences] == [1, 1, 2, 3]
    assert document.format == "pdf" and document.title == "a"


def test_pdf_transcripts_break_at_speakers(tmp_path: Path) -> None:
    lines = ["ANNA VOSS: We cut the taxes and", "nobody noticed it.", "BOB RAY: No.", "ANNA VOSS: Yes."]
    document = read(tmp_path, "a.pdf", pdf([lines], frame=False))
    assert [(sentence.speaker, sentence.text) for sentence in document.sentences] == [
        ("ANNA VOSS", "We cut the taxes and nobody noticed it."),
        ("BOB RAY", "No."),
        ("ANNA VOSS", "Yes."),
    ]


def test_pdf_faults(tmp_path: Path) -> None:
    complete = pdf([["Taxes fell."]])
    cases = {
        "document-encrypted": pdf([["Taxes fell."]], encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="a", owner_pw="b"),
        "document-damaged": complete[:300],
        "document-no-text": pdf([[], []], frame=False),
    }
    for code, data in cases.items():
        with pytest.raises(InputError) as caught:
            read(tmp_path, "a.pdf", data)
        assert caught.value.code == code and caught.value.hint


def test_pdf_reports_progress_and_blank_pages(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf([["Taxes fell."], [], ["They rose."]], frame=False))
    updates: list[ProgressUpdate] = []
    document = read_document(path, cancel=CancelToken(), progress=updates.append)
    assert [(update.done, update.total) for update in updates if update.activity == "Reading pages"] == [(0, 3), (1, 3), (2, 3)]
    assert document.notes == ("One of its 3 pages holds no text.",)


PAGE = """<!DOCTYPE html><html lang="en"><head><title>Taxes &amp; jobs</title><style>p{}</style><script>var a="x";</script></head><body>
<nav><a href="#">Home</a></nav><header>The Site</header><div role="navigation">Menu</div><main><article><header><h1>On taxes</h1></header>
<p>Taxes <b>fell</b>.<br>They   rose&nbsp;again.</p><!-- no --><div>Loose text. <p>Inner text.</p> Tail text.</div>
<p style="display: none">Hidden.</p><ul><li><a>one</a></li><li><a>two</a></li><li><a>three</a></li></ul><ul><li>An item.</li></ul>
<table><tr><td>In a cell.</td></tr></table><aside>Beside it.</aside></article></main><footer>Rights.</footer></body></html>"""


def test_html_reads_the_article_only(tmp_path: Path) -> None:
    document = read(tmp_path, "a.html", PAGE)
    assert texts(document) == [
        "On taxes",
        "Taxes fell.",
        "They rose\u00a0again.",
        "Loose text.",
        "Inner text.",
        "Tail text.",
        "An item.",
        "In a cell.",
    ]
    assert (document.title, document.format) == ("Taxes & jobs", "html")


def test_html_declared_encoding_and_wrong_suffix(tmp_path: Path) -> None:
    page = '<html><head><meta charset="windows-1251"></head><body><p>Это неправда.</p></body></html>'
    document = read(tmp_path, "a.txt", page.encode("cp1251"))
    assert (texts(document), document.format, document.notes) == (["Это неправда."], "html", ())


def test_html_nested_a_thousand_deep(tmp_path: Path) -> None:
    assert texts(read(tmp_path, "a.html", "<html><body>" + "<div>" * 1000 + "Taxes fell." + "</div>" * 1000)) == ["Taxes fell."]


def test_html_never_expands_or_fetches(tmp_path: Path) -> None:
    page = '<!DOCTYPE html [<!ENTITY a SYSTEM "file:///etc/hostname">]><html><body><p>Before &a; after.</p><img src="http://example.org/x"></body></html>'
    assert texts(read(tmp_path, "a.html", page))[-1].endswith("after.")


MARKDOWN = """---
title: "My talk"
---
# On *taxes* #

Some **bold** words with a [link](https://example.org/a_(b)) and
a wrapped line. Second `one`![pic](x.png)!

Setext heading
--------------

* item one
* [x] item two
  goes on

> Quoted words.

```python
code = 1
```
| Claim | Found |
|---|---|
| Taxes fell. | snake_case stays |

<!-- a remark -->
[ref]: https://example.org
***
5 \\* 3 is 15.
"""


def test_markdown(tmp_path: Path) -> None:
    document = read(tmp_path, "a.md", MARKDOWN)
    assert document.title == "My talk"
    assert texts(document) == [
        "On taxes",
        "Some bold words with a link and a wrapped line.",
        "Second one!",
        "Setext heading",
        "item one",
        "item two goes on",
        "Quoted words.",
        "Claim",
        "Found",
        "Taxes fell.",
        "snake_case stays",
        "5 * 3 is 15.",
    ]


def test_a_page_saved_as_one_file(tmp_path: Path) -> None:
    from email.mime.multipart import MIMEMultipart
    from email.mime.text import MIMEText

    message = MIMEMultipart("related")
    message["Subject"] = "A page"
    message.attach(MIMEText(PAGE.replace("Taxes <b>fell</b>", "Löhne fell"), "html", "utf-8"))
    message.attach(MIMEText("p {}", "css", "utf-8"))
    document = read(tmp_path, "a.mhtml", message.as_bytes())
    assert texts(document)[:2] == ["On taxes", "Löhne fell."]
    assert (document.title, document.format) == ("Taxes & jobs", "html")


def test_pdf_flowing_text_comes_back_as_the_same_sentences(tmp_path: Path) -> None:
    import io

    turns = [
        f"<p>ANNA VOSS: In year {n} we cut the well-known tax by {n} percent. And I, for one, said so on 4 May."
        + " It rose again afterwards." * 6
        for n in range(60)
    ]
    story, stream, box = pymupdf.Story("".join(f"{turn}</p>" for turn in turns)), io.BytesIO(), pymupdf.Rect(0, 0, 400, 600)
    writer, more = pymupdf.DocumentWriter(stream), 1
    while more:
        device = writer.begin_page(box)
        more, _ = story.place(pymupdf.Rect(40, 60, 360, 540))
        story.draw(device)
        writer.end_page()
    writer.close()
    document = read(tmp_path, "a.pdf", stream.getvalue())
    expected = [
        text
        for n in range(60)
        for text in (
            f"In year {n} we cut the well-known tax by {n} percent.",
            "And I, for one, said so on 4 May.",
            *["It rose again afterwards."] * 6,
        )
    ]
    assert texts(document) == expected
    assert {sentence.speaker for sentence in document.sentences} == {"ANNA VOSS"}
    pages = [sentence.page or 0 for sentence in document.sentences]
    assert pages == sorted(pages) and pages[-1] > 5


def test_a_line_break_in_the_middle_of_a_sentence_only_wraps_it() -> None:
    document = read_text("<html><body><p>SMITH: We closed<br>ten schools, all<br>in May.<br>JONES: Eleven,<br>in fact.</p></body></html>")
    assert [(sentence.speaker, sentence.text) for sentence in document.sentences] == [
        ("SMITH", "We closed ten schools, all in May."),
        ("JONES", "Eleven, in fact."),
    ]


def test_a_compound_divided_at_its_hyphen_keeps_it(tmp_path: Path) -> None:
    lines = [
        "This is the first line of a well-",
        "known report about the goat-",
        "shaped tower and what every-",
        "thing in the harbour costs, the govern-",
        "ment says; the under-",
        "standing of it was not clear-",
        "ly told by any of the ferry-",
        "men in the yard of the town.",
    ]
    assert texts(read(tmp_path, "a.pdf", pdf([lines], frame=False))) == [
        "This is the first line of a well-known report about the goat-shaped tower and what everything in the harbour costs, the government "
        "says; the understanding of it was not clearly told by any of the ferrymen in the yard of the town."
    ]


def test_a_language_without_a_list_of_words_joins_what_a_line_divides(tmp_path: Path) -> None:
    lines = ["Las cabras del puerto no han pa-", "gado nunca los impuestos de la ciudad, y por con-", "tenido de la ley nadie las mira."]
    assert "contenido" in read(tmp_path, "a.pdf", pdf([lines])).text


def test_markdown_names_speakers_in_bold(tmp_path: Path) -> None:
    text = "# Talk\n\n**Smith:** The goats swim.\n\nThey swim far.\n\nAnd well.\n\nAll of them.\n\n**Smith**: They left.\n"
    document = read(tmp_path, "a.md", text.encode())
    assert [sentence.speaker for sentence in document.sentences] == ["", *["Smith"] * 5]
    once = read(tmp_path, "b.md", text.replace("**Smith**: They", "They").encode())
    assert {sentence.speaker for sentence in once.sentences} == {""}
