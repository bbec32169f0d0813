"""Arrays computed at great cost, kept in a folder by what they are a function of, so that a stopped run goes on where it was."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.errors import InputError
from app.file_replacement import replace_file

Arrays = dict[str, NDArray[Any]]


def digest(parts: Iterable[str]) -> str:
    """One name for texts, models and parameters: equal only when all parts are."""
    hasher = hashlib.sha256()
    for part in parts:
        raw = part.encode("utf-8", "replace")
        hasher.update(len(raw).to_bytes(8, "little") + raw)
    return hasher.hexdigest()[:32]


def digest_of(array: NDArray[Any]) -> str:
    """An array by all of its numbers, type and shape."""
    return digest([str(array.dtype), str(array.shape), hashlib.sha256(np.ascontiguousarray(array).data).hexdigest()])


class WorkFolder:
    """Named arrays in files; a file is whole or not there, and a damaged one is computed again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"The work folder “{folder}” cannot be made: {error.strerror or error}."
            raise InputError("work-unwritable", message, hint="Choose another place with --work.") from error

    def arrays(self, kind: str, key: Iterable[str], make: Callable[[], Mapping[str, NDArray[Any]]]) -> Arrays:
        """The arrays of this kind and key, from the folder or made now. Raises InputError when they cannot be kept."""
        path = self._folder / f"{kind}-{digest(key)}.npz"
        found = _read(path)
        if found is not None:
            return found
        made = dict(make())
        stream = io.BytesIO()
        store: Any = np.savez  # its stub takes any name but its own options for an array of that name
        store(stream, **made)
        try:
            replace_file(path, stream.getvalue())
        except OSError as error:
            message = f"“{path}” cannot be written: {error.strerror or error}."
            raise InputError("work-unwritable", message, hint="Make room, or choose another place with --work.") from error
        return made


def _read(path: Path) -> Arrays | None:
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as content:
            return {name: content[name] for name in content.files}
    except FileNotFoundError:
        return None
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile):
        return None
