"""Job context of a handler: progress, cancellation and partial results."""

from __future__ import annotations

import time
from collections.abc import Callable

from app.domain.progress import CancelToken, ProgressUpdate

INTERVAL = 0.05


class JobContext:
    """One job's link to the client. `progress` is a `Progress` and may be called as often as a job likes."""

    def __init__(
        self,
        *,
        tell: Callable[[ProgressUpdate], None],
        show: Callable[[object], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.cancel = CancelToken()
        self._tell = tell
        self._show = show
        self._clock = clock
        self._activity = ""
        self._told = -INTERVAL

    def progress(self, update: ProgressUpdate) -> None:
        """Pass an update on: a new activity and its end always, otherwise at most one in 50 ms."""
        now = self._clock()
        news = update.activity != self._activity or 0 < update.total == update.done
        if news or now - self._told >= INTERVAL:
            self._activity, self._told = update.activity, now
            self._tell(update)

    def partial(self, result: object) -> None:
        """Show a preliminary result of the request's type; raises `Cancelled` instead once the user has cancelled."""
        self.cancel.check()
        self._show(result)
