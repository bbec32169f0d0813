"""The heads of the groups of copies as arrays, one row a head, in ascending order of id as every index of the library."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from app.domain.posts import PostFilter
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.ports import Mask
from app.store.generation import Hashes
from app.store.postings import Ints, Longs
from app.store.posts.digests import digest_of, digests, words_digest
from app.store.rows import chunks, marks
from app.translation import tr

_REPORTED = 5_000
# Through an index the rows would come in another order than they lie in.
_HEADS = "SELECT row, id, clean, substr(published, 1, 10), platform, language FROM post NOT INDEXED WHERE head"


@dataclass(frozen=True, slots=True, kw_only=True)
class Heads:
    """`numbers` are the database's own row numbers, `names` digests of the ids, `words` digests of the cleaned texts (zeros where nothing
    is left); `days` proleptic ordinals, 0 where unknown; `platform` and `language` are places in `platforms` and `languages`."""

    numbers: Longs
    names: Hashes
    words: Hashes
    days: Ints
    platform: Ints
    language: Ints
    platforms: tuple[str, ...]
    languages: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.numbers)

    def allowed(self, among: PostFilter) -> Mask | None:
        """Rows that pass; None when all do."""
        mask = np.ones(len(self), np.bool_)
        if among.platform:
            mask &= self.platform == _code(self.platforms, among.platform)
        if among.language:
            mask &= self.language == _code(self.languages, among.language)
        if among.since:
            mask &= self.days >= among.since.toordinal()
        if among.until:
            mask &= (self.days > 0) & (self.days <= among.until.toordinal())
        return None if mask.all() else mask


def _code(names: tuple[str, ...], name: str) -> int:
    return names.index(name) if name in names else -1


class _Codes(dict[str, int]):
    """Numbers for names, given in order of first sight."""

    def __missing__(self, name: str) -> int:
        return self.setdefault(name, len(self))


@lru_cache(maxsize=10_000)
def _ordinal(day: str) -> int:
    return date.fromisoformat(day).toordinal() if day else 0


def read_heads(connection: sqlite3.Connection, *, progress: Progress, cancel: CancelToken) -> Heads:
    """The heads as they are now."""
    ids: list[str] = []
    numbers, days = array("q"), array("i")
    platform, language = array("i"), array("i")
    names, words = bytearray(), bytearray()
    platforms, languages = _Codes(), _Codes()
    for number, name, clean, day, *told in connection.execute(_HEADS):
        if len(ids) % _REPORTED == 0:
            cancel.check()
            progress(ProgressUpdate(tr("Reading posts"), len(ids)))
        ids.append(name)
        numbers.append(number)
        days.append(_ordinal(day))
        platform.append(platforms[told[0]])
        language.append(languages[told[1]])
        names += digest_of(name)
        words += words_digest(clean)
    order = np.array(sorted(range(len(ids)), key=ids.__getitem__), np.int64)
    return Heads(
        numbers=np.frombuffer(numbers, np.int64)[order],
        names=digests(names)[order],
        words=digests(words)[order],
        days=np.frombuffer(days, np.int32)[order],
        platform=np.frombuffer(platform, np.int32)[order],
        language=np.frombuffer(language, np.int32)[order],
        platforms=tuple(platforms),
        languages=tuple(languages),
    )


def clean_texts(connection: sqlite3.Connection, numbers: NDArray[np.int64]) -> Iterator[str]:
    """The cleaned texts of the posts with these row numbers, which ascend; all of them must be there."""
    for part in chunks(numbers.tolist()):
        for (clean,) in connection.execute(f"SELECT clean FROM post WHERE row IN ({marks(part)}) ORDER BY row", part):
            yield clean
