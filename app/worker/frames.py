"""Length-prefixed frames over a byte stream: four bytes of length, big-endian, then that many bytes."""

from __future__ import annotations

import struct
import threading
from collections.abc import Iterator
from typing import BinaryIO

from app.errors import WorkerError
from app.translation import tr

_LENGTH = struct.Struct(">I")
# Below 0x20000000, so that stray text on the stream (first byte 0x20 or above) is never taken for a length.
LIMIT = 0x1FFFFFFF


def read_frames(stream: BinaryIO) -> Iterator[bytes]:
    """Every frame until the stream ends; WorkerError (`worker-protocol`) when it ends inside one or holds no frame."""
    while head := stream.read(_LENGTH.size):
        payload = stream.read(_length(head))
        if len(payload) < _length(head):
            raise WorkerError("worker-protocol", tr("The analysis process stopped in the middle of an answer."))
        yield payload


def _length(head: bytes) -> int:
    if len(head) < _LENGTH.size:
        raise WorkerError("worker-protocol", tr("The analysis process stopped in the middle of an answer."))
    length: int = _LENGTH.unpack(head)[0]
    if length > LIMIT:
        raise WorkerError("worker-protocol", tr("The analysis process sent something that is not an answer."))
    return length


class FrameWriter:
    """Writes whole frames; threads may share it, and frames of several jobs then alternate on the stream."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()

    def write(self, payload: bytes) -> None:
        """Write and flush one frame; OSError or ValueError when the other side has gone."""
        if len(payload) > LIMIT:
            raise WorkerError("worker-protocol", tr("A part of the document is too large to be handed to the analysis."))
        with self._lock:
            self._stream.write(_LENGTH.pack(len(payload)))
            self._stream.write(payload)
            self._stream.flush()

    def close(self) -> None:
        """Close the stream; a broken pipe is no news here."""
        try:
            self._stream.close()
        except OSError:
            return
