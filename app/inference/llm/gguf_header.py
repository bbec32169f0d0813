"""Reader for the header of a GGUF file: metadata, and types and ends of its tensors, without loading the model.

Source: the GGUF specification (ggml, docs/gguf.md), versions 2 and 3. Anything outside the format is refused, never guessed.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import BinaryIO

from app.inference.llm.gguf_types import TENSOR_TYPES
from app.translation import tr

_MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_STRING, _ARRAY = 8, 9
_NUMBERS: Mapping[int, struct.Struct] = {
    kind: struct.Struct(f"<{code}") for kind, code in {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?"}.items()
} | {kind: struct.Struct(f"<{code}") for kind, code in {10: "Q", 11: "q", 12: "d"}.items()}
_LONGEST_TEXT, _MOST_ITEMS, _MOST_TENSORS, _KEPT_ITEMS, _MOST_DIMENSIONS = 16_000_000, 20_000_000, 1_000_000, 1024, 4
_ALIGNMENT = 32
# Bytes; vocabularies of a quarter of a million words with their merges take about twelve million.
_LONGEST_HEAD = 64 << 20

Value = str | int | float | bool | tuple[int | float | bool, ...]


class HeaderError(Exception):
    """Raised for an invalid header; `ends`: the file is truncated, else it is no GGUF file or damaged."""

    def __init__(self, message: str, *, ends: bool = False) -> None:
        super().__init__(message)
        self.ends = ends


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """`metadata` has texts, numbers, and short lists of numbers, without vocabularies. `parameters` is the total number of weights;
    `size` is the least number of bytes of a complete file."""

    metadata: Mapping[str, Value]
    tensors: int
    parameters: int
    size: int

    def text(self, key: str) -> str:
        """Return this text, "" if missing."""
        value = self.metadata.get(key, "")
        return value if isinstance(value, str) else ""

    def number(self, key: str, default: int = 0) -> int:
        """Return this whole number, or the maximum of a list with one for each layer."""
        value = self.metadata.get(key, default)
        if isinstance(value, tuple):
            return int(max(value, default=default))
        return int(value) if isinstance(value, int | float) and math.isfinite(value) else default


def read_header(file: BinaryIO) -> Header:
    """Read the header from the file's beginning. Raises HeaderError and OSError."""
    if file.read(len(_MAGIC)) != _MAGIC:
        raise HeaderError(tr("it is no GGUF file"))
    version = _number(file, 4)
    if version not in _VERSIONS:
        raise HeaderError(tr("its version {version} of the GGUF format is not known here", version=version))
    tensors, keys = int(_number(file, 10)), int(_number(file, 10))
    if tensors > _MOST_TENSORS or keys > _MOST_TENSORS:
        raise HeaderError(tr("its head is damaged"))
    metadata: dict[str, Value] = {}
    for _ in range(keys):
        name = _text(file)
        value = _value(file, int(_number(file, 4)))
        if value is not None:
            metadata[name] = value
    parameters, end = _tensors(file, tensors)
    alignment = metadata.get("general.alignment", _ALIGNMENT)
    start = _aligned(file.tell(), alignment if isinstance(alignment, int) and 0 < alignment <= 1 << 20 else _ALIGNMENT)
    return Header(metadata=metadata, tensors=tensors, parameters=parameters, size=start + end)


def _tensors(file: BinaryIO, count: int) -> tuple[int, int]:
    """Return the total number of weights, and the end of the last tensor relative to the start of the data."""
    parameters = end = 0
    for _ in range(count):
        _text(file)
        dimensions = int(_number(file, 4))
        if dimensions > _MOST_DIMENSIONS:
            raise HeaderError(tr("its head is damaged"))
        elements = math.prod(int(_number(file, 10)) for _ in range(dimensions))
        block, size = TENSOR_TYPES.get(int(_number(file, 4)), (1, 0))
        parameters += elements
        end = max(end, int(_number(file, 10)) + elements // block * size)
    return parameters, end


def _aligned(offset: int, alignment: int) -> int:
    return -(-offset // alignment) * alignment


def _exactly(file: BinaryIO, count: int) -> bytes:
    if file.tell() + count > _LONGEST_HEAD:
        raise HeaderError(tr("its head is damaged"))
    content = file.read(count)
    if len(content) < count:
        raise HeaderError(tr("it ends in the middle of its head"), ends=True)
    return content


def _number(file: BinaryIO, kind: int) -> int | float | bool:
    form = _NUMBERS.get(kind)
    if form is None:
        raise HeaderError(tr("its head is damaged"))
    number: int | float | bool = form.unpack(_exactly(file, form.size))[0]
    return number


def _length(file: BinaryIO, limit: int) -> int:
    length = int(_number(file, 10))
    if length > limit:
        raise HeaderError(tr("its head is damaged"))
    return length


def _text(file: BinaryIO) -> str:
    return _exactly(file, _length(file, _LONGEST_TEXT)).decode("utf-8", "replace")


def _value(file: BinaryIO, kind: int) -> Value | None:
    if kind == _STRING:
        return _text(file)
    return _array(file) if kind == _ARRAY else _number(file, kind)


def _array(file: BinaryIO) -> Value | None:
    """Read a short list of numbers; skip any other array and return None."""
    kind, count = int(_number(file, 4)), _length(file, _MOST_ITEMS)
    if kind == _STRING:
        for _ in range(count):
            _exactly(file, _length(file, _LONGEST_TEXT))
        return None
    form = _NUMBERS.get(kind)
    if form is None:
        raise HeaderError(tr("its head is damaged"))
    content = _exactly(file, count * form.size)
    return tuple(number for (number,) in form.iter_unpack(content)) if count <= _KEPT_ITEMS else None
