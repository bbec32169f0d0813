"""One request from beginning to end: its limits, a process for it, and what the user is told where it costs too much."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from app.domain.progress import CancelToken, Progress, no_progress
from app.errors import InputError
from app.reading.limits import Limits, limits_of, size_of
from app.reading.pool import PROCESSES
from app.reading.process import Ended, ReaderEndedError, here
from app.reading.requests import Request, encode_request
from app.translation import language, tr

Item = TypeVar("Item")


def items(request: Request, path: Path, *, progress: Progress = no_progress, cancel: CancelToken | None = None) -> Iterator[Any]:
    """What the request yields for this file or folder.

    Raises InputError as its reader does, and `input-too-costly` where the file takes more than a genuine one would; Cancelled within a
    moment, whatever the reader is doing.
    """
    request = msgspec.structs.replace(request, path=os.fsencode(path), folder=here())
    return _asked(request, limits_of(size_of(path)), name=path.name or str(path), progress=progress, cancel=cancel)


def only(kind: type[Item], found: Iterator[Any]) -> Item:
    """The one item of a request that yields one."""
    (item,) = found
    assert isinstance(item, kind)
    return item


def text_items(request: Request, text: str, *, name: str, cancel: CancelToken | None = None) -> Iterator[Any]:
    """What the request yields for a text that is no file. Raises InputError as `items` does."""
    return _asked(request, limits_of(len(text)), name=name, progress=no_progress, cancel=cancel)


def _asked(request: Request, limits: Limits, *, name: str, progress: Progress, cancel: CancelToken | None) -> Iterator[Any]:
    request = msgspec.structs.replace(request, memory=limits.memory, speaks=language())
    try:
        with PROCESSES.lent() as process:
            yield from process.ask(
                encode_request(request), type(request).gives(), limits=limits, progress=progress, cancel=cancel or CancelToken()
            )
    except ReaderEndedError as error:
        raise too_costly(name, error.reason) from error


def too_costly(name: str, reason: Ended) -> InputError:
    """The error for an input that a reading process was ended for."""
    if reason is Ended.CRASH:
        message = tr("“{name}” cannot be read: it makes the program that reads such files break down.", name=name)
    elif reason is Ended.MEMORY:
        message = tr("“{name}” was not read, since it takes far more memory than a file of its size should.", name=name)
    else:
        message = tr("“{name}” was not read, since it takes far more time than a file of its size should.", name=name)
    hint = tr("It is damaged or made to do harm: save it anew from the program it was made with, or save its text alone.")
    return InputError("input-too-costly", message, hint=hint)
