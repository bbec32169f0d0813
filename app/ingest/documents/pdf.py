"""PDF: lines of each page put together to paragraphs, hyphenation undone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from app.domain.progress import CancelToken, Progress
from app.errors import InputError
from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.label_candidates import Candidate
from app.ingest.documents.label_candidates import Line as SetLine
from app.ingest.documents.label_scorer import labels_of
from app.ingest.documents.pdf_furniture import without_furniture
from app.ingest.documents.pdf_lines import Line, lines_of_pages, open_pdf
from app.ingest.documents.plain import draft_of_paragraphs
from app.ingest.documents.source import damaged
from app.ingest.documents.spelling import PUNCTUATION, Spelling
from app.translation import tr, trn

_ENDS = re.compile(r"[.!?:;。！？।؟][\"”’»)\]]*$")
_APART = 1.25
"""How much more than the usual step from line to line is the space above a paragraph."""
_BULLET = re.compile(r"^[•▪‣◦*–—-]\s")
_NUMBERED = re.compile(r"^\(?\d{1,3}[.)]\s")
_NOTE = re.compile(r"[\[(]?(?:\d{1,3}|[*†‡§])[\])]?\s*\S")
_SMALL = 0.93
"""How large the letters of a note are at most, those of the text being one."""
SOFT_HYPHEN = "\u00ad"
_HYPHENS = "-\u2010" + SOFT_HYPHEN


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
        self.marked = 0

    def add(self, line: str, page: int, number: int, *, marked: int = 0) -> None:
        """Put a line behind what there is; of the first one, `marked` characters are bold."""
        if not self.text:
            self.page, self.marked = page, marked
        before = len(self.text)
        self.text = _glued(self.text, line, self._spelling)
        self.begins.append((len(self.text) - len(line), page, number))
        last = self.turns[-1][1] if self.turns else self.page
        if page != last:
            self.turns.append((min(before + 1, len(self.text) - len(line)), page))

    def paragraph(self) -> Paragraph:
        """The paragraph as it goes into the document."""
        marks = ((0, self.marked),) if self.marked else ()
        return Paragraph(self.text.replace(SOFT_HYPHEN, ""), self.page, tuple(self.turns), marks)


class _Gatherer:
    """Puts the lines of pages together to paragraphs, in the order of the pages; notes follow the paragraph that they would tear."""

    def __init__(self, spelling: Spelling, labels: Mapping[tuple[int, int], Candidate]) -> None:
        self._spelling, self._labels = spelling, labels
        self._open = Gathered(spelling)
        self._before: Line | None = None
        self._named = False
        self._notes: list[Gathered] = []

    def page(self, page: int, lines: Sequence[Line]) -> Iterator[Gathered]:
        """The paragraphs that end on this page (1-based)."""
        right, left = max((line.right for line in lines), default=0.0), min((line.left for line in lines), default=0.0)
        begins = _notes_begin(lines)
        turned = True
        for number, line in enumerate(lines[:begins]):
            before, label = self._before, self._labels.get((page, number))
            if before is not None and (label or self._named or _new_paragraph(before, line, right=right, left=left, turned=turned)):
                yield from self.finish()
            self._open.add(line.text, page, number, marked=line.marked)
            self._before, turned, self._named = line, False, label is not None and not line.text[label.end :].strip()
        self._add_notes(page, lines, begins)

    def _add_notes(self, page: int, lines: Sequence[Line], begins: int) -> None:
        for number, line in enumerate(lines[begins:], start=begins):
            if number == begins or _NOTE.match(line.text):
                self._notes.append(Gathered(self._spelling))
            self._notes[-1].add(line.text, page, number)

    def finish(self) -> Iterator[Gathered]:
        """The open paragraph, and the notes that have waited for its end."""
        if self._open.text:
            yield self._open
        yield from self._notes
        self._open, self._notes = Gathered(self._spelling), []


def _notes_begin(lines: Sequence[Line]) -> int:
    """The number of the first line of the notes at a page's foot, which are small and begin with a mark; that of all lines without any."""
    body = sorted(line.size for line in lines)[len(lines) // 2] if lines else 0.0
    begins = len(lines)
    while begins > len(lines) // 2 and lines[begins - 1].size < body * _SMALL:
        begins -= 1
    return begins if begins < len(lines) and _NOTE.match(lines[begins].text) else len(lines)


def paragraphs(pages: Sequence[Sequence[Line]], cancel: CancelToken) -> Iterator[Gathered]:
    """The lines of pages, which hold words of the text alone, put together."""
    gatherer = _Gatherer(Spelling([line.text for lines in pages for line in lines]), _labels(pages, cancel))
    for page, lines in enumerate(pages, start=1):
        cancel.check()
        yield from gatherer.page(page, lines)
    yield from gatherer.finish()


def _labels(pages: Sequence[Sequence[Line]], cancel: CancelToken) -> dict[tuple[int, int], Candidate]:
    """The labels that lines begin with, by page and number of the line: who speaks is learnt from all pages together.

    A line may open a paragraph where it stands apart or the one before it ends a sentence.
    """
    places, lines = list[tuple[int, int]](), list[SetLine]()
    for page, kept in enumerate(pages, start=1):
        before: Line | None = None
        for number, line in enumerate(kept):
            places.append((page, number))
            lines.append(
                SetLine(line.text, before is None or _stands_apart(before, line) or _ENDS.search(before.text) is not None, line.marked)
            )
            before = line
    return {
        places[place]: found[0]
        for place, found in labels_of(lines, cancel=cancel).items()
        if not lines[place].text[: found[0].start].strip()
    }


def _stands_apart(before: Line, line: Line) -> bool:
    """Return True if a line begins further right, further down or larger than the one before it goes on."""
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
    kept, heads = without_furniture(pages)
    draft = draft_of_paragraphs([gathered.paragraph() for gathered in paragraphs(kept, cancel)], kind="pdf", cancel=cancel)
    if heads:
        draft.notes.append(
            trn(
                "One line of heads, feet and page numbers was left out.",
                "{count} lines of heads, feet and page numbers were left out.",
                heads,
            )
        )
    blank = sum(not lines for lines in pages)
    if blank:
        draft.notes.append(
            trn("One of its {pages} pages holds no text.", "{count} of its {pages} pages hold no text.", blank, pages=len(pages))
        )
    return draft
