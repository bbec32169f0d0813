"""Where the sentences of a PDF stand on its pages: exact boxes, in columns, over hyphens, on turned pages, for every script."""

from __future__ import annotations

import zlib
from array import array
from pathlib import Path

import pymupdf
import pytest

from app.domain.document import Document
from app.domain.pages import Box
from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents import read_document
from app.ingest.documents.pdf_layout import layout_of
from app.ingest.documents.pdf_lines import Line
from app.ingest.documents.pdf_pages import PdfPages, same_file

LETTERS = "".join
FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP


def opened(path: Path, data: bytes) -> tuple[Document, PdfPages]:
    path.write_bytes(data)
    return read_document(path, cancel=CancelToken()), PdfPages(path, cancel=CancelToken())


def boxes_of(document: Document, pages: PdfPages) -> list[tuple[Box, ...]]:
    return list(pages.boxes(document.text, [(each.start, each.end) for each in document.sentences], cancel=CancelToken()).boxes)


def seen(path: Path, boxes: tuple[Box, ...]) -> str:
    """The letters that a reader sees inside these boxes, whatever order the file has them in."""
    found = []
    with pymupdf.open(path) as made:
        for box in boxes:
            page = made[box.page - 1]
            inside = pymupdf.Rect(box[1:])
            for block in page.get_text("rawdict", flags=FLAGS)["blocks"]:
                for line in block.get("lines", ()):
                    for span in line["spans"]:
                        for char in span["chars"]:
                            rect = pymupdf.Rect(char["bbox"]) * page.rotation_matrix
                            middle = pymupdf.Point((rect.x0 + rect.x1) / 2, (rect.y0 + rect.y1) / 2)
                            if inside.contains(middle):
                                found.append(char["c"])
    return LETTERS(found)


def bare(text: str) -> str:
    return LETTERS(sorted(text.replace("-", "").replace("\u00ad", "").replace(" ", "").replace("\n", "")))


def check_all(path: Path, document: Document, pages: PdfPages) -> list[tuple[Box, ...]]:
    """Every sentence's boxes hold exactly its letters."""
    boxes = boxes_of(document, pages)
    for sentence, mine in zip(document.sentences, boxes, strict=True):
        assert mine and mine[0].page == sentence.page
        assert bare(seen(path, mine)) == bare(sentence.text), sentence.text
    return boxes


def pdf(pages: list[list[str]], *, head: str = "", rotation: int = 0) -> bytes:
    made = pymupdf.open()
    for number, lines in enumerate(pages, start=1):
        page = made.new_page()
        if head:
            page.insert_text((72, 40), f"{head} {number}")
        page.insert_text((72, 120), lines)
        if rotation:
            page.set_rotation(rotation)
    data: bytes = made.tobytes()
    return data


def test_hyphens_and_sentences_over_lines_and_pages(tmp_path: Path) -> None:
    lines = [
        [
            "The unemploy-",
            "ment rate fell to its lowest level in the whole of the",
            "last year. A second sentence of this report runs over to the",
        ],
        ["next page of this report. Then it ends in a co\u00adop\u00aderation of all. So", "be it."],
        ["The long-", "Standing rule and the twenty-one-", "year term both stayed for all of us."],
    ]
    path = tmp_path / "a.pdf"
    document, pages = opened(path, pdf(lines, head="Report of the Desk, issue"))
    boxes = check_all(path, document, pages)
    assert [len(each) for each in boxes] == [3, 2, 1, 2, 3]
    assert [box.page for box in boxes[1]] == [1, 2]
    assert boxes[0][2].right < boxes[1][0].left and boxes[0][2].top == pytest.approx(boxes[1][0].top, abs=0.1)
    assert all(box.top > 60 for each in boxes for box in each)  # the running head is nobody's


def test_soft_hyphens_have_no_place_in_the_text_and_move_nothing() -> None:
    def line(text: str, top: float) -> Line:
        places = array("f", [edge for n in range(len(text)) for edge in (10.0 * n, top, 10.0 * n + 10, top + 12)])
        return Line(text, 0, 0, 10.0 * len(text), top, top + 12, 12, False, 10.0 * len(text), 14, places)

    layout = layout_of([[line("A co\u00adop\u00aderation of bod\u00ad", 100), line("ies be\u00adgan.", 114)]], cancel=CancelToken())
    assert layout.text == "A cooperation of bodies began."
    start = layout.text.index("of")
    assert layout.boxes(start, start + 2) == (Box(1, 160, 100, 180, 112),)
    start = layout.text.index("bodies")
    assert layout.boxes(start, start + 6) == (Box(1, 190, 100, 220, 112), Box(1, 0, 114, 30, 126))
    start = layout.text.index("began")
    assert layout.boxes(start, start + 6) == (Box(1, 40, 114, 110, 126),)


