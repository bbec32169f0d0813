"""What tells one kind of indexed rows from another: the arrays it is kept in, and how its rows and their texts are read."""

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
from app.store.rows import chunks, marks
from app.store.stored_values import exactly, row_as


class FlatRows(Protocol):
    """Rows in ascending order of id as every index of the library.

    `numbers` are the database's own row numbers, `names` digests of the ids, `words` digests of the encoded texts (zeros where there is
    nothing to encode), `days` proleptic ordinals, 0 where unknown.
    """

    @property
    def numbers(self) -> Longs: ...

    @property
    def names(self) -> Hashes: ...

    @property
    def words(self) -> Hashes: ...

    @property
    def days(self) -> Ints: ...

    def __len__(self) -> int: ...


Kind = TypeVar("Kind", bound=FlatRows)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowKind(Generic[Kind]):
    """A kind of rows.

    `folder` begins the names of its folders; `arrays` and `codes` are the fields that are kept as arrays and as lists of names; `make`
    puts rows together from these fields, `read` reads them all (connection, progress, cancel). `words` is SQL for (row number, text,
    language) of "row IN ({marks})", what is searched by words, and `texts` for (row number, text) of what is encoded. `encoding` is what
    the progress of encoding is called.
    """

    folder: str
    arrays: tuple[str, ...]
    codes: tuple[str, ...]
    make: Callable[..., Kind]
    read: Callable[..., Kind]
    words: str
    texts: str
    encoding: str

    def words_of(self, connection: sqlite3.Connection, numbers: NDArray[np.int64]) -> Iterator[Text]:
        """What the rows with these numbers, which ascend, are searched by; all of them must be there."""
        for part in chunks(numbers.tolist()):
            records = connection.execute(f"{self.words.format(marks=marks(part))} ORDER BY row", part).fetchall()
            for _, text, language in exactly(row_as(list[tuple[int, str, str]], records), len(part)):
                yield text, language

    def texts_of(self, connection: sqlite3.Connection, numbers: Sequence[int]) -> Mapping[int, str]:
        """The texts to encode of these rows by number; those that are gone are left out."""
        records = connection.execute(self.texts.format(marks=marks(numbers)), list(numbers)).fetchall()
        return dict(row_as(list[tuple[int, str]], records))


@lru_cache(maxsize=10_000)
def ordinal(day: str) -> int:
    """The number of an ISO day, 0 for ""."""
    return date.fromisoformat(day).toordinal() if day else 0


def ascending(ids: Sequence[str]) -> Longs:
    """The places of the ids in ascending order of id."""
    return np.array(sorted(range(len(ids)), key=ids.__getitem__), np.int64)
