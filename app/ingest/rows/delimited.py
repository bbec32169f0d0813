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
from app.ingest.rows.sources import MAX_LINE_BYTES, Source, limited_lines
from app.translation import tr

_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_DELIMITERS = "\t,;|"
# Score of a file of one column, below that of any regular table of several.
_ONE_COLUMN_SCORE = 0.5
_SNIFFED_LINES = 200
_MAX_HEADER_ROW = 40
_MIN_NAMED_COLUMNS = 2
# Longer lines are left out of the sample: a line of 100 MB would be parsed once for each delimiter.
_MAX_SNIFFED_LINE = 1 << 17
_MAX_ROW_LINES = 5000
_MAX_FIELD_CHARACTERS = 1 << 26
_CANCEL_CHECK_INTERVAL = 1000

# Bytes outside UTF-8, as `surrogateescape` decodes them.
_UNDECODED_BYTE = re.compile("[\udc80-\udcff]")
# Excel's own first line that names the delimiter ("sep=;").
_NAMED_DELIMITER = re.compile(r'"?sep=([\t,;|:~^])"?\s*$', re.IGNORECASE)

Cells = list[str]
# Counts the fields that a row's cells name, as a header does.
Recognise = Callable[[Sequence[str]], int]


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
        # Incremental, since the sample may end in the middle of a character.
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
            if number % _CANCEL_CHECK_INTERVAL == 0:
                source.cancel.check()
            yield line.replace("\x00", "")


def sniff(lines: list[str], recognised: Recognise) -> Dialect:
    """Return the dialect under which most rows have as many cells as the first; more cells are better."""
    lines = [line for line in lines if len(line) < _MAX_SNIFFED_LINE] or lines[:1]
    dialects = [Dialect(mark, _quotes_enclose("".join(lines), mark)) for mark in _DELIMITERS]
    return max(dialects, key=lambda dialect: _regularity(lines, dialect, recognised))


def _regularity(lines: list[str], dialect: Dialect, recognised: Recognise) -> tuple[float, int]:
    rows = [row for row in _parse_rows(iter(lines), dialect, width=0, longest=MAX_LINE_BYTES) if row and not isinstance(row, RowRefused)]
    rows = rows[_header_index(rows, recognised) :]
    counts = Counter(map(len, rows))
    if not counts:
        return 0.0, 0
    width = len(rows[0])
    return max(_ONE_COLUMN_SCORE, counts[width] / len(rows) * min(width, 12) if width > 1 else 0), width


def _header_index(rows: Sequence[Cells | RowRefused], recognised: Recognise) -> int:
    """Return the index of the header: a row below title lines that names several columns, else the first row."""
    for index, row in enumerate(rows[:_MAX_HEADER_ROW]):
        if not isinstance(row, RowRefused) and recognised(row) >= _MIN_NAMED_COLUMNS:
            return index
    return 0


def _quotes_enclose(text: str, delimiter: str) -> bool:
    """Return True if quotation marks enclose fields: most that open at a field's start close before a delimiter or line end."""
    mark = re.escape(delimiter)
    ends = re.findall(rf'(?:^|(?<={mark}))"(?:[^"]|"")*+"(?={mark}|\r|\n|\Z)|(?:^|(?<={mark}))(")(?=[^"]*")', text, re.MULTILINE)
    return ends.count("") >= ends.count('"')


def delimited_rows(source: Source, recognised: Recognise) -> Iterator[Cells | RowRefused]:
    """Yield the rows in order, a blank line as []; the half row at the end of an incomplete download is left out."""
    csv.field_size_limit(_MAX_FIELD_CHARACTERS)
    lines = text_lines(source)
    sample = list(islice(lines, _SNIFFED_LINES))
    delimiter_match = _NAMED_DELIMITER.match(sample[0]) if sample else None
    if delimiter_match:
        del sample[0]
    dialect = (
        Dialect(delimiter_match[1], _quotes_enclose("".join(sample), delimiter_match[1])) if delimiter_match else sniff(sample, recognised)
    )
    parsed = [_parse_row([line], dialect) for line in sample[:_MAX_HEADER_ROW]]
    width = len(parsed[_header_index(parsed, recognised)]) if sample else 0
    return _parse_rows(_complete_lines(source, sample, lines), dialect, width=width, longest=source.longest_line)


