"""Read PDFs: join the lines of each page to paragraphs and undo hyphenation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from app.domain.progress import CancelToken, Progress
from app.errors import InputError
from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.label_candidates import Candidate
from app.ingest.documents.label_candidates import Line as LabelLine
from app.ingest.documents.label_scorer import labels_of
from app.ingest.documents.pdf_furniture import remove_furniture
from app.ingest.documents.pdf_lines import Line, lines_of_pages, open_pdf
from app.ingest.documents.plain_text import draft_of_paragraphs
from app.ingest.documents.source import damaged
from app.ingest.documents.spelling import PUNCTUATION, Spelling
from app.translation import tr, trn

# The end of a sentence, with closing quotation marks and brackets.
_SENTENCE_END = re.compile(r"[.!?:;。！？।؟][\"”’»)\]]*$")
# Space above a paragraph, as a multiple of the usual distance between lines.
_PARAGRAPH_SPACING = 1.25
_BULLET = re.compile(r"^[•▪‣◦*–—-]\s")
_NUMBERED = re.compile(r"^\(?\d{1,3}[.)]\s")
_NOTE_START = re.compile(r"[\[(]?(?:\d{1,3}|[*†‡§])[\])]?\s*\S")
# Largest type size of a footnote, as a share of the text's.
_MAX_NOTE_SIZE = 0.93
SOFT_HYPHEN = "\u00ad"
_HYPHENS = "-\u2010" + SOFT_HYPHEN


def _continues(before: Line, line: Line) -> bool:
    """Return True if `line` follows `before` as lines of one paragraph do: close below it, and its first word had no room there."""
    wide = before.right - before.left
    # The width of the next line's first word, estimated by the average width of a character.
    word = len(line.text.split(maxsplit=1)[0]) * wide / len(before.text)
    # If that word had had room, the line would have been broken on purpose.
    full = before.right + word >= before.column_right - before.size and wide > 8 * before.size
    return full and abs(line.left - before.left) <= 2 * line.size and 0 < line.top - before.top <= before.leading * 1.15


def _new_paragraph(before: Line, line: Line, *, right: float, left: float, page_turned: bool) -> bool:
    """Return True if `line` begins a paragraph. `page_turned` says that it is the first line of its page."""
    sentence_ended = bool(_SENTENCE_END.search(before.text))
    if _BULLET.match(line.text) or (sentence_ended and _NUMBERED.match(line.text)) or abs(before.size - line.size) > 1.5:
        return True
    short = before.right < before.left + (before.column_right - before.left) * 0.8
    next_column = line.left > before.right and line.top < before.top
    # Indents and line widths cannot be compared across pages or columns.
    if page_turned or next_column:
        return sentence_ended or (short and not line.text[0].islower())
    if before.block != line.block:
        return sentence_ended or not (line.text[0].islower() or _continues(before, line))
    short = before.right < left + (right - left) * 0.8
    indented = line.left > left + line.size and before.left <= left + 2
    return sentence_ended and (short or indented)


def _appended(text: str, line: str, spelling: Spelling) -> str:
    """Append `line` to `text`. A word divided at the line's end becomes whole; one written with a hyphen keeps it."""
    # A hyphen after a space is a dash.
    if not text or text[-1] not in _HYPHENS or len(text) < 2 or text[-2].isspace():
        return f"{text} {line}" if text else line
    first = text[:-1].rsplit(maxsplit=1)[-1].lstrip(PUNCTUATION)
    second = line.split(maxsplit=1)[0].rstrip(PUNCTUATION)
    divided = text[-1] == SOFT_HYPHEN or (text[-2].isalpha() and line[0].islower() and not spelling.hyphenated(first, second))
    return text[:-1] + line if divided else text + line


class PdfParagraph:
    """A paragraph built from lines: its text, its pages, and the offset of each line.

    `line_starts` holds (offset in `text`, page, line number on its page). A line reaches up to the start of the next one.
    """

    def __init__(self, spelling: Spelling) -> None:
        self.text = ""
        self._spelling = spelling
        self.page = 1
        self.page_breaks: list[tuple[int, int]] = []
        self.line_starts: list[tuple[int, int, int]] = []
        self.bold_length = 0

    def add(self, line: str, page: int, number: int, *, bold_length: int = 0) -> None:
        """Append a line. Only the first line's `bold_length` is kept."""
        if not self.text:
            self.page, self.bold_length = page, bold_length
        before = len(self.text)
        self.text = _appended(self.text, line, self._spelling)
        self.line_starts.append((len(self.text) - len(line), page, number))
        last = self.page_breaks[-1][1] if self.page_breaks else self.page
        if page != last:
            self.page_breaks.append((min(before + 1, len(self.text) - len(line)), page))

    def paragraph(self) -> Paragraph:
        """Convert to a document paragraph, without soft hyphens."""
        marks = ((0, self.bold_length),) if self.bold_length else ()
        return Paragraph(self.text.replace(SOFT_HYPHEN, ""), self.page, tuple(self.page_breaks), marks)


