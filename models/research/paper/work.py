"""Cache of costly arrays in a folder, named by their inputs, so that a stopped run resumes."""

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
    """Return a name for texts, models and parameters. Names are equal only if all parts are."""
    hasher = hashlib.sha256()
    for part in parts:
        raw = part.encode("utf-8", "replace")
        hasher.update(len(raw).to_bytes(8, "little") + raw)
    return hasher.hexdigest()[:32]


def digest_of(array: NDArray[Any]) -> str:
    """Return a digest of an array's numbers, type and shape."""
    return digest([str(array.dtype), str(array.shape), hashlib.sha256(np.ascontiguousarray(array).data).hexdigest()])


class WorkFolder:
    """Named arrays in files. A file is complete or missing; a damaged one is computed again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"The work folder “{folder}” cannot be made: {error.strerror or error}."
            raise InputError("work-unwritable", message, hint="Choose another place with --work.") from error

    def arrays(self, kind: str, key: Iterable[str], make: Callable[[], Mapping[str, NDArray[Any]]]) -> Arrays:
        """Return the arrays of this kind and key from the folder, or make and store them. Raises InputError when they cannot be
        stored."""
        path = self._folder / f"{kind}-{digest(key)}.npz"
        stored = _read(path)
        if stored is not None:
            return stored
        arrays = dict(make())
        stream = io.BytesIO()
        store: Any = np.savez  # its stub rejects arrays by keyword
        store(stream, **arrays)
        try:
            replace_file(path, stream.getvalue())
        except OSError as error:
            message = f"“{path}” cannot be written: {error.strerror or error}."
            raise InputError("work-unwritable", message, hint="Make room, or choose another place with --work.") from error
        return arrays


def _read(path: Path) -> Arrays | None:
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as content:
            return {name: content[name] for name in content.files}
    except FileNotFoundError:
        return None
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile):
        return None
