"""Client of the reading processes: runs one request within limits, and builds the error for input that exceeds them."""

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
from app.reading.process import EndReason, ReaderEndedError, working_folder
from app.reading.requests import Request, encode_request
from app.translation import language, tr

Item = TypeVar("Item")


def read_items(request: Request, path: Path, *, progress: Progress = no_progress, cancel: CancelToken | None = None) -> Iterator[Any]:
    """Read a file or folder and yield the request's items.

    Raises InputError as the function in `ingest` does, and `input-too-costly` where the file takes more time or memory than a genuine one
    would; Cancelled within a moment, whatever the process is doing.
    """
    request = msgspec.structs.replace(request, path=os.fsencode(path), folder=working_folder())
    return _run(request, limits_of(size_of(path)), name=path.name or str(path), progress=progress, cancel=cancel)


def read_text_items(request: Request, text: str, *, name: str, cancel: CancelToken | None = None) -> Iterator[Any]:
    """Read a text that is no file and yield the request's items. Raises InputError as `read_items` does."""
    return _run(request, limits_of(len(text)), name=name, progress=no_progress, cancel=cancel)


def single_item(kind: type[Item], items: Iterator[Any]) -> Item:
    """Return the item of a request that yields exactly one."""
    (item,) = items
    assert isinstance(item, kind)
    return item


def _run(request: Request, limits: Limits, *, name: str, progress: Progress, cancel: CancelToken | None) -> Iterator[Any]:
    request = msgspec.structs.replace(request, memory=limits.memory, message_language=language())
    frame, types = encode_request(request), type(request).item_types()
    try:
        with PROCESSES.borrow() as process:
            yield from process.ask(frame, types, limits=limits, progress=progress, cancel=cancel or CancelToken())
    except ReaderEndedError as error:
        raise too_costly(name, error.reason) from error


def too_costly(name: str, reason: EndReason) -> InputError:
    """Build the error for an input whose reading process was ended."""
    if reason is EndReason.CRASH:
        message = tr("“{name}” cannot be read: it makes the program that reads such files break down.", name=name)
    elif reason is EndReason.MEMORY:
        message = tr("“{name}” was not read, since it takes far more memory than a file of its size should.", name=name)
    else:
        message = tr("“{name}” was not read, since it takes far more time than a file of its size should.", name=name)
    hint = tr("It is damaged or made to do harm: save it anew from the program it was made with, or save its text alone.")
    return InputError("input-too-costly", message, hint=hint)
