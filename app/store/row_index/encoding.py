"""Encodes the rows that have no vector, newest first, in steps that survive a kill."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.ports import TextEncoder
from app.store.encoding import EncoderChanged, unit_vectors
from app.store.row_index.digests import NOTHING, digests, matching_positions, words_digest
from app.store.row_index.kind import IndexedRows, Kind, RowKind
from app.store.row_index.vector_file import VectorFile, append_vectors, vector_path, vector_paths
from app.store.rows import chunks
from app.translation import tr

STEP = 512
"""Texts that are encoded before their vectors are appended to the file."""
MOST_DEAD = 1 / 3


def encode_rows(
    index: Path,
    connection: sqlite3.Connection,
    kind: RowKind[Kind],
    rows: Kind,
    *,
    encoder: TextEncoder,
    progress: Progress,
    cancel: CancelToken,
) -> int:
    """Encode the texts whose vectors the encoder's file lacks, and return how many were made. The caller holds the lock of the
    folder `index`.

    Where the encoder changes on the way, as when an accelerator has no memory left, the work continues in the other encoder's file.
    Once nothing is missing, the files of other encoders are removed. Raises ModelError, Cancelled, OSError; finished vectors are
    kept.
    """
    encoded_count = 0
    while True:
        path = vector_path(index, encoder)
        try:
            for step_count in _StepwiseEncoding(path, kind, rows, encoder).run(connection, progress=progress, cancel=cancel):
                encoded_count += step_count
        except EncoderChanged:
            continue
        break
    for other in vector_paths(index):
        if other != path:
            with suppress(OSError):  # another program has it open
                other.unlink()
    return encoded_count


class _StepwiseEncoding:
    """Completion of one encoder's file in steps."""

    def __init__(self, path: Path, kind: RowKind[Kind], rows: Kind, encoder: TextEncoder) -> None:
        self._path, self._encoder, self._maker = path, encoder, encoder.identity
        self._texts_of, self._activity = kind.texts_of, kind.encoding
        stored = VectorFile(path, encoder.dimension)
        positions = matching_positions(rows.words, stored.words)
        used_positions = np.unique(positions[positions >= 0])
        if len(stored) - len(used_positions) > MOST_DEAD * len(stored):
            with suppress(PermissionError):  # Windows cannot replace a mapped file; the next run compacts it
                stored.compact(used_positions)
        self._missing = _newest_first(rows, positions < 0)
        self._had = len(used_positions)

    def run(self, connection: sqlite3.Connection, *, progress: Progress, cancel: CancelToken) -> Iterator[int]:
        """Yield the number of vectors that each step adds. Raises EncoderChanged, without keeping vectors of the other encoder."""
        encoded_count = self._had
        total = encoded_count + len(self._missing)
        for chunk in chunks(self._missing.tolist(), STEP):
            cancel.check()
            progress(ProgressUpdate(tr(self._activity), encoded_count, total))
            if texts := self._texts(connection, chunk):
                vectors = self._encoder.encode(list(texts.values()), progress=self._shifted(progress, encoded_count, total), cancel=cancel)
                # One file has the vectors of one device.
                if self._encoder.identity != self._maker:
                    raise EncoderChanged
                append_vectors(self._path, digests(b"".join(texts)), unit_vectors(vectors, self._encoder))
            encoded_count += len(chunk)
            yield len(texts)
        progress(ProgressUpdate(tr(self._activity), total, total))

    def _texts(self, connection: sqlite3.Connection, numbers: Sequence[int]) -> dict[bytes, str]:
        """Return the current texts of these rows by digest, since rows may change while others are encoded."""
        # Read now: rows may have changed while others were encoded.
        text_of_row = self._texts_of(connection, numbers)
        texts = {words_digest(text_of_row[number]): text_of_row[number] for number in numbers if number in text_of_row}
        texts.pop(NOTHING, None)
        return texts

    def _shifted(self, progress: Progress, offset: int, total: int) -> Progress:
        def listen(update: ProgressUpdate) -> None:
            progress(ProgressUpdate(tr(self._activity), min(offset + update.done, total), total))

        return listen


def _newest_first(rows: IndexedRows, mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the database's row numbers of the masked rows, newest first, without rows that have no words; of several with the same
    words, one."""
    selected = np.flatnonzero(mask & rows.words.any(axis=1))
    words = rows.words[selected]
    by_words = np.lexsort((words[:, 1], words[:, 0]))
    first = np.ones(len(selected), np.bool_)
    first[1:] = (words[by_words[1:]] != words[by_words[:-1]]).any(axis=1)
    selected = selected[by_words[first]]
    return np.asarray(rows.numbers[selected[np.lexsort((rows.numbers[selected], -rows.days[selected]))]])
