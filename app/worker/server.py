"""The worker's side of the protocol: reads requests on a thread of its own, runs each in the lane of its kind.

Analyses and imports run one after the other on the main thread. Looking something up, and reading or writing a file,
have a thread each, so that the library answers while a long ranking runs. Handlers of different lanes run at the same
time and must share their models and libraries accordingly.
"""

from __future__ import annotations

import logging
import os
import platform
import queue
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from app import __version__
from app.domain.document import Document
from app.domain.progress import ProgressUpdate
from app.errors import Cancelled, PriorcheckError, WorkerError
from app.framing import FrameWriter, read_frames
from app.translation import tr
from app.worker.context import JobContext
from app.worker.documents import DocumentCache
from app.worker.protocol import AnyRequest, Cancel, Failed, Hello, Lane, Log, Progressed, failure
from app.worker.routing import Handler
from app.worker.transfer import Assembler, Received, content_hash, encode_message, encode_value, job_of

_log = logging.getLogger(__name__)


def exit_immediately() -> None:
    """End the process without asking anyone: the window is gone, and everything on disk survives a kill."""
    os._exit(0)


def serve(
    handlers: Mapping[type[AnyRequest], Handler], *, source: BinaryIO, sink: BinaryIO, on_end: Callable[[], None] = exit_immediately
) -> None:
    """Answer requests from `source` on `sink` until `source` ends, then call `on_end`; the caller's thread runs the analyses."""
    server = _Server(handlers, FrameWriter(sink), on_end)
    server.send((encode_message(Hello(version=__version__, python=platform.python_version())),))
    with _warnings_to(server):
        threading.Thread(target=server.read, args=(source,), name="worker-requests", daemon=True).start()
        for lane in (Lane.LOOKUP, Lane.FILES):
            threading.Thread(target=server.work, args=(lane,), name=f"worker-{lane}", daemon=True).start()
        server.work(Lane.ANALYSIS)


@dataclass(slots=True)
class _Job:
    """`documents` are those that the request names, by digest; `last_partial` is the last partial result."""

    number: int
    request: AnyRequest
    documents: Mapping[str, Document]
    context: JobContext
    last_partial: object = None
    running: bool = False

    def digest_of(self, document: Document) -> str:
        """Return what names a document of the request, "" for any other."""
        return next((digest for digest, named in self.documents.items() if named is document), "")


class _Server:
    def __init__(self, handlers: Mapping[type[AnyRequest], Handler], writer: FrameWriter, on_end: Callable[[], None]) -> None:
        self._handlers = handlers
        self._writer = writer
        self._on_end = on_end
        self._lock = threading.Lock()
        self._documents = DocumentCache()
        self._jobs: dict[int, _Job] = {}
        self._lanes: dict[Lane, queue.SimpleQueue[_Job | None]] = {lane: queue.SimpleQueue() for lane in Lane}

    def read(self, source: BinaryIO) -> None:
        """Take in requests until the stream ends."""
        assembler = Assembler(lambda _job, digest: self._documents.get(digest))
        try:
            for frame in read_frames(source):
                self._take(assembler, frame)
        except (WorkerError, OSError):
            _log.exception("the requests' stream broke")
        for lane in self._lanes.values():
            lane.put(None)
        self._on_end()

    def _take(self, assembler: Assembler, frame: bytes) -> None:
        try:
            message = assembler.feed(frame)
        except WorkerError as error:
            self.send((encode_message(failure(job_of(frame), error)),))
            return
        if isinstance(message, Cancel):
            self._cancel(message.job)
        elif isinstance(message, Received) and isinstance(message.value, Document):
            self._documents.add(message.digest, message.value)
        elif isinstance(message, Received):
            self._accept(message.job, message.value, message.documents)

    def _accept(self, number: int, request: AnyRequest, documents: Mapping[str, Document]) -> None:
        def tell(update: ProgressUpdate) -> None:
            self.send((encode_message(Progressed(job=number, activity=update.activity, done=update.done, total=update.total)),))

        def show(result: object) -> None:
            self._send_result(job, result, partial=True)

        job = _Job(number, request, documents, JobContext(tell=tell, show=show))
        with self._lock:
            self._jobs[number] = job
        self._lanes[request.lane].put(job)

    def _cancel(self, number: int) -> None:
        with self._lock:
            job = self._jobs.get(number)
            is_waiting = job is not None and not job.running
            if is_waiting:
                del self._jobs[number]
        if job is not None:
            job.context.cancel.cancel()
        if is_waiting:
            self.send((encode_message(failure(number, Cancelled(tr("Cancelled.")))),))

    def work(self, name: Lane) -> None:
        """Run the jobs of a lane until the requests end."""
        while (job := self._lanes[name].get()) is not None:
            with self._lock:
                job.running = self._jobs.get(job.number) is job
            if job.running:
                self._run(job)

    def _run(self, job: _Job) -> None:
        number = job.number
        try:
            self._answer(job)
        except PriorcheckError as error:
            self.send((encode_message(failure(number, error)),))
        except Exception as error:
            _log.exception("job %d (%s) failed", number, type(job.request).__name__)
            self.send((encode_message(_internal(number, error)),))
        with self._lock:
            self._jobs.pop(number, None)

    def _answer(self, job: _Job) -> None:
        request = job.request
        result = self._handlers[type(request)](request, job.context)
        if not isinstance(result, request.result):
            raise TypeError(f"{type(request).__name__} must give {request.result.__name__}, not {type(result).__name__}")
        self._send_result(job, result)

    def _send_result(self, job: _Job, result: object, *, partial: bool = False) -> None:
        digest = ""
        if isinstance(result, Document):
            digest = content_hash(result)
            self._documents.add(digest, result)
        self.send(encode_value(result, job=job.number, partial=partial, digest=digest, digest_of=job.digest_of, since=job.last_partial))
        job.last_partial = result

    def send(self, frames: Iterable[bytes]) -> None:
        """Write frames; when nobody reads them any more there is nothing left to work for."""
        for frame in frames:
            try:
                self._writer.write(frame)
            except OSError:
                self._on_end()
                return


def _internal(number: int, error: Exception) -> Failed:
    if isinstance(error, MemoryError):
        hint = tr("Close other programs, or analyse the document in parts.")
        return Failed(job=number, code="memory", message=tr("There is not enough memory for this."), hint=hint)
    return Failed(
        job=number,
        code="internal",
        message=tr("The analysis met a fault of the program ({kind}).", kind=type(error).__name__),
        hint=tr("Nothing you had is lost; please report it with the worker's log."),
    )


class _warnings_to(logging.Handler):  # noqa: N801 - used as a context manager
    """Passes warnings of the program's own loggers on to the client while it is open."""

    def __init__(self, server: _Server) -> None:
        super().__init__(logging.WARNING)
        self._server = server

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info is None:
            event = Log(level=record.levelname.lower(), message=record.getMessage())
            self._server.send((encode_message(event),))

    def __enter__(self) -> _warnings_to:
        logging.getLogger("app").addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger("app").removeHandler(self)
