"""A reading process as seen by the program: it handles one request at a time, and is killed when it exceeds its limits."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, cast

import msgspec

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.errors import WorkerError
from app.framing import FrameWriter, own_command, read_frames
from app.reading.limits import Limits
from app.reading.messages import WARM, Alive, Done, Ending, Failed, Items, Progressed, Reply, SystemRefused, TooLarge, decode
from app.reading.usage import Usage, meter
from app.tracebacks import TracedError

_MEASURE_INTERVAL = 0.03
_POLL_INTERVAL = 0.05
# Replies that are buffered here. When the buffer is full, the process waits until the caller takes some.
_MAX_BUFFERED_REPLIES = 8
# A process that holds more bytes is not used again: its memory would count against the next file.
_MAX_IDLE_MEMORY = 250 << 20


class EndReason(StrEnum):
    """Why a process ended before its request was completed."""

    TIME = "time"
    MEMORY = "memory"
    CRASH = "crash"


class ReaderEndedError(Exception):
    """The reading process crashed, or was killed, before it had read everything."""

    def __init__(self, reason: EndReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class BrokenReaderError(TracedError):
    """A bug in the reading process; the message is its traceback."""


def reading_command(*, warm: bool) -> tuple[str, ...]:
    """Return the command that starts a reading process."""
    launcher = Path(__file__).resolve().parents[1] / "worker" / "launch.py"
    return (*own_command(launcher), "--reading", *((WARM,) if warm else ()))


class ReadingProcess:
    """A started process. Raises OSError where it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.CREATE_NO_WINDOW
        # Messages of the readers' libraries may quote the file, and logs hold no text of documents.
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, creationflags=flags
        )
        self._sink = FrameWriter(cast(BinaryIO, self._process.stdin))
        self._source = cast(BinaryIO, self._process.stdout)

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    @property
    def usable(self) -> bool:
        """True where the process can handle another request."""
        if self._process.poll() is not None:
            return False
        usage = meter(self.pid)()
        return usage is not None and usage.memory < _MAX_IDLE_MEMORY

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                cast(BinaryIO, pipe).close()

    def ask(self, frame: bytes, types: Sequence[Any], *, limits: Limits, progress: Progress, cancel: CancelToken) -> Iterator[Any]:
        """Send the request in `frame` and yield its items, of these types. A caller that stops early has to `close` the process.

        Raises InputError and OSError as the reader does, Cancelled, ReaderEndedError, BrokenReaderError.
        """
        cancel.check()
        exchange = _Exchange(self._process, self._sink, self._source, limits)
        try:
            exchange.start(frame)
            while (reply := exchange.next(cancel)) is not None:
                if isinstance(reply, Items):
                    for number, raw in reply.entries:
                        yield _item_decoder(types[number]).decode(raw)
                elif isinstance(reply, Progressed):
                    progress(ProgressUpdate(reply.activity, reply.done, reply.total))
                else:
                    raise_for(cast(Ending, reply))
                    return
            raise ReaderEndedError(exchange.reason)
        finally:
            exchange.stop()


def _accepted_rows(reply: Reply) -> int:
    """Count the rows that were not refused: the first of a request's item types is that of accepted rows."""
    return sum(not number for number, _ in reply.entries) if isinstance(reply, Items) else 0


def raise_for(ending: Ending) -> None:
    """Raise the error that the reading process reported, if any."""
    from app.errors import InputError

    if isinstance(ending, Failed):
        raise InputError(ending.code, ending.message, hint=ending.hint)
    if isinstance(ending, TooLarge):
        raise ReaderEndedError(EndReason.MEMORY)
    if isinstance(ending, SystemRefused):
        raise OSError(ending.number, ending.reason, *([ending.name] if ending.name else []))
    if not isinstance(ending, Done):
        raise BrokenReaderError(ending.details)


@cache
def _item_decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind)


