"""The lines of a PDF's pages with their positions, as the page is shown; with every character's own place where that is asked for."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile
from typing import Any

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.ingest.documents.archive import encrypted
from app.ingest.documents.plain import clean_text
from app.ingest.documents.raised import plain_raised
from app.ingest.documents.source import damaged
from app.translation import tr

_MARGIN = 0.1
_SUPERSCRIPT, _BOLD, _SMALLER = 1, 16, 0.85
"""PyMuPDF's flags of raised characters, which must be smaller than the others too, and of bold ones."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page; positions in points from the upper left corner of the page as it is shown.

    `margin` says that it stands in the top or bottom tenth of the page, `edge` is where the lines of its column end on the right,
    `leading` how far apart the lines of its page mostly are. `places` holds left, top, right, bottom of every character of
    `text`, and nothing where they were not asked for. The first `marked` characters are bold.
    """

    text: str
    block: int
    left: float
    right: float
    top: float
    bottom: float
    size: float
    margin: bool
    edge: float = 0.0
    leading: float = 0.0
    places: array[float] = field(default_factory=lambda: array("f"))
    marked: int = 0


def open_pdf(data: bytes) -> Any:
    """PyMuPDF's document. Raises InputError `document-damaged` and `document-encrypted`."""
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    try:
        opened = pymupdf.open(stream=data, filetype="pdf")
    except (RuntimeError, ValueError) as error:
        raise damaged("PDF") from error
    if opened.needs_pass:
        raise encrypted()
    try:
        opened.page_count  # noqa: B018 - read here, where a number of pages that is none is told
    except (RuntimeError, ValueError) as error:
        raise damaged("PDF") from error
    return opened


def lines_of_pages(opened: Any, *, placed: bool = False, cancel: CancelToken, progress: Progress) -> Iterator[list[Line]]:
    """The lines of one page after the other. Raises InputError `document-damaged`."""
    import pymupdf

    count = opened.page_count
    for number in range(count):
        cancel.check()
        progress(ProgressUpdate(tr("Reading pages"), number, count))
        try:
            yield _lines(opened.load_page(number), placed=placed)
        except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase) as error:
            raise damaged("PDF") from error


def _lines(page: Any, *, placed: bool) -> list[Line]:
    import pymupdf

    height = page.rect.height or 1.0
    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP
    turn = page.rotation_matrix  # text is told as if the page stood upright
    lines = []
    for number, block in enumerate(page.get_text("rawdict" if placed else "dict", flags=flags)["blocks"]):
        for line in block.get("lines", ()):
            spans = line["spans"]
            written, boxes = _written(spans, placed=placed)
            text = clean_text(written).replace("\n", " ").strip()
            if not text:
                continue
            left, top, right, bottom = pymupdf.Rect(line["bbox"]) * turn if page.rotation else line["bbox"]
            margin = bottom < height * _MARGIN or top > height * (1 - _MARGIN)
            made = Line(text, number, left, right, top, bottom, max(span["size"] for span in spans), margin, marked=_marked(spans, text))
            lines.append(replace(made, places=_places(written, text, boxes, turn if page.rotation else None)) if placed else made)
    return measured(lines)


def measured(lines: Sequence[Line]) -> list[Line]:
    """The lines of a page with the edges of their columns and their leading."""
    leading = _leading(lines)
    return [replace(line, edge=_edge(line, lines), leading=leading) for line in lines]


def _written(spans: Sequence[Any], *, placed: bool) -> tuple[str, list[Any]]:
    """The characters of a line, exponents and marks of notes as they are in plain text, and the box of each where they are `placed`."""
    largest = max(span["size"] for span in spans)
    written, boxes = "", list[Any]()
    for span in spans:
        text = "".join(char["c"] for char in span["chars"]) if placed else span["text"]
        raised = bool(span["flags"] & _SUPERSCRIPT) and span["size"] < _SMALLER * largest
        shown = plain_raised(written, text) if raised else text
        written += shown
        if placed and text:
            added = len(shown) - len(text)
            boxes.extend(span["chars"][min(max(0, place - added), len(text) - 1)]["bbox"] for place in range(len(shown)))
    return written, boxes


def _marked(spans: Sequence[Any], text: str) -> int:
    """How many characters at the beginning of a line's text are bold."""
    bold = takewhile(lambda span: span["flags"] & _BOLD, spans)
    length = sum(len(span["text"] if "text" in span else span["chars"]) for span in bold)
    return min(len(text), length)


def _places(written: str, text: str, boxes: Sequence[Any], turn: Any) -> array[float]:
    """The places of the characters of `text`, which is what cleaning left of the `written` ones."""
    import pymupdf

    places, at = array("f"), 0
    for wanted in text:
        while not _stands_for(written[at], wanted):
            at += 1
        places.extend(boxes[at] if turn is None else pymupdf.Rect(boxes[at]) * turn)
        at += 1
    return places


def _stands_for(written: str, wanted: str) -> bool:
    return written == wanted or (wanted == " " and written.isspace()) or (wanted == "?" and "\ud800" <= written <= "\udfff")


def _leading(lines: Sequence[Line]) -> float:
    steps = sorted(
        after.top - before.top for before, after in pairwise(lines) if after.top > before.top and abs(after.left - before.left) < 2
    )
    return steps[len(steps) // 2] if steps else 0.0


def _edge(line: Line, lines: Sequence[Line]) -> float:
    """The right edge of the column that `line` stands in; a headline across columns does not count."""
    rights = sorted(other.right for other in lines if abs(other.left - line.left) <= 3 * line.size)
    return rights[int(0.9 * (len(rights) - 1))] if rights else line.right  # a damaged file has sizes below nothing
