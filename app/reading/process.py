"""One reading process as the program sees it: asked for one thing at a time, watched meanwhile, and ended when it costs too much."""

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
from app.frames import FrameWriter, own_command, read_frames
from app.reading.limits import Limits
from app.reading.messages import WARM, Alive, Done, Ending, Failed, Items, Progressed, Reply, SystemRefused, TooLarge, decode
from app.reading.usage import Usage, meter
from app.tracebacks import TracedError

_LOOK_EVERY = 0.03
_LISTEN_EVERY = 0.05
_WAITING = 8
"""Frames that may wait here; then the reader waits for whoever takes its items."""
_WARMED = 250 << 20
"""A process that holds more than this is not used again: what it holds would count against the next file."""


class Ended(StrEnum):
    """Why a process had to end in the middle of its work."""

    TIME = "time"
    MEMORY = "memory"
    CRASH = "crash"


class ReaderEndedError(Exception):
    """The reading process has ended, or was ended, before it had read everything."""

    def __init__(self, reason: Ended) -> None:
        super().__init__(reason.value)
        self.reason = reason


class BrokenReaderError(TracedError):
    """The reading process met a fault of the program; the message is its traceback."""


def reading_command(*, warm: bool) -> tuple[str, ...]:
    """What starts the process."""
    launcher = Path(__file__).resolve().parents[1] / "worker" / "launch.py"
    return (*own_command(launcher), "--reading", *((WARM,) if warm else ()))


class ReadingProcess:
    """A started process. Raises OSError where it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.CREATE_NO_WINDOW
        # What the readers' libraries say of a file is nothing for a log, which holds no text of documents.
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, creationflags=flags
        )
        self._sink = FrameWriter(cast(BinaryIO, self._process.stdin))
        self._source = cast(BinaryIO, self._process.stdout)

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def usable(self) -> bool:
        """Whether it can be asked for something more."""
        if self._process.poll() is not None:
            return False
        usage = meter(self.pid)()
        return usage is not None and usage.memory < _WARMED

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                cast(BinaryIO, pipe).close()

    def ask(self, frame: bytes, types: Sequence[Any], *, limits: Limits, progress: Progress, cancel: CancelToken) -> Iterator[Any]:
        """The items of these types that the request in `frame` brings. Whoever stops before the last one has to `close` the process.

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


def _taken_rows(reply: Reply) -> int:
    """How many rows came that were not refused: a request names the type of those first."""
    return sum(not number for number, _ in reply.entries) if isinstance(reply, Items) else 0


def raise_for(ending: Ending) -> None:
    """Raise what the reading process met, if it is anything."""
    from app.errors import InputError

    if isinstance(ending, Failed):
        raise InputError(ending.code, ending.message, hint=ending.hint)
    if isinstance(ending, TooLarge):
        raise ReaderEndedError(Ended.MEMORY)
    if isinstance(ending, SystemRefused):
        raise OSError(ending.number, ending.reason, *([ending.name] if ending.name else []))
    if not isinstance(ending, Done):
        raise BrokenReaderError(ending.details)


@cache
def _item_decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind)


class _Exchange:
    """One request and its replies: a thread that writes and reads, and one that watches what the process uses."""

    def __init__(self, process: subprocess.Popen[bytes], sink: FrameWriter, source: BinaryIO, limits: Limits) -> None:
        self.reason = Ended.CRASH
        self._process, self._sink, self._source = process, sink, source
        self._replies: queue.Queue[Reply | None] = queue.Queue(_WAITING)
        self._stopped = threading.Event()
        self._watch = _Watch(limits, meter(process.pid), self._end)
        self._threads: list[threading.Thread] = []

    def start(self, frame: bytes) -> None:
        """Ask, and begin to watch."""
        self._threads = [
            threading.Thread(target=self._converse, args=(frame,), name="reading-replies", daemon=True),
            threading.Thread(target=self._watch.run, args=(self._stopped,), name="reading-watch", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def next(self, cancel: CancelToken) -> Reply | None:
        """The next reply, None when the process has gone. Raises Cancelled."""
        while True:
            cancel.check()
            with contextlib.suppress(queue.Empty):
                return self._replies.get(timeout=_LISTEN_EVERY)

    def stop(self) -> None:
        """Let both threads end; a process that has not answered to the end is killed, so that the one that reads can."""
        self._stopped.set()
        if self._threads and self._threads[0].is_alive():
            self._threads[0].join(_LISTEN_EVERY)  # it may be about to end by itself
            if self._threads[0].is_alive():
                self._process.kill()
        for thread in self._threads:
            thread.join()

    def _end(self, reason: Ended) -> None:
        self.reason = reason
        self._process.kill()

    def _converse(self, frame: bytes) -> None:
        with contextlib.suppress(WorkerError, OSError, ValueError, msgspec.DecodeError):
            self._sink.write(frame)
            for answer in read_frames(self._source):
                reply = decode(answer)
                self._watch.heard(getattr(reply, "units", 0), _taken_rows(reply))
                if not isinstance(reply, Alive):
                    self._pass_on(reply)
                if not isinstance(reply, Alive | Items | Progressed):
                    return
        self._pass_on(None)

    def _pass_on(self, reply: Reply | None) -> None:
        while not self._stopped.is_set():
            with contextlib.suppress(queue.Full):
                self._replies.put(reply, timeout=_LISTEN_EVERY)
                return


class _Watch:
    """Looks at what the process uses, and ends it when that is more than the limits allow."""

    def __init__(self, limits: Limits, measure: Callable[[], Usage | None], end: Callable[[Ended], None]) -> None:
        self._limits, self._measure, self._end = limits, measure, end
        self._heard = False
        self._earned = 0.0

    def heard(self, units: int, rows: int) -> None:
        """Take note that the process gets on."""
        self._earned += self._limits.per_unit * units + self._limits.per_row * rows
        self._heard = True

    def run(self, stopped: threading.Event) -> None:
        """Look until the exchange is over."""
        first = self._measure()
        if first is None:
            return
        last = first.seconds
        while not stopped.wait(_LOOK_EVERY):
            usage = self._measure()
            if usage is None:
                return
            if self._heard:
                self._heard, last = False, usage.seconds
            if reason := self._excess(usage, since_start=usage.seconds - first.seconds, since_heard=usage.seconds - last):
                self._end(reason)
                return

    def _excess(self, usage: Usage, *, since_start: float, since_heard: float) -> Ended | None:
        limits = self._limits
        if usage.memory > limits.memory:
            return Ended.MEMORY
        if since_heard > limits.quiet or since_start > limits.seconds + self._earned:
            return Ended.TIME
        return None


def here() -> bytes:
    """The folder that relative names start from, b"" where it is gone."""
    try:
        return os.fsencode(Path.cwd())
    except OSError:
        return b""
