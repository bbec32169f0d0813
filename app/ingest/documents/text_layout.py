"""Remove the layout of printed pages from plain text: line numbers, running heads, page numbers, and divided words.

Depositions and hearings number the lines of each page. The numbers are removed and the lines of a paragraph joined. `line_starts`
keeps the offset of each line of the file in the resulting text.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import regex

from app.domain.progress import CancelToken, cancellable
from app.ingest.documents.hyphens import is_divided, join_divided
from app.ingest.documents.spelling import Spelling
from app.translation import trn

# The number of a line at its left, and at its right after two spaces.
_NUMBER_LEFT = re.compile(r"[ \t]*(\d{1,3})(?:([ \t]+)(\S.*))?[ \t]*$")
_NUMBER_RIGHT = re.compile(r"(.*\S)[ \t]{2,}(\d{1,3})[ \t]*$")
_NUMBER = re.compile(r"\d+")
_SENTENCE_END = regex.compile(r"[.!?:;…。！？।؟][\p{Pe}\p{Pf}\"']*$")
_LABEL = regex.compile(r"\p{Lu}[^:\n]{0,60}:(?=\s|$)|[QA](?:[.:]+(?=\s|$)|[ \t]{2,}|\t)")
# A speaker in capitals, or a question or answer of a deposition.
_SPEAKER_IN_CAPITALS = regex.compile(r"[\p{Lu}\p{M}\s.'’,()\d-]{2,60}:(?=\s|$)|[QA][.:]*[ \t]")
# A page number with a word for "page" in several languages, or apart from the rest of the line.
_PAGE_LINE = re.compile(
    r"\b(?:page|seite|página|pagina|pág|pag|p|s|стр|strona|str|sida|sayfa|sheet)\b\.?\s*\d|[ \t]{3,}\S*\d+\s*$|^\s*\d+[ \t]{3,}",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[ \t]*((?:>[ \t]?)+)")
_PAGE_NUMBER_ONLY = re.compile(r"[\s\W_]*\d{1,4}[\s\W_]*$")
_MIN_NUMBERED, _NEARLY_ALL, _MIN_BROKEN = 4, 0.8, 0.1
_FIFTH, _MIN_FIFTHS = 5, 3
_MIN_HEADS, _MIN_PAGE_LINES, _MAX_HEAD_LENGTH = 3, 5, 120
_MIN_WRAPPED, _MAX_WRAPPED, _MIN_FULL_SHARE = 30, 130, 0.5


@dataclass(slots=True)
class Row:
    """A line of the resulting text. `source_lines` holds (line number in the file, its offset in this row)."""

    text: str
    source_lines: list[tuple[int, int]]

    def join(self, other: Row, *, space: str = " ") -> None:
        """Append another row."""
        start = len(self.text) + len(space)
        self.text += space + other.text
        self.source_lines.extend((line, start + offset) for line, offset in other.source_lines)


@dataclass(frozen=True, slots=True)
class TextLayout:
    """The text without page layout, the offset in it of every line of the file, and notes for the user."""

    text: str
    line_starts: list[int]
    notes: list[str] = field(default_factory=list)


def remove_page_layout(text: str, *, cancel: CancelToken) -> TextLayout:
    """Remove the layout of pages from a text."""
    rows = [Row(line, [(number, 0)]) for number, line in enumerate(cancellable(text.split("\n"), cancel))]
    body, removed_count = _without_heads(_without_quoting(rows), cancel)
    unnumbered = _without_line_numbers(body, cancel)
    mended = list(cancellable(_with_whole_words(unnumbered or body), cancel))
    notes = []
    if removed_count:
        notes.append(trn("One head or number of a page was left out.", "{count} heads and numbers of pages were left out.", removed_count))
    return _layout_of(mended, len(rows), notes)


def _without_quoting(rows: list[Row]) -> list[Row]:
    """Remove the ">" of quoted mail, with a blank row where the depth changes; unchanged if ">>" marks speakers."""
    marks = [_QUOTED.match(row.text) for row in rows]
    depths = [match[1].count(">") if match else 0 for match in marks]
    # A single ">" on consecutive lines is a quotation; ">>" marks speakers.
    if not any(before == 1 and after == 1 for before, after in pairwise(depths)):
        return rows
    unquoted = list[Row]()
    for row, match, depth, before in zip(rows, marks, depths, [depths[0], *depths], strict=False):
        if depth != before:
            unquoted.append(Row("", []))
        unquoted.append(Row(row.text[match.end() :], row.source_lines) if match else row)
    return unquoted


def _layout_of(rows: Sequence[Row], lines: int, notes: list[str]) -> TextLayout:
    """Return the text of the rows. A line of the file that is in no row begins where the next one does."""
    starts: dict[int, int] = {}
    offset = 0
    for row in rows:
        starts.update((line, offset + within) for line, within in row.source_lines)
        offset += len(row.text) + 1
    # From the end, so that a removed line gets the start of the next one that is left.
    line_starts, following = [0] * lines, max(0, offset - 1)
    for line in range(lines - 1, -1, -1):
        following = min(following, starts.get(line, following))
        line_starts[line] = following
    return TextLayout("\n".join(row.text for row in rows), line_starts, notes)


def _without_heads(rows: list[Row], cancel: CancelToken) -> tuple[list[Row], int]:
    """Remove lines that recur on every page with the page's number; also return their count."""
    indexes_by_shape: dict[str, list[int]] = defaultdict(list)
    for index, row in enumerate(cancellable(rows, cancel)):
        if len(row.text) <= _MAX_HEAD_LENGTH and (_PAGE_LINE.search(row.text) or _PAGE_NUMBER_ONLY.match(row.text)):
            indexes_by_shape[" ".join(_NUMBER.sub("#", row.text).split())].append(index)
    removed = {index for indexes in indexes_by_shape.values() if _counts_pages(rows, indexes) for index in indexes}
    if not removed:
        return rows, 0
    return list(_joined_over_pages([None if index in removed else row for index, row in enumerate(rows)])), len(removed)


