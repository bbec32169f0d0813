"""Reports uncaught exceptions in the window, which goes on running, as well as on the terminal."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

from app.tracebacks import print_traceback
from app.translation import tr

Hook = Callable[[type[BaseException], BaseException, TracebackType | None], object]


def make_excepthook(say: Callable[[str], None], *, before: Hook = print_traceback) -> Hook:
    """Return a function for `sys.excepthook`: `before` prints the traceback, then `say` tells the reader in one sentence."""

    def told(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        before(kind, error, trace)
        if issubclass(kind, Exception):
            words = tr("Something went wrong in the program ({kind}). Decisions are kept as they are made; try again.", kind=kind.__name__)
            say(words)

    return told
