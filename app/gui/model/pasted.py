"""Claims in pasted text: lines with list marks, a column of a spreadsheet, or a table with a heading; and messages about what was
taken and left out."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass

from app.translation import number, tr, trn

MOST = 500
LONGEST = 4_000
"""Characters of one claim that are looked up."""

_HEADINGS = frozenset(
    "claim claims claim_text claimtext text statement statements sentence sentences tweet tweets post posts quote quotes query vclaim "
    "claimreviewed rumour rumor behauptung afirmación afirmacion affirmation bulo".split()
)
_MARK = re.compile(
    r"^(?:[-–—•◦▪‣·*+>»]+(?:\s+|(?=[^\W\d_]))|\(?\d{1,3}[.)\]]\s+|\(?[a-zA-Z]\)\s+|\[\s?(?:\d{1,3}|[xX ]?)\s?\]\s+|#\d{1,3}[:.]\s+"
    r"|[☐☑✓✗✔✘]\s*)"
)
_QUOTES = (("“", "”"), ('"', '"'), ("„", "“"), ("„", "”"), ("«", "»"), ("‘", "’"), ("'", "'"))
_LINK = re.compile(r"^(?:https?://|www\.)\S+$", re.IGNORECASE)
_HEADING_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Pasted:
    """`claims` in the order pasted; `taken` and `left_out` say in words where they come from and what is missing."""

    claims: tuple[str, ...]
    taken: str = ""
    left_out: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """Both as sentences, "" where every line was simply taken."""
        left_out = tr("Left out: {parts}.", parts=", ".join(self.left_out)) if self.left_out else ""
        return " ".join(part for part in (self.taken, left_out) if part)


def read_pasted(text: str) -> Pasted:
    """The claims of a pasted text: at most 500, each on one line, none empty."""
    table = _table(text)
    if table is not None:
        return table
    return _gathered(_lines(text))


def _table(text: str) -> Pasted | None:
    """The claims of a table: of the column with a heading that means claims, or of the column that has most to say."""
    for delimiter in ("\t", ",", ";"):
        first = text.lstrip("\ufeff\n\r ").split("\n", 1)[0]
        if delimiter not in first:
            continue
        rows = _rows(text.lstrip("\ufeff"), delimiter)
        if not rows:  # nothing but white space
            continue
        heading = [cell.strip().casefold() for cell in rows[0]]
        claim_columns = [column for column, cell in enumerate(heading) if cell.replace(" ", "_") in _HEADINGS]
        if claim_columns and len(rows) > 1 and all(len(cell) <= _HEADING_LENGTH for cell in heading):
            return _column(
                rows[1:], claim_columns[0], tr("Taken from the column “{name}”.", name=rows[0][claim_columns[0]].strip()), heading=True
            )
        if delimiter == "\t" and len(rows[0]) > 1 and _regular(rows):
            column = _telling(rows)
            origin = tr("Taken from column {place} of {total}, the one with the longest texts.", place=column + 1, total=len(rows[0]))
            return _column(rows, column, origin, heading=False)
    return None


def _rows(text: str, delimiter: str) -> list[list[str]]:
    """The rows with anything in them; a cell may hold line breaks within quotes."""
    try:
        return [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if any(cell.strip() for cell in row)]
    except csv.Error:  # a cell beyond any measure, or stray quotes
        return [line.split(delimiter) for line in text.splitlines() if line.strip()]


def _regular(rows: list[list[str]]) -> bool:
    """Return whether most rows are as wide as the first."""
    return 2 * sum(len(row) == len(rows[0]) for row in rows) > len(rows)


def _telling(rows: list[list[str]]) -> int:
    def letters(column: int) -> int:
        return sum(len(row[column]) for row in rows if len(row) > column and not _LINK.match(row[column].strip()))

    return max(range(len(rows[0])), key=lambda column: (letters(column), -column))


def _column(rows: list[list[str]], column: int, origin: str, *, heading: bool) -> Pasted:
    cells = [row[column] if len(row) > column else "" for row in rows]
    empty = sum(not cell.strip() for cell in cells)
    pasted = _gathered([cell for cell in cells if cell.strip()])
    heading_note = [tr("the heading")] if heading else []
    heading_note += [trn("{count} row without a claim", "{count} rows without a claim", empty)] if empty else []
    return Pasted(pasted.claims, origin, (*heading_note, *pasted.left_out))


def _lines(text: str) -> list[str]:
    """The lines with anything in them, a first one that is only a heading taken out; a quoted cell of several lines stays one."""
    lines: list[str] = []
    open_cell = ""
    for line in text.lstrip("\ufeff").splitlines():
        if open_cell or (line.startswith('"') and line.count('"') % 2):
            open_cell = f"{open_cell}\n{line}" if open_cell else line
            if open_cell.count('"') % 2 == 0:
                lines.append(open_cell.replace('""', '"'))
                open_cell = ""
        else:
            lines.append(line)
    lines.extend(open_cell.splitlines())  # the quotation mark had no other end
    filled_lines = [line for line in lines if line.strip()]
    return filled_lines[1:] if len(filled_lines) > 1 and filled_lines[0].strip().casefold() in _HEADINGS else filled_lines


def _gathered(texts: Iterable[str]) -> Pasted:
    claims: list[str] = []
    links = wordless = cut = 0
    for text in texts:
        claim = bare(text)
        if _LINK.match(claim):
            links += 1
        elif not any(char.isalnum() for char in claim):
            wordless += 1
        else:
            cut += len(claim) > LONGEST
            claims.append(claim[:LONGEST].rstrip())
    excess = len(claims) - MOST
    left_out = (
        (links, trn("{count} line that is only a link", "{count} lines that are only links", links)),
        (wordless, trn("{count} line without a word", "{count} lines without a word", wordless)),
        (cut, _cut(cut)),
        (max(0, excess), _later(max(0, excess))),
    )
    return Pasted(tuple(claims[:MOST]), left_out=tuple(words for times, words in left_out if times))


def _cut(texts: int) -> str:
    return trn(
        "the end of {count} text longer than {most} characters",
        "the end of {count} texts longer than {most} characters",
        texts,
        most=number(LONGEST),
    )


def _later(claims: int) -> str:
    return trn(
        "{count} claim after the first {most}; look them up next",
        "{count} claims after the first {most}; look them up next",
        claims,
        most=number(MOST),
    )


def bare(text: str) -> str:
    """A claim on one line without list marks, numbering and the quotation marks around the whole of it."""
    claim = " ".join(text.replace("\x00", " ").split())
    while True:
        stripped = _MARK.sub("", claim, count=1).strip()
        for opening, closing in _QUOTES:
            inner = stripped[len(opening) : -len(closing)]
            if (
                len(stripped) > 2
                and stripped.startswith(opening)
                and stripped.endswith(closing)
                and opening not in inner
                and closing not in inner
            ):
                stripped = inner.strip()
        if stripped == claim or not stripped:
            return claim
        claim = stripped
