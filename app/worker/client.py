"""The client of the worker process, without Qt: starts it, hands it requests, tells of events, restarts it when it dies.

All state belongs to one thread (`worker-client`), which takes its steps from a queue; so every job ends exactly once,
and `on_event` is always called from that thread, in order. It must return soon.
"""

from __future__ import annotations

import itertools
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from app import __version__
from app.errors import Cancelled, WorkerError
from app.paths import cache_dir
from app.translation import tr, trn
from app.worker.child import Child, Message
from app.worker.launching import WorkerOptions, own_command
from app.worker.protocol import AnyRequest, Event, Failed, Finished, Hello, Log, Partial, Progressed, failure
from app.worker.transfer import UNKNOWN_DOCUMENT, Received

# With the kill itself, also on a busy machine, a cancelled job ends within a second.
CANCEL_GRACE = 0.7
START_PATIENCE = 30.0
_CLOSE_PATIENCE = 0.4


@dataclass(slots=True)
class _Job:
    request: AnyRequest
    deadline: float | None = None
    sent_again: bool = False


class WorkerProcess:
    """Runs `command` (None: the program's own worker) when the first request comes, and again after a crash.

    `fallback` is the command to use instead when `command` turns out not to work at all. `log` takes the worker's
    stderr (default: `worker.log` in the cache folder). Errors reach `on_event` as `Failed`: `worker-crashed`,
    `worker-python` (another Python that does not work), `worker-start`, `cancelled`, or the job's own.
    """

    def __init__(
        self,
        command: Sequence[str] | None,
        on_event: Callable[[Event], None],
        *,
        fallback: Sequence[str] | None = None,
        grace: float = CANCEL_GRACE,
        start_patience: float = START_PATIENCE,
        log: Path | None = None,
    ) -> None:
        self._command = tuple(command or own_command(WorkerOptions()))
        self._fallback = tuple(fallback) if fallback else None
        self._on_event = on_event
        self._grace = grace
        self._start_patience = start_patience
        self._log = log or cache_dir() / "worker.log"
        self._numbers = itertools.count(1)
        self._jobs: dict[int, _Job] = {}
        self._child: Child | None = None
        self._start_deadline: float | None = None
        self._outdated = False
        self._open = True
        self._steps: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="worker-client", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int | None:
        """The worker's process number while it runs."""
        child = self._child
        return child.pid if child else None

    def submit(self, request: AnyRequest) -> int:
        """Ask for something; returns the number of the job."""
        number = next(self._numbers)
        self._steps.put(partial(self._submit, number, request))
        return number

    def cancel(self, job: int) -> None:
        """End a job within a second, by killing the worker if it does not listen; unknown jobs are ignored."""
        self._steps.put(partial(self._cancel, job))

    def configure(self, command: Sequence[str] | None, *, fallback: Sequence[str] | None = None) -> None:
        """Use this command from now on; jobs that run are let finish with the old one."""
        self._steps.put(partial(self._configure, command, fallback))

    def close(self) -> None:
        """End the worker and this client within a second; jobs that run end as cancelled."""
        self._steps.put(self._close)
        self._thread.join(timeout=5)

    def _run(self) -> None:
        while self._open:
            try:
                step = self._steps.get(timeout=self._patience())
            except queue.Empty:
                step = self._overdue
            step()
            self._overdue()

    def _patience(self) -> float | None:
        deadlines = [job.deadline for job in self._jobs.values() if job.deadline is not None]
        if self._start_deadline is not None:
            deadlines.append(self._start_deadline)
        return max(0.0, min(deadlines) - time.monotonic()) if deadlines else None

    # Steps asked for by the user of this class.

    def _submit(self, number: int, request: AnyRequest) -> None:
        self._jobs[number] = _Job(request)
        if self._child is None:
            self._start()
        else:
            self._child.send(number, request)

    def _cancel(self, number: int) -> None:
        job = self._jobs.get(number)
        if job is not None and job.deadline is None and self._child is not None:
            job.deadline = time.monotonic() + self._grace
            self._child.cancel(number)

    def _configure(self, command: Sequence[str] | None, fallback: Sequence[str] | None) -> None:
        self._command = tuple(command or own_command(WorkerOptions()))
        self._fallback = tuple(fallback) if fallback else None
        self._outdated = self._child is not None
        self._replace_outdated()

    def _close(self) -> None:
        self._open = False
        self._drop_child(patience=_CLOSE_PATIENCE)
        for number in list(self._jobs):
            self._finish(failure(number, Cancelled(tr("Cancelled."))))

    # The worker's life.

    def _start(self) -> None:
        """Start a worker and hand it every job that has not ended."""
        try:
            child = Child(self._command, log=self._log, on_message=self._later_message, on_end=self._later_end)
        except OSError as error:
            self._cannot_start(error.strerror or type(error).__name__)
            return
        self._child = child
        self._start_deadline = time.monotonic() + self._start_patience
        for number, job in self._jobs.items():
            child.send(number, job.request)

    def _later_message(self, child: Child, message: Message) -> None:
        self._steps.put(partial(self._message, child, message))

    def _later_end(self, child: Child, reason: str) -> None:
        self._steps.put(partial(self._ended, child, reason))

    def _drop_child(self, *, patience: float = 0.0) -> int | None:
        child, self._child = self._child, None
        self._start_deadline = None
        return child.end(patience=patience) if child else None

    def _replace_outdated(self) -> None:
        if self._outdated and not self._jobs:
            self._outdated = False
            self._drop_child(patience=_CLOSE_PATIENCE)

    def _ended(self, child: Child, reason: str) -> None:
        """The worker's output has ended though nobody asked for it."""
        if child is not self._child:
            return
        code = self._drop_child(patience=_CLOSE_PATIENCE)
        if child.greeted:
            self._crashed(code, reason)
        else:
            self._cannot_start(reason.rstrip(".") or child.log_tail() or tr("it ended with status {code}", code=code))

    def _crashed(self, code: int | None, reason: str) -> None:
        reason = reason.rstrip(".") or _status(code)
        message = tr("The analysis stopped unexpectedly ({reason}); nothing you had is lost.", reason=reason)
        error = WorkerError("worker-crashed", message, hint=tr("Try again; if it happens again, see {file}.", file=self._log))
        self._fail_all(error)

    def _cannot_start(self, reason: str) -> None:
        if self._fallback is None:
            hint = tr("Install the program again; details are in {file}.", file=self._log)
            self._fail_all(WorkerError("worker-start", tr("The analysis cannot be started: {reason}.", reason=reason), hint=hint))
            return
        python, self._command, self._fallback = self._command[0], self._fallback, None
        message = tr("The Python chosen in the settings ({python}) cannot run the analysis: {reason}.", python=python, reason=reason)
        error = WorkerError("worker-python", message, hint=tr("The program's own Python is used until you choose another one."))
        first = next(iter(self._jobs), None)
        if first is None:
            self._on_event(Log(level="warning", message=str(error)))
            return
        self._finish(failure(first, error))
        if self._jobs:
            self._start()

    def _fail_all(self, error: WorkerError) -> None:
        for number in list(self._jobs):
            cancelled = self._jobs[number].deadline is not None
            self._finish(failure(number, Cancelled(tr("Cancelled.")) if cancelled else error))

    # What the worker says.

    def _message(self, child: Child, message: Message) -> None:
        if child is not self._child:
            return
        if isinstance(message, Hello):
            self._greet(child, message)
        elif not child.greeted:
            self._refuse(tr("it is no worker of this program"))
        elif isinstance(message, Log):
            self._on_event(message)
        elif (job := self._jobs.get(message.job)) is not None:
            self._of_job(job, message)

    def _greet(self, child: Child, hello: Hello) -> None:
        if hello.version != __version__:
            self._refuse(tr("it runs version {theirs} of the program instead of {ours}", theirs=hello.version, ours=__version__))
            return
        child.greeted = True
        self._start_deadline = None

    def _refuse(self, reason: str) -> None:
        self._drop_child()
        self._cannot_start(reason)

    def _of_job(self, job: _Job, message: Received | Progressed | Failed) -> None:
        if isinstance(message, Failed) and message.code == UNKNOWN_DOCUMENT and not job.sent_again and self._child is not None:
            if job.deadline is not None:  # cancelled: nothing runs, so nothing has to be sent
                self._finish(failure(message.job, Cancelled(tr("Cancelled."))))
                return
            job.sent_again = True
            self._child.send_again(message.job, job.request)
        elif isinstance(message, Failed):
            self._finish(message)
        elif isinstance(message, Received) and not isinstance(message.value, job.request.result):
            self._finish(failure(message.job, _wrong_answer()))
        elif isinstance(message, Received) and not message.partial:
            self._finish(Finished(job=message.job, result=message.value))
        elif job.deadline is not None:
            return
        elif isinstance(message, Progressed):
            self._on_event(message)
        else:
            self._on_event(Partial(job=message.job, result=message.value))

    def _finish(self, event: Finished | Failed) -> None:
        if self._jobs.pop(event.job, None) is not None:
            self._on_event(event)
        self._replace_outdated()

    # Deadlines.

    def _overdue(self) -> None:
        now = time.monotonic()
        if self._start_deadline is not None and now >= self._start_deadline:
            self._refuse(
                trn("it did not answer within {count} second", "it did not answer within {count} seconds", round(self._start_patience))
            )
        overdue = [number for number, job in self._jobs.items() if job.deadline is not None and now >= job.deadline]
        if not overdue:
            return
        child, self._child, self._start_deadline = self._child, None, None
        if child is not None:
            child.kill()
        for number in overdue:
            self._finish(failure(number, Cancelled(tr("Cancelled."))))
        if child is not None:
            child.end(patience=_CLOSE_PATIENCE)
        if self._jobs:
            self._start()


def _wrong_answer() -> WorkerError:
    return WorkerError("worker-protocol", tr("The analysis process answered something that was not asked."), hint=tr("Try again."))


def _status(code: int | None) -> str:
    return tr("signal {number}", number=-code) if code is not None and code < 0 else tr("exit status {code}", code=code)
