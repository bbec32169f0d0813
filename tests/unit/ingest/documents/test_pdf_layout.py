"""Exact boxes of sentences on PDF pages: in columns, over hyphens, on rotated pages, for every script."""

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


def open_pdf(path: Path, data: bytes) -> tuple[Document, PdfPages]:
    path.write_bytes(data)
    return read_document(path, cancel=CancelToken()), PdfPages(path, cancel=CancelToken())


def boxes_of(document: Document, pages: PdfPages) -> list[tuple[Box, ...]]:
    return list(pages.boxes(document.text, [(sentence.start, sentence.end) for sentence in document.sentences], cancel=CancelToken()).boxes)


def letters_inside(path: Path, boxes: tuple[Box, ...]) -> str:
    """Return the letters inside these boxes, in the order of the file."""
    letters = []
    with pymupdf.open(path) as document:
        for box in boxes:
            page = document[box.page - 1]
            inside = pymupdf.Rect(box[1:])
            for block in page.get_text("rawdict", flags=FLAGS)["blocks"]:
                for line in block.get("lines", ()):
                    for span in line["spans"]:
                        for char in span["chars"]:
                            rect = pymupdf.Rect(char["bbox"]) * page.rotation_matrix
                            middle = pymupdf.Point((rect.x0 + rect.x1) / 2, (rect.y0 + rect.y1) / 2)
                            if inside.contains(middle):
                                letters.append(char["c"])
    return LETTERS(letters)


def bare(text: str) -> str:
    return LETTERS(sorted(text.replace("-", "").replace("\u00ad", "").replace(" ", "").replace("\n", "")))


def check_all(path: Path, document: Document, pages: PdfPages) -> list[tuple[Box, ...]]:
    """Check that every sentence's boxes hold exactly its letters, and return them."""
    boxes = boxes_of(document, pages)
    for sentence, sentence_boxes in zip(document.sentences, boxes, strict=True):
        assert sentence_boxes and sentence_boxes[0].page == sentence.page
        assert bare(letters_inside(path, sentence_boxes)) == bare(sentence.text), sentence.text
    return boxes


def pdf(pages: list[list[str]], *, head: str = "", rotation: int = 0) -> bytes:
    document = pymupdf.open()
    for number, lines in enumerate(pages, start=1):
        page = document.new_page()
        if head:
            page.insert_text((72, 40), f"{head} {number}")
        page.insert_text((72, 120), lines)
        if rotation:
            page.set_rotation(rotation)
    data: bytes = document.tobytes()
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
    document, pages = open_pdf(path, pdf(lines, head="Report of the Desk, issue"))
    boxes = check_all(path, document, pages)
    assert [len(sentence_boxes) for sentence_boxes in boxes] == [3, 2, 1, 2, 3]
    assert [box.page for box in boxes[1]] == [1, 2]
    assert boxes[0][2].right < boxes[1][0].left and boxes[0][2].top == pytest.approx(boxes[1][0].top, abs=0.1)
    assert all(box.top > 60 for sentence_boxes in boxes for box in sentence_boxes)  # the running head is nobody's


def test_soft_hyphens_are_removed_without_moving_boxes() -> None:
    def line(text: str, top: float) -> Line:
        edges = array("f", [edge for n in range(len(text)) for edge in (10.0 * n, top, 10.0 * n + 10, top + 12)])
        return Line(text, 0, 0, 10.0 * len(text), top, top + 12, 12, False, 10.0 * len(text), 14, edges)

    layout = layout_of([[line("A co\u00adop\u00aderation of bod\u00ad", 100), line("ies be\u00adgan.", 114)]], cancel=CancelToken())
    assert layout.text == "A cooperation of bodies began."
    start = layout.text.index("of")
    assert layout.boxes(start, start + 2) == (Box(1, 160, 100, 180, 112),)
    start = layout.text.index("bodies")
    assert layout.boxes(start, start + 6) == (Box(1, 190, 100, 220, 112), Box(1, 0, 114, 30, 126))
    start = layout.text.index("began")
    assert layout.boxes(start, start + 6) == (Box(1, 40, 114, 110, 126),)