class _Exchange:
    """One request and its replies, with a thread that writes and reads, and one that measures the process."""

    def __init__(self, process: subprocess.Popen[bytes], sink: FrameWriter, source: BinaryIO, limits: Limits) -> None:
        self.reason = EndReason.CRASH
        self._process, self._sink, self._source = process, sink, source
        self._replies: queue.Queue[Reply | None] = queue.Queue(_MAX_BUFFERED_REPLIES)
        self._stopped = threading.Event()
        self._watchdog = _Watchdog(limits, meter(process.pid), self._kill)
        self._threads: list[threading.Thread] = []

    def start(self, frame: bytes) -> None:
        """Send the request, and begin to measure."""
        self._threads = [
            threading.Thread(target=self._converse, args=(frame,), name="reading-replies", daemon=True),
            threading.Thread(target=self._watchdog.run, args=(self._stopped,), name="reading-watch", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def next(self, cancel: CancelToken) -> Reply | None:
        """Wait for the next reply; None where the process has ended. Raises Cancelled."""
        while True:
            cancel.check()
            with contextlib.suppress(queue.Empty):
                return self._replies.get(timeout=_POLL_INTERVAL)

    def stop(self) -> None:
        """End both threads. A process that has not finished its reply is killed, so that the reading thread can end."""
        self._stopped.set()
        if self._threads and self._threads[0].is_alive():
            self._threads[0].join(_POLL_INTERVAL)  # it may be about to finish
            if self._threads[0].is_alive():
                self._process.kill()
        for thread in self._threads:
            thread.join()

    def _kill(self, reason: EndReason) -> None:
        self.reason = reason
        self._process.kill()

    def _converse(self, frame: bytes) -> None:
        with contextlib.suppress(WorkerError, OSError, ValueError, msgspec.DecodeError):
            self._sink.write(frame)
            for answer in read_frames(self._source):
                reply = decode(answer)
                self._watchdog.note_progress(getattr(reply, "units", 0), _accepted_rows(reply))
                if not isinstance(reply, Alive):
                    self._put(reply)
                if not isinstance(reply, Alive | Items | Progressed):
                    return
        # The stream ended without an ending: the process crashed or was killed.
        self._put(None)

    def _put(self, reply: Reply | None) -> None:
        while not self._stopped.is_set():
            with contextlib.suppress(queue.Full):
                self._replies.put(reply, timeout=_POLL_INTERVAL)
                return


class _Watchdog:
    """Measures the process, and kills it when it exceeds the limits."""

    def __init__(self, limits: Limits, measure: Callable[[], Usage | None], kill: Callable[[EndReason], None]) -> None:
        self._limits, self._measure, self._kill = limits, measure, kill
        self._progressed = False
        self._earned_seconds = 0.0

    def note_progress(self, units: int, rows: int) -> None:
        """Note that the process read `units` more pages or paragraphs, and accepted `rows` more rows."""
        self._earned_seconds += self._limits.per_unit * units + self._limits.per_row * rows
        self._progressed = True

    def run(self, stopped: threading.Event) -> None:
        """Measure until the exchange is over."""
        start = self._measure()
        if start is None:
            return
        seconds_at_progress = start.seconds
        while not stopped.wait(_MEASURE_INTERVAL):
            usage = self._measure()
            if usage is None:
                return
            # The limit without progress counts from the last progress.
            if self._progressed:
                self._progressed, seconds_at_progress = False, usage.seconds
            if reason := self._excess(usage, since_start=usage.seconds - start.seconds, since_progress=usage.seconds - seconds_at_progress):
                self._kill(reason)
                return

    def _excess(self, usage: Usage, *, since_start: float, since_progress: float) -> EndReason | None:
        limits = self._limits
        if usage.memory > limits.memory:
            return EndReason.MEMORY
        if since_progress > limits.quiet or since_start > limits.seconds + self._earned_seconds:
            return EndReason.TIME
        return None


def working_folder() -> bytes:
    """Return the current working folder; b"" where it no longer exists."""
    try:
        return os.fsencode(Path.cwd())
    except OSError:
        return b""
