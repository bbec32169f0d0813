"""The window's client of the worker: assigns job numbers and emits Qt signals in the window's thread."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.tasks.collector import Collector
from app.worker.client import WorkerProcess
from app.worker.launching import WorkerOptions, worker_commands
from app.worker.protocol import AnyRequest, Event, Failed, Finished, Log, Partial, Progressed

_LARGEST_INT = 2**31 - 1


class TaskClient(QObject):
    """Submits requests and emits their events as signals. Every submitted job ends with exactly one `finished` or `failed`.

    Signals come from the event loop of the thread this object lives in, never from within `submit`, so the job number is always
    known before its first signal. Until `close`, a `Collector` runs Python's garbage collection.
    """

    progressed = Signal(int, str, int, int)
    """Job, activity, units done, units in all (0 when not known)."""

    partial = Signal(int, object)
    """Job, a preliminary result of the same type, which a later one replaces."""

    finished = Signal(int, object)
    """Job, its result, of the type that its request declares."""

    failed = Signal(int, object)
    """Job, `app.worker.protocol.Failed` with code, message and hint."""

    logged = Signal(str, str)
    """Level, message: a warning of the worker that belongs to no job."""

    _arrived = Signal(object)

    def __init__(
        self,
        options: WorkerOptions | None = None,
        *,
        command: Sequence[str] | None = None,
        parent: QObject | None = None,
    ) -> None:
        """`command` replaces the worker's own command; only tests need it."""
        super().__init__(parent)
        bundled, fallback = worker_commands(options or WorkerOptions())
        self._open = True
        self._collector = Collector(self)
        self._arrived.connect(self._dispatch, Qt.ConnectionType.QueuedConnection)
        self._worker = WorkerProcess(command or bundled, self._deliver, fallback=None if command else fallback)
        # If this object dies with its window before anyone closed it, the process must not stay.
        self.destroyed.connect(self._worker.close)

    def submit(self, request: AnyRequest) -> int:
        """Send a request and return the number its signals will carry."""
        return self._worker.submit(request)

    def cancel(self, job: int) -> None:
        """End a job; `failed` with code "cancelled" follows within a second, unless the job ended by itself."""
        self._worker.cancel(job)

    def configure(self, options: WorkerOptions) -> None:
        """Use another Python, device or number of threads from the next job on."""
        command, fallback = worker_commands(options)
        self._worker.configure(command, fallback=fallback)

    def close(self) -> None:
        """End the worker within a second; no signal comes after this. May be called again."""
        if self._open:
            self._open = False
            self._worker.close()
            self._collector.stop()

    def _deliver(self, event: Event) -> None:
        """Pass an event to the window's thread; called on the worker client's thread."""
        with contextlib.suppress(RuntimeError):  # this object has been destroyed
            self._arrived.emit(event)

    @Slot(object)
    def _dispatch(self, event: Event) -> None:
        if not self._open:
            return
        if isinstance(event, Progressed):
            self.progressed.emit(event.job, event.activity, *_fitting(event.done, event.total))
        elif isinstance(event, Partial):
            self.partial.emit(event.job, event.result)
        elif isinstance(event, Finished):
            self.finished.emit(event.job, event.result)
        elif isinstance(event, Failed):
            self.failed.emit(event.job, event)
        elif isinstance(event, Log):
            self.logged.emit(event.level, event.message)


def _fitting(completed: int, total: int) -> tuple[int, int]:
    """Scale both numbers down until they fit Qt's 32-bit int (bytes of a large file do not)."""
    while max(completed, total) > _LARGEST_INT:
        completed, total = completed // 1024, total // 1024
    return completed, total
