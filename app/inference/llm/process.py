"""Client of the language model's process: started on demand, one order at a time, killed if it does not stop."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, cast

import msgspec

from app.domain.progress import CancelToken
from app.errors import Cancelled, WorkerError
from app.framing import FrameWriter, open_log, own_command, read_frames
from app.inference.llm.messages import Order, Reply, Stop, Wrong, frame_of, reply_in

_LISTEN_EVERY = 0.05
_REASON = "error loading model: "
# With the kill itself, a call that was cancelled ends within a second.
_GRACE = 0.6


class ProcessEndedError(Exception):
    """Raised when the process has ended; `code` is its exit status (negative: the signal), `words` the last line of its log."""

    def __init__(self, code: int, words: str) -> None:
        super().__init__(f"exit status {code}: {words}")
        self.code = code
        self.words = words


def default_command() -> tuple[str, ...]:
    """Return the command of the process: the frozen program itself, or this Python with the launcher."""
    return (*own_command(Path(__file__).resolve().parents[2] / "worker" / "launch.py"), "--llm")


class LanguageModelProcess:
    """At most one process, started by `ask`. It runs until `close`, its own end, or an ignored cancellation."""

    def __init__(self, command: Sequence[str], *, log: Path) -> None:
        self._command = tuple(command)
        self._log = log
        self._log_start = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._replies: queue.SimpleQueue[Reply | None] = queue.SimpleQueue()
        self._number = 0

    @property
    def pid(self) -> int | None:
        """Process id while it runs, else None."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def next_number(self) -> int:
        """Return an unused order number."""
        self._number += 1
        return self._number

    def ask(self, order: Order, *, cancel: CancelToken) -> Reply:
        """Send an order and return the reply. Raises ProcessEndedError, Cancelled, and OSError if the process cannot be started."""
        cancel.check()
        if self.pid is None:
            self._start()
        self._outbox.put(frame_of(order))  # written by a thread: a process that does not read must not stop a cancel
        return self._await(order, cancel)

    def close(self) -> None:
        """End the process, even during an order."""
        process, self._process = self._process, None
        if process is None:
            return
        self._outbox.put(None)
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                cast(BinaryIO, pipe).close()

    def _await(self, order: Order, cancel: CancelToken) -> Reply:
        deadline: float | None = None
        while True:
            try:
                reply = self._replies.get(timeout=_LISTEN_EVERY)
            except queue.Empty:
                deadline = self._listen(order, cancel, deadline)
                continue
            if reply is None:
                exit_error = self._ended()
                if deadline is not None:
                    raise Cancelled
                raise exit_error
            if reply.number == order.number:
                if deadline is not None or (isinstance(reply, Wrong) and reply.code == "cancelled"):
                    raise Cancelled
                return reply

    def _listen(self, order: Order, cancel: CancelToken, deadline: float | None) -> float | None:
        """Forward a cancellation to the process, and kill it after the deadline; return the deadline."""
        if deadline is None:
            if not cancel.cancelled:
                return None
            self._outbox.put(frame_of(Stop(number=order.number)))
            return time.monotonic() + _GRACE
        if time.monotonic() >= deadline:
            self.close()
            raise Cancelled
        return deadline

    def _start(self) -> None:
        self.close()
        self._replies, self._outbox = queue.SimpleQueue(), queue.SimpleQueue()
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.CREATE_NO_WINDOW | subprocess.BELOW_NORMAL_PRIORITY_CLASS
        with open_log(self._log) as stderr:
            self._log_start = stderr.tell()
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, creationflags=flags
            )
        reading = (cast(BinaryIO, self._process.stdout), self._replies)
        threading.Thread(target=_read, args=reading, name="language-model-replies", daemon=True).start()
        writing = (cast(BinaryIO, self._process.stdin), self._outbox)
        threading.Thread(target=_write, args=writing, name="language-model-orders", daemon=True).start()

    def _ended(self) -> ProcessEndedError:
        process = self._process
        code = -1
        if process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(1)
            code = process.poll() or 0
        self.close()
        return ProcessEndedError(code, self._last_words())

    def _last_words(self) -> str:
        try:
            log_tail = self._log.read_bytes()[self._log_start :]
        except OSError:
            return ""
        lines = [line.strip() for line in log_tail.decode("utf-8", "replace").splitlines() if line.strip()]
        reasons = [line.partition(_REASON)[2] for line in lines if _REASON in line]
        return (reasons or lines or [""])[-1][:300]

    def log_tail(self) -> str:
        """Return the last line of its log."""
        return self._last_words()


def _write(stream: BinaryIO, outbox: queue.SimpleQueue[bytes | None]) -> None:
    writer = FrameWriter(stream)
    with contextlib.suppress(OSError, ValueError):  # it has gone; the replies' end says so
        while (frame := outbox.get()) is not None:
            writer.write(frame)


def _read(stream: BinaryIO, replies: queue.SimpleQueue[Reply | None]) -> None:
    with contextlib.suppress(WorkerError, OSError, ValueError, msgspec.DecodeError):
        for frame in read_frames(stream):
            replies.put(reply_in(frame))
    replies.put(None)
