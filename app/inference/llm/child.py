"""Process of the language model: speaks on stdin and stdout, with a thread that listens during computation.

Started by `app/worker/launch.py --llm`, so that it runs under the same Python as the program's own worker.
"""

from __future__ import annotations

import contextlib
import faulthandler
import importlib.util
import os
import queue
import signal
import sys
import threading
from pathlib import Path
from typing import BinaryIO

import msgspec

from app import network
from app.errors import WorkerError
from app.framing import FrameWriter, read_frames, take_streams
from app.inference.llm.messages import Order, Stop, frame_of, order_in
from app.inference.llm.processor import runs_llama
from app.rights import umask
from app.tracebacks import log_without_messages

NOT_INSTALLED = 4
"""The exit status that says that llama-cpp-python is not installed, or cannot be loaded."""
WRONG_PROCESSOR = 5
"""The exit status that says that this processor does not run llama.cpp."""


class _Inbox:
    """Queue of incoming orders, with the cancelled ones."""

    def __init__(self, source: BinaryIO) -> None:
        self.orders: queue.SimpleQueue[Order] = queue.SimpleQueue()
        self._source = source
        self._stopped: set[int] = set()
        self.current = 0

    def read(self) -> None:
        """Receive orders until the program closes the pipe, then exit at once: there is nothing to save."""
        with contextlib.suppress(WorkerError, OSError, msgspec.DecodeError):
            for frame in read_frames(self._source):
                order = order_in(frame)
                if isinstance(order, Stop):
                    self._stopped.add(order.number)
                else:
                    self.orders.put(order)
        os._exit(0)

    def stopped(self) -> bool:
        """Return True if the current order was cancelled."""
        return self.current in self._stopped


def main() -> int:
    """Serve until the program closes the pipe; return the exit code."""
    umask.make_files_private()
    source, sink = take_streams()
    faulthandler.enable(file=2)
    log_without_messages()
    network.install("language model", refuse=True)
    network.seal_process()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)
    _be_the_first_to_go()
    if importlib.util.find_spec("llama_cpp") and not runs_llama():
        return WRONG_PROCESSOR
    try:
        from app.inference.llm.serving import Serving
    except (ImportError, OSError, RuntimeError) as error:
        sys.stderr.write(f"{error}\n")
        return NOT_INSTALLED
    inbox = _Inbox(source)
    threading.Thread(target=inbox.read, name="orders", daemon=True).start()
    serving, writer = Serving(inbox.stopped), FrameWriter(sink)
    while True:
        order = inbox.orders.get()
        inbox.current = order.number
        try:
            writer.write(frame_of(serving.answer(order)))
        except OSError:
            return 0


def _be_the_first_to_go() -> None:
    """Raise the process's OOM score, so that Linux kills it before the user's other processes."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("800", encoding="ascii")
