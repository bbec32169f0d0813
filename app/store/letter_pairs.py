"""Pairs of letters for scripts without spaces, whose texts have no words for the full-text index.

Every run of such letters becomes its overlapping pairs and its last letter, in order, as tokens of a separate full-text table. A
text contains a run exactly where its pairs follow each other, since each pair begins with the last letter of the one before.
Letters are recognised by Unicode's blocks, which never change: rows are removed from the index with the tokens they were added
with.
"""

from __future__ import annotations

import re
import sqlite3
from functools import lru_cache
from itertools import pairwise

from app.store.stored_values import row_as

CREATE = "CREATE VIRTUAL TABLE letterpairs USING fts5 (letters, content='', columnsize=0, tokenize='ascii')"
MATCHING = "SELECT rowid FROM letterpairs WHERE letterpairs MATCH ?"
_TEXTS = "SELECT row, claim, title, body FROM factcheck_text"
_ADD = "INSERT INTO letterpairs (rowid, letters) VALUES (?, ?)"
_DROP = "INSERT INTO letterpairs (letterpairs, rowid, letters) VALUES ('delete', ?, ?)"
_RUN = re.compile(
    "["
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff\ua9e0-\ua9ff\uaa60-\uaa7f"  # Thai, Lao, Burmese, Khmer
    "\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303b\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f\U0001aff0-\U0001b16f"  # kana
    "\u2e80-\u2fdf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Chinese characters
    "]+"
)


@lru_cache(maxsize=1 << 14)
def _code(letter: str) -> str:
    return f"{ord(letter):05x}"


def tokens(*texts: str) -> str:
    """Return the tokens of these texts; "" where none has such a letter."""
    tokens: list[str] = []
    for text in texts:
        for run in () if text.isascii() else _RUN.findall(text):
            codes = [_code(letter) for letter in run]
            tokens += [first + second for first, second in pairwise(codes)]
            tokens.append(codes[-1])
    return " ".join(tokens)


def expression(word: str) -> str:
    """Return the full-text expression for texts that contain this word; "" where it has no such letter. Others may match as well,
    unless `is_told`."""
    return " AND ".join(map(_of_run, _RUN.findall(word)))


def is_exact(word: str) -> bool:
    """Return True where the pairs alone decide which texts contain this word."""
    return _RUN.fullmatch(word) is not None


def _of_run(run: str) -> str:
    codes = [_code(letter) for letter in run]
    pairs = [first + second for first, second in pairwise(codes)]
    return f'"{" ".join(pairs)}"' if pairs else f'"{codes[0]}" *'


def add(connection: sqlite3.Connection, row: int, *texts: str) -> None:
    """Add a row's texts to the index, inside the caller's transaction."""
    if row_tokens := tokens(*texts):
        connection.execute(_ADD, (row, row_tokens))


def drop(connection: sqlite3.Connection, row: int) -> None:
    """Remove a row from the index, before its texts change."""
    texts = connection.execute(f"{_TEXTS} WHERE row = ?", (row,)).fetchone()
    if texts and (row_tokens := tokens(*row_as(tuple[str, ...], texts[1:]))):
        connection.execute(_DROP, (row, row_tokens))


def add_all(connection: sqlite3.Connection) -> None:
    """Index every row of a library that had no such index."""
    for row, *texts in connection.execute(_TEXTS):
        add(connection, row, *row_as(tuple[str, ...], texts))
