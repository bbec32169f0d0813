"""Pool of reading processes. Idle ones wait for the next request, since starting a process takes a moment."""

from __future__ import annotations

import atexit
import contextlib
import threading
from collections.abc import Iterator

from app.reading.process import ReadingProcess, reading_command

_MAX_IDLE = 2


class ReadingProcesses:
    """Lends processes to threads, one process each."""

    def __init__(self) -> None:
        self._idle: list[ReadingProcess] = []
        self._lock = threading.Lock()

    def warm_up(self) -> None:
        """Start a process in advance, unless one is idle. Failure is ignored; the first request will raise it."""
        with contextlib.suppress(OSError):
            self._return(self._take_idle() or ReadingProcess(reading_command(warm=True)))

    @contextlib.contextmanager
    def borrow(self) -> Iterator[ReadingProcess]:
        """Lend a process for one request; it is ended where the request was not completed. Raises OSError where none can be started."""
        process = self._take_idle() or ReadingProcess(reading_command(warm=False))
        try:
            yield process
        # The process may be in the middle of a request, which nothing else interrupts.
        except BaseException:
            process.close()
            raise
        self._return(process)

    def close(self) -> None:
        """End all idle processes."""
        with self._lock:
            idle, self._idle = self._idle, []
        for process in idle:
            process.close()

    def _take_idle(self) -> ReadingProcess | None:
        while True:
            with self._lock:
                process = self._idle.pop() if self._idle else None
            if process is None or process.usable:
                return process
            process.close()

    def _return(self, process: ReadingProcess) -> None:
        with self._lock:
            if process.usable and len(self._idle) < _MAX_IDLE:
                self._idle.append(process)
                return
        process.close()


PROCESSES = ReadingProcesses()
# Idle processes must not outlive the program.
atexit.register(PROCESSES.close)
