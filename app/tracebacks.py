"""Tracebacks without messages, for logs: the place of an exception, and its type.

A message may quote the text that was being read (`KeyError`, a decoder's or a database's message), and users pass logs on to
others. The source lines are included, and show the program's own messages. Paths begin at the program or the library, since the
folders above are named after the user.
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
_MAX_FRAMES = 40


class TracedError(Exception):
    """An error in another process of the program. Its message is the traceback there, by `traceback_without_messages`, and safe to show."""


def traceback_without_messages(error: BaseException) -> str:
    """Format an exception and those that led to it, without their messages."""
    return "".join(f"{line}\n" for line in _lines(error, set()))


def print_traceback(_: type[BaseException], error: BaseException, __: TracebackType | None = None) -> None:
    """Write such a traceback to stderr, if there is one; for `sys.excepthook`."""
    if sys.stderr is not None:
        sys.stderr.write(traceback_without_messages(error))
        sys.stderr.flush()


def hide_exception_messages() -> None:
    """Write uncaught exceptions of this process without their messages from now on."""
    sys.excepthook = print_traceback
    threading.excepthook = _print_thread_error
    sys.unraisablehook = _print_unraisable


def log_without_messages(level: int = logging.INFO) -> None:
    """Do the same, and log to stderr. Messages and warnings of libraries are reduced to their pattern."""
    hide_exception_messages()
    logging.captureWarnings(capture=True)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[handler], force=True)


class _Formatter(logging.Formatter):
    """Formats the program's own records in full, and of a library's only the message's pattern, since its values may quote a document."""

    def format(self, record: logging.LogRecord) -> str:
        if record.name.partition(".")[0] != "app":
            pattern = str(record.msg) if record.args and record.msg != "%s" else "(a message)"
            record = logging.LogRecord(record.name, record.levelno, record.pathname, record.lineno, "%s", (pattern,), record.exc_info)
        record.exc_text = None  # another handler may have cached the full text
        return super().format(record)

    def formatException(self, ei: object) -> str:  # noqa: N802
        error = ei[1] if isinstance(ei, tuple) else None
        return traceback_without_messages(error).rstrip("\n") if isinstance(error, BaseException) else ""


def _print_thread_error(event: threading.ExceptHookArgs) -> None:
    if event.exc_value is not None and event.exc_type is not SystemExit:
        print_traceback(event.exc_type, event.exc_value)


def _print_unraisable(event: sys.UnraisableHookArgs) -> None:
    if event.exc_value is not None:
        print_traceback(event.exc_type, event.exc_value)


def _lines(error: BaseException, visited: set[int]) -> Iterator[str]:
    visited.add(id(error))
    if isinstance(error, TracedError):
        yield str(error).rstrip("\n")
        yield "which led to"
    origin = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if origin is not None and id(origin) not in visited:
        yield from _lines(origin, visited)
        yield "which led to" if error.__cause__ else "during which there was"
    yield "Traceback (most recent call last):"
    for frame in traceback.extract_tb(error.__traceback__)[-_MAX_FRAMES:]:
        yield f'  File "{_ROOTS.sub("", frame.filename, count=1)}", line {frame.lineno}, in {frame.name}'
        if frame.line:
            yield f"    {frame.line}"
    yield _kind(error)
    if isinstance(error, BaseExceptionGroup):
        for member in error.exceptions:
            if id(member) not in visited:
                yield from _lines(member, visited)


def _kind(error: BaseException) -> str:
    """Name the exception's class, and its code from the system, SQLite or the program."""
    is_own = type(error).__module__.startswith("app.")
    code = getattr(error, "code", "") if is_own else getattr(error, "sqlite_errorname", "")
    if isinstance(error, OSError) and error.errno is not None:
        code = f"errno {error.errno}"
    return f"{type(error).__module__}.{type(error).__qualname__}" + (f" ({code})" if code else "")
