"""Read transcript tables as text, CSV or TSV. Each row is one sentence, never split or merged."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter

from app.domain.progress import CancelToken
from app.ingest.documents.draft import Draft
from app.ingest.documents.table_rows import SAMPLE, Rows, draft_of_rows, text_column

# Excel's first line that names the delimiter: "sep=;".
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
    """Return the share of rows with the most frequent number of columns, 0 if that is one."""
    if not rows:
        return 0.0
    lengths = [len(row) for row in rows]
    usual, count = Counter(lengths).most_common(1)[0]
    return count / len(lengths) if usual > 1 else 0.0


def _rows(text: str, delimiter: str) -> Rows:
    """Split the text into rows and cells, with or without quoting."""
    raw, quoted = _raw_rows(text, delimiter), _quoted_rows(text, delimiter)
    # Real tab-separated transcripts have no quoting, so that a quotation mark is text. Commas cannot do without quoting.
    if quoted is None or (delimiter == "\t" and _evenness(raw) >= _evenness(quoted)):
        return raw
    return quoted


def guess_delimiter(text: str) -> str:
    """Return the delimiter that splits the first lines most evenly, "" if there is only one column."""
    sample = "\n".join(text.split("\n", SAMPLE)[:SAMPLE])
    evenness = {delimiter: _evenness(_quoted_rows(sample, delimiter)) for delimiter in ("\t", ";", ",", "|")}
    # Tab-separated files may have unbalanced quotation marks.
    evenness["\t"] = max(evenness["\t"], _evenness(_raw_rows(sample, "\t")))
    best = max(evenness, key=lambda delimiter: (evenness[delimiter], delimiter == "\t"))
    return best if evenness[best] > 0.5 else ""


def looks_like_table(text: str) -> bool:
    """Return True if nearly all lines of a text have the same number of tabs."""
    lines = [line for line in text.split("\n", SAMPLE)[:SAMPLE] if line.strip()]
    if len(lines) < 2:
        return False
    return (
        _evenness([line.split("\t") for line in lines]) >= 0.9 and text_column(_raw_rows("\n".join(lines), "\t"), excluded=()) is not None
    )


def read_table(text: str, *, kind: str, cancel: CancelToken) -> Draft:
    """Return a draft with one span a row. Raises InputError as `draft_of_rows` does."""
    separator = _NAMED_DELIMITER.match(text)
    text = text[separator.end() :] if separator else text
    delimiter = (separator[1] if separator else guess_delimiter(text)) or ("\t" if kind == "tsv" else ",")
    rows = _rows(text, delimiter) if delimiter in text else [[_unquoted(line.strip())] for line in text.split("\n") if line.strip()]
    return draft_of_rows(rows, kind=kind, cancel=cancel)
