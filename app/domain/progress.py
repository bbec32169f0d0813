"""Progress reports and cancellation, independent of window and threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeVar

from app.errors import Cancelled

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class ProgressUpdate:
    """Progress of a job: a phrase ("Encoding sentences"), units done, total units (0 when unknown)."""

    activity: str
    done: int = 0
    total: int = 0


class Progress(Protocol):
    """Listener for progress; called often, so it must be cheap and must not raise."""

    def __call__(self, update: ProgressUpdate) -> None: ...


def no_progress(update: ProgressUpdate) -> None:
    """Ignore the update."""


class CancelToken:
    """Cancellation flag that long jobs poll; `check` raises `Cancelled` once the user has cancelled."""

    def __init__(self, is_requested: Callable[[], bool] | None = None) -> None:
        self._cancelled = False
        self._is_requested = is_requested

    def cancel(self) -> None:
        """Ask the job to stop; safe from any thread."""
        self._cancelled = True

    @property
    def cancelled(self) -> bool:
        """Return True once `cancel` was called or the given callable returned True."""
        return self._cancelled or (self._is_requested is not None and self._is_requested())

    def check(self) -> None:
        """Raise `Cancelled` if the user has cancelled."""
        if self.cancelled:
            raise Cancelled


def cancellable(items: Iterable[Item], cancel: CancelToken, *, every: int = 256) -> Iterator[Item]:
    """Yield the items, checking for cancellation after every `every` of them. Raises Cancelled."""
    for number, item in enumerate(items):
        if number % every == 0:
            cancel.check()
        yield item
