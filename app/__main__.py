"""`priorcheck`: without a command the window, with one the command line; `--worker`, `--llm` and `--reading` are its own
other processes."""

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
    wanted = window_of(arguments)
    if wanted is not None:
        return _window(wanted)
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
        return _shown(library=window.library, document=window.document, ranked=window.ranked)
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
class Wanted:
    """What the window shall show; None for the library of the settings, and for no document. With `screenshot` it pictures itself there
    and ends."""

    library: Path | None = None
    document: Path | None = None
    screenshot: Path | None = None


def window_of(arguments: Sequence[str]) -> Wanted | None:
    """What the window is asked to show, None where a command is meant: "[--library DIR] [--screenshot FILE.png] [--open FILE]", or the
    file alone, which is how desktops call a program. A file without a dot or a folder in its name could be a command, and needs
    "--open"."""
    rest = list(arguments)
    library, screenshot = _taken(rest, "--library"), _taken(rest, "--screenshot")
    if not rest:
        return Wanted(library, None, screenshot)
    if rest[0] == "--open":
        return Wanted(library, Path(rest[1]) if len(rest) > 1 else None, screenshot)
    named = Path(rest[0])
    is_document = len(rest) == 1 and bool(named.suffix or len(named.parts) > 1) and named.is_file()
    return Wanted(library, named, screenshot) if is_document else None


def _taken(rest: list[str], option: str) -> Path | None:
    """The value of an option that comes first, which is taken away."""
    if rest and rest[0].startswith(f"{option}="):
        rest[:1] = [option, rest[0].removeprefix(f"{option}=")]
    if rest[:1] != [option] or len(rest) < 2:
        return None
    value = Path(rest[1])
    del rest[:2]
    return value


def _fill_closed_streams() -> None:
    """Put something in the place of standard streams that were closed before the start, so that no file of ours takes their numbers and is
    written to by mistake. Writing to an output that was closed fails."""
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


def _window(wanted: Wanted) -> int:
    from app import network

    network.install("window", refuse=True)
    hide_exception_messages()
    return _shown(library=wanted.library, document=wanted.document, screenshot=wanted.screenshot)


def _shown(**asked: Any) -> int:
    """Show the window until it is closed; where there is none to be shown, one line says why, and the exit code is 2."""
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
    return run_window(**asked)


def _say(message: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"priorcheck: {message}\n")


if __name__ == "__main__":
    sys.exit(main())