def test_two_columns(tmp_path: Path) -> None:
    pdf_file = pymupdf.open()
    page = pdf_file.new_page()
    words = "The harbour bridge costs nine million crowns. Seven rivers cross the county of Velden in the north. Nobody has counted them since. "
    page.insert_textbox((50, 80, 290, 700), words * 6, fontsize=11)
    page.insert_textbox((310, 80, 550, 700), words.replace("Seven", "Eleven") * 6, fontsize=11)
    path = tmp_path / "a.pdf"
    document, pages = open_pdf(path, pdf_file.tobytes())
    boxes = check_all(path, document, pages)
    assert len(document.sentences) == 36
    assert all(box.right <= 291 for sentence_boxes in boxes[:18] for box in sentence_boxes) and all(
        box.left >= 309 for sentence_boxes in boxes[18:] for box in sentence_boxes
    )


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_boxes_on_rotated_pages_match_the_display(tmp_path: Path, rotation: int) -> None:
    path = tmp_path / "a.pdf"
    document, pages = open_pdf(path, pdf([["Taxes fell last year by a tenth.", "The bridge was never built."]], rotation=rotation))
    boxes = check_all(path, document, pages)
    layout = pages.boxes(document.text, [(0, len(document.text))], cancel=CancelToken())
    assert layout.sizes == (((842, 595) if rotation != 180 else (595, 842)),)
    ((_, box_left, top, box_right, bottom),) = boxes[0]
    assert 0 <= box_left < box_right <= layout.sizes[0][0] and 0 <= top < bottom <= layout.sizes[0][1]
    assert (box_right - box_left > bottom - top) == (rotation == 180)
    width, height, packed = pages.render(1, 1.0)
    pixels = zlib.decompress(packed)
    assert (width, height) == (round(layout.sizes[0][0]), round(layout.sizes[0][1]))
    inside = [(x, y) for y in range(round(top), round(bottom)) for x in range(round(box_left), round(box_right))]
    assert sum(pixels[4 * (y * width + x)] < 90 for x, y in inside) > 50


def test_right_to_left_text_mixed_with_latin_words(tmp_path: Path) -> None:
    html = '<p dir="rtl">قال Trump إن 9,000 جسر تكلف تسعة ملايين. لا أحد يعرف ذلك.</p><p>सात नदियाँ वेल्डेन से गुज़रती हैं। किसी ने गिना नहीं।</p>'
    pdf_file = pymupdf.open()
    page = pdf_file.new_page()
    page.insert_htmlbox((72, 72, 500, 400), html)
    path = tmp_path / "a.pdf"
    document, pages = open_pdf(path, pdf_file.tobytes())
    boxes = boxes_of(document, pages)
    assert len(document.sentences) == 4
    for sentence, sentence_boxes in zip(document.sentences, boxes, strict=True):
        assert len(sentence_boxes) == 1 and set(letters_inside(path, sentence_boxes)) - {" "} == set(sentence.text) - {" "}
    arabic, unknown, hindi, _ = (sentence_boxes[0] for sentence_boxes in boxes)
    assert unknown.right <= arabic.left + 1 and arabic.right > 490 and hindi.left < 80 and hindi.top > arabic.bottom


def test_two_hundred_pages(tmp_path: Path) -> None:
    lines = [[f"Line {n} of page {page} names {n * page} crowns and no more." for n in range(30)] for page in range(1, 201)]
    path = tmp_path / "a.pdf"
    document, pages = open_pdf(path, pdf(lines, head="Budget, page"))
    boxes = boxes_of(document, pages)
    assert len(document.sentences) == 6000 and all(len(sentence_boxes) == 1 for sentence_boxes in boxes)
    assert [sentence_boxes[0].page for sentence_boxes in boxes] == [sentence.page for sentence in document.sentences]
    for index in (0, 2999, 5999):
        assert bare(letters_inside(path, boxes[index])) == bare(document.sentences[index].text)


def test_a_text_corrected_by_hand_keeps_its_boxes(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    document, pages = open_pdf(path, pdf([["Taxes fell last year by a tenth.", "The brigde was never built.", "Thirty years have gone."]]))
    before = boxes_of(document, pages)
    text = document.text.replace("brigde", "large bridge").replace("Thirty", "Forty")
    sentences = ["Taxes fell last year by a tenth.", "The large bridge was never built.", "Forty years have gone."]
    spans = [(text.index(words), text.index(words) + len(words)) for words in sentences]
    assert list(pages.boxes(text, spans, cancel=CancelToken()).boxes) == before


def test_a_replaced_file_is_detected(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    document, first = open_pdf(path, pdf([["Taxes fell last year by a tenth."]]))
    identity = same_file(path)
    first.close()
    path.write_bytes(pdf([["Bridges are built of stone and of iron in this country."]]))
    assert same_file(path) != identity
    with pytest.raises(InputError) as raised:
        PdfPages(path, cancel=CancelToken()).boxes(document.text, [(0, 5)], cancel=CancelToken())
    assert raised.value.code == "pages-other-text"
    path.write_text("It is a text by now.", encoding="utf-8")
    with pytest.raises(InputError) as raised:
        PdfPages(path, cancel=CancelToken())
    assert raised.value.code == "pages-not-pdf"
    path.unlink()
    assert same_file(path) == (str(path),)


def test_pages_render_at_the_requested_size_up_to_a_limit(tmp_path: Path) -> None:
    pdf_file = pymupdf.open()
    pdf_file.new_page(width=200, height=100)
    pdf_file.new_page(width=14000, height=14000).insert_text((72, 120), "Large.")
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf_file.tobytes())
    pages = PdfPages(path, cancel=CancelToken())
    assert pages.render(1, 2.0)[:2] == (400, 200)
    width, height, packed = pages.render(2, 2.0)
    assert width * height <= 8_100_000 and len(zlib.decompress(packed)) == 4 * width * height
    for number in (0, 3):
        with pytest.raises(InputError, match="no page"):
            pages.render(number, 1.0)
