"""The reading process: everything that takes input from outside apart runs here, where it can be ended at any moment.

Started by `app/worker/launch.py --reading` under the Python that the program's own process runs under. It knows no library, no model and
no network, and writes no file.
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
from app.frames import FrameWriter, read_frames, take_streams
from app.reading.messages import WARM, Alive, Broken, Done, Ending, Failed, Items, Progressed, SystemRefused, TooLarge, encode
from app.reading.requests import AnyRequest, decode_request
from app.reading.system_limits import forbid_writing, limit_memory, peak_memory, renew_time
from app.tracebacks import without_words
from app.translation import tr

MOST_REFUSED, _REFUSED_SHARE = 50_000, 10
_EVERY = 0.1
_MOST_ITEMS, _MOST_BYTES = 200, 1 << 20


def main(arguments: Sequence[str]) -> int:
    """Serve until the program goes away; the exit code."""
    source, sink = take_streams()
    network.install("reading", refuse=True)
    network.seal_process()
    # Ctrl+C in a terminal reaches the whole group; the program decides when its reader ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests: queue.SimpleQueue[AnyRequest] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(source, requests), name="reading-requests", daemon=True).start()
    if WARM in arguments:
        _load()
    forbid_writing()
    writer = FrameWriter(sink)
    while True:
        try:
            _answer(requests.get(), writer)
        except OSError:  # nobody reads the answers any more
            return 0


def _listen(source: BinaryIO, requests: queue.SimpleQueue[AnyRequest]) -> None:
    """Take in requests until the program goes away, and then leave at once: nothing here is worth keeping."""
    with contextlib.suppress(WorkerError, OSError, msgspec.DecodeError):
        for frame in read_frames(source):
            requests.put(decode_request(frame))
    os._exit(0)


def _load() -> None:
    """Import what reads documents, and load what tells their language beside it: unpacking that keeps one core busy, and no lock."""
    from app.ingest.language import prepare

    threading.Thread(target=prepare, name="language", daemon=True).start()
    import app.ingest.documents  # noqa: F401 - loaded, not used


def _answer(request: AnyRequest, writer: FrameWriter) -> None:
    """Read what is asked for and write it, item by item. Raises OSError when nobody listens."""
    if request.folder:
        with contextlib.suppress(OSError):
            os.chdir(os.fsdecode(request.folder))
    if request.speaks != translation.language():
        translation.use(request.speaks)
    limit_memory(request.memory)
    peak = peak_memory()
    outbox = _Outbox(writer, request.gives())
    ending: Ending
    try:
        for item in _mostly_taken(request.read(progress=outbox.progress, cancel=outbox), request.file.name):
            outbox.add(item)
        outbox.flush()
        ending = Done()
    except _GoneError as error:
        raise OSError(*error.args) from error
    except InputError as error:
        # A library that is refused more memory calls the file damaged; what it asked for may have been as much as it had. What our own
        # checks refuse has no cause, and stays what it is.
        starved = request.memory and error.__cause__ is not None and peak_memory() > max(peak, request.memory // 2)
        ending = TooLarge() if starved else Failed(error.code, error.message, error.hint)
    except MemoryError:
        ending = TooLarge()
    except OSError as error:
        ending = SystemRefused(error.errno or 0, error.strerror or str(error), str(error.filename or ""))
    except Exception as error:  # told to the user as a fault of the program, by whoever asked
        ending = Broken(without_words(error))
    writer.write(encode(ending))


def _mostly_taken(items: Iterator[object], name: str) -> Iterator[object]:
    """The items. Raises InputError where refusals without end show that the file is of another kind, or made to fill the memory."""
    taken = refused = 0
    for item in items:
        if not isinstance(item, RefusedRow):
            taken += 1
        else:
            refused += 1
            if refused > MOST_REFUSED and refused > _REFUSED_SHARE * taken:
                raise _hardly_any(name, item)
        yield item


def _hardly_any(name: str, refused: RefusedRow) -> InputError:
    message = tr(
        "Hardly any row of {name} can be read; the last one ({row}) was refused because {reason}",
        name=name,
        row=refused.row,
        reason=refused.reason,
    )
    return InputError("import-nothing", message, hint=tr("Choose another format, or another file."))


class _GoneError(Exception):
    """Nobody reads what is written."""


class _Outbox(CancelToken):
    """Where a reader puts its items and its progress. Whoever asks whether to go on gets on, which is passed on, too; a cancel ends the
    process and is never seen here."""

    def __init__(self, writer: FrameWriter, types: Sequence[object]) -> None:
        super().__init__()
        self._writer = writer
        self._numbers = {getattr(kind, "__origin__", kind): number for number, kind in enumerate(types)}
        self._entries: list[tuple[int, msgspec.Raw]] = []
        self._size = 0
        self._written = time.monotonic()
        self._told = 0.0
        self._activity, self._done, self._units = "", 0, 0

    def add(self, item: object) -> None:
        """Pass an item on, soon."""
        raw = encode(item)
        self._entries.append((self._numbers[type(item)], msgspec.Raw(raw)))
        self._size += len(raw)
        if len(self._entries) >= _MOST_ITEMS or self._size >= _MOST_BYTES or self._due():
            self.flush()

    def flush(self) -> None:
        """Write the items that wait."""
        if self._entries:
            entries, self._entries, self._size = self._entries, [], 0
            self._write(Items(entries))

    def check(self) -> None:
        if self._due():
            self._write(Alive(self._taken_units()))

    def progress(self, update: ProgressUpdate) -> None:
        """Pass an update on, unless one has just gone."""
        if update.activity != self._activity:
            self._activity, self._done = update.activity, 0
        if update.total:  # of what there is no end in sight, rows, nothing is added to the time that a file has
            self._units += max(0, update.done - self._done)
            self._done = update.done
        now = time.monotonic()
        if now - self._told >= _EVERY:
            self._told = now
            self._write(Progressed(update.activity, update.done, update.total, self._taken_units()))

    def _due(self) -> bool:
        return time.monotonic() - self._written >= _EVERY

    def _taken_units(self) -> int:
        units, self._units = self._units, 0
        return units

    def _write(self, reply: Items | Alive | Progressed) -> None:
        self._written = time.monotonic()
        renew_time()
        try:
            self._writer.write(encode(reply))
        except OSError as error:
            raise _GoneError(*error.args) from error


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
