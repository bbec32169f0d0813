"""Description of a kind of indexed rows: its arrays, and the SQL that reads its rows and their texts."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from app.store.generation import Hashes
from app.store.postings import Ints, Longs, Text
from app.store.rows import chunks, placeholders
from app.store.stored_values import exactly, row_as


class IndexedRows(Protocol):
    """Rows in ascending order of id like every index of the library. `numbers` are row numbers of the database, `names` digests of
    the ids, `words` digests of the encoded texts (zeros where there is nothing to encode), `days` proleptic ordinals, 0 where
    unknown."""

    @property
    def numbers(self) -> Longs: ...

    @property
    def names(self) -> Hashes: ...

    @property
    def words(self) -> Hashes: ...

    @property
    def days(self) -> Ints: ...

    def __len__(self) -> int: ...


Kind = TypeVar("Kind", bound=IndexedRows)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowKind(Generic[Kind]):
    """A kind of rows. `folder` is the prefix of its folders' names. `arrays` and `codes` are the fields stored as arrays and as
    lists of names; `make` builds rows from these fields, `read` reads all of them from the database (connection, progress,
    cancel). `words` is SQL for (row number, text, language) of "row IN ({marks})", the text that is searched for words, and
    `texts` for (row number, text), the text that is encoded. `encoding` is the progress message of encoding."""

    folder: str
    arrays: tuple[str, ...]
    codes: tuple[str, ...]
    make: Callable[..., Kind]
    read: Callable[..., Kind]
    words: str
    texts: str
    encoding: str

    def words_of(self, connection: sqlite3.Connection, numbers: NDArray[np.int64]) -> Iterator[Text]:
        """Yield (text, language) to search for words of the rows with these ascending numbers, all of which must exist."""
        for chunk in chunks(numbers.tolist()):
            records = connection.execute(f"{self.words.format(marks=placeholders(chunk))} ORDER BY row", chunk).fetchall()
            for _, text, language in exactly(row_as(list[tuple[int, str, str]], records), len(chunk)):
                yield text, language

    def texts_of(self, connection: sqlite3.Connection, numbers: Sequence[int]) -> Mapping[int, str]:
        """Return the texts to encode by row number; deleted rows are left out."""
        records = connection.execute(self.texts.format(marks=placeholders(numbers)), list(numbers)).fetchall()
        return dict(row_as(list[tuple[int, str]], records))


@lru_cache(maxsize=10_000)
def ordinal(day: str) -> int:
    """Return the proleptic ordinal of an ISO day; 0 for ""."""
    return date.fromisoformat(day).toordinal() if day else 0


def ascending(ids: Sequence[str]) -> Longs:
    """Return the indexes that sort ids in ascending order."""
    return np.array(sorted(range(len(ids)), key=ids.__getitem__), np.int64)
