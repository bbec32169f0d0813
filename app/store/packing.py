"""Values stored as compressed JSON in a column of SQLite, with limits on their unpacked size: a file may come from a stranger."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from app.translation import tr

T = TypeVar("T")
MAX_VALUE_BYTES = 32 << 20
"""Limit for one unpacked value; a batch of 50 sentences with 50 fact-checks each has 2 MB."""
MAX_FILE_BYTES = 256 << 20
"""Limit for all unpacked values of a file that are in memory at once."""
MAX_PARTS = 8_000_000
"""Limit for the numbers, texts and other parts in them: each takes up to 64 bytes of memory, however short its JSON is."""


class TooLargeError(ValueError):
    """A stored value larger than any that the program writes."""


@dataclass(slots=True)
class Budget:
    """The bytes and parts that may still be unpacked from one file."""

    size: int = MAX_FILE_BYTES
    parts: int = MAX_PARTS

    def take(self, content: bytes) -> None:
        """Subtract an unpacked value. Raises TooLargeError where the budget is spent."""
        self.size -= len(content)
        self.parts -= content.count(b",")
        if self.size < 0 or self.parts < 0:
            raise TooLargeError(tr("it holds more than Priorcheck can read"))


def pack(value: object) -> bytes:
    """Encode a value for storing."""
    try:
        encoded = msgspec.json.encode(value)
    except UnicodeEncodeError:  # a lone surrogate, typed or pasted
        encoded = json.dumps(msgspec.to_builtins(value), ensure_ascii=False).encode("utf-8", "replace")
    return zlib.compress(encoded, 1)


def inflate(body: object, *, limit: int = MAX_VALUE_BYTES) -> bytes:
    """Decompress a stored value. Raises TooLargeError above `limit` bytes, zlib.error and msgspec.DecodeError where it is damaged."""
    if not isinstance(body, bytes):
        raise msgspec.DecodeError(tr("not a stored value"))
    unpacker = zlib.decompressobj()
    content = unpacker.decompress(body, limit)
    if unpacker.unconsumed_tail:
        raise TooLargeError(tr("it holds more than Priorcheck can read"))
    if not unpacker.eof:
        raise zlib.error(tr("a stored value is cut short"))
    return content


def unpack(body: object, kind: type[T], budget: Budget | None = None) -> T:
    """Decode a stored value of type `kind` and subtract it from `budget`.

    Raises TooLargeError, and msgspec.MsgspecError, zlib.error, UnicodeDecodeError or RecursionError where it is damaged.
    """
    content = inflate(body)
    (budget or Budget()).take(content)
    return msgspec.json.decode(content, type=kind)
