"""Jobs as the window knows them: who asked for which, how far it is, and that its answer reaches only who asked.

The one place that speaks with `app.tasks.TaskClient`. A job that was cancelled or replaced is forgotten at once, so a late
answer changes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from PySide6.QtCore import QObject, Signal, SignalInstance, Slot

from app.gui.model.time_left import TimeLeft
from app.translation import number, tr
from app.worker.launching import WorkerOptions
from app.worker.protocol import AnyRequest, Request

R = TypeVar("R")


class Failure(Protocol):
    """Why a job failed: a stable code, what happened, and what to do."""

    @property
    def code(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def hint(self) -> str: ...


class Client(Protocol):
    """The part of `app.tasks.TaskClient` that the window uses; signals carry (job, activity, done, total) and (job, value)."""

    progressed: SignalInstance
    partial: SignalInstance
    finished: SignalInstance
    failed: SignalInstance

    def submit(self, request: AnyRequest) -> int: ...
    def cancel(self, job: int) -> None: ...
    def configure(self, options: WorkerOptions) -> None: ...
    def close(self) -> None: ...


@dataclass(slots=True, kw_only=True)
class Job:
    """A running job; `title` is what the user asked for, `activity` what it is doing now; `quiet` ones show no progress."""

    number: int
    title: str
    done: Callable[[Any], object]
    failed: Callable[[Failure], None]
    partial: Callable[[Any], object] | None = None
    quiet: bool = False
    activity: str = ""
    units_done: int = 0
    units_total: int = 0
    time_left: TimeLeft = field(default_factory=TimeLeft)

    def words(self, *, waiting: str = "") -> str:
        """Return what the job is doing, how far it is and how long that still takes; `waiting` is said of a job that was not begun."""
        activity = self.activity or waiting or self.title
        if self.units_total <= 0:
            return activity
        units = {"activity": activity, "done": number(self.units_done), "total": number(self.units_total)}
        if left := self.time_left.words():
            # Translators: what is being done, how far it is, and “about 3 minutes left”.
            return tr("{activity} – {done} of {total}, {left}", **units, left=left)
        # Translators: what is being done, such as “Importing”, and how far it is.
        return tr("{activity} – {done} of {total}", **units)


class Jobs(QObject):
    """Submits requests and hands each answer to its asker; `changed` tells that the running jobs look different."""

    changed = Signal()

    def __init__(self, client: Client, parent: QObject | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self._client, self._clock = client, clock
        self._running: dict[int, Job] = {}
        self._closed = False
        client.progressed.connect(self._progressed)
        client.partial.connect(self._partial)
        client.finished.connect(self._finished)
        client.failed.connect(self._failed)

    def ask(
        self,
        request: Request[R],
        done: Callable[[R], object],
        *,
        title: str,
        failed: Callable[[Failure], None],
        partial: Callable[[R], object] | None = None,
        quiet: bool = False,
    ) -> int:
        """Submit a request; `done` is given its result and `partial` preliminary ones, on the window's thread. A result of another
        type never arrives: the worker's client makes it a failure. Returns the job's number (0, and nothing happens, once the window is
        closed)."""
        if self._closed:  # a timer may still fire while the window goes
            return 0
        number = self._client.submit(request)
        self._running[number] = Job(number=number, title=title, done=done, failed=failed, partial=partial, quiet=quiet)
        self.changed.emit()
        return number

    def cancel(self, number: int) -> None:
        """Stop a job; its asker hears of it through `failed` (code "cancelled"). Unknown numbers are ignored."""
        if number in self._running:
            self._client.cancel(number)

    def drop(self, number: int | None) -> None:
        """Stop a job whose answer nobody wants any more; nobody hears of it again."""
        if number is not None and self._running.pop(number, None) is not None:
            self._client.cancel(number)
            self.changed.emit()

    def configure(self, options: WorkerOptions) -> None:
        """Run the analysis in this way from the next job on."""
        if not self._closed:
            self._client.configure(options)

    def shown(self) -> Job | None:
        """The job whose progress is shown: the oldest that is not quiet."""
        return next((job for job in self._running.values() if not job.quiet), None)

    @property
    def idle(self) -> bool:
        """True when nothing is running."""
        return not self._running

    def find(self, number: int | None) -> Job | None:
        """A running job by its number."""
        return None if number is None else self._running.get(number)

    def close(self) -> None:
        """Forget all jobs and end the client."""
        self._closed = True
        self._running.clear()
        self._client.close()

    @Slot(int, str, int, int)
    def _progressed(self, number: int, activity: str, units_done: int, units_total: int) -> None:
        job = self._running.get(number)
        if job is not None:
            job.activity, job.units_done, job.units_total = activity, units_done, units_total
            job.time_left.update(activity, units_done, units_total, self._clock())
            self.changed.emit()

    @Slot(int, object)
    def _partial(self, number: int, value: object) -> None:
        job = self._running.get(number)
        if job is not None and job.partial is not None:
            job.partial(value)

    @Slot(int, object)
    def _finished(self, number: int, value: object) -> None:
        job = self._running.pop(number, None)
        if job is not None:
            self.changed.emit()
            job.done(value)

    @Slot(int, object)
    def _failed(self, number: int, failure: Failure) -> None:
        job = self._running.pop(number, None)
        if job is not None:
            self.changed.emit()
            job.failed(failure)


class JobSlot:
    """Room for one job: a newer request takes the place of the one that is running, whose answer never arrives (unless it `replaces`
    none: then both go on, and the newer one is what the slot shows). The slot is free again before `done` or `failed` is called."""

    def __init__(self, jobs: Jobs, *, replaces: bool = True) -> None:
        self._jobs, self._replaces = jobs, replaces
        self._number: int | None = None

    @property
    def busy(self) -> bool:
        """Return whether a job is running."""
        return self._number is not None

    @property
    def job(self) -> Job | None:
        """The job, while it is running."""
        return self._jobs.find(self._number)

    def ask(
        self,
        request: Request[R],
        done: Callable[[R], object],
        *,
        title: str,
        failed: Callable[[Failure], object],
        partial: Callable[[R], object] | None = None,
        quiet: bool = False,
    ) -> None:
        """Submit a request as `Jobs.ask` does, in place of the one before."""

        def finish(result: R) -> None:
            self._number = None
            done(result)

        def fail(failure: Failure) -> None:
            self._number = None
            failed(failure)

        if self._replaces:
            self.drop()
        self._number = self._jobs.ask(request, finish, title=title, failed=fail, partial=partial, quiet=quiet)

    def cancel(self) -> None:
        """Stop the job; its asker hears of it through `failed` (code "cancelled")."""
        if self._number is not None:
            self._jobs.cancel(self._number)

    def drop(self) -> None:
        """Stop the job; nobody hears of it again."""
        self._jobs.drop(self._number)
        self._number = None