def _counts_pages(rows: Sequence[Row], indexes: Sequence[int]) -> bool:
    """Return True if lines of one shape count pages: a number in them increases by one each time, several lines apart."""
    if len(indexes) < _MIN_HEADS or any(after - before < _MIN_PAGE_LINES for before, after in pairwise(indexes)):
        return False
    numbers = [[int(number) for number in _NUMBER.findall(rows[index].text)] for index in indexes]
    return any(all(after[column] - before[column] == 1 for before, after in pairwise(numbers)) for column in range(min(map(len, numbers))))


def _joined_over_pages(rows: Sequence[Row | None]) -> Iterator[Row]:
    """Yield the rows, with sentences joined that the end of a line or page divides. None marks a removed head."""
    pending: Row | None = None
    turned, blanks = False, list[Row]()
    for row in rows:
        if row is None:
            turned = True
        elif not row.text.strip():
            blanks.append(row)
        else:
            if (
                pending is not None
                and (turned or not blanks)
                and row.text.lstrip()[0].islower()
                and not _SENTENCE_END.search(pending.text.rstrip())
            ):
                pending = Row(pending.text.rstrip(), pending.source_lines)
                pending.join(Row(row.text.lstrip(), row.source_lines))
            else:
                yield from [pending] if pending is not None else []
                yield from blanks
                pending = row
            turned, blanks = False, []
    yield from [pending] if pending is not None else []
    yield from blanks


def _without_line_numbers(rows: Sequence[Row], cancel: CancelToken) -> list[Row] | None:
    """Return the paragraphs of a text whose lines are numbered, None if they are not."""
    for side in (_numbered_left, _numbered_right):
        lines = [side(row) for row in cancellable(rows, cancel)]
        if _counts_lines(rows, lines):
            return list(_paragraphs(rows, lines))
        if side is _numbered_left and _counts_fifths(rows, lines):
            return [row if line is None else line.content for row, line in zip(rows, lines, strict=True)]
    return None


@dataclass(frozen=True, slots=True)
class _Numbered:
    number: int
    content: Row
    column: int


def _numbered_left(row: Row) -> _Numbered | None:
    match = _NUMBER_LEFT.match(row.text)
    if not match:
        return None
    content = (match[3] or "").rstrip()
    return _Numbered(int(match[1]), Row(content, row.source_lines), match.start(3) - match.end(1))


