"""Tables of a laid-out document in which one column names who says the words of another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.ingest.documents.table_rows import is_name, named_columns

_LEAST_ROWS, _LEAST_LINES = 2, 3
_LONGER = 2.0
"""How many times as long as the names the words are on average, where no header says which column is which."""
_NAMED = 0.9
_ENDS = (".", "!", "?", "…", "。", "！", "？", "।", "؟", "”", '"', "»")


@dataclass(frozen=True, slots=True)
class SpeakerColumn:
    """The column of a table that names speakers, and whether the first row says what the columns are."""

    column: int
    header: bool


def speaker_column(rows: Sequence[Sequence[str]]) -> SpeakerColumn | None:
    """Which column of a table names speakers; None where it is no transcript."""
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if len(rows) < _LEAST_ROWS:
        return None
    named = named_columns(rows[0])
    if "speaker" in named and "text" in named:
        return SpeakerColumn(named["speaker"], True)
    columns = max(map(len, rows))
    return next((SpeakerColumn(column, False) for column in range(columns - 1) if _names_speakers(rows, column)), None)


def _names_speakers(rows: Sequence[Sequence[str]], column: int) -> bool:
    """Return True if the cells of a column are names that come back, and those behind them are sentences."""
    names = [row[column].strip() for row in rows if column < len(row) and row[column].strip()]
    words = [row[-1].strip() for row in rows if len(row) > column + 1 and row[-1].strip()]
    counts = Counter(names)
    if len(counts) < 2 or max(counts.values()) < 2 or not words:  # two people, one of whom speaks again
        return False
    sentences = sum(cell.endswith(_ENDS) for cell in words)
    long = sum(map(len, words)) / len(words) >= _LONGER * sum(map(len, names)) / len(names)
    return sum(map(is_name, names)) >= _NAMED * len(names) and sentences * 2 > len(words) and long


def numbers_lines(rows: Sequence[Sequence[str]]) -> bool:
    """Return True if a table's first column only counts the lines of a text, which stand in its second one and break off in sentences."""
    if len(rows) < _LEAST_LINES or any(len(row) != 2 for row in rows):
        return False
    numbers = [row[0].strip() for row in rows]
    rising = all(map(str.isdecimal, numbers)) and all(int(after) == int(before) + 1 for before, after in pairwise(numbers))
    texts = [row[1].strip() for row in rows]
    return rising and any(continues(before, after) for before, after in pairwise(texts))


def continues(before: str, after: str) -> bool:
    """Return True if one line of a text goes on with the sentence of the one before it."""
    return bool(before and after) and not before.endswith(_ENDS) and after[0].islower()
