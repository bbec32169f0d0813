"""Canonical posts, one of each group of copies, as arrays in ascending order of id like every index of the library."""

from __future__ import annotations

import sqlite3
from array import array
from dataclasses import dataclass

import numpy as np

from app.domain.posts import PostFilter
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.ports import Mask
from app.store.generation import Hashes
from app.store.postings import Ints, Longs
from app.store.row_index.digests import digest_of, digests, words_digest
from app.store.row_index.kind import RowKind, ascending, ordinal
from app.store.stored_values import reading_stored_values, rows_as
from app.translation import mark, tr

_REPORTED = 5_000
# Read in the order of storage; through an index, each row would be a random access.
_HEADS = "SELECT row, id, clean, substr(published, 1, 10), platform, language FROM post NOT INDEXED WHERE head"
_CLEAN = "SELECT row, clean FROM post WHERE row IN ({marks})"
_WORDS = "SELECT row, clean, language FROM post WHERE row IN ({marks})"


@dataclass(frozen=True, slots=True, kw_only=True)
class CanonicalPosts:
    """`numbers` are row numbers of the database. `names` are digests of id and language, which decides the analysis; `words` are
    digests of the cleaned texts (zeros where nothing is left). `days` are proleptic ordinals, 0 where unknown; `platform` and
    `language` are indexes into `platforms` and `languages`."""

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
        """Return a mask of the rows that pass the filter; None when all do."""
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
    """Numbers of names, in order of first occurrence."""

    def __missing__(self, name: str) -> int:
        return self.setdefault(name, len(self))


@reading_stored_values()
def read_canonical_posts(connection: sqlite3.Connection, *, progress: Progress, cancel: CancelToken) -> CanonicalPosts:
    """Read the current canonical posts."""
    ids: list[str] = []
    numbers, days = array("q"), array("i")
    platform, language = array("i"), array("i")
    names, words = bytearray(), bytearray()
    platforms, languages = _Codes(), _Codes()
    for number, name, clean, day, *codes in rows_as(tuple[int, str, str, str, str, str], connection.execute(_HEADS)):
        if len(ids) % _REPORTED == 0:
            cancel.check()
            progress(ProgressUpdate(tr("Reading posts"), len(ids)))
        ids.append(name)
        numbers.append(number)
        days.append(ordinal(day))
        platform.append(platforms[codes[0]])
        language.append(languages[codes[1]])
        names += digest_of(f"{name}\x1f{codes[1]}")
        words += words_digest(clean)
    order = ascending(ids)
    return CanonicalPosts(
        numbers=np.frombuffer(numbers, np.int64)[order],
        names=digests(names)[order],
        words=digests(words)[order],
        days=np.frombuffer(days, np.int32)[order],
        platform=np.frombuffer(platform, np.int32)[order],
        language=np.frombuffer(language, np.int32)[order],
        platforms=tuple(platforms),
        languages=tuple(languages),
    )


HEADS = RowKind(
    folder="heads",
    arrays=("numbers", "names", "words", "days", "platform", "language"),
    codes=("platforms", "languages"),
    make=CanonicalPosts,
    read=read_canonical_posts,
    words=_WORDS,
    texts=_CLEAN,
    encoding=mark("Encoding posts"),
)
