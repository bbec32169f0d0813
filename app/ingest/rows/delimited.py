"""Reader of delimited text. Encoding, delimiter and quoting are detected; a stray quotation mark costs only one row."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from app.ingest.encodings import guess_encoding
from app.ingest.rows.jsonlines import too_long
from app.ingest.rows.outcomes import RowRefused
from app.ingest.rows.sources import LONGEST_LINE, Source, limited_lines
from app.translation import tr

_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_DELIMITERS = "\t,;|"
_ONE_COLUMN = 0.5
_SNIFFED_LINES = 200
_DEEPEST_HEADER = 40
_LEAST_NAMED = 2
_TELLING_LINE = 1 << 17
_LONGEST_ROW_LINES = 5000
_LONGEST_FIELD = 1 << 26
_ASKED_EVERY = 1000

_NO_UTF8 = re.compile("[\udc80-\udcff]")
_NAMED_DELIMITER = re.compile(r'"?sep=([\t,;|:~^])"?\s*$', re.IGNORECASE)

Cells = list[str]
Recognise = Callable[[Sequence[str]], int]
"""How many fields a row's cells name, as a header does."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """The format of a delimited file: its delimiter, and whether quotation marks enclose fields or are plain text."""

    delimiter: str
    quoted: bool


def encoding_of(head: bytes) -> str:
    """Detect the encoding from the beginning of a text: by byte order mark, as UTF-8 (also damaged), else by statistics."""
    for mark, name in _BOMS:
        if head.startswith(mark):
            return name
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return guess_encoding(head)
    return "utf-8"


def text_lines(source: Source) -> Iterator[str]:
    """Yield the lines with their endings, without NUL; a byte outside the encoding becomes a lone surrogate."""
    encoding = encoding_of(source.head)
    errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
    with source.open() as stream, io.TextIOWrapper(stream, encoding=encoding, errors=errors, newline="") as text:
        for number, line in enumerate(limited_lines(text, source.longest_line)):
            if number % _ASKED_EVERY == 0:
                source.cancel.check()
            yield line.replace("\x00", "")


def sniff(lines: list[str], recognised: Recognise) -> Dialect:
    """Return the dialect under which most rows have as many cells as the first; more cells are better."""
    lines = [line for line in lines if len(line) < _TELLING_LINE] or lines[:1]
    dialects = [Dialect(mark, _encloses("".join(lines), mark)) for mark in _DELIMITERS]
    return max(dialects, key=lambda dialect: _evenness(lines, dialect, recognised))


def _evenness(lines: list[str], dialect: Dialect, recognised: Recognise) -> tuple[float, int]:
    rows = [row for row in _rows_of(iter(lines), dialect, width=0, longest=LONGEST_LINE) if row and not isinstance(row, RowRefused)]
    rows = rows[_header_place(rows, recognised) :]
    counts = Counter(map(len, rows))
    if not counts:
        return 0.0, 0
    width = len(rows[0])
    return max(_ONE_COLUMN, counts[width] / len(rows) * min(width, 12) if width > 1 else 0), width


def _header_place(rows: Sequence[Cells | RowRefused], recognised: Recognise) -> int:
    """Return the index of the header: a row below title lines that names several columns, else the first row."""
    for index, row in enumerate(rows[:_DEEPEST_HEADER]):
        if not isinstance(row, RowRefused) and recognised(row) >= _LEAST_NAMED:
            return index
    return 0


def _encloses(text: str, delimiter: str) -> bool:
    """Return True if quotation marks enclose fields: most that open at a field's start close before a delimiter or a line's end."""
    mark = re.escape(delimiter)
    ends = re.findall(rf'(?:^|(?<={mark}))"(?:[^"]|"")*+"(?={mark}|\r|\n|\Z)|(?:^|(?<={mark}))(")(?=[^"]*")', text, re.MULTILINE)
    return ends.count("") >= ends.count('"')


