"""One worker process as the client sees it: its pipes, a thread that reads them and one that writes."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, cast

from app.domain.document import Document
from app.errors import WorkerError
from app.framing import FrameWriter, open_log, read_frames
from app.worker.launching import environment
from app.worker.protocol import AnyRequest, Cancel, Failed, Hello, Log, Progressed, failure
from app.worker.transfer import Assembler, Received, content_hash, documents_of, encode_message, encode_value, job_of

Message = Received | Hello | Progressed | Failed | Log


class Child:
    """A started worker. `on_message` and `on_end` are called on the reading thread, `on_end` exactly once, last.

    Raises OSError from the constructor when the command cannot be started at all.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        log: Path,
        on_message: Callable[[Child, Message], None],
        on_end: Callable[[Child, str], None],
    ) -> None:
        self.greeted = False
        self._log = log
        self._on_message = on_message
        self._on_end = on_end
        self._known: set[str] = set()
        """Digests of the documents that the worker has."""
        self._in_flight: dict[int, Mapping[str, Document]] = {}
        """The documents of the requests that are not answered yet, by job and digest: what the answers name."""
        self._outbox: queue.SimpleQueue[Iterable[bytes] | None] = queue.SimpleQueue()
        with open_log(log) as stderr:
            self._log_start = stderr.tell()
            self._process = _start(command, stderr)
        self._threads = [
            threading.Thread(target=self._read, name="worker-reader", daemon=True),
            threading.Thread(target=self._write, name="worker-writer", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def send(self, job: int, request: AnyRequest) -> None:
        """Hand a request to the writing thread; a worker that has gone is reported by `on_end`, not here."""
        self._outbox.put(self._frames(job, request))

    def send_again(self, job: int, request: AnyRequest) -> None:
        """Send a request with its documents: the worker has dropped one of those it had."""
        self._known.clear()
        self.send(job, request)

    def cancel(self, job: int) -> None:
        """Ask the worker to stop this job."""
        self._outbox.put((encode_message(Cancel(job=job)),))

    def kill(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()

    def end(self, *, patience: float) -> int:
        """Close its input, wait so many seconds, kill it if need be; leaves no process and no thread. Its exit status."""
        self._outbox.put(None)
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
        code = self._process.wait()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(timeout=2)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        return code

    def log_tail(self) -> str:
        """The last line it wrote to its log, for a message to the user."""
        try:
            log_tail = self._log.read_bytes()[self._log_start :]
        except OSError:
            return ""
        lines = log_tail.decode("utf-8", "replace").strip().splitlines()
        return lines[-1].strip()[:300] if lines else ""

    def _read(self) -> None:
        assembler = Assembler(lambda job, digest: self._in_flight.get(job, {}).get(digest))
        reason = ""
        try:
            for frame in read_frames(cast(BinaryIO, self._process.stdout)):
                self._take(assembler, frame)
        except (WorkerError, OSError, ValueError) as error:
            reason = str(error)
        self._on_end(self, reason)

    def _take(self, assembler: Assembler, frame: bytes) -> None:
        try:
            message = assembler.feed(frame)
        except WorkerError as error:
            if not (job := job_of(frame)):
                raise
            message = failure(job, error)
        if isinstance(message, Failed) or (isinstance(message, Received) and not message.partial):
            self._in_flight.pop(message.job, None)
        if isinstance(message, Received) and message.digest:
            self._known.add(message.digest)
        if message is not None and not isinstance(message, Cancel):
            self._on_message(self, message)

    def _frames(self, job: int, request: AnyRequest) -> Iterator[bytes]:
        """Yield the frames of a request, before them those of its documents that the worker does not have."""
        digests = {content_hash(document): document for document in documents_of(request)}
        self._in_flight[job] = digests
        for digest, document in digests.items():
            if digest not in self._known:
                yield from encode_value(document, job=job, digest=digest)
                self._known.add(digest)
        names = {id(document): digest for digest, document in digests.items()}
        yield from encode_value(request, job=job, digest_of=lambda document: names[id(document)])

    def _write(self) -> None:
        writer = FrameWriter(cast(BinaryIO, self._process.stdin))
        try:
            while (frames := self._outbox.get()) is not None:
                for frame in frames:  # encoded one at a time, here
                    writer.write(frame)
        except OSError:
            pass  # it has gone; the reading thread says so
        writer.close()


def _start(command: Sequence[str], stderr: BinaryIO) -> subprocess.Popen[bytes]:
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW | subprocess.BELOW_NORMAL_PRIORITY_CLASS
    return subprocess.Popen(
        list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, creationflags=flags, env=environment(command)
    )
