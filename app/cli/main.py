"""Entry point of the command line: parse, run, turn errors into one line and an exit code."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from app import paths
from app.bootstrap import Session
from app.cli.context import Context, WindowRequest, cancel_on_interrupt
from app.cli.grammar import build_parser
from app.cli.output import ProgressPrinter, say, speak_utf8
from app.errors import PriorcheckError
from app.home_folder import lock_home, protect_home
from app.rights import umask
from app.tracebacks import traceback_without_messages


def run(argv: Sequence[str], *, session: Session | None = None) -> tuple[int, WindowRequest | None]:
    """Run one command; return its exit code (0 done, 1 internal error, 2 invalid input) and its window request, if any.

    Callers of several commands may pass a session, whose models then stay loaded; its libraries are closed.
    """
    speak_utf8()
    try:
        parsed = build_parser(argv).parse_args(argv)
    except SystemExit as told:
        return _flushed(int(told.code or 0)), None
    except PriorcheckError as error:
        say(f"priorcheck: {error}")
        return error.exit_code, None
    umask.make_files_private()
    protect_home()
    in_use = None if parsed.alone else lock_home()
    session = session or Session(device=parsed.device, threads=parsed.threads)
    context = Context(arguments=parsed, session=session, progress=ProgressPrinter(quiet=parsed.quiet))
    try:
        with cancel_on_interrupt(context.cancel):
            code = int(parsed.command(context))
            sys.stdout.flush()
    except PriorcheckError as error:
        code = _tell(context, str(error), error.exit_code)
    except BrokenPipeError:
        code = _reader_gone()
    except KeyboardInterrupt:
        code = _tell(context, "Cancelled.", 2)
    except OSError as error:
        code = _tell(context, _os_reason(error), 2)
        _flushed(code)
    except Exception as error:
        code = _tell(context, f"Something went wrong inside the program; the details are in {_write_log(error)}.", 1)
    finally:
        session.close()
        if in_use is not None:
            in_use.release()
    return code, context.window if code == 0 else None


def _tell(context: Context, message: str, code: int) -> int:
    context.progress.close()
    say(f"priorcheck: {message}")
    return code


def _flushed(code: int) -> int:
    """Flush all output and return the exit code; if it cannot be written, print one line and prevent errors at exit."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        return _reader_gone()
    except OSError as error:
        if not code:
            say(f"priorcheck: {_os_reason(error)}")
        _reader_gone()
        return 2
    return code


def _os_reason(error: OSError) -> str:
    file = f" ({error.filename})" if error.filename else ""
    return f"The system refused: {error.strerror or error}{file}."


def _reader_gone() -> int:
    """Handle a closed pipe: the reader of the output has ended, so stop writing and prevent flush errors at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _write_log(error: Exception) -> Path:
    name = f"priorcheck-error-{datetime.now(UTC):%Y%m%d-%H%M%S}.log"
    details = traceback_without_messages(error).encode("utf-8", "backslashreplace")
    try:
        path = paths.data_dir() / "logs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(details)
        return path
    except OSError:
        # In a folder for all, a name that can be guessed might be somebody's link to another file.
        descriptor, fallback = tempfile.mkstemp(prefix="priorcheck-error-", suffix=".log")
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(details)
        return Path(fallback)
