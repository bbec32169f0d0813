"""Extract the lines of a PDF's pages with their positions as displayed, and optionally the box of every character."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile
from typing import Any

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.ingest.documents.archive import encrypted
from app.ingest.documents.plain_text import clean_text
from app.ingest.documents.source import damaged
from app.ingest.documents.superscripts import plain_superscript
from app.translation import tr

_MARGIN_SHARE = 0.1
# PyMuPDF's flags of superscript and bold text. Superscripts must also be smaller than the rest of the line.
_SUPERSCRIPT, _BOLD, _MAX_SUPERSCRIPT_SIZE = 1, 16, 0.85


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page. Positions are in points from the upper left corner of the page as displayed.

    `in_margin` is True in the top or bottom tenth of the page. `column_right` is the right edge of its column, `leading` the usual
    distance between the lines of its page. `char_boxes` holds left, top, right, bottom of every character of `text`, if requested.
    The first `bold_length` characters are bold.
    """

    text: str
    block: int
    left: float
    right: float
    top: float
    bottom: float
    size: float
    in_margin: bool
    column_right: float = 0.0
    leading: float = 0.0
    char_boxes: array[float] = field(default_factory=lambda: array("f"))
    bold_length: int = 0


def open_pdf(data: bytes) -> Any:
    """Open a PDF with PyMuPDF. Raises InputError `document-damaged` and `document-encrypted`."""
    import pymupdf

    # MuPDF would print its messages on standard error.
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    try:
        opened = pymupdf.open(stream=data, filetype="pdf")
    except (RuntimeError, ValueError) as error:
        raise damaged("PDF") from error
    if opened.needs_pass:
        raise encrypted()
    try:
        opened.page_count  # noqa: B018 - PyMuPDF raises here if the page count is invalid
    except (RuntimeError, ValueError) as error:
        raise damaged("PDF") from error
    return opened


def lines_of_pages(opened: Any, *, with_boxes: bool = False, cancel: CancelToken, progress: Progress) -> Iterator[list[Line]]:
    """Yield the lines of each page. Raises InputError `document-damaged`."""
    import pymupdf

    count = opened.page_count
    for number in range(count):
        cancel.check()
        progress(ProgressUpdate(tr("Reading pages"), number, count))
        try:
            yield _lines(opened.load_page(number), with_boxes=with_boxes)
        except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase) as error:
            raise damaged("PDF") from error


def _lines(page: Any, *, with_boxes: bool) -> list[Line]:
    import pymupdf

    height = page.rect.height or 1.0
    # Text outside the page is clipped, because readers do not see it.
    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP
    # PyMuPDF gives positions as if the page were not rotated.
    rotation = page.rotation_matrix
    lines = []
    for number, block in enumerate(page.get_text("rawdict" if with_boxes else "dict", flags=flags)["blocks"]):
        for line in block.get("lines", ()):
            spans = line["spans"]
            characters, boxes = _line_characters(spans, with_boxes=with_boxes)
            text = clean_text(characters).replace("\n", " ").strip()
            if not text:
                continue
            left, top, right, bottom = pymupdf.Rect(line["bbox"]) * rotation if page.rotation else line["bbox"]
            margin = bottom < height * _MARGIN_SHARE or top > height * (1 - _MARGIN_SHARE)
            parsed = Line(
                text, number, left, right, top, bottom, max(span["size"] for span in spans), margin, bold_length=_bold_prefix(spans, text)
            )
            lines.append(
                replace(parsed, char_boxes=_character_boxes(characters, text, boxes, rotation if page.rotation else None))
                if with_boxes
                else parsed
            )
    return measured(lines)


def measured(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a page with the right edges of their columns and their leading."""
    leading = _leading(lines)
    return [replace(line, column_right=_column_right(line, lines), leading=leading) for line in lines]


def _line_characters(spans: Sequence[Any], *, with_boxes: bool) -> tuple[str, list[Any]]:
    """Return the characters of a line with superscripts in plain text, and the box of each if `with_boxes`."""
    largest = max(span["size"] for span in spans)
    characters, boxes = "", list[Any]()
    for span in spans:
        text = "".join(char["c"] for char in span["chars"]) if with_boxes else span["text"]
        # The flag alone is not enough: superscripts are smaller than the rest of the line.
        raised = bool(span["flags"] & _SUPERSCRIPT) and span["size"] < _MAX_SUPERSCRIPT_SIZE * largest
        plain = plain_superscript(characters, text) if raised else text
        characters += plain
        if with_boxes and text:
            added = len(plain) - len(text)
            boxes.extend(span["chars"][min(max(0, index - added), len(text) - 1)]["bbox"] for index in range(len(plain)))
    return characters, boxes


def _bold_prefix(spans: Sequence[Any], text: str) -> int:
    """Return the number of bold characters at the beginning of a line's text."""
    bold = takewhile(lambda span: span["flags"] & _BOLD, spans)
    length = sum(len(span["text"] if "text" in span else span["chars"]) for span in bold)
    return min(len(text), length)


def _character_boxes(characters: str, text: str, boxes: Sequence[Any], rotation: Any) -> array[float]:
    """Return the boxes of the characters of `text`, which is `characters` after cleaning."""
    import pymupdf

    char_boxes, index = array("f"), 0
    for character in text:
        # Cleaning only drops characters or replaces them by others of the same length.
        while not _is_cleaned_form(characters[index], character):
            index += 1
        char_boxes.extend(boxes[index] if rotation is None else pymupdf.Rect(boxes[index]) * rotation)
        index += 1
    return char_boxes


def _is_cleaned_form(written: str, character: str) -> bool:
    return written == character or (character == " " and written.isspace()) or (character == "?" and "\ud800" <= written <= "\udfff")


def _leading(lines: Sequence[Line]) -> float:
    steps = sorted(
        after.top - before.top for before, after in pairwise(lines) if after.top > before.top and abs(after.left - before.left) < 2
    )
    return steps[len(steps) // 2] if steps else 0.0


def _column_right(line: Line, lines: Sequence[Line]) -> float:
    """Return the right edge of the column that `line` is in. A headline across columns does not count."""
    # A percentile, so that a headline across columns does not count.
    rights = sorted(other.right for other in lines if abs(other.left - line.left) <= 3 * line.size)
    # Damaged files have negative sizes, with which not even the line itself matches.
    return rights[int(0.9 * (len(rights) - 1))] if rights else line.right
