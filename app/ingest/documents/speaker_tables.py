"""Recognise tables in laid-out documents in which one column names the speakers of another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.ingest.documents.table_rows import is_name, named_columns

_MIN_ROWS, _MIN_LINES = 2, 3
# The words are on average this many times as long as the names. Without a header, that tells the columns apart.
_MIN_LENGTH_RATIO = 2.0
_MIN_NAMES_SHARE = 0.9
_SENTENCE_ENDS = (".", "!", "?", "…", "。", "！", "？", "।", "؟", "”", '"', "»")


@dataclass(frozen=True, slots=True)
class SpeakerColumn:
    """The index of the column that names speakers, and whether the first row is a header."""

    column: int
    header: bool


def speaker_column(rows: Sequence[Sequence[str]]) -> SpeakerColumn | None:
    """Return the column of a table that names speakers; None if the table is no transcript."""
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if len(rows) < _MIN_ROWS:
        return None
    named = named_columns(rows[0])
    if "speaker" in named and "text" in named:
        return SpeakerColumn(named["speaker"], True)
    columns = max(map(len, rows))
    return next((SpeakerColumn(column, False) for column in range(columns - 1) if _names_speakers(rows, column)), None)


def _names_speakers(rows: Sequence[Sequence[str]], column: int) -> bool:
    """Return True if the cells of a column are recurring names, and the cells after them sentences."""
    names = [row[column].strip() for row in rows if column < len(row) and row[column].strip()]
    words = [row[-1].strip() for row in rows if len(row) > column + 1 and row[-1].strip()]
    counts = Counter(names)
    # A dialogue has at least two people, one of whom speaks again.
    if len(counts) < 2 or max(counts.values()) < 2 or not words:
        return False
    # Most of the words must be sentences; tables of data also have recurring names.
    sentences = sum(cell.endswith(_SENTENCE_ENDS) for cell in words)
    long = sum(map(len, words)) / len(words) >= _MIN_LENGTH_RATIO * sum(map(len, names)) / len(names)
    return sum(map(is_name, names)) >= _MIN_NAMES_SHARE * len(names) and sentences * 2 > len(words) and long


def is_line_numbered(rows: Sequence[Sequence[str]]) -> bool:
    """Return True if the first of two columns only counts the lines of a text in the second."""
    if len(rows) < _MIN_LINES or any(len(row) != 2 for row in rows):
        return False
    numbers = [row[0].strip() for row in rows]
    rising = all(map(str.isdecimal, numbers)) and all(int(after) == int(before) + 1 for before, after in pairwise(numbers))
    texts = [row[1].strip() for row in rows]
    return rising and any(continues(before, after) for before, after in pairwise(texts))


def continues(before: str, after: str) -> bool:
    """Return True if a line continues the sentence of the one before it."""
    return bool(before and after) and not before.endswith(_SENTENCE_ENDS) and after[0].islower()
