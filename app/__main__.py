"""Entry point of `priorcheck`: the window without a command, the command line with one. The internal options `--worker`, `--llm`
and `--reading` start its other processes."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.processor import TOO_OLD, too_old
from app.rights import umask
from app.tracebacks import hide_exception_messages

_READ_AT_ONCE = (["rank"], ["checkworthy"])
"""Commands that begin by reading a document."""


def main(argv: Sequence[str] | None = None) -> int:
    """Start what the arguments ask for and return the exit code."""
    umask.make_files_private()
    arguments = list(sys.argv[1:] if argv is None else argv)
    _fill_closed_streams()
    if too_old():
        sys.stderr.write(f"priorcheck: {TOO_OLD}\n")
        return 2
    if arguments and arguments[0] in _PROCESSES:
        return _PROCESSES[arguments[0]](arguments[1:])
    window_request = parse_window_arguments(arguments)
    if window_request is not None:
        return _window(window_request)
    # Loading takes half a second, in which nothing is changed yet: Ctrl+C may end the program at once.
    signal.signal(signal.SIGINT, _leave)
    from app import network

    downloads = arguments[:2] == ["models", "download"]
    network.install("command line", refuse=not downloads)
    if not downloads and arguments[:1] != ["demo"]:  # the demo opens the window, whose browser would be sealed as well
        network.seal_process()
    if arguments[:1] in _READ_AT_ONCE:
        from app.reading.pool import PROCESSES

        PROCESSES.warm_up()  # it starts while the commands are loaded
    from app.cli.main import run

    code, window = run(arguments)
    if window is not None:
        network.install("window", refuse=True)
        hide_exception_messages()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        return _show_window(library=window.library, document=window.document, ranked=window.ranked)
    return code


def _worker(arguments: Sequence[str]) -> int:
    from app.worker.__main__ import main as worker

    return worker(arguments)


def _language_model(_: Sequence[str]) -> int:
    from app.bootstrap import run_language_model

    return run_language_model()


def _reading(arguments: Sequence[str]) -> int:
    from app.reading.child import main as read

    return read(arguments)


_PROCESSES = {"--worker": _worker, "--llm": _language_model, "--reading": _reading}
"""The program's own other processes."""


@dataclass(frozen=True, slots=True)
class WindowRequest:
    """Request for the window: library (None for that of the settings) and document (None for none). With `screenshot`, the window
    saves a picture of itself there and closes."""

    library: Path | None = None
    document: Path | None = None
    screenshot: Path | None = None


def parse_window_arguments(arguments: Sequence[str]) -> WindowRequest | None:
    """Parse the arguments of the window: "[--library DIR] [--screenshot FILE.png] [--open FILE]", or only a file, as desktops call
    a program. Return None where a command is meant. A file name without a dot or a folder could be a command, and needs
    "--open"."""
    remaining = list(arguments)
    library, screenshot = _pop_option(remaining, "--library"), _pop_option(remaining, "--screenshot")
    if not remaining:
        return WindowRequest(library, None, screenshot)
    if remaining[0] == "--open":
        return WindowRequest(library, Path(remaining[1]) if len(remaining) > 1 else None, screenshot)
    named = Path(remaining[0])
    is_document = len(remaining) == 1 and bool(named.suffix or len(named.parts) > 1) and named.is_file()
    return WindowRequest(library, named, screenshot) if is_document else None


def _pop_option(arguments: list[str], option: str) -> Path | None:
    """Remove an option from the front of the arguments and return its value; None where another argument comes first."""
    if arguments and arguments[0].startswith(f"{option}="):
        arguments[:1] = [option, arguments[0].removeprefix(f"{option}=")]
    if arguments[:1] != [option] or len(arguments) < 2:
        return None
    value = Path(arguments[1])
    del arguments[:2]
    return value


def _fill_closed_streams() -> None:
    """Replace standard streams that were closed before the start, so that none of the program's files gets their descriptors and is
    written to by mistake. Writing to a closed output fails."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None and os.name != "nt":
            with suppress(OSError):
                os.fstat(number)
                continue
            os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY)  # the lowest number that is free
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def _leave(*_: object) -> None:
    os.write(2, b"priorcheck: Cancelled.\n")
    os._exit(2)


def _window(request: WindowRequest) -> int:
    from app import network

    network.install("window", refuse=True)
    hide_exception_messages()
    return _show_window(library=request.library, document=request.document, screenshot=request.screenshot)


def _show_window(**options: Any) -> int:
    """Show the window until it is closed. Where that is impossible, print one line that says why and return exit code 2."""
    from app.errors import PriorcheckError

    try:
        from app.gui.display import check_display

        check_display()
        from app.gui.run import run_window
    except ImportError as error:
        _say(f"The window cannot be loaded ({error}). Install what is missing, or use the command line: “priorcheck --help”.")
        return 2
    except PriorcheckError as error:
        _say(str(error))
        return error.exit_code
    return run_window(**options)


def _say(message: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"priorcheck: {message}\n")


if __name__ == "__main__":
    sys.exit(main())
