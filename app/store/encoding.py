"""Encoding the texts a new generation lacks, longest first, with a side file that lets a killed import go on.

The side file is a row of fixed-size records (text hash, vector, checksum), appended while encoding and removed once the
new generation is in use. It belongs to one encoder; a torn last record, as a kill leaves it, is cut off.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.errors import ModelError
from app.ports import TextEncoder
from app.rights.permissions import make_file
from app.translation import mark, tr

_BATCH = 512
_UNIT = 1e-2
ACTIVITY = mark("Encoding claims and titles")

Vector = NDArray[np.float32]


class MakerChanged(Exception):  # noqa: N818 - named after what happened; never leaves this package
    """The encoder has become another one on the way, as when an accelerator without memory hands over to the processor."""


class SideFile:
    """Vectors that are finished but not yet part of a generation, all by one `maker`."""

    def __init__(self, folder: Path, encoder: TextEncoder) -> None:
        self.maker = encoder.identity
        name = hashlib.blake2b(self.maker.key().encode(), digest_size=8).hexdigest()
        self.path = folder / f"unfinished-{name}-{encoder.dimension}.bin"
        self._record = np.dtype([("text", "V16"), ("vector", "<f4", (encoder.dimension,)), ("check", "V8")])

    def read(self) -> dict[bytes, Vector]:
        """The finished vectors by text hash; whatever does not check is left out and cut off."""
        if not self.path.exists():
            return {}
        valid_count = self.path.stat().st_size // self._record.itemsize
        records = np.fromfile(self.path, self._record, count=valid_count)
        vectors: dict[bytes, Vector] = {}
        for index, record in enumerate(records):
            if _check(record["text"].tobytes(), record["vector"]) != record["check"].tobytes():
                valid_count = index
                break
            vectors[record["text"].tobytes()] = record["vector"]
        os.truncate(self.path, valid_count * self._record.itemsize)
        return vectors

    def append(self, vectors: Mapping[bytes, Vector]) -> None:
        """Add finished vectors."""
        records = np.zeros(len(vectors), self._record)
        for index, (text, vector) in enumerate(vectors.items()):
            records[index] = (text, vector, _check(text, vector))
        make_file(self.path, like=self.path.parent)
        with self.path.open("ab") as file:
            file.write(records.tobytes())

    def remove(self) -> None:
        """Drop the file; it has served."""
        self.path.unlink(missing_ok=True)


def _check(text: bytes, vector: Vector) -> bytes:
    return hashlib.blake2b(text + np.ascontiguousarray(vector, "<f4").tobytes(), digest_size=8).digest()


def encode_missing(
    texts: Mapping[bytes, str], *, encoder: TextEncoder, side: SideFile, progress: Progress, cancel: CancelToken
) -> dict[bytes, Vector]:
    """Vectors of these texts (by hash). Like lengths go together, so that a batch holds little padding.

    Raises MakerChanged, with nothing of the other maker kept.
    """
    encoded = {name: vector for name, vector in side.read().items() if name in texts}
    waiting = sorted((name for name in texts if name not in encoded), key=lambda name: (-len(texts[name]), texts[name]))
    total = len(texts)
    for start in range(0, len(waiting), _BATCH):
        cancel.check()
        progress(ProgressUpdate(tr(ACTIVITY), len(encoded), total))
        part = waiting[start : start + _BATCH]
        vectors = encoder.encode([texts[name] for name in part], progress=_shifted(progress, len(encoded), total), cancel=cancel)
        if encoder.identity != side.maker:
            raise MakerChanged
        new_vectors = dict(zip(part, unit_vectors(vectors, encoder), strict=True))
        side.append(new_vectors)
        encoded.update(new_vectors)
    progress(ProgressUpdate(tr(ACTIVITY), total, total))
    return encoded


def unit_vectors(vectors: Vector, encoder: TextEncoder) -> Vector:
    """The same vectors. Refuses what is no unit vector, rather than let it into an index: raises ModelError `encoder-output`."""
    norms = np.linalg.norm(vectors, axis=1)
    if vectors.shape[1:] != (encoder.dimension,) or not np.all(np.abs(norms - 1) < _UNIT):
        raise ModelError(
            "encoder-output",
            tr("The encoder {name} gave vectors that are not of length 1.", name=encoder.identity.name),
            hint=tr("Run `priorcheck models verify`."),
        )
    return np.asarray(vectors, np.float32)


def _shifted(progress: Progress, offset: int, total: int) -> Progress:
    def listen(update: ProgressUpdate) -> None:
        progress(ProgressUpdate(tr(ACTIVITY), min(offset + update.done, total), total))

    return listen
