"""PDF: lines of each page put together to paragraphs; running heads, feet and page numbers left out, hyphenation undone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.errors import InputError
from app.ingest.documents.archive import encrypted
from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.labels import find_labels
from app.ingest.documents.plain import clean_text, draft_of_paragraphs
from app.ingest.documents.source import damaged

_MARGIN = 0.1
_PAGE_NUMBER = re.compile(
    r"\W*(?:(?:page|seite|página|pagina|p\.?|s\.?)\s*)?\d{1,4}(?:\s*(?:/|of|von|de|sur|di)\s*\d{1,4})?\W*", re.IGNORECASE
)
_DIGITS = re.compile(r"\d+")
_ENDS = re.compile(r"[.!?:;。！？।؟][\"”’»)\]]*$")
_BULLET = re.compile(r"^[•▪‣◦*–—-]\s")
_NUMBERED = re.compile(r"^\(?\d{1,3}[.)]\s")
_PUNCTUATION = ".,;:!?()[]\"'“”‘’«»"
_HYPHENS = "-\u2010\u00ad"


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a page; positions in points, `margin` says that it stands in the top or bottom tenth of the page.

    `edge` is where the lines of its column end on the right, `leading` how far apart the lines of its page mostly are.
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


def _lines(page: Any) -> list[_Line]:
    import pymupdf

    height = page.rect.height or 1.0
    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP
    lines = []
    for number, block in enumerate(page.get_text("dict", flags=flags)["blocks"]):
        for line in block.get("lines", ()):
            text = clean_text("".join(span["text"] for span in line["spans"])).replace("\n", " ").strip()
            if text:
                left, top, right, bottom = line["bbox"]
                margin = bottom < height * _MARGIN or top > height * (1 - _MARGIN)
                lines.append(_Line(text, number, left, right, top, bottom, max(span["size"] for span in line["spans"]), margin))
    leading = _leading(lines)
    return [replace(line, edge=_edge(line, lines), leading=leading) for line in lines]


def _leading(lines: Sequence[_Line]) -> float:
    steps = sorted(
        after.top - before.top for before, after in pairwise(lines) if after.top > before.top and abs(after.left - before.left) < 2
    )
    return steps[len(steps) // 2] if steps else 0.0


def _edge(line: _Line, lines: Sequence[_Line]) -> float:
    """The right edge of the column that `line` stands in; a headline across columns does not count."""
    rights = sorted(other.right for other in lines if abs(other.left - line.left) <= 3 * line.size)
    return rights[int(0.9 * (len(rights) - 1))]


def _shape(text: str) -> str:
    return _DIGITS.sub("#", text).casefold()


def _running(pages: Sequence[Sequence[_Line]]) -> set[str]:
    """Lines in the margins that come back, page numbers aside, on at least three pages and a third of all."""
    counts = Counter(shape for lines in pages for shape in {_shape(line.text) for line in lines if line.margin})
    return {shape for shape, count in counts.items() if count >= 3 and count * 3 >= len(pages)}


def _kept(lines: Sequence[_Line], running: set[str]) -> list[_Line]:
    return [line for line in lines if not (line.margin and (_shape(line.text) in running or _PAGE_NUMBER.fullmatch(line.text)))]


def _flows(before: _Line, line: _Line) -> bool:
    """Whether `line` stands as close under `before` as lines of one paragraph do, and its first word had no room there."""
    wide = before.right - before.left
    word = len(line.text.split(maxsplit=1)[0]) * wide / len(before.text)
    full = before.right + word >= before.edge - before.size and wide > 8 * before.size
    return full and abs(line.left - before.left) <= 2 * line.size and 0 < line.top - before.top <= before.leading * 1.15


def _new_paragraph(before: _Line, line: _Line, *, right: float, left: float, turned: bool) -> bool:
    """Whether `line` begins a paragraph; `turned` says that a page was turned before it."""
    ended = bool(_ENDS.search(before.text))
    if _BULLET.match(line.text) or (ended and _NUMBERED.match(line.text)) or abs(before.size - line.size) > 1.5:
        return True
    short = before.right < before.left + (before.edge - before.left) * 0.8
    next_column = line.left > before.right and line.top < before.top
    if turned or next_column:
        return ended or (short and not line.text[0].islower())
    if before.block != line.block:
        return ended or not (line.text[0].islower() or _flows(before, line))
    short = before.right < left + (right - left) * 0.8
    indented = line.left > left + line.size and before.left <= left + 2
    return ended and (short or indented)


def _spelled(pages: Sequence[Sequence[_Line]]) -> set[str]:
    """The words of the document, to see how it writes those that a line's end divides."""
    return {word.strip(_PUNCTUATION).casefold() for lines in pages for line in lines for word in line.text.split()}


