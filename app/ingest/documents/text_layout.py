"""The layout of printed pages in plain text: numbers of lines, heads and numbers of pages, and words divided at the ends of lines.

Depositions and hearings number the lines of each page; the numbers go, and the lines of a paragraph are joined. `line_starts` keeps
where each line of the file stands in the text that is left.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import regex

from app.domain.progress import CancelToken, cancellable
from app.ingest.documents.hyphens import divided, is_broken
from app.ingest.documents.spelling import Spelling
from app.translation import trn

_LEFT = re.compile(r"[ \t]*(\d{1,3})(?:([ \t]+)(\S.*))?[ \t]*$")
_RIGHT = re.compile(r"(.*\S)[ \t]{2,}(\d{1,3})[ \t]*$")
_NUMBER = re.compile(r"\d+")
_ENDED = regex.compile(r"[.!?:;…。！？।؟][\p{Pe}\p{Pf}\"']*$")
_LABEL = regex.compile(r"\p{Lu}[^:\n]{0,60}:(?=\s|$)|[QA](?:[.:]+(?=\s|$)|[ \t]{2,}|\t)")
_SHOUTED = regex.compile(r"[\p{Lu}\p{M}\s.'’,()\d-]{2,60}:(?=\s|$)|[QA][.:]*[ \t]")
_PAGE = re.compile(
    r"\b(?:page|seite|página|pagina|pág|pag|p|s|стр|strona|str|sida|sayfa|sheet)\b\.?\s*\d|[ \t]{3,}\S*\d+\s*$|^\s*\d+[ \t]{3,}",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[ \t]*((?:>[ \t]?)+)")
_PAGE_ALONE = re.compile(r"[\s\W_]*\d{1,4}[\s\W_]*$")
_LEAST_NUMBERED, _NEARLY_ALL, _LEAST_BROKEN = 4, 0.8, 0.1
_FIFTH, _LEAST_FIFTHS = 5, 3
_LEAST_HEADS, _PAGE_LINES, _LONGEST_HEAD = 3, 5, 120
_WRAPPED_LEAST, _WRAPPED_MOST, _FULL = 30, 130, 0.5


@dataclass(slots=True)
class Row:
    """A line of the text that is made; `marks` holds (number of a line of the file, where it begins in this one)."""

    text: str
    marks: list[tuple[int, int]]

    def join(self, other: Row, *, space: str = " ") -> None:
        """Put another row behind this one."""
        at = len(self.text) + len(space)
        self.text += space + other.text
        self.marks.extend((line, at + offset) for line, offset in other.marks)


@dataclass(frozen=True, slots=True)
class TextLayout:
    """The text without what belongs to the page; the offset of every line of the file in it; what is to be told of it."""

    text: str
    line_starts: list[int]
    notes: list[str] = field(default_factory=list)


def lay_out(text: str, *, cancel: CancelToken) -> TextLayout:
    """Take the layout of pages out of a text."""
    rows = [Row(line, [(number, 0)]) for number, line in enumerate(cancellable(text.split("\n"), cancel))]
    kept, heads = _without_heads(_without_quoting(rows), cancel)
    unnumbered = _without_line_numbers(kept, cancel)
    mended = list(cancellable(_mended(unnumbered or kept), cancel))
    notes = []
    if heads:
        notes.append(trn("One head or number of a page was left out.", "{count} heads and numbers of pages were left out.", heads))
    return _made(mended, len(rows), notes)


def _without_quoting(rows: list[Row]) -> list[Row]:
    """The rows without the ">" by which mails quote, a blank row where its depth changes; as they are where ">>" marks speakers."""
    marks = [_QUOTED.match(row.text) for row in rows]
    depths = [found[1].count(">") if found else 0 for found in marks]
    if not any(before == 1 and after == 1 for before, after in pairwise(depths)):
        return rows
    unquoted = list[Row]()
    for row, found, depth, before in zip(rows, marks, depths, [depths[0], *depths], strict=False):
        if depth != before:
            unquoted.append(Row("", []))
        unquoted.append(Row(row.text[found.end() :], row.marks) if found else row)
    return unquoted


def _made(rows: Sequence[Row], lines: int, notes: list[str]) -> TextLayout:
    """The text of the rows; a line of the file that is in none of them begins where the next one does."""
    starts: dict[int, int] = {}
    offset = 0
    for row in rows:
        starts.update((line, offset + within) for line, within in row.marks)
        offset += len(row.text) + 1
    line_starts, following = [0] * lines, max(0, offset - 1)
    for line in range(lines - 1, -1, -1):
        following = min(following, starts.get(line, following))
        line_starts[line] = following
    return TextLayout("\n".join(row.text for row in rows), line_starts, notes)


def _without_heads(rows: list[Row], cancel: CancelToken) -> tuple[list[Row], int]:
    """The rows without lines that come back on every page with the page's number, and how many those are."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, row in enumerate(cancellable(rows, cancel)):
        if len(row.text) <= _LONGEST_HEAD and (_PAGE.search(row.text) or _PAGE_ALONE.match(row.text)):
            places[" ".join(_NUMBER.sub("#", row.text).split())].append(place)
    gone = {place for found in places.values() if _turns_pages(rows, found) for place in found}
    if not gone:
        return rows, 0
    return list(_over_pages([None if place in gone else row for place, row in enumerate(rows)])), len(gone)


def _turns_pages(rows: Sequence[Row], places: Sequence[int]) -> bool:
    """Return True if lines of one form count pages: one of their numbers rises by one from each to the next, some lines further down."""
    if len(places) < _LEAST_HEADS or any(after - before < _PAGE_LINES for before, after in pairwise(places)):
        return False
    numbers = [[int(number) for number in _NUMBER.findall(rows[place].text)] for place in places]
    return any(all(after[at] - before[at] == 1 for before, after in pairwise(numbers)) for at in range(min(map(len, numbers))))


