"""What is written down of an exception: where it happened and of which kind, and nothing that it says.

What an exception says may hold the text that was being read (`KeyError`, a decoder's complaint, a database's), and logs are handed on.
The source lines are in it, so what we say ourselves can be read off them. Paths begin at the program or the library, since the folders
above are named after the user.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
import traceback
from collections.abc import Iterator
from types import TracebackType

_ROOTS = re.compile(r".*[\\/](?=app[\\/])|.*[\\/](?:site|dist)-packages[\\/]|.*[\\/]lib[\\/]python[0-9.]+[\\/]|.*[\\/](?=[^\\/]*$)")
_MOST_FRAMES = 40


class TracedError(Exception):
    """An error of another process of ours. Its message is the traceback there, written by `without_words`, so it may be shown."""


def without_words(error: BaseException) -> str:
    """The traceback of an exception and of those behind it, without their messages."""
    return "".join(f"{line}\n" for line in _lines(error, set()))


def print_without_words(_: type[BaseException], error: BaseException, __: TracebackType | None = None) -> None:
    """For `sys.excepthook`: write it to stderr, where there is one."""
    if sys.stderr is not None:
        sys.stderr.write(without_words(error))
        sys.stderr.flush()


def fail_without_words() -> None:
    """From now on, an exception that nobody catches in this process is written down without its words."""
    sys.excepthook = print_without_words
    threading.excepthook = _of_thread
    sys.unraisablehook = _unraisable


def log_without_words(level: int = logging.INFO) -> None:
    """The same, and records are written to stderr without what a library says in them, warnings too."""
    fail_without_words()
    logging.captureWarnings(capture=True)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[handler], force=True)


class _Formatter(logging.Formatter):
    """Our own records are shown whole; of a library's, only the pattern of the message, since we do not know what it fills in."""

    def format(self, record: logging.LogRecord) -> str:
        if record.name.partition(".")[0] != "app":
            pattern = str(record.msg) if record.args and record.msg != "%s" else "(a message)"
            record = logging.LogRecord(record.name, record.levelno, record.pathname, record.lineno, "%s", (pattern,), record.exc_info)
        record.exc_text = None  # another handler may have written it whole
        return super().format(record)

    def formatException(self, ei: object) -> str:  # noqa: N802
        error = ei[1] if isinstance(ei, tuple) else None
        return without_words(error).rstrip("\n") if isinstance(error, BaseException) else ""


def _of_thread(told: threading.ExceptHookArgs) -> None:
    if told.exc_value is not None and told.exc_type is not SystemExit:
        print_without_words(told.exc_type, told.exc_value)


def _unraisable(told: sys.UnraisableHookArgs) -> None:
    if told.exc_value is not None:
        print_without_words(told.exc_type, told.exc_value)


def _lines(error: BaseException, seen: set[int]) -> Iterator[str]:
    seen.add(id(error))
    if isinstance(error, TracedError):
        yield str(error).rstrip("\n")
        yield "which led to"
    behind = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if behind is not None and id(behind) not in seen:
        yield from _lines(behind, seen)
        yield "which led to" if error.__cause__ else "during which there was"
    yield "Traceback (most recent call last):"
    for frame in traceback.extract_tb(error.__traceback__)[-_MOST_FRAMES:]:
        yield f'  File "{_ROOTS.sub("", frame.filename, count=1)}", line {frame.lineno}, in {frame.name}'
        if frame.line:
            yield f"    {frame.line}"
    yield _kind(error)
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            if id(each) not in seen:
                yield from _lines(each, seen)


def _kind(error: BaseException) -> str:
    """Its kind, and the code that the system, SQLite or we give it."""
    ours = type(error).__module__.startswith("app.")
    code = getattr(error, "code", "") if ours else getattr(error, "sqlite_errorname", "")
    if isinstance(error, OSError) and error.errno is not None:
        code = f"errno {error.errno}"
    return f"{type(error).__module__}.{type(error).__qualname__}" + (f" ({code})" if code else "")
