"""Encodes the texts that a new generation lacks, longest first. A side file keeps finished vectors, so that a killed import can
continue.

The side file consists of fixed-size records (text hash, vector, checksum), appended while encoding, and is removed once the new
generation is in use. It belongs to one encoder. A torn last record, as after a kill, is cut off.
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


class EncoderChanged(Exception):  # noqa: N818 - named after what happened; never leaves this package
    """The encoder changed on the way, as when an accelerator without free memory hands over to the processor."""


class SideFile:
    """Finished vectors that are not yet part of a generation, all made by the encoder `maker`."""

    def __init__(self, folder: Path, encoder: TextEncoder) -> None:
        self.maker = encoder.identity
        name = hashlib.blake2b(self.maker.key().encode(), digest_size=8).hexdigest()
        self.path = folder / f"unfinished-{name}-{encoder.dimension}.bin"
        self._record = np.dtype([("text", "V16"), ("vector", "<f4", (encoder.dimension,)), ("check", "V8")])

    def read(self) -> dict[bytes, Vector]:
        """Return the finished vectors by text hash. The file is cut off at the first record with a wrong checksum."""
        if not self.path.exists():
            return {}
        valid_count = self.path.stat().st_size // self._record.itemsize
        records = np.fromfile(self.path, self._record, count=valid_count)
        vectors: dict[bytes, Vector] = {}
        for index, record in enumerate(records):
            if _check(record["text"].tobytes(), record["vector"]) != record["check"].tobytes():
                # What follows a torn record cannot be trusted.
                valid_count = index
                break
            vectors[record["text"].tobytes()] = record["vector"]
        os.truncate(self.path, valid_count * self._record.itemsize)
        return vectors

    def append(self, vectors: Mapping[bytes, Vector]) -> None:
        """Append finished vectors."""
        records = np.zeros(len(vectors), self._record)
        for index, (text, vector) in enumerate(vectors.items()):
            records[index] = (text, vector, _check(text, vector))
        make_file(self.path, like=self.path.parent)
        with self.path.open("ab") as file:
            file.write(records.tobytes())

    def remove(self) -> None:
        """Delete the file, once its vectors are in a generation."""
        self.path.unlink(missing_ok=True)


def _check(text: bytes, vector: Vector) -> bytes:
    return hashlib.blake2b(text + np.ascontiguousarray(vector, "<f4").tobytes(), digest_size=8).digest()


def encode_missing(
    texts: Mapping[bytes, str], *, encoder: TextEncoder, side: SideFile, progress: Progress, cancel: CancelToken
) -> dict[bytes, Vector]:
    """Return the vectors of these texts by hash. Texts of similar length share a batch, to keep padding small.

    Raises EncoderChanged, without keeping vectors of the other encoder.
    """
    encoded = {name: vector for name, vector in side.read().items() if name in texts}
    # Similar lengths together; the text decides between equal ones, so that the order is always the same.
    missing_names = sorted((name for name in texts if name not in encoded), key=lambda name: (-len(texts[name]), texts[name]))
    total = len(texts)
    for start in range(0, len(missing_names), _BATCH):
        cancel.check()
        progress(ProgressUpdate(tr(ACTIVITY), len(encoded), total))
        part = missing_names[start : start + _BATCH]
        vectors = encoder.encode([texts[name] for name in part], progress=_shifted(progress, len(encoded), total), cancel=cancel)
        # An accelerator without free memory handed over to the processor: one index has vectors of one device.
        if encoder.identity != side.maker:
            raise EncoderChanged
        new_vectors = dict(zip(part, unit_vectors(vectors, encoder), strict=True))
        # Stored batch by batch, so that a killed import goes on here.
        side.append(new_vectors)
        encoded.update(new_vectors)
    progress(ProgressUpdate(tr(ACTIVITY), total, total))
    return encoded


def unit_vectors(vectors: Vector, encoder: TextEncoder) -> Vector:
    """Return the vectors unchanged, after checking that each has length 1. Raises ModelError `encoder-output`."""
    norms = np.linalg.norm(vectors, axis=1)
    if vectors.shape[1:] != (encoder.dimension,) or not np.all(np.abs(norms - 1) < _UNIT):
        # No other vectors may get into an index.
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
