"""Delimited text: encoding, delimiter and quoting found by looking, and rows in which a stray quotation mark costs one row."""

from __future__ import annotations

import codecs
import csv
import io
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from app.ingest.factchecks.drafts import RowRefused
from app.ingest.factchecks.sources import Source

_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_DELIMITERS = "\t,;|"
_SNIFFED_LINES = 200
_LONGEST_ROW_LINES = 5000
_LONGEST_FIELD = 1 << 26

Cells = list[str]


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a delimited file is written: its delimiter, and whether quotation marks enclose fields or are mere text."""

    delimiter: str
    quoted: bool


def encoding_of(head: bytes) -> str:
    """The encoding of a text whose beginning this is: by byte order mark, as UTF-8, else by its statistics."""
    for mark, name in _BOMS:
        if head.startswith(mark):
            return name
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return _likely_encoding(head)
    return "utf-8"


def _likely_encoding(head: bytes) -> str:
    from charset_normalizer import from_bytes

    best = from_bytes(head[: 1 << 16]).best()
    return best.encoding if best else "cp1252"


def text_lines(source: Source) -> Iterator[str]:
    """The lines with their endings, without NUL; a byte that is not of the encoding becomes a lone surrogate."""
    encoding = encoding_of(source.head)
    errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
    with source.open() as stream, io.TextIOWrapper(stream, encoding=encoding, errors=errors, newline="") as text:
        for line in text:
            yield line.replace("\x00", "")


def sniff(lines: list[str]) -> Dialect:
    """The delimiter under which most lines have the same number of cells, more cells being better."""
    ranked = [(_evenness(lines, Dialect(mark, quoted)), Dialect(mark, quoted)) for mark in _DELIMITERS for quoted in (True, False)]
    return max(ranked, key=lambda pair: pair[0])[1]


def _evenness(lines: list[str], dialect: Dialect) -> tuple[float, bool, bool]:
    rows = [row for row in _rows_of(iter(lines), dialect, width=0) if row and not isinstance(row, RowRefused)]
    counts = Counter(map(len, rows))
    if not counts:
        return 0.0, False, False
    width, frequency = counts.most_common(1)[0]
    even = frequency / max(len(rows), 1)
    return (even * min(width, 12) if width > 1 else 0.5), _quotes_fit(lines, dialect), dialect.quoted


def _quotes_fit(lines: list[str], dialect: Dialect) -> bool:
    """Whether this use of quotation marks is what the lines show: doubled and closed before a delimiter, or not."""
    opening = [f'{dialect.delimiter}"', '"']
    used = any(opening[0] in line or line.startswith(opening[1]) for line in lines)
    try:
        deque(csv.reader(lines, delimiter=dialect.delimiter, strict=True), maxlen=0)
    except csv.Error as error:
        return not dialect.quoted or "unexpected end" in str(error)
    return dialect.quoted or not used


def delimited_rows(source: Source) -> Iterator[Cells | RowRefused]:
    """The rows in order, a blank line as []; the half row at the end of a cut-off download is left out."""
    csv.field_size_limit(_LONGEST_FIELD)
    lines = text_lines(source)
    sample = list(islice(lines, _SNIFFED_LINES))
    dialect = sniff(sample)
    width = len(_parse(sample[:1], dialect)) if sample else 0
    return _rows_of(_whole_lines(source, sample, lines), dialect, width=width)


def _whole_lines(source: Source, sample: list[str], lines: Iterator[str]) -> Iterator[str]:
    held: str | None = None
    for part in (sample, lines):
        for line in part:
            if held is not None:
                yield held
            held = line
    if held is not None and not (source.damage and not held.endswith(("\n", "\r"))):
        yield held


def _rows_of(lines: Iterator[str], dialect: Dialect, *, width: int) -> Iterator[Cells | RowRefused]:
    """Rows of cells; a row whose quotation mark is never closed is refused alone, and reading goes on behind it."""
    waiting: deque[str] = deque()
    while True:
        line = waiting.popleft() if waiting else next(lines, None)
        if line is None:
            return
        row = [line]
        if dialect.quoted and _open(row, dialect):
            row = _joined(line, waiting, lines, dialect)
            if _open(row, dialect):
                if _looks_like_rows(row[1:], dialect, width):
                    waiting.extendleft(reversed(row[1:]))
                yield RowRefused("A quotation mark is opened in this row and never closed.")
                continue
        yield _checked(_parse(row, dialect)) if "".join(row).strip() else []


def _joined(line: str, waiting: deque[str], lines: Iterator[str], dialect: Dialect) -> list[str]:
    """The line and those after it up to the one that closes its quotation mark, or up to the limit."""
    row = [line]
    while len(row) < _LONGEST_ROW_LINES:
        more = waiting.popleft() if waiting else next(lines, None)
        if more is None:
            break
        row.append(more)
        if '"' in more and not _open(row, dialect):
            break
    return row


def _looks_like_rows(lines: list[str], dialect: Dialect, width: int) -> bool:
    """Whether what a runaway quotation mark swallowed are rows of their own rather than the rest of one text."""
    some = lines[:50]
    return bool(some) and sum(len(_parse([line], dialect)) == width for line in some) * 2 >= len(some)


def _open(row: list[str], dialect: Dialect) -> bool:
    """Whether a quoted field is still open at the end of these lines: the reader then asks for one line more."""
    if not any('"' in line for line in row):
        return False
    reader = csv.reader([*row, ""], delimiter=dialect.delimiter)
    try:
        next(reader)
    except csv.Error:
        return False
    return reader.line_num > len(row)


def _parse(row: Iterable[str], dialect: Dialect) -> Cells:
    try:
        return next(csv.reader(row, delimiter=dialect.delimiter, quoting=csv.QUOTE_MINIMAL if dialect.quoted else csv.QUOTE_NONE), [])
    except csv.Error:
        return []


def _checked(cells: Cells) -> Cells | RowRefused:
    if any("\udc80" <= char <= "\udcff" for cell in cells if not cell.isascii() for char in cell):
        return RowRefused("The row is not valid UTF-8 text.")
    return cells if cells else RowRefused("The row cannot be cut into cells.")
