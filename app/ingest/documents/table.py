"""Transcript tables as text, CSV or TSV: a row is one sentence, never split or merged."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter

from app.domain.progress import CancelToken
from app.ingest.documents.draft import Draft
from app.ingest.documents.table_rows import SAMPLE, Rows, draft_of_rows, text_column

_NAMED_DELIMITER = re.compile(r'"?sep=([\t,;|])"?[ \t]*\n', re.IGNORECASE)


def _unquoted(field: str) -> str:
    if len(field) >= 2 and field[0] == field[-1] == '"' and '"' not in field[1:-1].replace('""', ""):
        return field[1:-1].replace('""', '"')
    return field


def _raw_rows(text: str, delimiter: str) -> Rows:
    return [[_unquoted(cell) for cell in line.split(delimiter)] for line in text.split("\n") if line.strip()]


def _quoted_rows(text: str, delimiter: str) -> Rows | None:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        return [row for row in reader if any(cell.strip() for cell in row)]
    except csv.Error:
        return None


def _evenness(rows: Rows | None) -> float:
    """Share of the rows that have the most frequent number of columns, 0 where that is one."""
    if not rows:
        return 0.0
    lengths = [len(row) for row in rows]
    usual, count = Counter(lengths).most_common(1)[0]
    return count / len(lengths) if usual > 1 else 0.0


def _rows(text: str, delimiter: str) -> Rows:
    """Tabs separate real transcripts without any quoting, so that a quotation mark is text; commas cannot do without."""
    raw, quoted = _raw_rows(text, delimiter), _quoted_rows(text, delimiter)
    if quoted is None or (delimiter == "\t" and _evenness(raw) >= _evenness(quoted)):
        return raw
    return quoted


def guess_delimiter(text: str) -> str:
    """The separator that divides the first lines most evenly, "" if there is only one column."""
    sample = "\n".join(text.split("\n", SAMPLE)[:SAMPLE])
    evenness = {delimiter: _evenness(_quoted_rows(sample, delimiter)) for delimiter in ("\t", ";", ",", "|")}
    evenness["\t"] = max(evenness["\t"], _evenness(_raw_rows(sample, "\t")))
    best = max(evenness, key=lambda delimiter: (evenness[delimiter], delimiter == "\t"))
    return best if evenness[best] > 0.5 else ""


def looks_like_table(text: str) -> bool:
    """Whether a text of unknown kind is a table: nearly all of its lines have the same number of tabs."""
    lines = [line for line in text.split("\n", SAMPLE)[:SAMPLE] if line.strip()]
    if len(lines) < 2:
        return False
    return _evenness([line.split("\t") for line in lines]) >= 0.9 and text_column(_raw_rows("\n".join(lines), "\t"), taken=()) is not None


def read_table(text: str, *, kind: str, cancel: CancelToken) -> Draft:
    """A draft with one span a row. Raises InputError as `draft_of_rows` does."""
    separator = _NAMED_DELIMITER.match(text)
    text = text[separator.end() :] if separator else text
    delimiter = (separator[1] if separator else guess_delimiter(text)) or ("\t" if kind == "tsv" else ",")
    rows = _rows(text, delimiter) if delimiter in text else [[_unquoted(line.strip())] for line in text.split("\n") if line.strip()]
    return draft_of_rows(rows, kind=kind, cancel=cancel)
