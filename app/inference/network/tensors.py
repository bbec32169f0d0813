"""Tensors of safetensors files, mapped into memory: what is not read takes none."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_TYPES = {"F16": np.float16, "F32": np.float32, "I8": np.int8, "U8": np.uint8, "I64": np.int64}


class Tensors(Mapping[str, NDArray[Any]]):
    """The tensors of one file or of several; a name that several have is the first one's.

    Raises OSError for a file that cannot be read, and ValueError for one that is no safetensors file.
    """

    def __init__(self, *paths: Path) -> None:
        self._arrays: dict[str, NDArray[Any]] = {}
        for path in paths:
            for name, array in _arrays(path):
                self._arrays.setdefault(name, array)

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)


def _arrays(path: Path) -> Iterator[tuple[str, NDArray[Any]]]:
    content = np.memmap(path, np.uint8, "c")  # copied on write: OpenVINO takes only arrays that could be written
    try:
        (length,) = struct.unpack("<Q", content[:8].tobytes())
        header, data = json.loads(content[8 : 8 + length].tobytes()), content[8 + length :]
        if 8 + length > len(content):
            raise ValueError(f"{path.name} is cut off")
        for name, entry in header.items():
            if name != "__metadata__":
                start, end = entry["data_offsets"]
                yield name, data[start:end].view(_TYPES[entry["dtype"]]).reshape(entry["shape"])
    except (struct.error, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path.name} is no safetensors file that can be read") from error
