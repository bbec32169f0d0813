"""Progress and cancelling as plain objects that know no window and no thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeVar

from app.errors import Cancelled

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class ProgressUpdate:
    """What a job is doing: a phrase ("Encoding sentences"), units done, units in all (0 when not known)."""

    activity: str
    done: int = 0
    total: int = 0


class Progress(Protocol):
    """Anything that wants to hear of progress; called often, so it must be cheap and must not raise."""

    def __call__(self, update: ProgressUpdate) -> None: ...


def no_progress(update: ProgressUpdate) -> None:
    """A listener that does not listen."""


class CancelToken:
    """Asked often by long jobs; `check` raises `Cancelled` once the user has cancelled."""

    def __init__(self, asked: Callable[[], bool] | None = None) -> None:
        self._cancelled = False
        self._asked = asked

    def cancel(self) -> None:
        """Ask the job to stop; safe from any thread."""
        self._cancelled = True

    @property
    def cancelled(self) -> bool:
        """True once `cancel` was called or the given callable said so."""
        return self._cancelled or (self._asked is not None and self._asked())

    def check(self) -> None:
        """Raise `Cancelled` if the user has cancelled."""
        if self.cancelled:
            raise Cancelled


def cancellable(items: Iterable[Item], cancel: CancelToken, *, every: int = 256) -> Iterator[Item]:
    """Pass on the items, and check after every so many of them. Raises Cancelled."""
    for number, item in enumerate(items):
        if number % every == 0:
            cancel.check()
        yield item