def delimited_rows(source: Source, recognised: Recognise) -> Iterator[Cells | RowRefused]:
    """Yield the rows in order, a blank line as []; the half row at the end of an incomplete download is left out."""
    csv.field_size_limit(_LONGEST_FIELD)
    lines = text_lines(source)
    sample = list(islice(lines, _SNIFFED_LINES))
    named = _NAMED_DELIMITER.match(sample[0]) if sample else None
    if named:
        del sample[0]
    dialect = Dialect(named[1], _encloses("".join(sample), named[1])) if named else sniff(sample, recognised)
    parsed = [_parse([line], dialect) for line in sample[:_DEEPEST_HEADER]]
    width = len(parsed[_header_place(parsed, recognised)]) if sample else 0
    return _rows_of(_whole_lines(source, sample, lines), dialect, width=width, longest=source.longest_line)


def _whole_lines(source: Source, sample: list[str], lines: Iterator[str]) -> Iterator[str]:
    pending: str | None = None
    for part in (sample, lines):
        for line in part:
            if pending is not None:
                yield pending
            pending = line
    if pending is not None and not (source.damage and not pending.endswith(("\n", "\r"))):
        yield pending


def _rows_of(lines: Iterator[str], dialect: Dialect, *, width: int, longest: int) -> Iterator[Cells | RowRefused]:
    """Yield rows of cells. Only the row with an unclosed quotation mark is refused; reading continues after it."""
    waiting: deque[str] = deque()
    while True:
        line = waiting.popleft() if waiting else next(lines, None)
        if line is None:
            return
        if len(line) >= longest:
            yield RowRefused(too_long(longest))
            continue
        row = _joined(line, waiting, lines, dialect, longest) if dialect.quoted and _open([line], dialect) else [line]
        unclosed = len(row) > 1 and _open(row, dialect)
        if (unclosed or not _strict(row, dialect)) and _looks_like_rows(row[1:], dialect, width):
            waiting.extendleft(reversed(row[1:]))
            unclosed = True
        if unclosed or (len(row) == 1 and dialect.quoted and _open(row, dialect)):
            yield RowRefused(tr("A quotation mark is opened in this row and never closed."))
        else:
            yield _checked(_parse(row, dialect)) if "".join(row).strip() else []


def _joined(line: str, waiting: deque[str], lines: Iterator[str], dialect: Dialect, longest: int) -> list[str]:
    """Return the line and the following ones, up to the one that closes its quotation mark or up to the limit."""
    row, size = [line], len(line)
    while len(row) < _LONGEST_ROW_LINES and size < longest:
        more = waiting.popleft() if waiting else next(lines, None)
        if more is None:
            break
        row.append(more)
        size += len(more)
        if '"' in more and not _open(row, dialect):
            break
    return row


def _looks_like_rows(lines: list[str], dialect: Dialect, width: int) -> bool:
    """Return True if the lines after an unclosed quotation mark are rows of their own and not the rest of one text."""
    some = lines[:50]
    return bool(some) and sum(len(_parse([line], dialect)) == width for line in some) * 2 >= len(some)


def _open(row: list[str], dialect: Dialect) -> bool:
    """Return True if a quoted field is still open at the end of these lines, so the csv reader needs another line."""
    if not any('"' in line for line in row):
        return False
    reader = csv.reader([*row, ""], delimiter=dialect.delimiter)
    try:
        next(reader)
    except csv.Error:
        return False
    return reader.line_num > len(row)


def _strict(row: list[str], dialect: Dialect) -> bool:
    """Return True if all quotation marks of a row of several lines are correctly placed."""
    try:
        deque(csv.reader(row if len(row) > 1 else (), delimiter=dialect.delimiter, strict=True), maxlen=0)
    except csv.Error:
        return False
    return True


def _parse(row: Iterable[str], dialect: Dialect) -> Cells:
    try:
        return next(csv.reader(row, delimiter=dialect.delimiter, quoting=csv.QUOTE_MINIMAL if dialect.quoted else csv.QUOTE_NONE), [])
    except csv.Error:
        return []


def _checked(cells: Cells) -> Cells | RowRefused:
    if any(_NO_UTF8.search(cell) for cell in cells if not cell.isascii()):
        return [_NO_UTF8.sub("\ufffd", cell) for cell in cells]
    return cells if cells else RowRefused(tr("The row cannot be cut into cells."))
