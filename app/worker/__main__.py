"""The worker process: `python -m app.worker`, or `priorcheck --worker` in a frozen program; speaks on stdin and stdout."""

from __future__ import annotations

import argparse
import faulthandler
import importlib
import os
import signal
import sys
from collections.abc import Mapping, Sequence

from app import network, translation
from app.framing import take_streams
from app.rights import umask
from app.tracebacks import log_without_messages
from app.worker.protocol import AnyRequest
from app.worker.routing import Handler
from app.worker.server import serve


def main(argv: Sequence[str] | None = None) -> int:
    """Serve until the client goes away."""
    arguments = _parser().parse_args(argv)
    umask.make_files_private()
    source, sink = take_streams()
    translation.use(arguments.language)
    faulthandler.enable(file=2)
    network.install("analysis", refuse=True)
    network.seal_process()
    log_without_messages()
    # Ctrl+C in a terminal reaches the whole group; the window decides when its worker ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)  # the window comes first where both want the same core
    serve(_handlers(arguments), source=source, sink=sink)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="priorcheck --worker", description="The analysis process; started by the window.")
    parser.add_argument("--device", default="auto", help="auto, cpu, cuda or mps")
    parser.add_argument("--threads", type=int, default=0, help="processor threads, 0 for all cores")
    parser.add_argument("--language", default=translation.ENGLISH, help="the language of reasons and errors, such as es")
    parser.add_argument("--models", default="", help="the folder of the models")
    parser.add_argument("--handlers", default="", help=argparse.SUPPRESS)
    return parser


def _handlers(arguments: argparse.Namespace) -> Mapping[type[AnyRequest], Handler]:
    if arguments.handlers:
        module, _, name = arguments.handlers.partition(":")
        handlers: Mapping[type[AnyRequest], Handler] = getattr(importlib.import_module(module), name)()
        return handlers
    from app.worker.handlers import real_handlers

    return real_handlers(models=arguments.models, device=arguments.device, threads=arguments.threads)


if __name__ == "__main__":
    sys.exit(main())
