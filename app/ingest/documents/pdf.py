"""PDF: lines of each page put together to paragraphs; running heads, feet and page numbers left out, hyphenation undone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from app.domain.progress import CancelToken, Progress
from app.errors import InputError
from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.label_candidates import Candidate
from app.ingest.documents.label_candidates import Line as SetLine
from app.ingest.documents.label_scorer import labels_of
from app.ingest.documents.pdf_lines import Line, lines_of_pages, open_pdf
from app.ingest.documents.plain import draft_of_paragraphs
from app.ingest.documents.source import damaged
from app.ingest.documents.spelling import PUNCTUATION, Spelling
from app.translation import tr, trn

_PAGE_NUMBER = re.compile(
    r"\W*(?:(?:page|seite|página|pagina|p\.?|s\.?)\s*)?\d{1,4}(?:\s*(?:/|of|von|de|sur|di)\s*\d{1,4})?\W*", re.IGNORECASE
)
_DIGITS = re.compile(r"\d+")
_ENDS = re.compile(r"[.!?:;。！？।؟][\"”’»)\]]*$")
_APART = 1.25
"""How much more than the usual step from line to line is the space above a paragraph."""
_BULLET = re.compile(r"^[•▪‣◦*–—-]\s")
_NUMBERED = re.compile(r"^\(?\d{1,3}[.)]\s")
SOFT_HYPHEN = "\u00ad"
_HYPHENS = "-\u2010" + SOFT_HYPHEN


def _shape(text: str) -> str:
    return _DIGITS.sub("#", text).casefold()


def _running(pages: Sequence[Sequence[Line]]) -> set[str]:
    """Lines in the margins that come back, page numbers aside, on at least three pages and a third of all."""
    counts = Counter(shape for lines in pages for shape in {_shape(line.text) for line in lines if line.margin})
    return {shape for shape, count in counts.items() if count >= 3 and count * 3 >= len(pages)}


def _kept(lines: Sequence[Line], running: set[str]) -> list[tuple[int, Line]]:
    """The lines of a page that belong to its text, with their numbers on the page."""
    return [
        (number, line)
        for number, line in enumerate(lines)
        if not (line.margin and (_shape(line.text) in running or _PAGE_NUMBER.fullmatch(line.text)))
    ]


def _flows(before: Line, line: Line) -> bool:
    """Whether `line` stands as close under `before` as lines of one paragraph do, and its first word had no room there."""
    wide = before.right - before.left
    word = len(line.text.split(maxsplit=1)[0]) * wide / len(before.text)
    full = before.right + word >= before.edge - before.size and wide > 8 * before.size
    return full and abs(line.left - before.left) <= 2 * line.size and 0 < line.top - before.top <= before.leading * 1.15


def _new_paragraph(before: Line, line: Line, *, right: float, left: float, turned: bool) -> bool:
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


def _glued(text: str, line: str, spelling: Spelling) -> str:
    """`line` put behind `text`; a word divided at a line's end becomes whole, one written with a hyphen keeps it."""
    if not text or text[-1] not in _HYPHENS or len(text) < 2 or text[-2].isspace():
        return f"{text} {line}" if text else line
    first = text[:-1].rsplit(maxsplit=1)[-1].lstrip(PUNCTUATION)
    second = line.split(maxsplit=1)[0].rstrip(PUNCTUATION)
    divided = text[-1] == SOFT_HYPHEN or (text[-2].isalpha() and line[0].islower() and not spelling.hyphenated(first, second))
    return text[:-1] + line if divided else text + line


class Gathered:
    """A paragraph that is put together of lines: its text, the pages it runs over, and where in it each line begins.

    `begins` holds (offset in `text`, page, line's number on its page); a line reaches up to where the next one begins.
    """

    def __init__(self, spelling: Spelling) -> None:
        self.text = ""
        self._spelling = spelling
        self.page = 1
        self.turns: list[tuple[int, int]] = []
        self.begins: list[tuple[int, int, int]] = []

    def add(self, line: str, page: int, number: int) -> None:
        """Put a line behind what there is."""
        if not self.text:
            self.page = page
        before = len(self.text)
        self.text = _glued(self.text, line, self._spelling)
        self.begins.append((len(self.text) - len(line), page, number))
        last = self.turns[-1][1] if self.turns else self.page
        if page != last:
            self.turns.append((min(before + 1, len(self.text) - len(line)), page))

    def paragraph(self) -> Paragraph:
        """The paragraph as it goes into the document."""
        return Paragraph(self.text.replace(SOFT_HYPHEN, ""), self.page, tuple(self.turns))


def paragraphs(pages: Sequence[Sequence[Line]], cancel: CancelToken) -> Iterator[Gathered]:
    """The pages' lines put together, without running heads, feet and page numbers."""
    running = _running(pages) if len(pages) >= 3 else set()
    spelling = Spelling([line.text for lines in pages for line in lines])
    gathered, before, turned, named = Gathered(spelling), None, False, False
    kept = [_kept(lines, running) for lines in pages]
    labels = _labels(kept)
    for page, lines in enumerate(kept, start=1):
        cancel.check()
        turned = True
        right, left = max((line.right for _, line in lines), default=0.0), min((line.left for _, line in lines), default=0.0)
        for number, line in lines:
            label = labels.get((page, number))
            if before is not None and (label or named or _new_paragraph(before, line, right=right, left=left, turned=turned)):
                yield gathered
                gathered = Gathered(spelling)
            gathered.add(line.text, page, number)
            before, turned, named = line, False, label is not None and not line.text[label.end :].strip()
    if gathered.text:
        yield gathered


def _labels(pages: Sequence[Sequence[tuple[int, Line]]]) -> dict[tuple[int, int], Candidate]:
    """The labels that lines begin with, by page and number of the line: who speaks is learnt from all pages together."""
    places, lines = list[tuple[int, int]](), list[SetLine]()
    for page, kept in enumerate(pages, start=1):
        before: Line | None = None
        for number, line in kept:
            places.append((page, number))
            lines.append(SetLine(line.text, before is None or _stands_apart(before, line)))
            before = line
    return {places[place]: found[0] for place, found in labels_of(lines).items() if not lines[place].text[: found[0].start].strip()}


def _stands_apart(before: Line, line: Line) -> bool:
    """Whether a line begins further right, further down or larger than the one before it goes on."""
    lower = line.top - before.top > max(before.leading, before.size) * _APART
    return lower or line.top < before.top or abs(line.left - before.left) > line.size or abs(line.size - before.size) > 1


def read_pdf(data: bytes, *, cancel: CancelToken, progress: Progress) -> Draft:
    """A draft of a PDF with its pages marked.

    Raises InputError `document-damaged`, `document-encrypted`, and `document-no-text` for a scan without a text layer.
    """
    with open_pdf(data) as opened:
        pages = list(lines_of_pages(opened, cancel=cancel, progress=progress))
    if not pages:
        raise damaged("PDF")
    if not any(pages):
        raise InputError(
            "document-no-text",
            tr("There is no text in this PDF, only pictures of its pages."),
            hint=tr("Run text recognition (OCR) on it first, then open the result."),
        )
    draft = draft_of_paragraphs([gathered.paragraph() for gathered in paragraphs(pages, cancel)], kind="pdf")
    blank = sum(not lines for lines in pages)
    if blank:
        draft.notes.append(
            trn("One of its {pages} pages holds no text.", "{count} of its {pages} pages hold no text.", blank, pages=len(pages))
        )
    return draft