def _complete_lines(source: Source, sample: list[str], lines: Iterator[str]) -> Iterator[str]:
    pending: str | None = None
    for part in (sample, lines):
        for line in part:
            if pending is not None:
                yield pending
            pending = line
    if pending is not None and not (source.damage and not pending.endswith(("\n", "\r"))):
        yield pending


def _parse_rows(lines: Iterator[str], dialect: Dialect, *, width: int, longest: int) -> Iterator[Cells | RowRefused]:
    """Yield rows of cells. Only the row with an unclosed quotation mark is refused; the lines after it are read as rows."""
    pushed_back: deque[str] = deque()
    while True:
        line = pushed_back.popleft() if pushed_back else next(lines, None)
        if line is None:
            return
        if len(line) >= longest:
            yield RowRefused(too_long(longest))
            continue
        row = _joined_lines(line, pushed_back, lines, dialect, longest) if dialect.quoted and _is_quote_open([line], dialect) else [line]
        unclosed = len(row) > 1 and _is_quote_open(row, dialect)
        # A stray quotation mark swallows the rows after it; if these look like rows, only its own row is refused.
        if (unclosed or not _has_valid_quoting(row, dialect)) and _looks_like_rows(row[1:], dialect, width):
            pushed_back.extendleft(reversed(row[1:]))
            unclosed = True
        if unclosed or (len(row) == 1 and dialect.quoted and _is_quote_open(row, dialect)):
            yield RowRefused(tr("A quotation mark is opened in this row and never closed."))
        else:
            yield _decoded_cells(_parse_row(row, dialect)) if "".join(row).strip() else []


def _joined_lines(line: str, pushed_back: deque[str], lines: Iterator[str], dialect: Dialect, longest: int) -> list[str]:
    """Return the line and the following ones, up to the one that closes its quotation mark or up to the limit."""
    row, size = [line], len(line)
    while len(row) < _MAX_ROW_LINES and size < longest:
        next_line = pushed_back.popleft() if pushed_back else next(lines, None)
        if next_line is None:
            break
        row.append(next_line)
        size += len(next_line)
        if '"' in next_line and not _is_quote_open(row, dialect):
            break
    return row


def _looks_like_rows(lines: list[str], dialect: Dialect, width: int) -> bool:
    """Return True if the lines after an unclosed quotation mark are rows of their own and not the rest of one text."""
    # The first lines are enough, and a text inside quotation marks may have thousands.
    sample = lines[:50]
    return bool(sample) and sum(len(_parse_row([line], dialect)) == width for line in sample) * 2 >= len(sample)


def _is_quote_open(row: list[str], dialect: Dialect) -> bool:
    """Return True if a quoted field is still open at the end of these lines, so the csv reader needs another line."""
    if not any('"' in line for line in row):
        return False
    reader = csv.reader([*row, ""], delimiter=dialect.delimiter)
    try:
        next(reader)
    except csv.Error:
        return False
    return reader.line_num > len(row)


def _has_valid_quoting(row: list[str], dialect: Dialect) -> bool:
    """Return True if all quotation marks of a row of several lines are correctly placed."""
    try:
        deque(csv.reader(row if len(row) > 1 else (), delimiter=dialect.delimiter, strict=True), maxlen=0)
    except csv.Error:
        return False
    return True


def _parse_row(row: Iterable[str], dialect: Dialect) -> Cells:
    try:
        return next(csv.reader(row, delimiter=dialect.delimiter, quoting=csv.QUOTE_MINIMAL if dialect.quoted else csv.QUOTE_NONE), [])
    except csv.Error:
        return []


def _decoded_cells(cells: Cells) -> Cells | RowRefused:
    if any(_UNDECODED_BYTE.search(cell) for cell in cells if not cell.isascii()):
        return [_UNDECODED_BYTE.sub("\ufffd", cell) for cell in cells]
    return cells if cells else RowRefused(tr("The row cannot be cut into cells."))
