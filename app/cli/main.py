"""The command line's entry: parse, run, turn errors into one line and an exit code."""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from app import paths
from app.bootstrap import Session
from app.cli.context import Context, WindowRequest, cancel_on_interrupt
from app.cli.grammar import build_parser
from app.cli.output import ProgressPrinter, say, speak_utf8
from app.errors import PriorcheckError


def run(argv: Sequence[str], *, session: Session | None = None) -> tuple[int, WindowRequest | None]:
    """Run one command: its exit code (0 done, 1 our fault, 2 the input's), and the window it asks for, if any.

    A caller who runs several commands may hand over a session, whose models then stay loaded; its libraries are closed.
    """
    speak_utf8()
    try:
        parsed = build_parser(argv).parse_args(argv)
    except SystemExit as told:
        return _flushed(int(told.code or 0)), None
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
    except Exception:
        code = _tell(context, f"Something went wrong inside the program; the details are in {_write_log()}.", 1)
    finally:
        session.close()
    return code, context.window if code == 0 else None


def _tell(context: Context, message: str, code: int) -> int:
    context.progress.close()
    say(f"priorcheck: {message}")
    return code


def _flushed(code: int) -> int:
    """The exit code once all output is out; where it cannot be written, one line says so, and nothing complains at exit."""
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
    where = f" ({error.filename})" if error.filename else ""
    return f"The system refused: {error.strerror or error}{where}."


def _reader_gone() -> int:
    """The program that read our output has ended; write no more, and let no flush at exit complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _write_log() -> Path:
    name = f"priorcheck-error-{datetime.now(UTC):%Y%m%d-%H%M%S}.log"
    details = traceback.format_exc().encode("utf-8", "backslashreplace")
    try:
        return _written(paths.data_dir() / "logs" / name, details)
    except OSError:
        return _written(Path(tempfile.gettempdir()) / name, details)


def _written(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path
