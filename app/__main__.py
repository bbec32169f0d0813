"""`priorcheck`: without a command the window, with one the command line; `--worker` is the window's own worker process."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path


def main(argv: Sequence[str] | None = None) -> int:
    """Start what the arguments ask for and return the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments[:1] == ["--worker"]:
        from app.worker.__main__ import main as worker

        return worker(arguments[1:])
    opened = document_of(arguments)
    if not arguments or opened is not None or arguments[0] == "--open":
        return _window(opened)
    # Loading takes half a second, in which nothing is changed yet: Ctrl+C may end the program at once.
    signal.signal(signal.SIGINT, _leave)
    from app import network

    network.install("command line", refuse=False)
    from app.cli.main import run

    code, window = run(arguments)
    if window is not None:
        network.install("window", refuse=True)
        from app.gui.run import run_window

        signal.signal(signal.SIGINT, signal.default_int_handler)
        return run_window(library=window.library, document=window.document, ranked=window.ranked)
    return code


def document_of(arguments: Sequence[str]) -> Path | None:
    """The file that the window shall open: "--open FILE", or a file alone, which is how desktops call a program. A file without a dot
    or a folder in its name could be a command, and needs "--open"."""
    if arguments[:1] == ["--open"]:
        return Path(arguments[1]) if len(arguments) > 1 else None
    named = Path(arguments[0]) if len(arguments) == 1 else None
    if named is None or not (named.suffix or len(named.parts) > 1):
        return None
    return named if named.is_file() else None


def _leave(*_: object) -> None:
    os.write(2, b"priorcheck: Cancelled.\n")
    os._exit(2)


def _window(document: Path | None) -> int:
    from app import network

    network.install("window", refuse=True)
    from app.gui.run import run_window

    return run_window(library=None, document=document)


if __name__ == "__main__":
    sys.exit(main())