def test_two_columns(tmp_path: Path) -> None:
    made = pymupdf.open()
    page = made.new_page()
    words = "The harbour bridge costs nine million crowns. Seven rivers cross the county of Velden in the north. Nobody has counted them since. "
    page.insert_textbox((50, 80, 290, 700), words * 6, fontsize=11)
    page.insert_textbox((310, 80, 550, 700), words.replace("Seven", "Eleven") * 6, fontsize=11)
    path = tmp_path / "a.pdf"
    document, pages = opened(path, made.tobytes())
    boxes = check_all(path, document, pages)
    assert len(document.sentences) == 36
    assert all(box.right <= 291 for each in boxes[:18] for box in each) and all(box.left >= 309 for each in boxes[18:] for box in each)


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_turned_pages_are_boxed_as_they_are_shown(tmp_path: Path, rotation: int) -> None:
    path = tmp_path / "a.pdf"
    document, pages = opened(path, pdf([["Taxes fell last year by a tenth.", "The bridge was never built."]], rotation=rotation))
    boxes = check_all(path, document, pages)
    found = pages.boxes(document.text, [(0, len(document.text))], cancel=CancelToken())
    assert found.sizes == (((842, 595) if rotation != 180 else (595, 842)),)
    ((_, left, top, right, bottom),) = boxes[0]
    assert 0 <= left < right <= found.sizes[0][0] and 0 <= top < bottom <= found.sizes[0][1]
    assert (right - left > bottom - top) == (rotation == 180)
    width, height, packed = pages.render(1, 1.0)
    pixels = zlib.decompress(packed)
    assert (width, height) == (round(found.sizes[0][0]), round(found.sizes[0][1]))
    inside = [(x, y) for y in range(round(top), round(bottom)) for x in range(round(left), round(right))]
    assert sum(pixels[4 * (y * width + x)] < 90 for x, y in inside) > 50


def test_right_to_left_text_beside_latin_words(tmp_path: Path) -> None:
    html = '<p dir="rtl">قال Trump إن 9,000 جسر تكلف تسعة ملايين. لا أحد يعرف ذلك.</p><p>सात नदियाँ वेल्डेन से गुज़रती हैं। किसी ने गिना नहीं।</p>'
    made = pymupdf.open()
    page = made.new_page()
    page.insert_htmlbox((72, 72, 500, 400), html)
    path = tmp_path / "a.pdf"
    document, pages = opened(path, made.tobytes())
    boxes = boxes_of(document, pages)
    assert len(document.sentences) == 4
    for sentence, mine in zip(document.sentences, boxes, strict=True):
        assert len(mine) == 1 and set(seen(path, mine)) - {" "} == set(sentence.text) - {" "}
    arabic, unknown, hindi, _ = (mine[0] for mine in boxes)
    assert unknown.right <= arabic.left + 1 and arabic.right > 490 and hindi.left < 80 and hindi.top > arabic.bottom


def test_two_hundred_pages(tmp_path: Path) -> None:
    lines = [[f"Line {n} of page {page} names {n * page} crowns and no more." for n in range(30)] for page in range(1, 201)]
    path = tmp_path / "a.pdf"
    document, pages = opened(path, pdf(lines, head="Budget, page"))
    boxes = boxes_of(document, pages)
    assert len(document.sentences) == 6000 and all(len(each) == 1 for each in boxes)
    assert [each[0].page for each in boxes] == [sentence.page for sentence in document.sentences]
    for place in (0, 2999, 5999):
        assert bare(seen(path, boxes[place])) == bare(document.sentences[place].text)


def test_a_text_corrected_by_hand_keeps_its_boxes(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    document, pages = opened(path, pdf([["Taxes fell last year by a tenth.", "The brigde was never built.", "Thirty years have gone."]]))
    before = boxes_of(document, pages)
    text = document.text.replace("brigde", "large bridge").replace("Thirty", "Forty")
    wanted = ["Taxes fell last year by a tenth.", "The large bridge was never built.", "Forty years have gone."]
    spans = [(text.index(words), text.index(words) + len(words)) for words in wanted]
    assert list(pages.boxes(text, spans, cancel=CancelToken()).boxes) == before


def test_another_file_is_told_from_the_one_that_was_read(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    document, first = opened(path, pdf([["Taxes fell last year by a tenth."]]))
    known = same_file(path)
    first.close()
    path.write_bytes(pdf([["Bridges are built of stone and of iron in this country."]]))
    assert same_file(path) != known
    with pytest.raises(InputError) as raised:
        PdfPages(path, cancel=CancelToken()).boxes(document.text, [(0, 5)], cancel=CancelToken())
    assert raised.value.code == "pages-other-text"
    path.write_text("It is a text by now.", encoding="utf-8")
    with pytest.raises(InputError) as raised:
        PdfPages(path, cancel=CancelToken())
    assert raised.value.code == "pages-not-pdf"
    path.unlink()
    assert same_file(path) == (str(path),)


def test_a_page_is_drawn_as_large_as_asked_but_never_as_large_as_a_wall(tmp_path: Path) -> None:
    made = pymupdf.open()
    made.new_page(width=200, height=100)
    made.new_page(width=14000, height=14000).insert_text((72, 120), "Large.")
    path = tmp_path / "a.pdf"
    path.write_bytes(made.tobytes())
    pages = PdfPages(path, cancel=CancelToken())
    assert pages.render(1, 2.0)[:2] == (400, 200)
    width, height, packed = pages.render(2, 2.0)
    assert width * height <= 8_100_000 and len(zlib.decompress(packed)) == 4 * width * height
    for number in (0, 3):
        with pytest.raises(InputError, match="no page"):
            pages.render(number, 1.0)
