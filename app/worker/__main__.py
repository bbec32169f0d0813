"""The worker process: `python -m app.worker`, or `priorcheck --worker` in a frozen program; speaks on stdin and stdout."""

from __future__ import annotations

import argparse
import faulthandler
import importlib
import logging
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from typing import BinaryIO

from app import network, translation
from app.worker.protocol import Request
from app.worker.server import Handler, serve


def main(argv: Sequence[str] | None = None) -> int:
    """Serve until the client goes away."""
    arguments = _parser().parse_args(argv)
    source, sink = take_streams()
    translation.use(arguments.language)
    faulthandler.enable(file=2)
    network.install("analysis", refuse=True)
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    # Ctrl+C in a terminal reaches the whole group; the window decides when its worker ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)  # the window comes first where both want the same core
    serve(_handlers(arguments), source=source, sink=sink)
    return 0


def take_streams() -> tuple[BinaryIO, BinaryIO]:
    """The protocol's two streams, kept apart from the process's own: what any library prints goes to stderr from now on,
    and none can read the requests."""
    source, sink = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123 - a device, not a file
        os.dup2(nothing.fileno(), 0)
    sys.stdout = sys.stderr
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (source, sink):
            msvcrt.setmode(descriptor, os.O_BINARY)
    return os.fdopen(source, "rb"), os.fdopen(sink, "wb")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="priorcheck --worker", description="The analysis process; started by the window.")
    parser.add_argument("--device", default="auto", help="auto, cpu, cuda or mps")
    parser.add_argument("--threads", type=int, default=0, help="processor threads, 0 for all cores")
    parser.add_argument("--language", default=translation.ENGLISH, help="the language of reasons and errors, such as es")
    parser.add_argument("--models", default="", help="the folder of the models")
    parser.add_argument("--handlers", default="", help=argparse.SUPPRESS)
    return parser


def _handlers(arguments: argparse.Namespace) -> Mapping[type[Request], Handler]:
    if arguments.handlers:
        module, _, name = arguments.handlers.partition(":")
        given: Mapping[type[Request], Handler] = getattr(importlib.import_module(module), name)()
        return given
    from app.worker.handlers import real_handlers

    return real_handlers(models=arguments.models, device=arguments.device, threads=arguments.threads)


if __name__ == "__main__":
    sys.exit(main())