class _ParagraphBuilder:
    """Builds paragraphs from the lines of pages in order. Footnotes follow the paragraph that they interrupt."""

    def __init__(self, spelling: Spelling, labels: Mapping[tuple[int, int], Candidate]) -> None:
        self._spelling, self._labels = spelling, labels
        self._open = PdfParagraph(spelling)
        self._before: Line | None = None
        self._named = False
        # Footnotes wait here, so that they do not interrupt a paragraph that continues on the next page.
        self._notes: list[PdfParagraph] = []

    def page(self, page: int, lines: Sequence[Line]) -> Iterator[PdfParagraph]:
        """Yield the paragraphs that end on this page (1-based)."""
        right, left = max((line.right for line in lines), default=0.0), min((line.left for line in lines), default=0.0)
        notes_start = _first_note_line(lines)
        page_turned = True
        for number, line in enumerate(lines[:notes_start]):
            before, label = self._before, self._labels.get((page, number))
            if before is not None and (
                label or self._named or _new_paragraph(before, line, right=right, left=left, page_turned=page_turned)
            ):
                yield from self.finish()
            self._open.add(line.text, page, number, bold_length=line.bold_length)
            self._before, page_turned, self._named = line, False, label is not None and not line.text[label.end :].strip()
        self._add_notes(page, lines, notes_start)

    def _add_notes(self, page: int, lines: Sequence[Line], notes_start: int) -> None:
        for number, line in enumerate(lines[notes_start:], start=notes_start):
            if number == notes_start or _NOTE_START.match(line.text):
                self._notes.append(PdfParagraph(self._spelling))
            self._notes[-1].add(line.text, page, number)

    def finish(self) -> Iterator[PdfParagraph]:
        """Yield the open paragraph, and the footnotes that interrupted it."""
        if self._open.text:
            yield self._open
        yield from self._notes
        self._open, self._notes = PdfParagraph(self._spelling), []


def _first_note_line(lines: Sequence[Line]) -> int:
    """Return the index of the first footnote line at the foot of a page, or the number of lines if there is none.

    Footnotes are in small type and begin with a mark.
    """
    body = sorted(line.size for line in lines)[len(lines) // 2] if lines else 0.0
    begins = len(lines)
    # Notes take at most the lower half of a page.
    while begins > len(lines) // 2 and lines[begins - 1].size < body * _MAX_NOTE_SIZE:
        begins -= 1
    return begins if begins < len(lines) and _NOTE_START.match(lines[begins].text) else len(lines)


def paragraphs(pages: Sequence[Sequence[Line]], cancel: CancelToken) -> Iterator[PdfParagraph]:
    """Yield the paragraphs of pages whose furniture was removed."""
    gatherer = _ParagraphBuilder(Spelling([line.text for lines in pages for line in lines]), _labels(pages, cancel))
    for page, lines in enumerate(pages, start=1):
        cancel.check()
        yield from gatherer.page(page, lines)
    yield from gatherer.finish()


def _labels(pages: Sequence[Sequence[Line]], cancel: CancelToken) -> dict[tuple[int, int], Candidate]:
    """Return the speaker labels at the beginning of lines, by page and line number.

    All pages are scored together. A line may begin a paragraph if it stands apart or the one before it ends a sentence.
    """
    positions, lines = list[tuple[int, int]](), list[LabelLine]()
    for page, page_lines in enumerate(pages, start=1):
        before: Line | None = None
        for number, line in enumerate(page_lines):
            positions.append((page, number))
            lines.append(
                LabelLine(
                    line.text,
                    before is None or _is_set_apart(before, line) or _SENTENCE_END.search(before.text) is not None,
                    line.bold_length,
                )
            )
            before = line
    return {
        positions[index]: labels[0]
        for index, labels in labels_of(lines, cancel=cancel).items()
        if not lines[index].text[: labels[0].start].strip()
    }


def _is_set_apart(before: Line, line: Line) -> bool:
    """Return True if a line begins further right, further down or in another size than a continuation of the line before it."""
    lower = line.top - before.top > max(before.leading, before.size) * _PARAGRAPH_SPACING
    return lower or line.top < before.top or abs(line.left - before.left) > line.size or abs(line.size - before.size) > 1


def read_pdf(data: bytes, *, cancel: CancelToken, progress: Progress) -> Draft:
    """Return a draft of a PDF with its pages marked.

    Raises InputError `document-damaged`, `document-encrypted`, and `document-no-text` for a scan without a text layer.
    """
    with open_pdf(data) as opened:
        # Furniture is recognised by recurrence, so all pages are needed before the first paragraph.
        pages = list(lines_of_pages(opened, cancel=cancel, progress=progress))
    if not pages:
        raise damaged("PDF")
    if not any(pages):
        raise InputError(
            "document-no-text",
            tr("There is no text in this PDF, only pictures of its pages."),
            hint=tr("Run text recognition (OCR) on it first, then open the result."),
        )
    body_pages, removed_count = remove_furniture(pages)
    draft = draft_of_paragraphs([gathered.paragraph() for gathered in paragraphs(body_pages, cancel)], kind="pdf", cancel=cancel)
    if removed_count:
        draft.notes.append(
            trn(
                "One line of heads, feet and page numbers was left out.",
                "{count} lines of heads, feet and page numbers were left out.",
                removed_count,
            )
        )
    blank = sum(not lines for lines in pages)
    if blank:
        draft.notes.append(
            trn("One of its {pages} pages holds no text.", "{count} of its {pages} pages hold no text.", blank, pages=len(pages))
        )
    return draft
