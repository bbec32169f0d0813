"""Making the vectors that posts lack, newest posts first, in steps that are kept whatever happens next."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.ports import TextEncoder
from app.store.encoding import MakerChanged, unit_vectors
from app.store.posts.digests import NOTHING, digests, places, words_digest
from app.store.posts.heads import Heads
from app.store.posts.vector_file import VectorFile, append_vectors, vector_path, vector_paths
from app.store.rows import chunks, marks
from app.translation import mark, tr

STEP = 512
"""Texts that are encoded and then kept together."""
MOST_DEAD = 1 / 3
ACTIVITY = mark("Encoding posts")


def encode_posts(
    index: Path, connection: sqlite3.Connection, heads: Heads, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken
) -> int:
    """Encode the heads' texts that the encoder's file lacks; how many were made. The caller holds the lock of the folder `index`.

    Where the encoder becomes another one on the way, as when an accelerator has no memory left, the work goes on in that one's file.
    Once nothing is missing, the files of other encoders are removed. Raises ModelError, Cancelled, OSError; what is finished stays.
    """
    made = 0
    while True:
        path = vector_path(index, encoder)
        try:
            for found in _Steps(path, heads, encoder).run(connection, progress=progress, cancel=cancel):
                made += found
        except MakerChanged:
            continue
        break
    for other in vector_paths(index):
        if other != path:
            with suppress(OSError):  # another program has it open
                other.unlink()
    return made


class _Steps:
    """The way to one encoder's complete file."""

    def __init__(self, path: Path, heads: Heads, encoder: TextEncoder) -> None:
        self._path, self._encoder, self._maker = path, encoder, encoder.identity
        stored = VectorFile(path, encoder.dimension)
        found = places(heads.words, stored.words)
        living = np.unique(found[found >= 0])
        if len(stored) - len(living) > MOST_DEAD * len(stored):
            with suppress(PermissionError):  # a file that is mapped cannot be replaced everywhere; the next time, then
                stored.compact(living)
        self._missing = _newest_first(heads, found < 0)
        self._had = len(living)

    def run(self, connection: sqlite3.Connection, *, progress: Progress, cancel: CancelToken) -> Iterator[int]:
        """Step by step, how many vectors each has added. Raises MakerChanged, with nothing of the other maker kept."""
        done = self._had
        total = done + len(self._missing)
        for part in chunks(self._missing.tolist(), STEP):
            cancel.check()
            progress(ProgressUpdate(tr(ACTIVITY), done, total))
            if texts := _texts(connection, part):
                vectors = self._encoder.encode(list(texts.values()), progress=_shifted(progress, done, total), cancel=cancel)
                if self._encoder.identity != self._maker:
                    raise MakerChanged
                append_vectors(self._path, digests(b"".join(texts)), unit_vectors(vectors, self._encoder))
            done += len(part)
            yield len(texts)
        progress(ProgressUpdate(tr(ACTIVITY), total, total))


def _newest_first(heads: Heads, wanted: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The database's row numbers of these heads, those without words left out, of several with the same words one."""
    rows = np.flatnonzero(wanted & heads.words.any(axis=1))
    words = heads.words[rows]
    by_words = np.lexsort((words[:, 1], words[:, 0]))
    first = np.ones(len(rows), np.bool_)
    first[1:] = (words[by_words[1:]] != words[by_words[:-1]]).any(axis=1)
    rows = rows[by_words[first]]
    return np.asarray(heads.numbers[rows[np.lexsort((heads.numbers[rows], -heads.days[rows]))]])


def _texts(connection: sqlite3.Connection, numbers: list[int]) -> dict[bytes, str]:
    """The cleaned texts of these posts by digest: what stands there now, since posts may change while others are encoded."""
    found = dict(connection.execute(f"SELECT row, clean FROM post WHERE row IN ({marks(numbers)})", numbers).fetchall())
    texts = {words_digest(found[number]): found[number] for number in numbers if number in found}
    texts.pop(NOTHING, None)
    return texts


def _shifted(progress: Progress, offset: int, total: int) -> Progress:
    def listen(update: ProgressUpdate) -> None:
        progress(ProgressUpdate(tr(ACTIVITY), min(offset + update.done, total), total))

    return listen
