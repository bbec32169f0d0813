"""The reading processes of this process: one that has nothing to do is kept for the next request, since starting one takes a moment."""

from __future__ import annotations

import atexit
import contextlib
import threading
from collections.abc import Iterator

from app.reading.process import ReadingProcess, reading_command

_MOST_IDLE = 2


class ReadingProcesses:
    """Lends processes; several threads may read at the same time, each with one of its own."""

    def __init__(self) -> None:
        self._idle: list[ReadingProcess] = []
        self._lock = threading.Lock()

    def warm_up(self) -> None:
        """Start one in advance, unless one waits; the system's refusal to do so is told when it is needed."""
        with contextlib.suppress(OSError):
            self._return(self._taken() or ReadingProcess(reading_command(warm=True)))

    @contextlib.contextmanager
    def lent(self) -> Iterator[ReadingProcess]:
        """A process for one request; ended where the request did not come to its end. Raises OSError where none can be started."""
        process = self._taken() or ReadingProcess(reading_command(warm=False))
        try:
            yield process
        except BaseException:
            process.close()
            raise
        self._return(process)

    def close(self) -> None:
        """End those that wait."""
        with self._lock:
            idle, self._idle = self._idle, []
        for process in idle:
            process.close()

    def _taken(self) -> ReadingProcess | None:
        while True:
            with self._lock:
                process = self._idle.pop() if self._idle else None
            if process is None or process.usable:
                return process
            process.close()

    def _return(self, process: ReadingProcess) -> None:
        with self._lock:
            if process.usable and len(self._idle) < _MOST_IDLE:
                self._idle.append(process)
                return
        process.close()


PROCESSES = ReadingProcesses()
atexit.register(PROCESSES.close)