def _numbered_right(row: Row) -> _Numbered | None:
    match = _NUMBER_RIGHT.match(row.text)
    return _Numbered(int(match[2]), Row(match[1].strip(), row.source_lines), len(row.text) - len(row.text.lstrip())) if match else None


def _in_sequence(lines: Sequence[_Numbered | None]) -> Iterator[_Numbered]:
    """Yield the lines whose numbers continue the sequence, or restart at one."""
    last = 0
    for line in lines:
        if line is not None and line.number in (1, last + 1):
            yield line
            last = line.number


def _counts_lines(rows: Sequence[Row], lines: Sequence[_Numbered | None]) -> bool:
    """Return True if nearly all lines have consecutive numbers, and some break off within a sentence."""
    counted = [line for line in _in_sequence(lines) if line.content.text]
    if len(counted) < _MIN_NUMBERED:
        return False
    written_count = sum(bool(row.text.strip()) and (line is None or bool(line.content.text)) for row, line in zip(rows, lines, strict=True))
    broken_count = sum(_breaks_off(before.content.text, after.content.text) for before, after in pairwise(counted))
    # A numbered list has complete sentences; numbered lines break off within them.
    return len(counted) >= _NEARLY_ALL * written_count and broken_count >= _MIN_BROKEN * len(counted)


def _counts_fifths(rows: Sequence[Row], lines: Sequence[_Numbered | None]) -> bool:
    """Return True if every fifth line has its number, apart from the text."""
    numbered = [(index, line.number) for index, line in enumerate(lines) if line is not None and line.content.text and line.column >= 2]
    rising = all(number % _FIFTH == 0 for _, number in numbered) and all(
        after - before in (5, -10, -15, -20, -25, -30) for (_, before), (_, after) in pairwise(numbered)
    )
    return len(numbered) >= _MIN_FIFTHS and rising and len(numbered) * 4 >= sum(bool(row.text.strip()) for row in rows) // 2


def _breaks_off(before: str, after: str) -> bool:
    return not _SENTENCE_END.search(before) and (after[0].islower() or after[0].isdigit())


def _paragraphs(rows: Sequence[Row], lines: Sequence[_Numbered | None]) -> Iterator[Row]:
    """Yield the numbered lines joined to paragraphs, which begin at an indent or a speaker. Lone page numbers are dropped."""
    columns = Counter(line.column for line in _in_sequence(lines) if line.content.text)
    body = columns.most_common(1)[0][0]
    pending: Row | None = None
    for row, line in zip(rows, lines, strict=True):
        content = line.content if line is not None else Row(row.text.strip(), row.source_lines)
        if not content.text:
            continue
        if pending is None or (line is not None and _begins_paragraph(pending.text, content.text, line.column, body)) or line is None:
            yield from [pending] if pending is not None else []
            pending = content
        else:
            pending.join(content)
    yield from [pending] if pending is not None else []


def _begins_paragraph(before: str, after: str, column: int, body: int) -> bool:
    """Return True if a line begins a paragraph."""
    if _SPEAKER_IN_CAPITALS.match(after):
        return True
    return (bool(_SENTENCE_END.search(before)) or not after[0].islower()) and (
        column >= body + 2 or (bool(_LABEL.match(after)) and bool(_SENTENCE_END.search(before)))
    )


def _with_whole_words(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield the rows, with words made whole that the ends of full lines divide."""
    if not any(is_divided(before.text, after.text) for before, after in pairwise(rows)):
        yield from rows
        return
    lengths = sorted(len(row.text) for row in rows if row.text.strip())
    width = lengths[int(len(lengths) * 0.9)]
    spelling = Spelling([row.text for row in rows])
    moved = 0
    for row, after in zip(rows, [*rows[1:], Row("", [])], strict=True):
        text, marks = row.text[moved:], [(line, max(0, offset - moved)) for line, offset in row.source_lines]
        moved = 0
        # Only the ends of full lines divide words.
        if (
            width >= _MIN_WRAPPED
            and is_divided(text, after.text)
            and (len(row.text) >= _MIN_FULL_SHARE * width or len(after.text.split()) == 1)
        ):
            joined, moved = join_divided(text, after.text, spelling)
            text = joined
        yield Row(text, marks)
