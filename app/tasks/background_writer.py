"""Writes the changes of a file (a project, the verifications of a library) in order, on a background thread.

A change that cannot be written (a full disk, a drive that was unplugged) stays at the head of the queue and is tried again with the
next change, and on request. Nothing is dropped while the window is open.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from app.errors import PriorcheckError, ProjectError
from app.translation import tr


class Closable(Protocol):
    """An open file."""

    def close(self) -> None: ...


F = TypeVar("F", bound=Closable)


def project_fault(error: Exception) -> PriorcheckError:
    """Return the error for an unexpected exception while a project was written."""
    message = tr("The project could not be saved ({reason}).", reason=error)
    return ProjectError("project-fault", message, hint=tr("Save the project elsewhere."))


class BackgroundWriter(Generic[F]):
    """Background writer of one file.

    `failed` is called with the reason why a change could not be written, `saved` when nothing is waiting any more; both on the
    writer's thread. `fault` turns unexpected exceptions into errors.
    """

    def __init__(
        self,
        open_file: Callable[[], F],
        *,
        failed: Callable[[PriorcheckError], None],
        saved: Callable[[], None],
        fault: Callable[[Exception], PriorcheckError] = project_fault,
    ) -> None:
        self._open, self._failed, self._saved, self._fault = open_file, failed, saved, fault
        self._file: F | None = None
        self._line: deque[Callable[[F], None]] = deque()
        self._turn = threading.Condition()
        self._closing = False
        self._stuck = False
        self._thread = threading.Thread(target=self._run, name="priorcheck-project", daemon=True)
        self._thread.start()

    def put(self, change: Callable[[F], None]) -> None:
        """Queue a change to the file. A change that failed before is tried again first."""
        with self._turn:
            self._line.append(change)
            self._stuck = False
            self._turn.notify_all()

    def retry(self) -> None:
        """Try again to write failed changes."""
        with self._turn:
            self._stuck = False
            self._turn.notify_all()

    @property
    def waiting(self) -> int:
        """Return the number of changes that are not on the disk yet."""
        with self._turn:
            return len(self._line)

    def flush(self, timeout: float) -> bool:
        """Wait until everything is written. Returns False if it is not within `timeout` seconds, or cannot be."""
        with self._turn:
            return self._turn.wait_for(lambda: not self._line or self._stuck, timeout) and not self._line

    def close(self, timeout: float = 10.0) -> bool:
        """Write the waiting changes, close the file, end the thread. Returns False if something could not be written."""
        all_written = self.flush(timeout)
        with self._turn:
            self._closing = True
            self._turn.notify_all()
        self._thread.join(timeout)
        return all_written

    def _run(self) -> None:
        while True:
            with self._turn:
                self._turn.wait_for(lambda: self._closing or (self._line and not self._stuck))
                if self._closing:
                    break
                change = self._line[0]
            error = self._attempt(change)
            with self._turn:
                self._stuck = error is not None
                if error is None:
                    self._line.popleft()
                idle = not self._line
                self._turn.notify_all()
            if error is not None:
                self._failed(error)
            elif idle:
                self._saved()
        if self._file is not None:
            self._file.close()

    def _attempt(self, change: Callable[[F], None]) -> PriorcheckError | None:
        try:
            if self._file is None:
                self._file = self._open()
            change(self._file)
        except PriorcheckError as error:
            return error
        except Exception as error:  # a fault of ours must not end the saving of all that comes after it
            return self._fault(error)
        return None
