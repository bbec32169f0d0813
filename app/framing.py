"""Message framing between the program's processes: each frame is a four-byte big-endian length, then that many bytes. Also prepares
a process's standard streams for it."""

from __future__ import annotations

import os
import struct
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from app.errors import WorkerError
from app.paths import frozen
from app.translation import tr

_LENGTH = struct.Struct(">I")
# Below 0x20000000, so that stray text on the stream (first byte 0x20 or above) is never taken for a length.
LIMIT = 0x1FFFFFFF
_LOG_LIMIT = 2_000_000


def own_command(launcher: Path) -> tuple[str, ...]:
    """Return the command that starts another process of the program: the frozen program itself, or this Python with the launcher."""
    return (sys.executable,) if frozen() else (sys.executable, str(launcher))


def read_frames(stream: BinaryIO) -> Iterator[bytes]:
    """Yield every frame until the stream ends. Raises WorkerError (`worker-protocol`) when it ends inside a frame or holds none."""
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
    """Writer of whole frames. Threads may share it; frames of several jobs then alternate on the stream."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()

    def write(self, payload: bytes) -> None:
        """Write and flush one frame. Raises OSError or ValueError when the other process has gone."""
        if len(payload) > LIMIT:
            raise WorkerError("worker-protocol", tr("A part of the document is too large to be handed to the analysis."))
        with self._lock:
            self._stream.write(_LENGTH.pack(len(payload)))
            self._stream.write(payload)
            self._stream.flush()

    def close(self) -> None:
        """Close the stream. A broken pipe is ignored: the other process may have ended first."""
        try:
            self._stream.close()
        except OSError:
            return


def take_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the input and output of the protocol, and redirect the process's own streams to nowhere. Whatever a library prints is
    discarded, since it may quote the user's text and stderr is logged; no library can read the requests."""
    source, sink = os.dup(0), os.dup(1)
    devnull = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):
        os.dup2(devnull, descriptor)
    os.close(devnull)
    sys.stdout = open(1, "w", encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115 - as long as the process lives
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (source, sink):
            msvcrt.setmode(descriptor, os.O_BINARY)
    return os.fdopen(source, "rb"), os.fdopen(sink, "wb")


def open_log(path: Path) -> BinaryIO:
    """Open the log for appending; a long one is started anew. Where it cannot be opened (full or read-only disk), the work
    continues without a log."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        log = path.open("wb" if path.exists() and path.stat().st_size > _LOG_LIMIT else "ab")
    except OSError:
        return cast(BinaryIO, Path(os.devnull).open("ab"))
    log.seek(0, os.SEEK_END)
    return cast(BinaryIO, log)