def _glued(text: str, line: str, spelled: set[str]) -> str:
    """`line` put behind `text`; a word divided at a line's end becomes whole, one written with a hyphen elsewhere keeps it."""
    if not text or text[-1] not in _HYPHENS or len(text) < 2 or text[-2].isspace():
        return f"{text} {line}" if text else line
    first = text[:-1].rsplit(maxsplit=1)[-1].lstrip(_PUNCTUATION).casefold()
    second = line.split(maxsplit=1)[0].rstrip(_PUNCTUATION).casefold()
    written = f"{first}-{second}" in spelled or "-" in first
    divided = text[-1] == "\u00ad" or (text[-2].isalpha() and line[0].islower() and not written)
    return text[:-1] + line if divided else text + line


class _Gathered:
    """The paragraph that is being put together, and the pages it runs over."""

    def __init__(self, spelled: set[str]) -> None:
        self.text = ""
        self._spelled = spelled
        self.page = 1
        self.turns: list[tuple[int, int]] = []

    def add(self, line: str, page: int) -> None:
        if not self.text:
            self.page = page
        before = len(self.text)
        self.text = _glued(self.text, line, self._spelled)
        last = self.turns[-1][1] if self.turns else self.page
        if page != last:
            self.turns.append((min(before + 1, len(self.text) - len(line)), page))

    def paragraph(self) -> Paragraph:
        return Paragraph(self.text.replace("\u00ad", ""), self.page, tuple(self.turns))


def _paragraphs(pages: Sequence[Sequence[_Line]], cancel: CancelToken) -> Iterator[Paragraph]:
    running = _running(pages) if len(pages) >= 3 else set()
    spelled = _spelled(pages)
    gathered, before, turned = _Gathered(spelled), None, False
    for number, lines in enumerate(pages, start=1):
        cancel.check()
        turned = True
        kept = _kept(lines, running)
        labels = find_labels([line.text for line in kept])
        right, left = max((line.right for line in kept), default=0.0), min((line.left for line in kept), default=0.0)
        for line, label in zip(kept, labels, strict=True):
            if before is not None and (label or _new_paragraph(before, line, right=right, left=left, turned=turned)):
                yield gathered.paragraph()
                gathered = _Gathered(spelled)
            gathered.add(line.text, number)
            before, turned = line, False
    if gathered.text:
        yield gathered.paragraph()


def _open(data: bytes) -> Any:
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    try:
        opened = pymupdf.open(stream=data, filetype="pdf")
    except (RuntimeError, ValueError) as error:
        raise damaged("PDF") from error
    if opened.needs_pass:
        raise encrypted()
    return opened


def _pages(opened: Any, cancel: CancelToken, progress: Progress) -> Iterator[list[_Line]]:
    import pymupdf

    count = opened.page_count
    for number in range(count):
        cancel.check()
        progress(ProgressUpdate("Reading pages", number, count))
        try:
            yield _lines(opened.load_page(number))
        except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase) as error:
            raise damaged("PDF") from error


def read_pdf(data: bytes, *, cancel: CancelToken, progress: Progress) -> Draft:
    """A draft of a PDF with its pages marked.

    Raises InputError `document-damaged`, `document-encrypted`, and `document-no-text` for a scan without a text layer.
    """
    with _open(data) as opened:
        pages = list(_pages(opened, cancel, progress))
    if not pages:
        raise damaged("PDF")
    if not any(pages):
        raise InputError(
            "document-no-text",
            "There is no text in this PDF, only pictures of its pages.",
            hint="Run text recognition (OCR) on it first, then open the result.",
        )
    draft = draft_of_paragraphs(list(_paragraphs(pages, cancel)), kind="pdf")
    blank = sum(not lines for lines in pages)
    if blank:
        draft.notes.append(
            f"{blank} of its {len(pages)} pages hold no text." if blank > 1 else f"One of its {len(pages)} pages holds no text."
        )
    return draft
