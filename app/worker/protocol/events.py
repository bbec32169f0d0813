"""What the worker tells of itself or of a job."""

from __future__ import annotations

import msgspec

from app.domain.ranked import RankedDocument
from app.errors import PriorcheckError
from app.worker.protocol.results import Result


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Base of what the worker tells of itself or of a job."""


class Hello(Event, frozen=True, kw_only=True):
    """The worker's first word: the program's version and the Python that runs it."""

    version: str
    python: str


class Progressed(Event, frozen=True, kw_only=True):
    """What a job is doing; at most about twenty a second."""

    job: int
    activity: str
    done: int = 0
    total: int = 0


class Partial(Event, frozen=True, kw_only=True):
    """A preliminary result, replaced by the next one or by the final one."""

    job: int
    ranked: RankedDocument


class Finished(Event, frozen=True, kw_only=True):
    """The job's result, of the type `RESULT_OF` its request."""

    job: int
    result: Result


class Failed(Event, frozen=True, kw_only=True):
    """The job ended without a result: an error of `app.errors`, told by its parts."""

    job: int
    code: str
    message: str
    hint: str = ""
    exit_code: int = 1


class Log(Event, frozen=True, kw_only=True):
    """A warning of the worker that belongs to no job."""

    level: str
    message: str


def failure(job: int, error: PriorcheckError) -> Failed:
    """The event that tells of this error."""
    return Failed(job=job, code=error.code, message=error.message, hint=error.hint, exit_code=error.exit_code)
