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
    if not arguments or arguments[0] == "--open":
        return _window(arguments[1:])
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


def _leave(*_: object) -> None:
    os.write(2, b"priorcheck: Cancelled.\n")
    os._exit(2)


def _window(documents: Sequence[str]) -> int:
    from app import network

    network.install("window", refuse=True)
    from app.gui.run import run_window

    return run_window(library=None, document=Path(documents[0]) if documents else None)


if __name__ == "__main__":
    sys.exit(main())
