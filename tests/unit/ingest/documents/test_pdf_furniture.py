"""Page furniture of PDFs: headers, footers, page and line numbers; columns written row by row; footnotes."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path

import pymupdf
import pytest

from app.domain.document import Document
from app.domain.progress import CancelToken
from app.ingest.documents.pdf_pages import PdfPages
from tests.unit.ingest.documents.documents_reading import read_bytes

PAGES = [
    ["The bridge was built in 1962. Forty thousand cars", "crossed it every day."],
    ["In March two cracks were found. Since then it has been"],
    ["closed to all cars. The ferry runs every hour."],
    ["The county will vote in May. Most people are against", "a new bridge."],
]
SAID = [
    "The bridge was built in 1962.",
    "Forty thousand cars crossed it every day.",
    "In March two cracks were found.",
    "Since then it has been closed to all cars.",
    "The ferry runs every hour.",
    "The county will vote in May.",
    "Most people are against a new bridge.",
]
Placed = tuple[float, float, str, float]
"""Left, baseline, words and size."""


def pdf(pages: Sequence[Sequence[Placed]]) -> bytes:
    document = pymupdf.open()
    for lines in pages:
        page = document.new_page()
        for x, y, words, size in lines:
            page.insert_text((x, y), words, fontsize=size)
    data: bytes = document.tobytes()
    return data


def body(lines: Sequence[str], top: float = 130) -> list[Placed]:
    return [(72.0, top + 14 * number, line, 11.0) for number, line in enumerate(lines)]


def texts(document: Document) -> list[str]:
    return [sentence.text for sentence in document.sentences]


@pytest.mark.parametrize(
    "heads",
    [
        lambda number: [(72.0, 40.0, "County of Marl", 9.0), (500.0, 40.0, str(number), 9.0)],
        lambda number: [(72.0, 105.0, f"Minutes of 3 March 2025, sheet {number}", 9.0)],
        lambda _: [(72.0, 100.0, "County of Marl", 9.0)],
        lambda number: [(72.0, 40.0, "County of Marl" if number % 2 else "Report on bridges", 9.0)],
        lambda number: [(72.0, 800.0, f"{['i', 'ii', 'iii', 'iv'][number - 1]}   Draft for comment", 9.0)],
        lambda number: [(72.0, 740.0, f"Marl 2025  page {number} of 4", 9.0)],
    ],
    ids=["margin", "low-number", "low-apart", "odd-even", "roman-foot", "high-foot"],
)
def test_headers_and_footers_are_removed_and_reported(heads: object, tmp_path: Path) -> None:
    assert callable(heads)
    data = pdf([[*heads(number), *body(lines)] for number, lines in enumerate(PAGES, start=1)])
    document = read_bytes(tmp_path, data, "a.pdf")
    assert texts(document) == SAID
    assert any("heads, feet and page numbers" in note for note in document.notes)
    pages = PdfPages(tmp_path / "a.pdf", cancel=CancelToken())
    boxes = pages.boxes(document.text, [(sentence.start, sentence.end) for sentence in document.sentences], cancel=CancelToken()).boxes
    assert all(1 <= len(sentence_boxes) <= 2 for sentence_boxes in boxes)


def test_a_sentence_that_begins_every_page_stays(tmp_path: Path) -> None:
    data = pdf([body([f"Page {number} of the report names {number} crowns.", "It fell again."]) for number in range(1, 6)])
    assert len(texts(read_bytes(tmp_path, data, "a.pdf"))) == 10


LINES = [
    "HOLT: Good evening from the hall of the old harbour in",
    "Marl. Tonight we talk about money.",
    "VALE: Thank you. The deficit has doubled since",
    "2016, and nobody in this town has said so. The",
    "long-term debt fell, and so did unemploy-",
    "ment in the cities.",
]
HEARD = [
    ("HOLT", "Good evening from the hall of the old harbour in Marl."),
    ("HOLT", "Tonight we talk about money."),
    ("VALE", "Thank you."),
    ("VALE", "The deficit has doubled since 2016, and nobody in this town has said so."),
    ("VALE", "The long-term debt fell, and so did unemployment in the cities."),
]


@pytest.mark.parametrize("x", [40.0, 545.0])
def test_line_numbers_in_a_separate_column(x: float, tmp_path: Path) -> None:
    numbered = [[(x, base, str(number), 11.0), (72.0, base, line, size)] for number, (_, base, line, size) in enumerate(body(LINES), 1)]
    document = read_bytes(tmp_path, pdf([[placed for pair in numbered for placed in pair]] * 2), "a.pdf")
    assert [(sentence.speaker, sentence.text) for sentence in document.sentences] == HEARD * 2


def test_line_numbers_at_the_start_of_lines(tmp_path: Path) -> None:
    lines = [(72.0, 130.0 + 14 * number, f"{number + 1}   {line}", 11.0) for number, line in enumerate(LINES)]
    document = read_bytes(tmp_path, pdf([lines]), "a.pdf")
    assert [(sentence.speaker, sentence.text) for sentence in document.sentences] == HEARD


def test_numbered_rows_of_a_table_stay(tmp_path: Path) -> None:
    rows = [(str(number), name) for number, name in enumerate(["Berlin", "Hamburg", "Munich", "Cologne", "Leipzig", "Marl"], start=1)]
    lines = [
        placed
        for row, (number, name) in enumerate(rows)
        for placed in ((72.0, 130.0 + 14 * row, number, 11.0), (120.0, 130.0 + 14 * row, name, 11.0))
    ]
    assert "3" in read_bytes(tmp_path, pdf([lines]), "a.pdf").text


LEFT = textwrap.wrap(
    "The bridge was built by two brothers from the town. Forty thousand cars crossed it every day until two cracks were found.", 34
)
RIGHT = textwrap.wrap(
    "The ferry runs every hour from six in the morning. It does not run on Sundays, and the county has no money for boats.", 34
)


@pytest.mark.parametrize("crossed", [False, True])
def test_columns_written_row_by_row_are_read_one_after_the_other(crossed: bool, tmp_path: Path) -> None:
    head: list[Placed] = [(72.0, 80.0, "A report on the bridge and the ferry of the county of Marl", 14.0)] if crossed else []
    rows = [
        placed
        for number, (left_line, right_line) in enumerate(zip(LEFT, RIGHT, strict=False))
        for placed in ((72.0, 130.0 + 14 * number, left_line, 10.0), (310.0, 130.0 + 14 * number, right_line, 10.0))
    ]
    sentences = texts(read_bytes(tmp_path, pdf([[*head, *rows]]), "a.pdf"))
    assert sentences[int(crossed) :] == [
        "The bridge was built by two brothers from the town.",
        "Forty thousand cars crossed it every day until two cracks were found.",
        "The ferry runs every hour from six in the morning.",
        "It does not run on Sundays, and the county has no money for boats.",
    ]


def test_footnotes_do_not_split_sentences(tmp_path: Path) -> None:
    pages = [
        [*body(lines), (72.0, 700.0, f"{number}  A note of the county, p. {number}.", 8.0)] for number, lines in enumerate(PAGES, start=1)
    ]
    sentences = texts(read_bytes(tmp_path, pdf(pages), "a.pdf"))
    assert [text for text in sentences if "note" not in text] == SAID
    assert sum("A note of the county" in text for text in sentences) == len(PAGES)
