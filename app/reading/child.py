"""The reading process: all parsing of input from outside runs here, where it can be killed at any moment.

It is started by `app/worker/launch.py --reading` with the same Python as the program. It has no access to libraries, models and the
network, and writes no files.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from typing import BinaryIO

import msgspec

from app import network, translation
from app.domain.importing import RefusedRow
from app.domain.progress import CancelToken, ProgressUpdate
from app.errors import InputError, WorkerError
from app.framing import FrameWriter, read_frames, take_streams
from app.reading.messages import WARM, Alive, Broken, Done, Ending, Failed, Items, Progressed, SystemRefused, TooLarge, encode
from app.reading.requests import AnyRequest, decode_request
from app.reading.system_limits import forbid_writing, limit_memory, peak_memory, renew_time
from app.tracebacks import traceback_without_messages
from app.translation import tr

# A file is refused as a whole with more refused rows than this, if they are also this many times the accepted ones.
_MAX_REFUSED, _MIN_REFUSED_RATIO = 50_000, 10
# Seconds between two messages to the program.
_REPLY_INTERVAL = 0.1
# Items are sent in batches of at most this many items or bytes.
_BATCH_ITEMS, _BATCH_BYTES = 200, 1 << 20


def main(arguments: Sequence[str]) -> int:
    """Answer requests until the program ends. Return the exit code."""
    source, sink = take_streams()
    network.install("reading", refuse=True)
    network.seal_process()
    # Ctrl+C in a terminal reaches the whole group; the program decides when its reader ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests: queue.SimpleQueue[AnyRequest] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(source, requests), name="reading-requests", daemon=True).start()
    if WARM in arguments:
        _import_readers()
    forbid_writing()
    writer = FrameWriter(sink)
    while True:
        try:
            _answer(requests.get(), writer)
        except OSError:  # the program has ended
            return 0


def _listen(source: BinaryIO, requests: queue.SimpleQueue[AnyRequest]) -> None:
    """Receive requests until the program ends, then exit at once: there is nothing to save."""
    with contextlib.suppress(WorkerError, OSError, msgspec.DecodeError):
        for frame in read_frames(source):
            requests.put(decode_request(frame))
    # The main thread may be in native code that nothing else interrupts.
    os._exit(0)


def _import_readers() -> None:
    """Import the document readers, and load the language identifier in a thread: it is unpacked without holding the interpreter's lock."""
    from app.ingest.language import prepare

    threading.Thread(target=prepare, name="language", daemon=True).start()
    import app.ingest.documents  # noqa: F401 - loaded, not used


def _answer(request: AnyRequest, writer: FrameWriter) -> None:
    """Run a request and write its items. Raises OSError when the program has ended."""
    if request.folder:
        with contextlib.suppress(OSError):
            # A relative path starts from the folder of the program, which may have changed since this process was started.
            os.chdir(os.fsdecode(request.folder))
    if request.message_language != translation.language():
        translation.use(request.message_language)
    limit_memory(request.memory)
    peak = peak_memory()
    outbox = _Outbox(writer, request.item_types())
    ending: Ending
    try:
        for item in _refuse_mostly_unreadable(request.read(progress=outbox.progress, cancel=outbox), request.file.name):
            outbox.add(item)
        outbox.flush()
        ending = Done()
    except _ProgramEndedError as error:
        raise OSError(*error.args) from error
    except InputError as error:
        # A library that gets no more memory reports a damaged file. The failed allocation may have been as large as all memory before it.
        # A refusal without a cause is one of our own checks, and stays what it is.
        out_of_memory = request.memory and error.__cause__ is not None and peak_memory() > max(peak, request.memory // 2)
        ending = TooLarge() if out_of_memory else Failed(error.code, error.message, error.hint)
    except MemoryError:
        ending = TooLarge()
    except OSError as error:
        ending = SystemRefused(error.errno or 0, error.strerror or str(error), str(error.filename or ""))
    except Exception as error:  # a bug, which the caller reports to the user
        ending = Broken(traceback_without_messages(error))
    writer.write(encode(ending))


def _refuse_mostly_unreadable(items: Iterator[object], name: str) -> Iterator[object]:
    """Pass on items. Raises InputError where almost all rows are refused: the file is of another kind, or made to fill the memory."""
    accepted = refused = 0
    for item in items:
        if not isinstance(item, RefusedRow):
            accepted += 1
        else:
            refused += 1
            if refused > _MAX_REFUSED and refused > _MIN_REFUSED_RATIO * accepted:
                raise _almost_all_refused(name, item)
        yield item


def _almost_all_refused(name: str, last: RefusedRow) -> InputError:
    message = tr(
        "Hardly any row of {name} can be read; the last one ({row}) was refused because {reason}",
        name=name,
        row=last.row,
        reason=last.reason,
    )
    return InputError("import-nothing", message, hint=tr("Choose another format, or another file."))


class _ProgramEndedError(Exception):
    """The program that receives the replies has ended."""


class _Outbox(CancelToken):
    """Sender of items and progress to the program. As the readers' cancel token, it also sends a sign of progress when they check
    it. A real cancel kills the process and is never seen here."""

    def __init__(self, writer: FrameWriter, types: Sequence[object]) -> None:
        super().__init__()
        self._writer = writer
        self._type_numbers = {getattr(kind, "__origin__", kind): number for number, kind in enumerate(types)}
        self._entries: list[tuple[int, msgspec.Raw]] = []
        self._size = 0
        self._written = time.monotonic()
        self._reported = 0.0
        self._activity, self._done, self._units = "", 0, 0

    def add(self, item: object) -> None:
        """Queue an item, to be sent with others."""
        raw = encode(item)
        self._entries.append((self._type_numbers[type(item)], msgspec.Raw(raw)))
        self._size += len(raw)
        if len(self._entries) >= _BATCH_ITEMS or self._size >= _BATCH_BYTES or self._due():
            self.flush()

    def flush(self) -> None:
        """Send the queued items."""
        if self._entries:
            entries, self._entries, self._size = self._entries, [], 0
            self._write(Items(entries))

    def check(self) -> None:
        if self._due():
            self._write(Alive(self._pop_units()))

    def progress(self, update: ProgressUpdate) -> None:
        """Send a progress update, unless one was sent a moment ago."""
        if update.activity != self._activity:
            self._activity, self._done = update.activity, 0
        # Rows, whose total is unknown, add nothing to the time limit here.
        if update.total:
            self._units += max(0, update.done - self._done)
            self._done = update.done
        now = time.monotonic()
        if now - self._reported >= _REPLY_INTERVAL:
            self._reported = now
            self._write(Progressed(update.activity, update.done, update.total, self._pop_units()))

    def _due(self) -> bool:
        return time.monotonic() - self._written >= _REPLY_INTERVAL

    def _pop_units(self) -> int:
        units, self._units = self._units, 0
        return units

    def _write(self, reply: Items | Alive | Progressed) -> None:
        self._written = time.monotonic()
        renew_time()
        try:
            self._writer.write(encode(reply))
        except OSError as error:
            raise _ProgramEndedError(*error.args) from error


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
