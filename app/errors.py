"""The program's exceptions. Faults of input, files and environment have other types than bugs of the program, all with stable
codes.

Every error carries a code that never changes, one plain sentence that says what happened, and a hint that says what to do. The
command line turns `exit_code` into its exit status; the window shows the sentence and the hint. Nothing in the program raises a
bare `Exception`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


class PriorcheckError(Exception):
    """Base class of all errors that reach the user; `exit_code` 1 means a bug of the program."""

    exit_code = 1

    def __init__(self, code: str, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.code, self.message, self.hint)


def _rebuild(kind: type[PriorcheckError], code: str, message: str, hint: str) -> PriorcheckError:
    return kind(code, message, hint=hint)


class InputError(PriorcheckError):
    """The input or the user's request is at fault: a damaged file, a missing column, a wrong option."""

    exit_code = 2


class LibraryError(PriorcheckError):
    """The library on disk cannot be used: newer schema, locked by another writer, damaged, disk full."""

    exit_code = 2


def read_or_default(read: Callable[[], Result], *absent: str, default: Result) -> Result:
    """Return the result of `read`, or `default` after a LibraryError with one of the codes `absent`: the library has no such part yet."""
    try:
        return read()
    except LibraryError as error:
        if error.code not in absent:
            raise
        return default


class ProjectError(PriorcheckError):
    """A project file cannot be used: open elsewhere, newer format, damaged, disk full."""

    exit_code = 2


class ModelError(PriorcheckError):
    """A model is missing, altered, or does not fit this version of the program."""

    exit_code = 2


class WorkerError(PriorcheckError):
    """The worker process ended, or its answer does not follow the protocol."""


class Cancelled(PriorcheckError):  # noqa: N818 - cancelling is no error
    """The user cancelled; the previous state is unchanged."""

    exit_code = 2

    def __init__(self, message: str = "Cancelled.", *, code: str = "cancelled", hint: str = "") -> None:
        super().__init__(code, message, hint=hint)

    def __reduce__(self) -> tuple[object, ...]:
        return Cancelled, (self.message,)