def _over_pages(rows: Sequence[Row | None]) -> Iterator[Row]:
    """The rows, a sentence joined that the end of a line or page divides; None stands where a head was."""
    held: Row | None = None
    turned, blanks = False, list[Row]()
    for row in rows:
        if row is None:
            turned = True
        elif not row.text.strip():
            blanks.append(row)
        else:
            if held is not None and (turned or not blanks) and row.text.lstrip()[0].islower() and not _ENDED.search(held.text.rstrip()):
                held = Row(held.text.rstrip(), held.marks)
                held.join(Row(row.text.lstrip(), row.marks))
            else:
                yield from [held] if held is not None else []
                yield from blanks
                held = row
            turned, blanks = False, []
    yield from [held] if held is not None else []
    yield from blanks


def _without_line_numbers(rows: Sequence[Row], cancel: CancelToken) -> list[Row] | None:
    """The paragraphs of a text whose lines are numbered, or None where they are not."""
    for side in (_left, _right):
        lines = [side(row) for row in cancellable(rows, cancel)]
        if _counts_lines(rows, lines):
            return list(_paragraphs(rows, lines))
        if side is _left and _counts_fifths(rows, lines):
            return [row if line is None else line.content for row, line in zip(rows, lines, strict=True)]
    return None


@dataclass(frozen=True, slots=True)
class _Numbered:
    number: int
    content: Row
    column: int


def _left(row: Row) -> _Numbered | None:
    found = _LEFT.match(row.text)
    if not found:
        return None
    content = (found[3] or "").rstrip()
    return _Numbered(int(found[1]), Row(content, row.marks), found.start(3) - found.end(1))


def _right(row: Row) -> _Numbered | None:
    found = _RIGHT.match(row.text)
    return _Numbered(int(found[2]), Row(found[1].strip(), row.marks), len(row.text) - len(row.text.lstrip())) if found else None


def _in_sequence(lines: Sequence[_Numbered | None]) -> Iterator[_Numbered]:
    """The lines whose numbers go on from the one before, or begin anew at one."""
    last = 0
    for line in lines:
        if line is not None and line.number in (1, last + 1):
            yield line
            last = line.number


def _counts_lines(rows: Sequence[Row], lines: Sequence[_Numbered | None]) -> bool:
    """Return True if nearly all lines have a number that rises from line to line, and some of them go on with a sentence."""
    counted = [line for line in _in_sequence(lines) if line.content.text]
    if len(counted) < _LEAST_NUMBERED:
        return False
    written = sum(bool(row.text.strip()) and (line is None or bool(line.content.text)) for row, line in zip(rows, lines, strict=True))
    broken = sum(_goes_on(before.content.text, after.content.text) for before, after in pairwise(counted))
    return len(counted) >= _NEARLY_ALL * written and broken >= _LEAST_BROKEN * len(counted)


def _counts_fifths(rows: Sequence[Row], lines: Sequence[_Numbered | None]) -> bool:
    """Return True if every fifth line has its number, apart from the text."""
    found = [(place, line.number) for place, line in enumerate(lines) if line is not None and line.content.text and line.column >= 2]
    rising = all(number % _FIFTH == 0 for _, number in found) and all(
        after - before in (5, -10, -15, -20, -25, -30) for (_, before), (_, after) in pairwise(found)
    )
    return len(found) >= _LEAST_FIFTHS and rising and len(found) * 4 >= sum(bool(row.text.strip()) for row in rows) // 2


def _goes_on(before: str, after: str) -> bool:
    return not _ENDED.search(before) and (after[0].islower() or after[0].isdigit())


def _paragraphs(rows: Sequence[Row], lines: Sequence[_Numbered | None]) -> Iterator[Row]:
    """The lines joined, a paragraph where one is set in or a speaker is named; numbers of pages, which stand alone, are left out."""
    columns = Counter(line.column for line in _in_sequence(lines) if line.content.text)
    body = columns.most_common(1)[0][0]
    held: Row | None = None
    for row, line in zip(rows, lines, strict=True):
        content = line.content if line is not None else Row(row.text.strip(), row.marks)
        if not content.text:
            continue
        if held is None or (line is not None and _begins(held.text, content.text, line.column, body)) or line is None:
            yield from [held] if held is not None else []
            held = content
        else:
            held.join(content)
    yield from [held] if held is not None else []


def _begins(before: str, after: str, column: int, body: int) -> bool:
    """Return True if a line begins a paragraph."""
    if _SHOUTED.match(after):
        return True
    return (bool(_ENDED.search(before)) or not after[0].islower()) and (
        column >= body + 2 or (bool(_LABEL.match(after)) and bool(_ENDED.search(before)))
    )


def _mended(rows: Sequence[Row]) -> Iterator[Row]:
    """The rows, words made whole that the ends of full lines divide: the second part goes to the first."""
    if not any(is_broken(before.text, after.text) for before, after in pairwise(rows)):
        yield from rows
        return
    lengths = sorted(len(row.text) for row in rows if row.text.strip())
    width = lengths[int(len(lengths) * 0.9)]
    spelling = Spelling([row.text for row in rows])
    moved = 0
    for row, after in zip(rows, [*rows[1:], Row("", [])], strict=True):
        text, marks = row.text[moved:], [(line, max(0, offset - moved)) for line, offset in row.marks]
        moved = 0
        if width >= _WRAPPED_LEAST and is_broken(text, after.text) and (len(row.text) >= _FULL * width or len(after.text.split()) == 1):
            whole, moved = divided(text, after.text, spelling)
            text = whole
        yield Row(text, marks)
