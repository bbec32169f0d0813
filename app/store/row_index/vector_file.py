"""The vectors of one encoder: an append-only file of fixed-size records (digest of the text, checksum, vector in half precision).

A vector is a function of its text only, so the order of records is arbitrary, and a record stays valid whatever happens to the
posts. A record that was torn by a kill or altered on the disk fails its checksum and counts as absent. Digest and vector share a
record, instead of two files, so that the file can be compacted and replaced in one step.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.file_replacement import flush_folder
from app.ports import FloatMatrix, ModelIdentity, TextEncoder
from app.rights.permissions import make_file, set_permissions
from app.store.files import flush
from app.store.generation import Hashes
from app.store.postings import Longs

_BLOCK = 4096
_PREFIX = "vectors-"

Halves = NDArray[np.float16]


def vector_path(index: Path, encoder: TextEncoder) -> Path:
    """Return the path of this encoder's vectors; each device and precision has a file of its own."""
    identity = encoder.identity
    device = _short(f"{identity.backend}:{identity.precision}")
    return index / f"{_of_model(identity, encoder.dimension)}-{device}.bin"


def same_model_paths(index: Path, encoder: TextEncoder) -> list[Path]:
    """Return the files of this encoder's model, its own first: vectors made on another device may be searched as well."""
    own_path = vector_path(index, encoder)
    other_devices = sorted(set(index.glob(f"{_of_model(encoder.identity, encoder.dimension)}-*.bin")) - {own_path})
    return [path for path in (own_path, *other_devices) if path.is_file()]


def vector_paths(index: Path) -> list[Path]:
    """Return the files of all models."""
    return sorted(index.glob(f"{_PREFIX}*-*-*.bin"))


def dimension_of(path: Path) -> int:
    """Return the dimension of the vectors in this file."""
    return int(path.name.split("-")[2])


def _of_model(identity: ModelIdentity, dimension: int) -> str:
    return f"{_PREFIX}{_short(identity.model)}-{dimension}"


def _short(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def _record(dimension: int) -> np.dtype[np.void]:
    # Digest and vector share a record, so that the file can be compacted and replaced in one step.
    return np.dtype([("words", "<u8", (2,)), ("check", "<u8"), ("vector", "<f2", (dimension,))])


class VectorFile:
    """The complete records of a file at the time of opening, memory-mapped; later additions of other processes are not seen.
    `words` are the digests by position; with `checked`, zeros for altered records."""

    def __init__(self, path: Path, dimension: int, *, checked: bool = True) -> None:
        self.path = path
        record = _record(dimension)
        count = path.stat().st_size // record.itemsize if path.is_file() else 0
        self._records = np.memmap(path, record, mode="r", shape=(count,)) if count else np.zeros(0, record)
        self.words: Hashes = np.array(self._records["words"])
        # An altered record counts as absent: its text is encoded again.
        if checked:
            self.words[~_whole(self._records)] = 0

    def __len__(self) -> int:
        return len(self._records)

    @property
    def vectors(self) -> Halves:
        """Strided view of the vectors, shape (len, dimension)."""
        return np.asarray(self._records["vector"])

    def compact(self, used_positions: Longs) -> None:
        """Rewrite the file with only the records at these positions. Raises OSError and leaves the file unchanged."""
        temporary_path = self.path.with_suffix(".tmp")
        try:
            with temporary_path.open("wb") as file:
                set_permissions(temporary_path, like=self.path)
                for start in range(0, len(used_positions), _BLOCK):
                    file.write(self._records[used_positions[start : start + _BLOCK]].tobytes())
                flush(file)
            self._records = self._records[:0].copy()  # Windows cannot replace a file that is mapped
            temporary_path.replace(self.path)
        except BaseException:
            temporary_path.unlink(missing_ok=True)
            raise
        flush_folder(self.path.parent)


def append_vectors(path: Path, words: Hashes, vectors: FloatMatrix) -> None:
    """Append records and flush them to the disk; an incomplete record, left by a kill, is cut off first."""
    records = np.zeros(len(words), _record(vectors.shape[1]))
    records["words"], records["vector"] = words, vectors
    records["check"] = _checksums(records)
    make_file(path, like=path.parent)
    with path.open("ab") as file:
        complete_size = file.tell() // records.itemsize * records.itemsize
        # A kill left a record without its end, which would shift all later ones.
        if complete_size != file.tell():
            os.truncate(path, complete_size)
        file.write(records.tobytes())
        flush(file)


def _whole(records: NDArray[np.void]) -> NDArray[np.bool_]:
    intact = np.zeros(len(records), np.bool_)
    for chunk in _blocks(len(records)):
        intact[chunk] = records["check"][chunk] == _checksums(records[chunk])
    return intact


def _blocks(count: int) -> Iterator[slice]:
    return (slice(start, start + _BLOCK) for start in range(0, count, _BLOCK))


def _checksums(records: NDArray[np.void]) -> NDArray[np.uint64]:
    """Return the sum (mod 2**64) of each record's 16-bit pieces, each times an odd factor of its own: a single altered piece is
    always detected."""
    pieces = np.ascontiguousarray(records["vector"]).view(np.uint16)
    missing = -pieces.shape[1] % 4
    eights = (np.pad(pieces, ((0, 0), (0, missing))) if missing else pieces).view(np.uint64)
    eights = np.concatenate([np.asarray(records["words"]), eights], axis=1)
    weights = np.arange(1, eights.shape[1] + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15) | np.uint64(1)
    return np.asarray(np.einsum("rw,w->r", eights, weights))
