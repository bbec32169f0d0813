"""A worker whose handlers fail with the document's text in every message, as libraries may do."""

from __future__ import annotations

import gc
import logging
import sqlite3
import threading
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from app.worker import protocol
from app.worker.context import JobContext
from app.worker.protocol import Request
from app.worker.routing import Handler

MARK = "Zeppelinwurst-4711"
"""The text that no log may hold."""


def _decode(text: str) -> None:
    msgspec.json.decode(msgspec.json.encode({"kind": text}), type=dict[str, int])


def _enum(text: str) -> None:
    protocol.AnyRequest.__class__(text, (), {}).missing  # type: ignore[attr-defined]  # noqa: B018


def _database(text: str) -> None:
    with sqlite3.connect(":memory:") as database:
        database.execute(f'SELECT "{text}" FROM nowhere')


def _encode(text: str) -> None:
    f"{text}\udcff".encode()


def _cause(text: str) -> None:
    try:
        int(text)
    except ValueError as error:
        raise RuntimeError(f"cannot read {text}") from error


def _group(text: str) -> None:
    raise ExceptionGroup(text, [KeyError(text), ValueError(text)])


def _note(text: str) -> None:
    error = TypeError(text)
    error.add_note(text)
    raise error


def _log(text: str) -> None:
    logging.getLogger("somebody.else").warning("cannot read %s", text)
    logging.getLogger("somebody.else").error(f"cannot read {text}")
    try:
        int(text)
    except ValueError:
        logging.getLogger("somebody.else").exception("no number: %s", text)
    warnings.warn(f"odd text {text}", stacklevel=1)
    print(text)


def _in_a_thread(text: str) -> None:
    thread = threading.Thread(target=lambda: {}[text])
    thread.start()
    thread.join()


class _Dying:
    def __init__(self, text: str) -> None:
        self.text = text

    def __del__(self) -> None:
        raise ValueError(self.text)


def _when_it_goes(text: str) -> None:
    _Dying(text)
    gc.collect()


FAULTS: Mapping[str, Callable[[str], object]] = {
    "key": lambda text: {}[text],
    "number": float,
    "decode": _decode,
    "enum": _enum,
    "database": _database,
    "encode": _encode,
    "file": lambda text: Path(f"/nowhere/{text}").read_bytes(),
    "cause": _cause,
    "group": _group,
    "note": _note,
    "log": _log,
    "thread": _in_a_thread,
    "unraisable": _when_it_goes,
}
"""What fails, by the name of the document that is asked for."""


def handlers() -> Mapping[type[Request], Handler]:
    """Return the handlers by request type."""

    def read(request: protocol.ReadDocument, _: JobContext) -> object:
        FAULTS[Path(request.path).name](MARK)
        raise KeyError(MARK)

    return {protocol.ReadDocument: read}
